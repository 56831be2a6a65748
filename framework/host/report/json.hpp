#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "host/base/json.hpp"

namespace gridcensus::host {

/// Integers become decimal strings. Real numbers become JSON numbers where a double holds them, and decimal strings
/// past its range, so that no reader meets an infinity.
Json to_json(Real value);

/// {"kind": "exact", "value": "288"}; an estimate has also standard_error, low, high, confidence, samples; an
/// unfinished outcome has a reason and no value.
Json to_json(const Outcome& outcome);
Json to_json(const Problem& problem);
Json to_json(const Table& table);
/// The value of a finding: as an outcome, or {"kind": "table", "key": ..., "columns": [...], "rows": {...}}.
Json to_json(const FindingValue& value);

}  // namespace gridcensus::host
