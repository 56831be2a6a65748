#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/strategy.hpp"
#include "gridcensus/tally.hpp"

#include <nlohmann/json.hpp>

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

/// Values as lossless JSON: whole numbers and real numbers are decimal strings, a real with as many digits as it needs
/// to be read back bit for bit. Members are sorted.
///
/// The JSON that is read may be written more freely, as programs in other languages do: whole numbers as JSON numbers
/// or decimal strings, real numbers as JSON numbers, decimal or hexadecimal strings. Texts that are decoded must have
/// the exact form.
namespace gridcensus::host {

/// Thrown when JSON has another form than expected.
class WrongForm : public std::invalid_argument {
 public:
  explicit WrongForm(const std::string& what, const std::string& at = {})
      : std::invalid_argument{at.empty() ? what : at + ": " + what}, message{what}, place{at} {}

  std::string message;
  std::string place;  ///< the entry of a list that has it: "verdicts[3]"; may be empty
};

/// Refuses a member that an object should not have. The message has the nearest known name.
///
/// @param noun  for the object in messages
/// @throws WrongForm
void refuse_unknown(const std::string& name, std::span<const std::string_view> known, std::string_view noun);

/// Of a tally, an outcome, a finding, a report; in files that include writer.hpp, of anything with fields.
template <class Value>
nlohmann::json json_of(const Value& value);

/// Of the same, and of numbers; in files that include reader.hpp, of anything with fields.
///
/// @throws std::invalid_argument  the JSON has another form.
template <class Value>
Value value_from(const nlohmann::json& json);

/// Returns the text of `json_of`.
///
/// @throws std::invalid_argument  a name in it is not UTF-8.
template <class Value>
std::string encode(const Value& value);

/// @throws std::invalid_argument  the text is not what `encode` wrote.
template <class Value>
Value decode(const std::string& text);

}  // namespace gridcensus::host
