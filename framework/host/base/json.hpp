#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

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

/// Converts an error of nlohmann's parser to a message of this program.
InvalidJson not_json(std::string_view text, const nlohmann::json::exception& error);

/// Reads JSON from outside this program. Its depth is limited, so code that traverses it may be recursive.
///
/// @throws InvalidJson
template <class Value = Json>
Value parse_json(std::string_view text) {
  check_json_levels(text);
  try {
    return Value::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw not_json(text, error);
  }
}

}  // namespace gridcensus::host
