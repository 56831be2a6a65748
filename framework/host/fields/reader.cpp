#include "host/fields/reader.hpp"

#include <fmt/ranges.h>

#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <system_error>

namespace gridcensus::host {

namespace {

std::string nearest_text(const std::string& name, std::span<const std::string_view> known) {
  const std::vector<std::string> names{known.begin(), known.end()};
  const auto nearest = nearest_name(name, names);
  return nearest ? " (did you mean " + *nearest + "?)" : "";
}

/// Returns the name before a message.
std::string before(const std::string& name) { return name.empty() ? "" : name + ": "; }

}  // namespace

void refuse_unknown(const std::string& name, std::span<const std::string_view> known, std::string_view noun) {
  if (std::ranges::find(known, name) != known.end()) return;
  throw WrongForm{fmt::format("unknown member '{}' of {}{}", printable(name), noun, nearest_text(name, known))};
}

namespace encoding {

void refuse(const std::string& name, const std::string& expected, std::string_view got) {
  throw WrongForm{fmt::format("{}expected {}, got {}", before(name), expected, got)};
}

void refuse_text(const std::string& name, const std::string& text, const std::string& expected) {
  throw WrongForm{fmt::format("{}{}: expected {}", before(name), bounded_utf8(text), expected)};
}

void refuse_term(const std::string& name, const std::string& text, std::span<const std::string_view> known) {
  throw WrongForm{fmt::format("{}expected one of: {}; got {}{}", before(name), fmt::join(known, ", "),
                              bounded_utf8(text), nearest_text(text, known))};
}

namespace {

template <class Number, class... Format>
bool parse_whole(const std::string& text, Number& number, Format... format) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, format...);
  return result.ec == std::errc{} && result.ptr == end;
}

/// Only hexadecimal numbers have this letter.
std::chars_format format_of(const std::string& text) {
  return text.find('p') == std::string::npos ? std::chars_format::general : std::chars_format::hex;
}

}  // namespace

bool parse(const std::string& text, std::uint64_t& number) { return parse_whole(text, number); }

bool parse(const std::string& text, double& number) { return parse_whole(text, number, format_of(text)); }

bool parse(const std::string& text, Real& number) {
  const auto format = format_of(text);
  if (parse_whole(text, number, format)) return true;
  if (format == std::chars_format::hex || text.empty()) return false;
  // Numbers nearer to 0 than the smallest normal one, which have fewer bits, are refused there.
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  char* end = nullptr;
  number = ::strtold_l(text.c_str(), &end, plain);
  return end == text.c_str() + text.size() && std::fpclassify(number) == FP_SUBNORMAL;
}

}  // namespace encoding

}  // namespace gridcensus::host
