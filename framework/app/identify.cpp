#include "host/report/identify.hpp"

#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "host/compare/published.hpp"
#include "host/document/document.hpp"

namespace gridcensus::app {

namespace {

host::ExitCode run_identify(const Arguments& arguments) {
  auto files = arguments.all_required("NUMBER");
  const std::string number = files.front();
  files.erase(files.begin());
  refuse_input("--json", arguments.text("json"), files);
  const auto documents = files.empty() ? std::vector<host::ResultsDocument>{} : open_all_results(files);
  const auto published = host::read_published_values(host::published_values_folder());
  const auto found = host::read_found_values(host::data_file("found_here.yaml"));
  answer(arguments, host::identify_number(number, published, found, documents, answer_width()));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command identify_command{
    .name = "identify",
    .brief = "look up a number",
    .summary =
        "Look up a number: the quantity and shape that it is the value of, its publications, the number of independent "
        "strategies that found it, and published numbers near it.",
    .usage = "NUMBER [FILE...] [options]",
    .argument = "NUMBER...",
    .examples =
        "  gridcensus identify 6670903752021072936960\n"
        "  gridcensus identify 5.9584e98\n"
        "  gridcensus identify 28,200,960 cross_validation.ledger\n",
    .options = json_options(),
    .run = run_identify};

}  // namespace gridcensus::app
