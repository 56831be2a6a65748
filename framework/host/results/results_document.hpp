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
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// The times of units, each measured on its thread.
struct UnitSeconds {
  std::uint64_t counted = 0;           ///< number of timed units
  double total = 0;                    ///< the sum of their times
  std::array<double, 11> quantiles{};  ///< 0 %, 10 %, ..., 100 % of the units took at most as long
};

/// Something that two answers both depend on. Their agreement is not evidence for it.
struct Shared {
  SharedKind kind{};
  std::string name;  ///< id of the strategy, or name of the library, or the quantity that was given
  std::string text;  ///< for people: "both take grids from band_classes"

  bool operator==(const Shared&) const = default;
};

/// Everything that an answer depends on: its strategy, the counting libraries that it used and, recursively, the same
/// for each input. A value given by the user is a witness without a strategy.
struct Witness {
  struct Input;

  std::string configuration = {};  ///< the run that counted it, with `problem`; empty for a given value
  std::string strategy = {};       ///< id; empty for a given value
  Problem problem = {};
  std::vector<std::string> mathematics = {};  ///< counting libraries that it depends on, each once
  std::vector<Input> inputs;
  std::optional<Integer> given = {};  ///< the value that the user gave

  /// Returns whether the answer depends on nothing beside its strategy.
  bool empty() const { return mathematics.empty() && inputs.empty(); }
  bool operator==(const Witness&) const;
};

/// A value from which the answer was computed.
struct Witness::Input {
  Quantity quantity{};
  Witness source;

  bool operator==(const Input&) const = default;
};

inline bool Witness::operator==(const Witness& other) const {
  return configuration == other.configuration && strategy == other.strategy && problem == other.problem &&
         mathematics == other.mathematics && inputs == other.inputs && given == other.given;
}

/// The results of an experiment: docs/results.md. Every view of results, JSON included, is made from one.
/// document_fields.hpp lists the members once for writing, reading and the schema. Names are those of the JSON.
struct ResultsDocument {
  /// The origin of the document. No number depends on it. All members except `date` may be missing.
  struct Produced {
    std::string host;
    std::string cpu;
    std::uint64_t threads = 0;  ///< 0: unknown
    std::string date;           ///< in UTC
    std::string compiler;
    std::string version;
    std::string part;
  };

  struct AskedProblem {
    Problem problem;
    std::string asked;  ///< the rules as the experiment words them; empty if these are the canonical ones
    /// The number of layouts with these rules, up to the symmetries of the list, by the name of the list of layouts.
    std::map<std::string, std::uint64_t> layouts = {};
    /// By what maps of cells preserve: a text that is the same for two problems exactly if such a map takes one to the
    /// other. Only of rules that list cells; for others, shape and rules decide.
    std::map<std::string, std::string> classes = {};
  };

  /// A list of layouts of the experiment.
  struct LayoutList {
    std::string name;
    Problem common;      ///< the rules that apply in addition to each layout
    std::string sha256;  ///< of its file; empty if the list is all layouts
    std::uint64_t layouts = 0;
    std::uint64_t problems = 0;
  };

  /// The run that an entry belongs to.
  struct RunId {
    Problem problem;
    std::string strategy;
    std::string configuration;

    auto operator<=>(const RunId&) const = default;
  };

  struct Run {
    RunId run_id;
    std::string version;
    std::string plugin_sha256;
    std::string program = {};  ///< the origin of the program, if the strategy is a program; otherwise empty
    std::map<std::string, std::string> parameters = {};
    /// The parameters that are part of the question; nullopt if they are unknown.
    std::optional<std::map<std::string, std::string>> question = {};
    /// By quantity: the configuration that counted it, or the number given.
    std::map<std::string, std::string> inputs = {};
    std::optional<std::uint64_t> seed = {};  ///< of its random numbers, if it samples
    std::string base_configuration = {};  ///< the configuration without the seed, if there are several; otherwise empty
    RunState state = RunState::stopped;
    std::string message = {};  ///< why the run did not conclude
    std::uint64_t units = 0;
    std::optional<std::uint64_t> units_total = {};  ///< in total, if known and the run did not conclude
    bool reused = false;
    double seconds = 0;
    std::optional<UnitSeconds> unit_seconds = {};
  };

  struct OutcomeEntry {
    RunId run_id;
    Quantity quantity{};
    Outcome outcome;
    std::optional<Estimate> interim = {};  ///< interim estimate of a sampling run that did not end; never judged
    Standing standing = Standing::unfinished;
    std::uint64_t witnesses = 0;
    std::uint64_t recounted_units = 0;
    std::optional<Quantity> follows_from = {};
    Witness rests_on = {};  ///< its dependencies; the run is `run_id`
    double seconds = 0;
  };

  /// Returns the name of a total's side in verdicts: "exact_cover (total)".
  static std::string name_of_total(const std::string& configuration) { return configuration + " (total)"; }

  /// The total of a configuration over all layouts of a list.
  struct TotalEntry {
    std::string list;
    std::string strategy;
    std::string configuration;
    Quantity quantity{};
    Outcome outcome;
    std::uint64_t witnesses = 0;  ///< the smallest number among its problems; 0 if the total is not exact
  };

  /// The distance of an approximation from a better known value.
  struct Deviation {
    std::string from;  ///< the origin of that value
    Problem problem;
    double relative = 0;
    double standard_error = 0;  ///< of `relative`
  };
  /// The deviations of an approximation, as a finding of its run.
  struct Deviations {
    std::vector<Deviation> list;
  };

  struct FindingEntry {
    RunId run_id;
    std::string name;
    std::string help;
    bool same_when_transposed = false;
    std::optional<Quantity> quantity = {};              ///< if the finding is its value
    std::optional<FindingValue> value = {};             ///< nullopt: `deviations`
    Deviations deviations = {};                         ///< of an approximation
    bool is_internal = false;                           ///< its help had the mark of a check of the method
    Confirmation confirmation = Confirmation::alone;    ///< not of deviations
    std::map<std::string, std::string> row_names = {};  ///< the names that published tables give to its rows
  };

  /// A value of one quantity of one question, about one problem or several with the same number, and the outcomes that
  /// state it. Exact values that differ are several of these; what is not exact joins the first, and is compared with
  /// all.
  struct Value {
    std::vector<std::uint64_t> outcomes;       ///< their positions, the strongest first: exact, estimates, bounds
    std::vector<std::uint64_t> problems = {};  ///< the positions of those that have it, in the order asked
    /// Another quantity of the same run, from which it follows: then its evidence includes that of the other one.
    std::optional<Quantity> follows_from = {};
    std::uint64_t witnesses = 0;           ///< number of independent strategies that found the exact value
    std::optional<double> largest_z = {};  ///< the largest distance of an estimate from another value
    ReferenceStatus known = ReferenceStatus::nothing;
    bool is_disputed = false;
    std::vector<Quantity> given = {};  ///< inputs that no strategy counted, if every run with it depends on one
  };

  /// The answer to the question of an experiment, with its reason.
  struct Answer {
    std::string word;    ///< "YES", "NO", "NOT YET", "COUNTED", ...
    std::string reason;  ///< "154 comparisons agree, 40 invariants hold."
    Severity severity = Severity::open;
    std::string question = {};  ///< the title of the experiment or, if it has none, what its runs ask
  };

  /// The origin of a compared value, which is one side of a comparison: a run, the user, the experiment file, published
  /// data or an invariant.
  struct Side {
    OriginKind kind = OriginKind::run;
    std::string name;         ///< the configuration; "given"; "expected"; "published"; the invariant
    std::string source = {};  ///< except for runs: the value's source and standing
    Problem problem;
    /// Of runs and given values: everything that the value depends on. The JSON has only the strategy.
    Witness witness = {};
    std::string contested_by = {};  ///< of a published value that is believed to be wrong: the evidence
    /// The parameters on which the answer depends beyond the problem (which grid, which moves). Not in the JSON.
    std::map<std::string, std::string> question = {};
    /// Of a total: the list of layouts; `problem` is what these have in common. Not in the JSON.
    std::string list = {};
    std::optional<Quantity> quantity = {};  ///< nullopt: a finding
    std::string value = {};                 ///< as compared, after conversion, for people
  };

  /// The result of comparing two values, or one value with an invariant.
  struct VerdictEntry {
    std::string subject;  ///< "grids of 3x3"; "finding signature_class_table of 3x3"
    Verdict verdict = Verdict::not_comparable;
    Side left;
    Side right;
    std::vector<Shared> shared = {};     ///< what both sides depend on: agreement is no evidence for it
    std::optional<double> z = {};        ///< for estimates
    std::optional<double> p_value = {};  ///< two-sided, before the correction for many comparisons
    /// Of an approximation: approximation / value - 1, for a value that is exact or has an error bar. Never judged.
    std::optional<double> relative_error = {};
    std::optional<double> relative_error_uncertainty = {};  ///< of an estimate, relative to its value; 0 if exact
    std::string note = {};  ///< the conversion made, the reason, the first differing row
  };

  /// A verdict from the view of one of its sides.
  struct VerdictView {
    const VerdictEntry* verdict = nullptr;
    const Side* own = nullptr;
    const Side* other = nullptr;
  };

  struct Refusal {
    RunId run_id;
    std::vector<Quantity> quantities;
    std::string reason;
    bool is_by_name = true;  ///< the experiment names these quantities, instead of asking for all
    /// The shape whose classic grids the configuration counts instead, such as "3x3"; empty if it counts nothing
    std::string counted_as = {};
  };

  std::string origin;   ///< the file it was read from; empty if it was not read from a file
  std::string version;  ///< of the program that wrote the document
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
  std::vector<QuantityInfo> quantities;  ///< those of the runs
  std::vector<Run> runs;
  std::vector<OutcomeEntry> outcomes;
  std::vector<TotalEntry> totals;
  std::vector<FindingEntry> findings;
  std::vector<VerdictEntry> verdicts;
  std::vector<Refusal> not_applicable;
  std::string assembled;  ///< if assembled from the rows of a ledger: from which, and why; otherwise empty
  std::string storage_error;
  // Follows from the entries above. Every view prints it, and none computes it again.
  std::vector<Value> values;  ///< by quantity, and then in the order of the problems
  Answer answer;
  std::vector<std::string> evidence;  ///< the answer, and the evidence for it, in at most five lines
  ExitCode exit = ExitCode::all_agree;

  /// Returns the problems in the order in which they were asked, and the words of those that have other names.
  std::vector<Problem> asked() const;
  std::map<Problem, std::string> words() const;
  /// Returns the origins of the programs that counted, by strategy and version.
  std::map<std::string, std::string> programs() const;

  /// Adds seeds and problems if there are none, as in documents of older formats, and indexes the entries of each run
  /// and the verdicts on each value, once, because a document may have very many. Call it after adding all entries.
  void build_index();
  /// Returns the run of an entry; nullptr if the document has none.
  const Run* run_of(const RunId& run_id) const;
  /// Returns the outcomes of a run, in their order.
  std::vector<const OutcomeEntry*> outcomes_of(const RunId& run_id) const;
  /// Returns the outcome of a run for a quantity; nullptr if it has none.
  const OutcomeEntry* outcome_of(const RunId& run_id, Quantity quantity) const;
  /// Returns the parameters that the answers of a run depend on beyond the problem.
  const std::map<std::string, std::string>& question_of(const RunId& run_id) const;
  /// Returns the strongest outcome of a value, the problems that have it, and the configurations and strategies that
  /// found a value as strong.
  const OutcomeEntry& best_of(const Value& value) const { return outcomes[value.outcomes.front()]; }
  std::vector<Problem> problems_of(const Value& value) const;
  std::set<std::string> configurations_of(const Value& value) const;
  std::set<std::string> strategies_of(const Value& value) const;
  /// Returns the position of a problem among those that were asked.
  std::size_t index_of(const Problem& problem) const;

  /// Returns the verdicts on a value of a run, in their order.
  ///
  /// @param subject  the name of the quantity; for a finding its name in verdicts, "finding NAME of 3x3"
  /// @param name     the configuration; for a finding that is compared as the value of a quantity, the name of that
  ///                 side
  std::vector<VerdictView> verdicts_on(std::string_view subject, const std::string& name, const Problem& problem) const;
  std::vector<VerdictView> verdicts_on(const OutcomeEntry& outcome) const {
    return verdicts_on(name_of(outcome.quantity), outcome.run_id.configuration, outcome.run_id.problem);
  }

 private:
  /// The positions of the entries of one run in their lists.
  struct Places {
    std::optional<std::size_t> run;
    std::vector<std::size_t> outcomes;
  };
  std::map<RunId, Places> places_;
  std::map<Problem, std::size_t> problem_places_;
  /// By subject, name and problem of a side: the positions of its verdicts, and whether it is their left side.
  std::map<std::tuple<std::string, std::string, Problem>, std::vector<std::pair<std::size_t, bool>>> verdict_places_;
};

/// Returns the rank of a value by how much it determines: exact above estimate, estimate above bound.
int rank_of(const Outcome& outcome);

/// Returns whether the values agree, or an invariant holds.
bool is_agreement(const ResultsDocument::VerdictEntry& verdict);
bool is_contradiction(const ResultsDocument::VerdictEntry& verdict);
/// Returns whether the verdict is on an invariant, which compares nothing.
bool is_on_invariant(const ResultsDocument::VerdictEntry& verdict);

/// Returns the largest distance of an estimate in these verdicts, in standard errors; nullopt if none has one.
std::optional<double> largest_z(const std::vector<ResultsDocument::VerdictView>& views);

/// Returns the text of what both sides depend on: "both take grids from band_classes"; empty if there is nothing.
std::string shared_text(const ResultsDocument::VerdictEntry& verdict);

/// Returns the inputs, among the dependencies of an answer, that the user gave.
std::set<Quantity> given_inputs(const Witness& witness);

/// Returns the document as JSON. Integers are decimal strings; real numbers are JSON numbers if a double holds them,
/// and decimal strings beyond its range.
Json to_json(const ResultsDocument& document);
/// Writes the text of that JSON piece by piece, in a fraction of the memory.
///
/// @param indent  that of `Json::dump`
/// @param write   takes the next piece
void write_json(const ResultsDocument& document, int indent, const std::function<void(const std::string&)>& write);
Json to_json(const ResultsDocument::OutcomeEntry& entry);
Json to_json(const ResultsDocument::FindingEntry& entry);

/// Returns the JSON Schema of documents in the current format.
Json results_schema();

/// @param origin     of the document, for messages and headings; empty if it was not read from a file
/// @throws BadInput  it is not such a document, or of another format; the message names the member.
ResultsDocument read_results_document(const Json& json, const std::string& origin);

/// Reads a results document from a file that --json wrote.
///
/// @throws BadInput  the file cannot be read, or is not JSON or not such a document.
ResultsDocument read_results_file(const std::filesystem::path& file);

}  // namespace gridcensus::host
