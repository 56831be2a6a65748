#include "app/part.hpp"

#include "gridcensus/integer.hpp"

namespace gridcensus::app {

host::Part part_of(const Arguments& arguments) {
  const auto text = arguments.text("part");
  if (!text) return {};
  const auto slash = text->find('/');
  const auto number = parse_integer(text->substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : parse_integer(text->substr(slash + 1));
  if (!number || !count || *count > most_parts || *number < 1 || *number > *count) {
    throw host::BadInput{host::on_command_line("--part", *text + ": expected I/N, with I from 1 to N")};
  }
  return {number->convert_to<std::uint64_t>(), count->convert_to<std::uint64_t>()};
}

}  // namespace gridcensus::app
