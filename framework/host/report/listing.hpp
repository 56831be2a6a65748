#pragma once

#include "host/base/json.hpp"
#include "host/catalog/catalog.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/engine.hpp"
#include "host/ledger/contents.hpp"
#include "host/plan/plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// An answer in two forms: for people and for programs.
struct Rendering {
  std::string text;
  Json json;
};

/// Lists the strategies with their one-line summaries and the quantities that they yield.
Rendering list_strategies(const Catalog& catalog, std::size_t width);

/// Lists the quantities that the program and the open plugins know.
Rendering list_quantities(const Catalog& catalog, std::size_t width);

/// Returns everything that a plugin declares: method, source, quantities, parameters, and the shapes that it refuses
/// with the reasons.
Rendering describe_strategy(const Plugin& plugin, std::size_t width);

/// Returns what would run: for each run its units and memory as far as they can be forecast, and what the ledger
/// already has, or why it has nothing.
///
/// @param ledger           nullptr: there is none
/// @param measure_seconds  how long to count units of every run that is not in the ledger, to estimate its cost;
///                         nullopt: nothing is counted
/// @param parts            the number of parts that are to share the units; every run that can be split is prepared to
///                         show how
/// @param is_quiet         true: no line on stderr names the run that is measured or prepared
Rendering describe_plan(const Plan& plan, const LedgerContents* ledger, std::optional<double> measure_seconds,
                        std::optional<std::uint64_t> parts, std::size_t width, bool is_quiet);

/// Returns what one part of an experiment has done: one line per run, and the next step.
std::string part_report(const Plan& plan, const ExecutedRuns& executed, std::size_t width);

/// Returns what a plan lacks, for warnings or an error: one entry for each configuration without a run, with the
/// reasons of its refusals, and one for the problems that no run answers.
std::vector<Diagnostic> gaps_of(const Experiment& experiment, const Plan& plan);

/// Returns the progress of an experiment, from the ledgers of all its parts: for each run its units done, missing and
/// failed; for each process its rate; and the total time left.
Rendering describe_status(const std::vector<LedgerContents>& ledgers, std::size_t width);

}  // namespace gridcensus::host
