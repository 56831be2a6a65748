#include "host/fields/values.hpp"

#include "host/fields/reader.hpp"
#include "host/fields/value_fields.hpp"
#include "host/fields/writer.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gridcensus::host::encoding {

Json Readable::written(Real number) {
  using Double = std::numeric_limits<double>;
  const Real magnitude = std::abs(number);
  // Below the smallest normal double a nonzero value would lose its digits, or become zero.
  const bool fits = magnitude == 0 ||
                    (magnitude >= static_cast<Real>(Double::min()) && magnitude <= static_cast<Real>(Double::max()));
  if (fits) return static_cast<double>(number);
  return to_decimal(number);
}

nlohmann::json Lossless::written(double number) {
  std::array<char, 32> buffer{};
  return std::string{buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr};
}

}  // namespace gridcensus::host::encoding

namespace gridcensus::host {

template <class Value>
std::string encode(const Value& value) {
  try {
    return json_of(value).dump();
  } catch (const nlohmann::json::type_error&) {
    throw std::invalid_argument{"a name or text that the strategy gave is not UTF-8"};
  }
}

/// Encodes the value again and compares, and thus refuses a readable text that `encode` would not write (a repeated
/// member, a stray sign or blank).
template <class Value>
Value decode(const std::string& text) {
  try {
    auto value = value_from<Value>(nlohmann::json::parse(text));
    if (encode(value) != text) throw std::invalid_argument{"not an encoded value: it reads back differently"};
    return value;
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument{std::string{"not an encoded value: "} + error.what()};
  }
}

template std::string encode(const Tally&);
template std::string encode(const Outcome&);
template std::string encode(const Finding&);
template std::string encode(const Report&);
template Tally decode(const std::string&);
template Outcome decode(const std::string&);
template Finding decode(const std::string&);
template Report decode(const std::string&);
template nlohmann::json json_of(const Tally&);
template nlohmann::json json_of(const Outcome&);
template nlohmann::json json_of(const Report&);
template Tally value_from(const nlohmann::json&);
template Outcome value_from(const nlohmann::json&);
template Finding value_from(const nlohmann::json&);
template Report value_from(const nlohmann::json&);
template std::uint64_t value_from(const nlohmann::json&);
template Integer value_from(const nlohmann::json&);
template Real value_from(const nlohmann::json&);

}  // namespace gridcensus::host
