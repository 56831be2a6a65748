#include "host/base/json.hpp"

#include "host/base/limits.hpp"
#include "host/base/text.hpp"

#include <algorithm>

namespace gridcensus::host {

namespace {

InvalidJson mistake_at(std::string_view text, std::size_t byte, const std::string& what) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto lines = std::ranges::count(before, '\n');
  const auto begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<int>(lines) + 1, static_cast<int>(before.size() - begin) + 1, what};
}

}  // namespace

void check_json_levels(std::string_view text) {
  std::size_t levels = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_string) {
      if (c == '\\') ++i;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == ']' || c == '}') {
      if (levels > 0) --levels;
    } else if ((c == '[' || c == '{') && ++levels > max_json_levels) {
      throw mistake_at(text, i, "nested deeper than " + std::to_string(max_json_levels) + " levels");
    }
  }
}

std::string message_of(const std::exception& error) {
  std::string what = error.what();
  // "[json.exception.parse_error.101] parse error at line 3, column 7: syntax error while ..."
  if (const auto end = what.find("] "); what.starts_with("[json.exception.") && end != std::string::npos) {
    what = bounded_utf8(what.substr(end + 2));  // it may have a whole number or text of the input
  }
  return what;
}

void OpenMembers::add(const std::string& name) {
  if (!names_.back().insert(name).second) throw InvalidJson{0, 0, "the member \"" + name + "\" is given twice"};
}

InvalidJson not_json(std::string_view text, const nlohmann::json::exception& error) {
  std::string what = message_of(error);
  const auto* const located = dynamic_cast<const nlohmann::json::parse_error*>(&error);
  if (located == nullptr) return {0, 0, "no JSON: " + what};
  if (const auto end = what.find(": "); what.starts_with("parse error at ") && end != std::string::npos) {
    what.erase(0, end + 2);
  }
  // The byte counts from 1, and is the position after the last byte that was read.
  return mistake_at(text, located->byte < 2 ? 0 : located->byte - 1, "no JSON: " + what);
}

}  // namespace gridcensus::host
