#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/strategy.hpp"
#include "gridcensus/tally.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace gridcensus::host {

// Values as lossless JSON: whole numbers and real numbers are decimal strings, a real with as many digits as it needs
// to be read back bit for bit. Members are sorted.
//
// The JSON that these functions read may be written more freely, as programs in other languages do: whole numbers as
// JSON numbers or decimal strings, real numbers as JSON numbers, decimal or hexadecimal strings. The texts that
// `decode_...` reads must have the exact form.

nlohmann::json json_of(const Tally& tally);
nlohmann::json json_of(const Outcome& outcome);
nlohmann::json json_of(const Finding& finding);
nlohmann::json json_of(const Report& report);

/// @throws std::invalid_argument, nlohmann::json::exception  the JSON has another form.
Tally tally_from(const nlohmann::json& stored);
Outcome outcome_from(const nlohmann::json& stored);
Finding finding_from(const nlohmann::json& stored);
Report report_from(const nlohmann::json& stored);
std::uint64_t count_from(const nlohmann::json& stored);
Integer integer_from(const nlohmann::json& stored);
Real real_from(const nlohmann::json& stored);

/// Returns the same as text.
///
/// @throws std::invalid_argument  a name in it is not UTF-8.
std::string encode(const Tally& tally);
std::string encode(const Outcome& outcome);
std::string encode(const Finding& finding);
std::string encode(const Report& report);

/// @throws std::invalid_argument  the text is not what `encode` wrote.
Tally decode_tally(const std::string& text);
Outcome decode_outcome(const std::string& text);
Finding decode_finding(const std::string& text);
Report decode_report(const std::string& text);

}  // namespace gridcensus::host
