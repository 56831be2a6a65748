#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/tally.hpp"

#include <nlohmann/json.hpp>

namespace gridcensus::host {

/// JSON whose members keep the order in which they were added.
using Json = nlohmann::ordered_json;

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

/// Lossless forms for the ledger: real numbers are hexadecimal text, so that what is read back is bit for bit what was
/// written.
std::string encode(const Tally& tally);
std::string encode(const Outcome& outcome);
std::string encode(const Finding& finding);

/// @throws std::invalid_argument  the text is not what `encode` wrote.
Tally decode_tally(const std::string& text);
Outcome decode_outcome(const std::string& text);
Finding decode_finding(const std::string& text);

}  // namespace gridcensus::host
