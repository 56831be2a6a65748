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

/// Limits that stop work in an orderly way: finished work is saved, and the rest can be resumed.
struct Budget {
  std::optional<double> seconds;              ///< wall clock
  std::optional<std::uint64_t> memory_bytes;  ///< a run with a larger forecast does not begin

  bool operator==(const Budget&) const = default;
};

/// Isolation of units in separate processes, and the limits of such a process.
struct Isolation {
  bool is_wanted = false;
  std::optional<std::uint64_t> memory_bytes;  ///< of each process; nullopt: a share of the machine's
  std::optional<double> unit_seconds;         ///< for one unit, or another call of the strategy

  bool operator==(const Isolation&) const = default;
};

/// A value that the user gives as an input. No run of the experiment has counted it.
struct Given {
  Integer value;
  std::string source;  ///< who found it, and where it is published

  bool operator==(const Given&) const = default;
};

/// The origin of an input: the configuration of that name, or a given value.
using InputSource = std::variant<std::string, Given>;

/// A strategy with its parameters, under a name of its own.
struct Configuration {
  /// The strategy's id unless the file gives another name. A configuration of a sweep has each value appended
  /// (mc@samples=1000), one of several seeds its seed (mc@seed=2).
  std::string name;
  std::string base_configuration = {};  ///< with several seeds: the name without the seed
  bool is_first_seed = true;            ///< of the experiment's seeds
  std::uint64_t seed = 1;               ///< of its random numbers
  const Plugin* plugin = nullptr;
  ParameterValues parameters;                     ///< complete and checked
  std::set<Quantity> quantities;                  ///< empty: all that the strategy yields
  std::set<Problem> only;                         ///< empty: every problem of the experiment
  std::map<Quantity, InputSource> input_sources;  ///< the origins of these inputs; the plan chooses the others
  Budget budget;                                  ///< for each of its runs
  std::optional<Isolation> isolation;             ///< nullopt: as the experiment's
  Location where;
};

/// Returns the name that selects a configuration's random numbers. It lacks the seed, which selects them, too.
inline const std::string& seedless_name(const Configuration& configuration) {
  return configuration.base_configuration.empty() ? configuration.name : configuration.base_configuration;
}

/// Returns the quantities that a configuration is to answer: those that the file requests, or else all that its
/// strategy yields.
std::set<Quantity> requested_quantities(const Configuration& configuration);

/// Returns the quantities that the strategy has to count for these. The host computes those that follow from others.
std::set<Quantity> counted_quantities(const Configuration& configuration, const std::set<Quantity>& quantities);

/// Checks whether one of the quantities follows from the other.
bool share_base(Quantity left, Quantity right, const Problem& problem);

/// A known answer that the file states; a further origin of values in the comparison.
struct Expectation {
  Problem problem;
  Quantity quantity{};
  Integer value;
  std::string source;
  Location where;
  std::string list = {};  ///< of a total: the name of the list; its layouts have the rules of `problem` in common
};

/// A list of layouts that the file requests, as problems: one for each distinct set of rules among its layouts.
struct LayoutList {
  std::string name;                               ///< "1x4 layouts:all", "1x4 diagonals,layouts:FILE"
  Problem common;                                 ///< the rules to which each layout is added
  std::string sha256 = {};                        ///< of its file; empty if these are all layouts
  std::map<Problem, std::uint64_t> weights = {};  ///< the number of layouts that each problem stands for
  /// The properties that the maps between layouts of one problem preserve: all if every layout has its rules.
  std::set<Preserved> kept = {Preserved::nothing, Preserved::grids, Preserved::symmetries};
  Location where = {};

  /// Returns the number of layouts.
  std::uint64_t layouts() const;
  /// Checks whether a quantity has the same value for a problem and for each of its layouts.
  bool adds_up(Quantity quantity) const { return kept.contains(quantity.info().under_maps); }
};

/// The content of an experiment file, checked against the catalog.
struct Experiment {
  std::string title;
  std::string file;    ///< as given by the user; "command line" for `count`
  std::string sha256;  ///< of the file; of the command for `count`
  std::vector<Problem> problems;
  std::map<Problem, std::string> words;  ///< the file's words for rules that are not in canonical form
  std::set<std::string> notes;           ///< how givens were read; problems that it has twice, in different words
  std::vector<LayoutList> layout_lists;
  std::vector<Configuration> configurations;
  std::vector<std::uint64_t> seeds = {1};  ///< each once, in the order of the file; each repeats every sampling run
  std::optional<int> threads;
  double confidence = 0.99;  ///< that an experiment without errors reports no disagreement
  std::vector<Expectation> expectations;
  std::vector<std::filesystem::path> published;  ///< files of published values, relative to the current directory
  Budget budget;                                 ///< for the whole experiment
  Isolation isolation;                           ///< of the configurations without their own setting
  std::optional<std::filesystem::path> ledger;   ///< as written; relative to the current directory
  std::vector<std::string> overrides;            ///< values of --set, which override those of the file, as typed

  /// Checks whether a list of layouts has the problem.
  bool is_listed(const Problem& problem) const;
};

/// An experiment as it was written, in a file or on the command line, before its strategies are looked up.
struct ExperimentText {
  Node root;
  std::string file;  ///< the name for messages
  std::string sha256;
  std::vector<Diagnostic> diagnostics;      ///< mistakes found so far
  std::vector<std::string> overrides = {};  ///< values that override those written, as typed
};

/// @param file       a regular file of at most 1 MiB, UTF-8
/// @throws BadInput  anything else.
ExperimentText read_experiment_text(const std::filesystem::path& file);

/// Reads the same from text; `file` is the name for messages.
ExperimentText parse_experiment_text(const std::string& text, const std::string& file);

/// Returns the ids of the strategies that it names, known or not.
std::vector<std::string> strategies_of(const ExperimentText& text);
/// Returns the names of the quantities that it names, known or not.
std::vector<std::string> quantities_of(const ExperimentText& text);

/// Checks the whole experiment before anything runs.
///
/// @param catalog    must have the named strategies open
/// @throws BadInput  lists every mistake with its place.
Experiment read_experiment(const ExperimentText& text, const Catalog& catalog);

}  // namespace gridcensus::host
