#pragma once

#include "host/experiment/experiment.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"

namespace gridcensus::host {

/// The provenance of a run whose inputs are known.
Provenance provenance_of(const Experiment& experiment, const Run& run, const Inputs& inputs);

}  // namespace gridcensus::host
