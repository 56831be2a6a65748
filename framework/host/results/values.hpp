#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "host/base/json.hpp"

namespace gridcensus::host {

/// The format of documents that are written. A document of an older format is read as long as it is understood.
inline constexpr int document_format = 3;

/// Integers become decimal strings. Real numbers become JSON numbers where a double holds them, and decimal strings
/// past its range, so that no reader meets an infinity.
Json to_json(Real value);

/// {"kind": "exact", "value": "288"}; an estimate has also standard_error, low, high, confidence, samples; an
/// unfinished outcome has a reason and no value.
Json to_json(const Outcome& outcome);
Json to_json(const Problem& problem);
Json to_json(const Table& table);
Json to_json(const QuantityInfo& info);
/// The value of a finding: as an outcome, or {"kind": "table", "key": ..., "columns": [...], "rows": {...}}.
Json to_json(const FindingValue& value);

// The other way. What is not needed is passed over, so that a document may have more.
//
// Each throws std::runtime_error where a member is missing or is not what it should be.

Problem problem_from(const Json& json);
Outcome outcome_from(const Json& json);
Estimate estimate_from(const Json& json);
FindingValue finding_value_from(const Json& json);
QuantityInfo quantity_info_from(const Json& json);

}  // namespace gridcensus::host
