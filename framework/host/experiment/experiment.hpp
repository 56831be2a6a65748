#pragma once

#include "gridcensus/parameters.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "host/base/errors.hpp"
#include "host/catalog/catalog.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Limits that stop work in good order: what is done is kept, and the rest can be resumed.
struct Budget {
  std::optional<double> seconds;              ///< wall clock
  std::optional<std::uint64_t> memory_bytes;  ///< a run whose forecast is above it does not begin

  bool operator==(const Budget&) const = default;
};

/// A strategy with its parameters, under a name of its own.
struct Configuration {
  std::string name;  ///< the strategy's id unless the file gives another
  const Plugin* plugin = nullptr;
  ParameterValues parameters;              ///< complete and checked
  std::set<Quantity> quantities;           ///< empty: all that the strategy yields
  std::set<Problem> only;                  ///< empty: every problem of the experiment
  std::map<Quantity, std::string> wiring;  ///< which configuration feeds this input
  Budget budget;                           ///< for each of its runs
  Location where;
};

/// A known answer that the file states. One more voice in the comparison.
struct Expectation {
  Problem problem;
  Quantity quantity{};
  Integer value;
  std::string source;
  Location where;
};

/// What an experiment file says, checked against the catalog.
struct Experiment {
  std::string title;
  std::string file;    ///< as given by the user; "command line" for `count`
  std::string sha256;  ///< of the file; of the command for `count`
  std::vector<Problem> problems;
  std::vector<Configuration> configurations;
  std::uint64_t seed = 1;
  std::optional<int> threads;
  double confidence = 0.99;  ///< that no true agreement of the whole experiment is called a disagreement
  std::vector<Expectation> expectations;
  Budget budget;                                ///< for the whole experiment
  std::optional<std::filesystem::path> ledger;  ///< as written; relative to the current directory
  std::map<Problem, Inputs> given;              ///< values handed in by the user (`count --input`)
};

/// Reads an experiment file and checks all of it, before anything runs.
///
/// @param file     a regular file of at most 1 MiB, UTF-8
/// @throws BadInput  with every mistake in it, each with line and column.
Experiment read_experiment(const std::filesystem::path& file, const Catalog& catalog);

/// The same from text; `file` is the name that the messages show.
Experiment parse_experiment(const std::string& text, const std::string& file, const Catalog& catalog);

/// The JSON Schema (draft-07) of experiment files, from the same declarations that `read_experiment` checks.
std::string experiment_schema(const Catalog& catalog);

/// The reference of experiment files in Markdown, from the same declarations (docs/experiment-file.md).
std::string experiment_reference();

/// The parameters of one strategy as a Markdown table (for `describe` and the docs).
std::string parameter_table(const std::vector<ParameterSpec>& parameters);

}  // namespace gridcensus::host
