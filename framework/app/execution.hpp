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

/// Where results are kept, and which part of the units is to be counted.
struct Keeping {
  std::optional<std::filesystem::path> ledger;  ///< nullopt: nowhere
  host::Part part = {};
};

/// Executes the plan and reports as the options ask.
host::ExitCode execute_and_report(const host::Experiment& experiment, host::Plan plan, const Arguments& arguments,
                                  const Keeping& keeping);

/// The threads of an experiment: its own number, or all cores.
int thread_count(const host::Experiment& experiment);

/// Where an experiment file's results are kept: --ledger, else the file's own `ledger`, else NAME.ledger in the current
/// directory for NAME.yaml; nullopt with --no-ledger. Each part has a ledger of its own: `{part}` in --ledger stands
/// for its number, and without --ledger it is NAME.part-2-of-8.ledger.
///
/// @throws BadInput  a part without a ledger.
std::optional<std::filesystem::path> ledger_file(const host::Experiment& experiment, const Arguments& arguments,
                                                 const host::Part& part = {});

/// --ledger and --no-ledger.
void add_ledger_options(boost::program_options::options_description& options);

}  // namespace gridcensus::app
