#include "app/asked_problem.hpp"
#include "app/command_line.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"
#include "host/report/listing.hpp"
#include "host/report/problem_listing.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

/// Prints the answer to `list shapes 12` or `list shapes 4x5`.
host::Listing listed_shape(const Arguments& arguments, const std::string& wanted) {
  const auto side = parse_integer(wanted);
  if (side && *side >= 1 && *side <= max_side)
    return host::list_shapes_of_side(side->convert_to<int>(), open_whole_catalog(arguments, host::Asking::declarations),
                                     answer_width());
  if (side) {
    throw host::BadInput{host::on_command_line(
        "list shapes " + wanted, fmt::format("expected a side from 1 to {}, or a shape such as 4x5", max_side))};
  }
  const auto asked = described_rules("list shapes", wanted, arguments);
  return host::describe_problem(asked.shape, asked.rules, open_whole_catalog(arguments, host::Asking::declarations),
                                answer_width());
}

host::ExitCode run_list(const Arguments& arguments) {
  auto words = arguments.texts("WHAT");
  if (words.empty()) words.emplace_back("strategies");
  const std::string& what = words.front();
  const bool takes_shape = what == "shapes";
  if (words.size() > (takes_shape ? 2 : 1)) {
    throw host::BadInput{host::on_command_line(
        "list", fmt::format("too many arguments: {}; expected: gridcensus list {}",
                            fmt::join(words.begin() + (takes_shape ? 2 : 1), words.end(), " "), list_command.usage))};
  }
  if (what == "quantities") {
    answer(arguments, host::list_quantities(open_whole_catalog(arguments, host::Asking::declarations), answer_width()));
  } else if (what == "rules") {
    answer(arguments, host::list_rules(answer_width()));
  } else if (what == "strategies") {
    answer(arguments, host::list_strategies(open_whole_catalog(arguments, host::Asking::nothing), answer_width()));
  } else if (what == "shapes" && words.size() < 2) {
    throw host::BadInput{host::on_command_line("list shapes", "expected a side or a shape, such as 12 or 4x5")};
  } else if (what == "shapes") {
    answer(arguments, listed_shape(arguments, words.back()));
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
                           .usage = "[strategies|quantities|rules|shapes SIDE|SHAPE] [options]",
                           .argument = "WHAT...",
                           .examples =
                               "  gridcensus list\n"
                               "  gridcensus list shapes 12\n"
                               "  gridcensus list rules\n",
                           .options = joined({json_options(), catalog_options()}),
                           .run = run_list};

}  // namespace gridcensus::app
