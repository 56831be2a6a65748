#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "host/report/difference.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

/// Returns the last of a file's documents.
host::ResultsDocument last_results(const std::string& file, const Arguments& arguments) {
  auto documents = open_results(file);
  if (documents.size() > 1) {
    arguments.print_note(fmt::format("{} has {} experiments; the last is compared: {} with seed {}", file,
                                     documents.size(), documents.back().file, documents.back().seed));
  }
  return std::move(documents.back());
}

host::ExitCode run_compare(const Arguments& arguments) {
  const auto files = arguments.all_required("FILE");
  constexpr std::size_t both = 2;
  if (files.size() != both) {
    throw host::BadInput{
        fmt::format("expected two files to compare (ledgers or results documents); got {}", files.size())};
  }
  refuse_input("--json", arguments.text("json"), files);
  const auto left = last_results(files[0], arguments);
  const auto right = last_results(files[1], arguments);
  const auto difference = difference_of(left, right);
  answer(arguments, describe_difference(left, right, difference));
  return difference.exit_code();
}

}  // namespace

const Command compare_command{.name = "compare",
                              .brief = "two results",
                              .summary = "Compare two results: values, times and what changed.",
                              .usage = "A B [options]",
                              .argument = "FILE...",
                              .examples =
                                  "  gridcensus compare yesterday.json cross_validation.ledger\n"
                                  "  gridcensus compare one_machine.ledger another.ledger --json -\n",
                              .options = json_options(),
                              .run = run_compare};

}  // namespace gridcensus::app
