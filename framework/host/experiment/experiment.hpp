#pragma once

#include "gridcensus/parameters.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "host/base/errors.hpp"
#include "host/catalog/catalog.hpp"
#include "host/document/document.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace gridcensus::host {

/// Limits that stop work in good order: what is done is kept, and the rest can be resumed.
struct Budget {
  std::optional<double> seconds;              ///< wall clock
  std::optional<std::uint64_t> memory_bytes;  ///< a run whose forecast is above it does not begin

  bool operator==(const Budget&) const = default;
};

/// Whether units run in processes of their own, and what such a process may take.
struct Isolation {
  bool is_wanted = false;
  std::optional<std::uint64_t> memory_bytes;  ///< of each process; a share of the machine's where it is not given
  std::optional<double> unit_seconds;         ///< for one unit, or another call of the strategy

  bool operator==(const Isolation&) const = default;
};

/// A value that the user hands in as an input. Nobody here has counted it.
struct Given {
  Integer value;
  std::string source;  ///< who found it, and where it stands

  bool operator==(const Given&) const = default;
};

/// Where an input comes from: the configuration of that name, or a given value.
using Supply = std::variant<std::string, Given>;

/// A strategy with its parameters, under a name of its own.
struct Configuration {
  /// The strategy's id unless the file gives another; one of a sweep has each value after it (mc@samples=1000), and one
  /// of several seeds its seed (mc@seed=2).
  std::string name;
  std::string repeats = {};   ///< of several seeds: the name without the seed
  bool is_first_seed = true;  ///< of the experiment's seeds
  std::uint64_t seed = 1;     ///< of its random numbers
  const Plugin* plugin = nullptr;
  ParameterValues parameters;           ///< complete and checked
  std::set<Quantity> quantities;        ///< empty: all that the strategy yields
  std::set<Problem> only;               ///< empty: every problem of the experiment
  std::map<Quantity, Supply> supplies;  ///< where these inputs come from; the plan chooses for the others
  Budget budget;                        ///< for each of its runs
  std::optional<Isolation> isolation;   ///< nullopt: as the experiment's
  Location where;
};

/// The name by which the random numbers of a configuration are known: with another seed they are others.
inline const std::string& seedless_name(const Configuration& configuration) {
  return configuration.repeats.empty() ? configuration.name : configuration.repeats;
}

/// Returns what a configuration is to answer: what the file asks of it, or else all that its strategy yields.
std::set<Quantity> requested_quantities(const Configuration& configuration);

/// Returns what the strategy has to count for these: the quantities that follow from others are left to the host.
std::set<Quantity> counted_quantities(const Configuration& configuration, const std::set<Quantity>& quantities);

/// Checks whether one of the quantities follows from the other.
bool share_base(Quantity left, Quantity right, const Problem& problem);

/// A known answer that the file states. One more voice in the comparison.
struct Expectation {
  Problem problem;
  Quantity quantity{};
  Integer value;
  std::string source;
  Location where;
};

/// A problem that a file asks for twice, in different words: one problem, which is counted once.
struct SaidAgain {
  Problem problem;
  Location first;
  Location again;
};

/// A list of layouts that the file asks for, as problems: one for each set of rules that its layouts come to.
struct LayoutList {
  std::string name;                          ///< "1x4 layouts:all", "1x4 diagonals,layouts:FILE"
  Problem common;                            ///< the rules that its layouts come on top of
  std::string sha256;                        ///< of its file; empty if these are all layouts
  std::map<Problem, std::uint64_t> weights;  ///< how many of the layouts each problem stands for
  /// What the maps keep that carry the layouts of one problem to each other; nullopt if all of them have its rules.
  std::optional<Kept> kept;
  Location where;

  /// How many layouts it has.
  std::uint64_t layouts() const;
  /// Checks whether the value of a quantity for a problem is that for each of its layouts.
  bool adds_up(Quantity quantity) const;
};

/// A known answer for all layouts of a list together.
struct ExpectedTotal {
  std::string list;  ///< its name
  Quantity quantity{};
  Integer value;
  std::string source;
};

/// What an experiment file says, checked against the catalog.
struct Experiment {
  std::string title;
  std::string file;    ///< as given by the user; "command line" for `count`
  std::string sha256;  ///< of the file; of the command for `count`
  std::vector<Problem> problems;
  std::map<Problem, std::string> words;  ///< how the file says the rules of a problem, if not in canonical form
  std::vector<SaidAgain> said_again;
  std::vector<LayoutList> layout_lists;
  std::vector<Configuration> configurations;
  std::vector<std::uint64_t> seeds = {1};  ///< each once, in the order of the file; what is sampled is so with each
  std::optional<int> threads;
  double confidence = 0.99;  ///< that no true agreement of the whole experiment is called a disagreement
  std::vector<Expectation> expectations;
  std::vector<ExpectedTotal> expected_totals;
  std::vector<std::filesystem::path> published;  ///< files of published values, relative to the current directory
  Budget budget;                                 ///< for the whole experiment
  Isolation isolation;                           ///< of the configurations that say nothing else
  bool says_isolation = false;                   ///< the file does, for all or for some
  std::optional<std::filesystem::path> ledger;   ///< as written; relative to the current directory
  std::vector<std::string> overrides;            ///< values that --set put over those of the file, as typed
};

/// An experiment as it was written, in a file or on the command line, before anybody knows what its strategies are.
struct ExperimentText {
  Node root;
  std::string file;  ///< the name that the messages show
  std::string sha256;
  std::vector<Diagnostic> diagnostics;      ///< mistakes that are known already
  std::vector<std::string> overrides = {};  ///< values that were put over those written, as typed
};

/// @param file       a regular file of at most 1 MiB, UTF-8
/// @throws BadInput  anything else.
ExperimentText read_experiment_text(const std::filesystem::path& file);

/// The same from text; `file` is the name that the messages show.
ExperimentText parse_experiment_text(const std::string& text, const std::string& file);

/// Returns the ids of the strategies that it names, known or not.
std::vector<std::string> strategies_of(const ExperimentText& text);
/// Returns the names of the quantities that it names, known or not.
std::vector<std::string> quantities_of(const ExperimentText& text);

/// Checks all of it, before anything runs.
///
/// @param catalog    has the strategies open that the text names
/// @throws BadInput  with every mistake in it, each with its place.
Experiment read_experiment(const ExperimentText& text, const Catalog& catalog);

/// The JSON Schema (draft-07) of experiment files, from the same declarations that `read_experiment` checks.
std::string experiment_schema(const Catalog& catalog);

/// The reference of experiment files in Markdown, from the same declarations (docs/experiment-file.md).
std::string experiment_reference();

}  // namespace gridcensus::host
