#pragma once

#include "host/experiment/experiment.hpp"
#include "host/graph/part.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"

#include <string>

namespace gridcensus::host {

/// Returns the provenance of a run whose inputs are known.
Provenance provenance_of(const Run& run, const Inputs& inputs);

/// Returns the record of this process: what it is about to count, and on which machine.
Session session_of(const Experiment& experiment, const Part& part, int threads);

/// Returns the processor's name, such as "Intel(R) Xeon(R) Processor".
std::string processor_model();

}  // namespace gridcensus::host
