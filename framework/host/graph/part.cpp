#include "host/graph/part.hpp"

#include "gridcensus/integer.hpp"
#include "host/base/errors.hpp"

#include <fmt/format.h>

namespace gridcensus::host {

Part read_part(const std::string& text) {
  if (const auto slash = text.find('/'); slash != std::string::npos) {
    const auto number = parse_integer(text.substr(0, slash));
    const auto count = parse_integer(text.substr(slash + 1));
    if (number && count && *number >= 1 && *number <= *count && *count <= max_parts)
      return {number->convert_to<std::uint64_t>(), count->convert_to<std::uint64_t>()};
  }
  throw BadInput{
      on_command_line("--part", fmt::format("{}: expected I/N, with I from 1 to N and N at most {}", text, max_parts))};
}

}  // namespace gridcensus::host
