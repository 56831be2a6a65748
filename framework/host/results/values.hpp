#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "host/base/json.hpp"

namespace gridcensus::host {

/// The format of documents that are written. A document of an older format is read as long as it is understood.
inline constexpr int document_format = 7;

/// Returns a JSON number if a double holds it, else a decimal string, so that no reader meets an infinity.
Json to_json(Real value);

/// Returns {"kind": "exact", "value": "288"}; an estimate has also standard_error, low, high, confidence, samples; an
/// unfinished outcome has a reason and no value.
Json to_json(const Outcome& outcome);
/// The same of a finding; a table is {"kind": "table", "key": ..., "columns": [...], "rows": {...}}.
Json to_json(const FindingValue& value);

/// Returns {"shape": "3x3", "rules": "classic"}.
Json to_json(const Problem& problem);
/// @throws std::runtime_error  it is something else.
Problem problem_from(const Json& json);

}  // namespace gridcensus::host
