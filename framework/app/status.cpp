#include "app/command_line.hpp"
#include "host/ledger/summary.hpp"
#include "host/report/listing.hpp"

namespace gridcensus::app {

namespace {

host::ExitCode run_status(const std::vector<std::string>& given) {
  options::options_description options;
  options::add_json(options);
  const Arguments arguments{status_command(), options, "LEDGER", given, Arguments::Positional::several};
  if (arguments.is_help()) return host::ExitCode::all_agree;

  std::vector<host::LedgerSummary> ledgers;
  for (const auto& name : arguments.all_required("LEDGER")) ledgers.push_back(host::summarize_ledger(name));
  answer(arguments, host::describe_status(ledgers));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command& status_command() {
  static const Command command{.name = "status",
                               .summary = "Show how far the runs in these ledgers are, also while they are counted.",
                               .usage = "LEDGER... [options]",
                               .examples = "  gridcensus status part-*.ledger\n",
                               .run = run_status};
  return command;
}

}  // namespace gridcensus::app
