#include "app/command_line.hpp"
#include "host/report/listing.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_list(const Arguments& arguments) {
  const std::string what = arguments.has("WHAT") ? arguments.required("WHAT") : "strategies";
  if (what == "quantities") {
    answer(arguments, host::list_quantities(open_whole_catalog(arguments), answer_width()));
  } else if (what == "rules") {
    answer(arguments, host::list_rules(answer_width()));
  } else if (what == "strategies") {
    answer(arguments, host::list_strategies(open_whole_catalog(arguments), answer_width()));
  } else if (what == "shapes") {
    answer(arguments, host::list_shapes(open_whole_catalog(arguments), answer_width()));
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
                           .usage = "[strategies|quantities|shapes|rules] [options]",
                           .argument = "WHAT",
                           .examples =
                               "  gridcensus list\n"
                               "  gridcensus list shapes\n",
                           .options = joined({json_options(), catalog_options()}),
                           .run = run_list};

}  // namespace gridcensus::app
