#pragma once

#include "app/command_line.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/part.hpp"
#include "host/plan/plan.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace gridcensus::app {

/// Returns an experiment file with the overrides of the command line: --set, --threads and --seed.
///
/// @param file  "-" is standard input
host::ExperimentText read_experiment_text(const std::string& file, const Arguments& arguments);

/// Applies the overrides of the command line to an experiment that was not read from a file.
void apply_overrides(host::ExperimentText& text, const Arguments& arguments);

/// The name of an experiment from standard input, which has no file.
inline constexpr const char* standard_input = "standard input";

/// Overrides the experiment's isolation by --isolate.
void apply_isolation(host::Experiment& experiment, const Arguments& arguments);

/// Prints the notes of the reader, a few of them.
void print_notes(const host::Experiment& experiment, const Arguments& arguments);

/// Warns of configurations that take no problem, and of problems that no strategy takes.
void warn_of_gaps(const host::Experiment& experiment, const host::Plan& plan);

/// Checks that a plan has a run.
///
/// @throws BadInput  it has none, with the reasons.
void refuse_empty_plan(const host::Experiment& experiment, const host::Plan& plan);

/// Executes the plan and reports as the options ask.
///
/// @param ledger  nullopt: nothing is stored
/// @param part    of the units to count
host::ExitCode execute_and_report(const host::Experiment& experiment, const host::Plan& plan,
                                  const Arguments& arguments, const std::optional<std::filesystem::path>& ledger,
                                  const host::Part& part = {});

/// Returns the given number of threads, or that of all cores, at most `max_threads`.
int thread_count(const std::optional<int>& threads);
inline constexpr int max_threads = 1024;

/// Returns the ledger of an experiment file: --ledger, else the file's own `ledger`, else NAME.ledger for NAME.yaml in
/// --ledger-dir or the current directory. Returns nullopt with --no-ledger, and if an experiment from standard input
/// names none. Each part has its own ledger: `{part}` in --ledger is replaced by its number, and without --ledger the
/// name is NAME.part-2-of-8.ledger.
///
/// @throws BadInput  a part without a ledger.
std::optional<std::filesystem::path> ledger_file(const host::Experiment& experiment, const Arguments& arguments,
                                                 const host::Part& part = {});

/// --ledger, --ledger-dir and --no-ledger.
Options ledger_options();

}  // namespace gridcensus::app
