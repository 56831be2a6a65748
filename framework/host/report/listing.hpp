#pragma once

#include "host/base/json.hpp"
#include "host/catalog/catalog.hpp"
#include "host/experiment/experiment.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"

#include <optional>
#include <string>

namespace gridcensus::host {

/// An answer in two forms: for people and for programs.
struct Listing {
  std::string text;
  Json json;
};

/// The strategies with their one-line summaries and what they yield.
Listing list_strategies(const Catalog& catalog);

/// The registry of quantities.
Listing list_quantities();

/// For each box shape up to side 25, which strategies count its grids with their default parameters.
Listing list_shapes(const Catalog& catalog);

/// All that a plugin declares: method, source, quantities, parameters, and the shapes that it refuses with the reasons.
Listing describe_strategy(const Plugin& plugin);

/// What would run: for each run its units and memory as far as they can be foreseen, and what the ledger already has,
/// or why it has nothing.
///
/// @param ledger           nullptr: there is none
/// @param measure_seconds  how long to count units of every run that the ledger has not, to tell what it costs;
///                         nullopt: nothing is counted
/// @throws                 what a strategy throws that is measured.
Listing describe_plan(const Experiment& experiment, const Plan& plan, Ledger* ledger,
                      std::optional<double> measure_seconds = std::nullopt);

}  // namespace gridcensus::host
