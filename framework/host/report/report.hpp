#pragma once

#include "host/compare/comparer.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/engine.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"
#include "host/results/results_document.hpp"

#include <string>

namespace gridcensus::host {

/// An experiment with all that came of it.
struct Results {
  const Experiment& experiment;
  const Plan& plan;
  const ExperimentResult& result;
  const PublishedValues* published = nullptr;  ///< nullptr: rows of tables have no names but their own
  Session session = {};                        ///< in which it was done
  std::string date = {};                       ///< and when, in UTC: "2026-11-22T23:59:00Z"
};

/// Returns the results document. But for `produced`, the members `seconds` and `reused`, and what recounting adds, the
/// document of a run to the end depends on nothing but the experiment, the plugins and the seed.
ResultsDocument document_of(const Results& results);

/// What one part of an experiment has done: a line for each run, and what comes next.
std::string part_report(const Results& results, const Part& part);

}  // namespace gridcensus::host
