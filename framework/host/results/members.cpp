#include "host/results/members.hpp"

#include "host/base/errors.hpp"
#include "host/base/limits.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace gridcensus::host {

namespace {

std::string_view type_of(const Json& json) {
  if (json.is_string()) return "a text";
  if (json.is_boolean()) return "true or false";
  if (json.is_number()) return "a number";
  if (json.is_array()) return "a list";
  if (json.is_object()) return "an object";
  return "null";
}

}  // namespace

void Member::reject(const std::string& expected) const {
  throw std::runtime_error{fmt::format("{}: expected {}, got {}", printable(name), expected, type_of(json))};
}

Member member_of(const Json& object, const char* name) {
  if (!object.is_object()) {
    throw std::runtime_error{fmt::format("expected an object with {}, got {}", name, type_of(object))};
  }
  const auto found = object.find(name);
  if (found == object.end()) throw std::runtime_error{fmt::format("{} is missing", name)};
  return {*found, name};
}

const std::string& text_in(const Member& member) {
  if (!member.json.is_string()) member.reject("a text");
  const auto& text = member.json.get_ref<const std::string&>();
  if (text.size() > longest_text) {
    throw std::runtime_error{fmt::format("{}: a text of {}; at most {}", printable(member.name),
                                         bytes_text(text.size()), bytes_text(longest_text))};
  }
  return text;
}

bool truth_in(const Member& member) {
  if (!member.json.is_boolean()) member.reject("true or false");
  return member.json.get<bool>();
}

double number_in(const Member& member) {
  if (!member.json.is_number()) member.reject("a number");
  return member.json.get<double>();
}

std::uint64_t count_in(const Member& member) {
  // Of other numbers the library would make one, or none that can be foreseen.
  const bool is_count =
      member.json.is_number_unsigned() || (member.json.is_number_integer() && member.json.get<std::int64_t>() >= 0);
  if (!is_count) member.reject("a whole number, not below 0");
  return member.json.get<std::uint64_t>();
}

Integer integer_in(const Member& member) {
  const std::string& text = text_in(member);
  const auto value = text.size() <= longest_decimal ? parse_integer(text) : std::nullopt;
  if (!value) {
    throw std::runtime_error{fmt::format("{}: {}: expected a whole number in at most {} digits", printable(member.name),
                                         presentable(text), longest_decimal - 1)};
  }
  return *value;
}

Real real_in(const Member& member) {
  if (member.json.is_number()) return static_cast<Real>(member.json.get<double>());
  if (!member.json.is_string()) member.reject("a number");
  const auto value = parse_real(text_in(member));
  if (!value) {
    throw std::runtime_error{
        fmt::format("{}: {}: expected a number", printable(member.name), presentable(text_in(member)))};
  }
  return *value;
}

std::vector<Member> list_in(const Member& member) {
  if (!member.json.is_array()) member.reject("a list");
  std::vector<Member> entries;
  for (const Json& entry : member.json) entries.push_back({entry, fmt::format("{}[{}]", member.name, entries.size())});
  return entries;
}

std::vector<std::string> texts_in(const Member& member) {
  std::vector<std::string> texts;
  for (const Member& entry : list_in(member)) texts.push_back(text_in(entry));
  return texts;
}

std::vector<double> numbers_in(const Member& member) {
  std::vector<double> numbers;
  for (const Member& entry : list_in(member)) numbers.push_back(number_in(entry));
  return numbers;
}

std::map<std::string, std::string> named_texts_in(const Member& member) {
  if (!member.json.is_object()) member.reject("an object");
  std::map<std::string, std::string> texts;
  for (const auto& [name, text] : member.json.items()) {
    texts.emplace(name, text_in({text, fmt::format("{}.{}", member.name, name)}));
  }
  return texts;
}

}  // namespace gridcensus::host
