#pragma once

#include "host/compare/comparer.hpp"
#include "host/experiment/experiment.hpp"
#include "host/graph/engine.hpp"
#include "host/ledger/ledger.hpp"
#include "host/plan/plan.hpp"
#include "host/results/results_document.hpp"

#include <string>

namespace gridcensus::host {

/// An experiment and everything that it resulted in.
struct Results {
  const Experiment& experiment;
  const Plan& plan;
  const ExperimentResult& result;
  const PublishedValues* published = nullptr;  ///< nullptr: rows of tables have only their own names
  Session session = {};                        ///< that produced the results
  std::string date = {};                       ///< when, in UTC: "2026-11-22T23:59:00Z"
};

/// Returns the results document. Except for `produced`, the members `seconds` and `reused`, and the entries that
/// recounting adds, the document of a completed run depends only on the experiment, the plugins and the seed.
ResultsDocument document_of(const Results& results);

/// Returns what one part of an experiment has done: one line per run, and the next step.
std::string part_report(const Results& results, const Part& part, std::size_t width);

}  // namespace gridcensus::host
