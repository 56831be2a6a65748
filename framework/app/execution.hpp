#pragma once

#include "app/command_line.hpp"
#include "host/compare/published.hpp"
#include "host/graph/engine.hpp"
#include "host/plan/plan.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace gridcensus::app {

/// An experiment file as the command line changes it: --set, --threads and --seed are put over its values. What the
/// environment says counts only where the file says nothing, so that a published experiment stays what it is.
///
/// @param file  "-": standard input
host::ExperimentText read_experiment_text(const std::string& file, const Arguments& arguments);

/// The same for an experiment that was not read from a file.
void put_overrides(host::ExperimentText& text, const Arguments& arguments);

/// What the experiment of a text is called that came from standard input: it has no file.
inline constexpr const char* standard_input = "standard input";

/// Takes --isolate over the experiment's own values.
void apply_isolation(host::Experiment& experiment, const Arguments& arguments);

/// Notes which problems the experiment asks for more than once, in different words.
void note_said_again(const host::Experiment& experiment, const Arguments& arguments);

/// Where results are kept, and which part of the units is to be counted.
struct Keeping {
  std::optional<std::filesystem::path> ledger;  ///< nullopt: nowhere
  host::Part part = {};
};

/// Returns the published values that the answers of an experiment are compared with: those of the program, and those of
/// the experiment's own files.
///
/// @throws BadInput  every mistake in one of the files, located.
host::PublishedValues published_values_for(const host::Experiment& experiment);

/// Executes the plan and reports as the options ask.
host::ExitCode execute_and_report(const host::Experiment& experiment, host::Plan plan, const Arguments& arguments,
                                  const Keeping& keeping);

/// Threads: so many, or all cores.
int thread_count(const std::optional<int>& threads);
inline constexpr int max_threads = 1024;

/// Where an experiment file's results are kept: --ledger, else the file's own `ledger`, else NAME.ledger for NAME.yaml,
/// in
/// --ledger-dir or the current directory; nullopt with --no-ledger, and where an experiment from standard input names
/// none. Each part has a ledger of its own: `{part}` in --ledger stands for its number, and without --ledger it is
/// NAME.part-2-of-8.ledger.
///
/// @throws BadInput  a part without a ledger.
std::optional<std::filesystem::path> ledger_file(const host::Experiment& experiment, const Arguments& arguments,
                                                 const host::Part& part = {});

/// --ledger, --ledger-dir and --no-ledger.
Options ledger_options();

}  // namespace gridcensus::app
