#include "app/command_line.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"
#include "host/report/listing.hpp"
#include "host/report/problem_listing.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::Rendering shapes_of(const std::string& side_text, const Arguments& arguments) {
  const auto side = parse_integer(side_text);
  if (side && *side >= 1 && *side <= max_side)
    return host::list_shapes_of_side(side->convert_to<int>(), open_whole_catalog(arguments, host::Asking::declarations),
                                     answer_width());
  throw host::BadInput{host::on_command_line(
      "list shapes " + side_text,
      fmt::format("expected a side from 1 to {}; `gridcensus describe 4x5` has everything of one shape", max_side))};
}

host::ExitCode run_list(const Arguments& arguments) {
  auto words = arguments.texts("WHAT");
  if (words.empty()) words.emplace_back("strategies");
  const std::string& what = words.front();
  const std::size_t taken = what == "shapes" ? 2 : 1;
  if (words.size() > taken) {
    throw host::BadInput{host::on_command_line(
        "list", fmt::format("too many arguments: {}; expected: gridcensus list {}",
                            fmt::join(words.begin() + static_cast<std::ptrdiff_t>(taken), words.end(), " "),
                            list_command.usage))};
  }
  if (what == "quantities") {
    answer(arguments, host::list_quantities(open_whole_catalog(arguments, host::Asking::declarations), answer_width()));
  } else if (what == "rules") {
    answer(arguments, host::list_rules(answer_width()));
  } else if (what == "strategies") {
    answer(arguments, host::list_strategies(open_whole_catalog(arguments, host::Asking::nothing), answer_width()));
  } else if (what == "shapes") {
    answer(arguments, shapes_of(words.size() < taken ? "" : words.back(), arguments));
  } else {
    const std::vector<std::string> known{"strategies", "quantities", "shapes", "rules"};
    throw host::BadInput{host::on_command_line(
        "WHAT", fmt::format("{}: expected one of: {}", what, fmt::join(known, ", ")), host::nearest_name(what, known))};
  }
  return host::ExitCode::all_agree;
}

}  // namespace

const Command list_command{.name = "list",
                           .brief = "strategies, shapes, rules",
                           .summary = "List strategies (the default), quantities, shapes or rules.",
                           .usage = "[strategies|quantities|rules|shapes SIDE] [options]",
                           .argument = "WHAT...",
                           .examples =
                               "  gridcensus list\n"
                               "  gridcensus list shapes 12\n"
                               "  gridcensus list rules\n",
                           .options = joined({json_options(), catalog_options()}),
                           .run = run_list};

}  // namespace gridcensus::app
