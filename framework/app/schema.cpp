#include "app/command_line.hpp"
#include "host/base/errors.hpp"
#include "host/experiment/experiment_form.hpp"
#include "host/programs/description.hpp"
#include "host/results/results_document.hpp"

namespace gridcensus::app {

namespace {

host::ExitCode run_schema(const Arguments& arguments) {
  if (arguments.has("results") && (arguments.has("markdown") || arguments.has("programs"))) {
    throw host::BadInput{"--results contradicts --markdown and --programs"};
  }
  if (arguments.has("programs") && arguments.has("markdown"))
    print(host::reference_of("Description of a program", host::description_form()));
  else if (arguments.has("programs"))
    print(host::description_schema().dump(2) + "\n");
  else if (arguments.has("results"))
    print(host::results_schema().dump(2) + "\n");
  else if (arguments.has("markdown"))
    print(host::reference_of("The file", host::experiment_form({})));
  else
    print(host::experiment_schema(open_whole_catalog(arguments, host::Asking::declarations)));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command schema_command{
    .name = "schema",
    .brief = "JSON Schema for editors",
    .summary = "Print the JSON Schema of experiment files (for editors), of program descriptions or of results.",
    .usage = "[options]",
    .argument = "",
    .examples =
        "  gridcensus schema > gridcensus.schema.json\n"
        "  in experiment files: # yaml-language-server: $schema=gridcensus.schema.json\n"
        "  gridcensus schema --results > results.schema.json\n",
    .options = joined({{{"results", "", "Print the JSON Schema of the results document (run --json) instead."},
                        {"programs", "", "Print the JSON Schema of program descriptions (NAME.strategy.yaml) instead."},
                        {"markdown", "", "Print the reference of these files as Markdown instead."}},
                       catalog_options()}),
    .run = run_schema};

}  // namespace gridcensus::app
