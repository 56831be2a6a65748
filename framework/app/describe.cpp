#include "app/command_line.hpp"
#include "host/report/listing.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_describe(const Arguments& arguments) {
  const std::string id = arguments.required("STRATEGY");
  const auto catalog = open_catalog(arguments, {id});
  const auto* plugin = catalog.find(id);
  if (plugin == nullptr) {
    throw host::BadInput{host::on_command_line(
        "STRATEGY",
        fmt::format("unknown strategy {}; known: {}; {}", id, fmt::join(catalog.ids(), ", "), catalog.where_looked()),
        host::nearest_name(id, catalog.ids()))};
  }
  answer(arguments, host::describe_strategy(*plugin, answer_width()));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command describe_command{.name = "describe",
                               .brief = "one strategy in full",
                               .summary = "Describe one strategy: method, quantities, parameters, shapes.",
                               .usage = "STRATEGY [options]",
                               .argument = "STRATEGY",
                               .examples =
                                   "  gridcensus describe band_classes\n"
                                   "  gridcensus describe enumeration --json -\n",
                               .options = joined({json_options(), catalog_options()}),
                               .run = run_describe};

}  // namespace gridcensus::app
