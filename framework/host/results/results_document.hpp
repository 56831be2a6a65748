#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/results/terms.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// How long units took, each on its thread.
struct UnitSeconds {
  std::uint64_t counted = 0;           ///< how many were timed
  double total = 0;                    ///< their times added up
  std::array<double, 11> quantiles{};  ///< 0 %, 10 %, ..., 100 % of the units took at most as long
};

/// Something that two answers both rest on. Their agreement is no evidence for it.
struct Shared {
  SharedKind kind{};
  std::string name;  ///< id of the strategy, or name of the library, or the quantity that was given
  std::string text;  ///< for people: "both take grids from band_classes"

  bool operator==(const Shared&) const = default;
};

/// The results of an experiment: docs/results.md. Every view of results is made from one, and JSON is one of
/// the views: document_fields.hpp lists the members once for writing, reading and the schema. Names are those of the
/// JSON.
struct ResultsDocument {
  /// By whom and when it was made. No number depends on it. All members but `date` may be missing.
  struct Produced {
    std::string host;
    std::string cpu;
    std::uint64_t threads = 0;  ///< 0: not known
    std::string date;           ///< in UTC
    std::string compiler;
    std::string version;
    std::string part;

    /// Returns the members that are known, by name, in the order of the document.
    std::vector<std::pair<std::string_view, std::string>> members() const;
  };

  struct AskedProblem {
    Problem problem;
    std::string asked;  ///< the rules in the words of the experiment; empty if these are the canonical ones
    /// By the name of a list of layouts: how many of its layouts have these rules, up to the symmetries of the list.
    std::map<std::string, std::uint64_t> layouts = {};
  };

  /// A list of layouts that was asked for.
  struct LayoutList {
    std::string name;
    Problem common;      ///< the rules that its layouts come on top of
    std::string sha256;  ///< of its file; empty if these are all layouts
    std::uint64_t layouts = 0;
    std::uint64_t problems = 0;
  };

  /// Whose answer an entry is.
  struct Who {
    Problem problem;
    std::string strategy;
    std::string configuration;

    auto operator<=>(const Who&) const = default;
  };

  struct Run {
    Who who;
    std::string version;
    std::string plugin_sha256;
    std::string program = {};  ///< whose program the strategy is, if it is one of its own; else empty
    std::map<std::string, std::string> parameters = {};
    /// The parameters that are part of the question; nullopt if that is not known.
    std::optional<std::map<std::string, std::string>> question = {};
    /// By quantity: the configuration that counted it, or the number given.
    std::map<std::string, std::string> inputs = {};
    std::optional<std::uint64_t> seed = {};  ///< of its random numbers, if it samples
    std::string base_configuration = {};     ///< the configuration that this is with one of several seeds, else empty
    RunState state = RunState::stopped;
    std::string message = {};  ///< why it did not conclude
    std::uint64_t units = 0;
    std::optional<std::uint64_t> units_total = {};  ///< how many there are, if it did not conclude and that is known
    bool reused = false;
    double seconds = 0;
    std::optional<UnitSeconds> unit_seconds = {};
  };

  struct Input;
  /// What an answer rests on beside its strategy.
  struct Grounds {
    std::vector<std::string> mathematics;  ///< libraries that count
    std::vector<Input> inputs;
  };
  /// A value that an answer was made from, and what that rests on.
  struct Input {
    Quantity quantity{};
    std::optional<Integer> given;  ///< by the user; else the run that counted it has a name
    std::string configuration;
    std::string strategy;
    Grounds grounds;
  };

  struct OutcomeEntry {
    Who who;
    Quantity quantity{};
    Outcome outcome;
    std::optional<Estimate> interim = {};  ///< of a sampling run that did not end: what it had, never judged
    Standing standing = Standing::unfinished;
    std::uint64_t witnesses = 0;
    std::uint64_t recounted_units = 0;
    std::optional<Quantity> follows_from = {};
    Grounds rests_on = {};
    double seconds = 0;
  };

  /// Returns what verdicts call the side of a total: "exact_cover (total)".
  static std::string name_of_total(const std::string& configuration) { return configuration + " (total)"; }

  /// What a configuration counted on all layouts of a list together.
  struct TotalEntry {
    std::string list;
    std::string strategy;
    std::string configuration;
    Quantity quantity{};
    Outcome outcome;
    std::uint64_t witnesses = 0;  ///< the fewest of one of its problems; 0 if it is not exact
  };

  /// How far an approximation is from a value that is known better.
  struct Deviation {
    std::string from;  ///< who knows it better
    Problem problem;
    double relative = 0;
    double standard_error = 0;  ///< of `relative`
  };
  /// Of an approximation, as a finding of its run.
  struct Deviations {
    std::vector<Deviation> list;
  };

  struct FindingEntry {
    Who who;
    std::string name;
    std::string help;
    bool same_when_transposed = false;
    std::optional<Quantity> quantity = {};              ///< whose value it is
    std::optional<FindingValue> value = {};             ///< nullopt: `deviations`
    Deviations deviations = {};                         ///< of an approximation
    std::map<std::string, std::string> row_names = {};  ///< what published tables call its rows
  };

  struct Side {
    OriginKind kind = OriginKind::run;
    std::string name;  ///< of a run: its configuration
    Problem problem;
    std::optional<Quantity> quantity;  ///< nullopt: a finding
    std::string strategy;              ///< of a run
    std::string source;                ///< but for runs
    std::string contested_by;          ///< of a published value that is believed to be wrong: the evidence
    std::string value;
  };

  struct VerdictEntry {
    std::string subject;
    Verdict verdict = Verdict::not_comparable;
    Side left;
    Side right;
    std::vector<Shared> shared = {};
    std::optional<double> z = {};
    std::optional<double> p_value = {};
    std::optional<double> relative_error = {};
    std::optional<double> relative_error_uncertainty = {};
    std::string note = {};
  };

  /// A verdict as one of its sides sees it.
  struct VerdictView {
    const VerdictEntry* verdict = nullptr;
    const Side* own = nullptr;
    const Side* other = nullptr;
  };

  struct Refusal {
    Who who;
    std::vector<Quantity> quantities;
    std::string reason;
    bool is_by_name = true;  ///< the experiment names these quantities, and does not ask for all that there are
  };

  std::string origin;   ///< the file it was read from; empty if it was just made
  std::string version;  ///< of the program that wrote it
  Produced produced;
  std::string title;
  std::string file;
  std::string sha256;
  std::uint64_t seed = 0;            ///< the first of `seeds`
  std::vector<std::uint64_t> seeds;  ///< at least one
  double confidence = 0;
  std::vector<AskedProblem> problems;  ///< in the order in which they were asked
  std::vector<LayoutList> layout_lists;
  std::vector<std::string> overrides;
  std::vector<QuantityInfo> quantities;  ///< of its runs: those that plugins declare
  std::vector<Run> runs;
  std::vector<OutcomeEntry> outcomes;
  std::vector<TotalEntry> totals;
  std::vector<FindingEntry> findings;
  std::vector<VerdictEntry> verdicts;
  std::vector<Refusal> not_applicable;
  std::string assembled;  ///< put together from the rows of a ledger: from what, and why; else empty
  std::string storage_error;
  std::vector<std::string> evidence;  ///< how sure one can be of it, in at most five lines
  ExitCode exit = ExitCode::all_agree;

  /// Returns the problems in the order in which they were asked, and the words of those that have other names.
  std::vector<Problem> asked() const;
  std::map<Problem, std::string> words() const;
  /// Returns the programs that have counted, by strategy and version, and whose they are.
  std::map<std::string, std::string> programs() const;

  /// Adds seeds and problems if there are none, as in documents of older formats, and finds the entries of each run and
  /// the verdicts on each value: once, since a document may have very many. To be called when all entries are there.
  void complete();
  /// Returns the run of an entry; nullptr if the document has none.
  const Run* run_of(const Who& who) const;
  /// Returns the outcomes of a run, in their order.
  std::vector<const OutcomeEntry*> outcomes_of(const Who& who) const;
  /// Returns the outcome of a run for a quantity; nullptr if it has none.
  const OutcomeEntry* outcome_of(const Who& who, Quantity quantity) const;
  std::vector<const FindingEntry*> findings_of(const Who& who) const;
  /// Returns what the answers of a run depend on beyond the problem.
  const std::map<std::string, std::string>& question_of(const Who& who) const;
  /// Returns the list of a total; nullptr if the document lacks it.
  const LayoutList* list_of(const TotalEntry& total) const;
  /// Returns the place of a problem among those that were asked.
  std::size_t place_of(const Problem& problem) const;

  /// Returns the verdicts on a value of a run, in their order.
  ///
  /// @param subject  the name of the quantity; of a finding what verdicts call it, "finding NAME of 3x3"
  /// @param name     the configuration; of a finding that is compared as the value of a quantity, the name of that side
  std::vector<VerdictView> verdicts_on(std::string_view subject, const std::string& name, const Problem& problem) const;
  std::vector<VerdictView> verdicts_on(const OutcomeEntry& outcome) const {
    return verdicts_on(name_of(outcome.quantity), outcome.who.configuration, outcome.who.problem);
  }
  /// Returns the verdicts on a total: those with what the experiment expects.
  std::vector<VerdictView> verdicts_on(const TotalEntry& total) const;

 private:
  /// The places of the entries of one run in their lists.
  struct Places {
    std::optional<std::size_t> run;
    std::vector<std::size_t> outcomes;
    std::vector<std::size_t> findings;
  };
  std::map<Who, Places> places_;
  std::map<Problem, std::size_t> problem_places_;
  /// Subject, name and problem of a side; the places of its verdicts, and whether it is their left side.
  std::map<std::tuple<std::string, std::string, Problem>, std::vector<std::pair<std::size_t, bool>>> verdict_places_;
};

/// Returns whether the values agree, or an invariant holds.
bool is_agreement(const ResultsDocument::VerdictEntry& verdict);
bool is_contradiction(const ResultsDocument::VerdictEntry& verdict);
/// Returns whether it is on an invariant, for which nothing was compared.
bool is_on_invariant(const ResultsDocument::VerdictEntry& verdict);

/// Returns what both sides rest on: "both take grids from band_classes"; empty if that is nothing.
std::string shared_text(const ResultsDocument::VerdictEntry& verdict);

/// Returns the inputs that were given and not counted, of what an answer rests on.
std::set<Quantity> given_inputs(const ResultsDocument::Grounds& grounds);

/// Returns it as JSON. Integers are decimal strings; real numbers are JSON numbers if a double holds them, and decimal
/// strings past its range.
Json to_json(const ResultsDocument& document);
Json to_json(const ResultsDocument::OutcomeEntry& entry);
Json to_json(const ResultsDocument::FindingEntry& entry);

/// Returns the JSON Schema of documents of the format that is written.
Json results_schema();

/// @param origin     of the document, for messages and headings; empty where it was just made
/// @throws BadInput  it is not such a document, or of another format; the message names the member.
ResultsDocument read_results_document(const Json& json, const std::string& origin);

/// Reads one from a file that --json wrote.
///
/// @throws BadInput  the file cannot be read, is no JSON, or no such document.
ResultsDocument read_results_file(const std::filesystem::path& file);

}  // namespace gridcensus::host
