#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "host/base/json.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// What came of an experiment: docs/results.md, as a reader sees it. Every view of results is made from it, so
/// that one of yesterday looks like one of today. Names are those of the document.
struct ResultsDocument {
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
    std::map<std::string, std::string> parameters;
    /// The parameters that are part of the question; nullopt where the document does not say.
    std::optional<std::map<std::string, std::string>> question;
    std::map<std::string, std::string> inputs;  ///< by quantity: the configuration that counted it, or the number given
    std::string repeats;                ///< the configuration that this is with one of several seeds, else empty
    std::optional<std::uint64_t> seed;  ///< of its random numbers, where it samples
    std::string state;
    std::string message;  ///< why it did not conclude
    std::uint64_t units = 0;
    std::optional<std::uint64_t> units_of;  ///< how many there are, where it did not conclude and that is known
    bool reused = false;
    double seconds = 0;
    std::vector<double> unit_quantiles = {};  ///< of the seconds of its units; empty where the document has none
  };

  struct OutcomeEntry {
    Who who;
    Quantity quantity{};
    Outcome outcome;
    std::optional<Estimate> so_far;  ///< of a sampling run that did not end: what it had, never judged
    std::string standing;
    std::size_t witnesses = 0;
    std::uint64_t recounted_units = 0;
    std::optional<Quantity> follows_from;
    std::set<Quantity> given;  ///< the given inputs that it rests on, directly or through others
    double seconds = 0;
    const Json* json = nullptr;  ///< the entry itself
  };

  /// How far an approximation is from a value that is known better.
  struct Deviation {
    std::string from;  ///< who knows it better
    Problem problem;
    double relative = 0;
    double standard_error = 0;  ///< of `relative`
  };

  struct FindingEntry {
    Who who;
    std::string name;
    std::string help;
    std::optional<FindingValue> value;  ///< nullopt: `deviations` of an approximation
    std::vector<Deviation> deviations;
    std::map<std::string, std::string> row_names;  ///< what published tables call its rows
    bool same_when_transposed = false;
    std::optional<Quantity> quantity;  ///< whose value it is
    const Json* json = nullptr;
  };

  struct Side {
    std::string kind;  ///< run, given, expected, published, invariant
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
    std::string verdict;  ///< equal, consistent, disagree, not comparable, holds, broken
    Side left;
    Side right;
    std::vector<std::string> shared;  ///< "both take grids from band_classes"
    std::optional<double> z;
    std::optional<double> p_value;
    std::optional<double> relative_error;
    std::optional<double> relative_error_uncertainty;
    std::string note;
  };

  struct Refusal {
    Who who;
    std::string reason;
  };

  std::string origin;  ///< the file it was read from; empty where it was just made
  Json json;
  std::string version;  ///< of the program that wrote it
  std::string date;     ///< when it was made, in UTC
  /// By whom and when it was made, by name, in the order of the document.
  std::vector<std::pair<std::string, std::string>> produced;
  std::string title;
  std::string file;
  std::string sha256;
  std::uint64_t seed = 0;            ///< the first of `seeds`
  std::vector<std::uint64_t> seeds;  ///< at least one
  std::vector<std::string> overrides;
  double confidence = 0;
  std::vector<Problem> problems;         ///< in the order in which they were asked
  std::map<Problem, std::string> words;  ///< how the rules were asked for, if not in canonical form
  std::vector<Run> runs;
  std::vector<OutcomeEntry> outcomes;
  std::vector<FindingEntry> findings;
  std::vector<VerdictEntry> verdicts;
  std::vector<Refusal> not_applicable;
  std::string storage_error;
  std::string assembled;  ///< put together from the rows of a ledger: from what, and why; else empty
  int exit = 0;

  /// Where the entries of one run stand in their lists.
  struct Places {
    std::optional<std::size_t> run;
    std::vector<std::size_t> outcomes;
    std::vector<std::size_t> findings;
  };
  std::map<Who, Places> places;  ///< found once, since a document may have very many entries

  /// The run of an entry; nullptr where the document has none.
  const Run* run_of(const Who& who) const;
  /// The outcomes of a run, in their order.
  std::vector<const OutcomeEntry*> outcomes_of(const Who& who) const;
  std::vector<const FindingEntry*> findings_of(const Who& who) const;
  /// A member of `produced`; empty where it has none of this name.
  std::string produced_text(std::string_view name) const;

  ResultsDocument() = default;  // NOLINT(bugprone-exception-escape): empty members allocate nothing
  // Entries point into `json`; a moved Json keeps its values where they are, a copied one does not.
  ResultsDocument(const ResultsDocument&) = delete;
  ResultsDocument& operator=(const ResultsDocument&) = delete;
  ResultsDocument(ResultsDocument&&) = default;
  ResultsDocument& operator=(ResultsDocument&&) = default;
  ~ResultsDocument() = default;
};

/// @param origin     of the document, for messages and headings; empty where it was just made
/// @throws BadInput  it is not such a document, or of another format; the message names the member.
ResultsDocument read_results_document(Json json, const std::string& origin);

/// Reads one from a file that --json wrote.
///
/// @throws BadInput  the file cannot be read, is no JSON, or no such document.
ResultsDocument read_results_file(const std::filesystem::path& file);

}  // namespace gridcensus::host
