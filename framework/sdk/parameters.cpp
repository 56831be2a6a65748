#include "gridcensus/parameters.hpp"

#include "gridcensus/integer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gridcensus {

namespace {

std::string number_text(const ParameterSpec& spec, double value) {
  if (spec.type == ParameterType::integer) return std::to_string(static_cast<std::int64_t>(value));
  return to_string(ParameterValue{value});
}

bool in_range(const ParameterSpec& spec, double value) {
  return value >= spec.low.value_or(value) && value <= spec.high.value_or(value);
}

std::optional<ParameterValue> read_value(const ParameterSpec& spec, std::string_view text) {
  switch (spec.type) {
    case ParameterType::boolean:
      if (text == "true") return true;
      if (text == "false") return false;
      return std::nullopt;
    case ParameterType::integer: {
      const auto integer = parse_integer(text);
      using Limits = std::numeric_limits<std::int64_t>;
      if (!integer || *integer < Limits::min() || *integer > Limits::max()) return std::nullopt;
      const auto value = integer->convert_to<std::int64_t>();
      if (!in_range(spec, static_cast<double>(value))) return std::nullopt;
      return value;
    }
    case ParameterType::real: {
      const auto real = parse_real(text);
      if (!real) return std::nullopt;
      const auto value = static_cast<double>(*real);
      if (!std::isfinite(value) || !in_range(spec, value)) return std::nullopt;
      return value;
    }
    case ParameterType::text: return std::string{text};
    case ParameterType::choice:
      if (std::ranges::find(spec.choices, text) == spec.choices.end()) return std::nullopt;
      return std::string{text};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(ParameterType type) {
  static constexpr std::array<std::string_view, 5> names{"boolean", "integer", "real", "text", "choice"};
  return names.at(static_cast<std::size_t>(type));
}

std::string to_string(const ParameterValue& value) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "unset"; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
    std::string operator()(double real) const {
      // The shortest text of the double itself: as a Real it would show digits that the double does not have.
      std::array<char, 32> buffer{};
      return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), real).ptr};
    }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Visitor{}, value);
}

std::string expectation(const ParameterSpec& spec) {
  std::string text;
  switch (spec.type) {
    case ParameterType::boolean: return "true or false";
    case ParameterType::text: return "text";
    case ParameterType::choice:
      for (const auto& choice : spec.choices) text += (text.empty() ? "one of: " : ", ") + choice;
      return text;
    case ParameterType::integer: text = "integer"; break;
    case ParameterType::real: text = "number"; break;
  }
  if (spec.low && spec.high)
    return text + " from " + number_text(spec, *spec.low) + " to " + number_text(spec, *spec.high);
  if (spec.low) return text + " of at least " + number_text(spec, *spec.low);
  if (spec.high) return text + " of at most " + number_text(spec, *spec.high);
  return text;
}

ParameterValue parse_parameter(const ParameterSpec& spec, std::string_view text) {
  auto value = read_value(spec, text);
  if (!value) throw InvalidParameter{"expected " + expectation(spec)};
  return *value;
}

ParameterValues with_defaults(const std::vector<ParameterSpec>& specs, const ParameterValues& given) {
  ParameterValues values = given;
  for (const auto& spec : specs) values.try_emplace(spec.name, spec.default_value);
  if (values.size() > specs.size()) {
    for (const auto& [name, value] : given) {
      if (std::ranges::find(specs, name, &ParameterSpec::name) == specs.end()) {
        throw InvalidParameter{"unknown parameter " + name};
      }
    }
  }
  return values;
}

std::map<std::string, std::string> identity_of(const std::vector<ParameterSpec>& specs, const ParameterValues& values) {
  std::map<std::string, std::string> identity;
  for (const auto& spec : specs) {
    if (!spec.speed_only) identity.emplace(spec.name, to_string(values.at(spec.name)));
  }
  return identity;
}

std::map<std::string, std::string> question_of(const std::vector<ParameterSpec>& specs, const ParameterValues& values) {
  std::map<std::string, std::string> question;
  for (const ParameterSpec& spec : specs) {
    if (spec.part_of_question) question.emplace(spec.name, to_string(values.at(spec.name)));
  }
  return question;
}

}  // namespace gridcensus
