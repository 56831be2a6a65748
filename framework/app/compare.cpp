#include "app/command_line.hpp"
#include "app/results_source.hpp"
#include "host/report/difference.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

/// The last of a file's documents.
host::ResultsDocument last_results(const std::string& file) {
  auto documents = open_results(file);
  if (documents.size() > 1) {
    note(fmt::format("{} holds {} experiments: the last is compared, {} with seed {}", file, documents.size(),
                     documents.back().file, documents.back().seed));
  }
  return std::move(documents.back());
}

host::ExitCode run_compare(const std::vector<std::string>& given) {
  options::options_description options;
  options::add_json(options);
  const Arguments arguments{compare_command(), options, "FILE", given, Arguments::Positional::several};
  if (arguments.is_help()) return host::ExitCode::all_agree;

  const auto files = arguments.all_required("FILE");
  constexpr std::size_t both = 2;
  if (files.size() != both) {
    throw host::BadInput{fmt::format("expected two files to compare, ledgers or documents; got {}", files.size())};
  }
  refuse_input("--json", arguments.text("json"), files);
  const auto left = last_results(files[0]);
  const auto right = last_results(files[1]);
  const auto difference = difference_of(left, right);
  answer(arguments, describe_difference(left, right, difference));
  return difference.exit_code();
}

}  // namespace

const Command& compare_command() {
  static const Command command{.name = "compare",
                               .summary = "Hold two results against each other: values, times, what changed.",
                               .usage = "A B [options]",
                               .examples =
                                   "  gridcensus compare yesterday.json cross_validation.ledger\n"
                                   "  gridcensus compare one_machine.ledger another.ledger --json -\n",
                               .run = run_compare};
  return command;
}

}  // namespace gridcensus::app
