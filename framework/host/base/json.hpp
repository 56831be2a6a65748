#pragma once

#include <nlohmann/json.hpp>

#include <exception>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// JSON whose members keep the order in which they were added.
using Json = nlohmann::ordered_json;

/// Thrown when a text is not JSON, or is nested too deeply to be traversed.
class InvalidJson : public std::runtime_error {
 public:
  InvalidJson(int at_line, int at_column, const std::string& what)
      : std::runtime_error{what}, line{at_line}, column{at_column} {}

  int line = 0;    ///< from 1; 0 if it is not known
  int column = 0;  ///< [bytes], from 1
};

/// @throws InvalidJson  the text opens more than `max_json_levels` arrays and objects within each other.
void check_json_levels(std::string_view text);

/// Returns the message of an error. If the JSON library threw it, leaves out the number that it puts before.
std::string message_of(const std::exception& error);

/// Converts an error of nlohmann's parser to a message of this program.
InvalidJson not_json(std::string_view text, const nlohmann::json::exception& error);

/// The members of the objects that are open while a text is parsed.
class OpenMembers {
 public:
  void begin() { names_.emplace_back(); }
  void end() { names_.pop_back(); }
  /// @throws InvalidJson  the object has a member of this name already.
  void add(const std::string& name);

 private:
  std::vector<std::set<std::string>> names_;
};

/// Reads JSON from outside this program. Its depth is limited, so code that traverses it may be recursive. A member may
/// not be given twice, because readers differ in which one they take.
///
/// @throws InvalidJson
template <class Value = Json>
Value parse_json(std::string_view text) {
  check_json_levels(text);
  OpenMembers members;
  const auto on_event = [&members](int /*depth*/, typename Value::parse_event_t event, const Value& parsed) {
    if (event == Value::parse_event_t::object_start) members.begin();
    if (event == Value::parse_event_t::object_end) members.end();
    if (event == Value::parse_event_t::key) members.add(parsed.template get_ref<const std::string&>());
    return true;
  };
  try {
    return Value::parse(text, on_event);
  } catch (const nlohmann::json::exception& error) {
    throw not_json(text, error);
  }
}

}  // namespace gridcensus::host
