#pragma once

#include "host/base/codec.hpp"
#include "host/compare/compare.hpp"
#include "host/experiment/plan.hpp"
#include "host/graph/engine.hpp"
#include "host/report/comparison_index.hpp"

#include <string>

namespace gridcensus::host {

/// An experiment with all that came of it.
struct Results {
  const Experiment& experiment;
  const Plan& plan;
  const ExperimentResult& result;
  const PublishedValues* published = nullptr;  ///< nullptr: rows of tables have no names but their own
};

/// How well a value is founded by what it was compared with.
enum class Standing {
  unfinished,
  approximated,   ///< nobody can bound its error
  estimated,      ///< sampled
  computed,       ///< by one strategy, every invariant held
  replicated,     ///< two runs of one strategy agree
  cross_checked,  ///< two strategies agree
  published,      ///< equal to a published value
  disputed        ///< something disagrees
};

std::string_view name_of(Standing standing);

/// The standing of one quantity of one run.
Standing standing_of(const ExperimentResult& result, const ComparisonIndex& index, const Run& run, Quantity quantity);

/// The JSON document: gridcensus (version), experiment, runs, outcomes, findings, verdicts, not_applicable, exit.
/// But for the members `seconds` and `reused`, the document of a run to the end depends on nothing but the experiment,
/// the plugins and the seed.
Json json_report(const Results& results);

enum class Colour { off, on };

/// The table that a researcher pastes: problem, quantity, strategy, value, time, verdict; below it what needs words.
std::string table_report(const Results& results, Colour colour);

}  // namespace gridcensus::host
