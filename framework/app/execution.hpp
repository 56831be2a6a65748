#pragma once

#include "app/command_line.hpp"
#include "host/graph/engine.hpp"
#include "host/plan/plan.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace gridcensus::app {

/// Takes --threads, --seed and --isolate over the experiment's own values.
void apply_overrides(host::Experiment& experiment, const Arguments& arguments);

/// Executes the plan and reports as the options ask.
///
/// @param ledger_file  where results are kept; nullopt: nowhere
host::ExitCode execute_and_report(const host::Experiment& experiment, host::Plan plan, const Arguments& arguments,
                                  const std::optional<std::filesystem::path>& ledger_file);

/// The threads of an experiment: its own number, or all cores.
int thread_count(const host::Experiment& experiment);

/// Where an experiment file's results are kept: --ledger, else the file's own `ledger`, else NAME.ledger in the current
/// directory for NAME.yaml; nullopt with --no-ledger.
std::optional<std::filesystem::path> ledger_file(const host::Experiment& experiment, const Arguments& arguments);

/// --ledger and --no-ledger.
void add_ledger_options(boost::program_options::options_description& options);

}  // namespace gridcensus::app
