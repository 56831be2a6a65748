#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "host/base/json.hpp"

namespace gridcensus::host {

/// The format of written documents. Documents of older formats are read as long as they can be interpreted.
inline constexpr int document_format = 8;

/// Returns a JSON number if a double holds it, otherwise a decimal string, so no reader gets an infinity.
Json to_json(Real value);

/// Returns {"kind": "exact", "value": "288"}. An estimate also has standard_error, low, high, confidence, samples; an
/// unfinished outcome has a reason and no value.
Json to_json(const Outcome& outcome);
/// Returns the same for a finding; a table is {"kind": "table", "key": ..., "columns": [...], "rows": {...}}.
Json to_json(const FindingValue& value);

/// Returns {"shape": "3x3", "rules": "classic"}.
Json to_json(const Problem& problem);
/// @throws std::invalid_argument  the JSON is not a problem.
Problem problem_from(const Json& json);
/// @throws std::invalid_argument  the JSON is not an outcome, or not the value of a finding.
Outcome outcome_from(const Json& json);
FindingValue finding_value_from(const Json& json);

}  // namespace gridcensus::host
