#include "app/command_line.hpp"
#include "host/ledger/contents.hpp"
#include "host/report/listing.hpp"

namespace gridcensus::app {

namespace {

host::ExitCode run_status(const Arguments& arguments) {
  std::vector<host::LedgerContents> ledgers;
  for (const auto& name : arguments.all_required("LEDGER")) ledgers.push_back(host::read_ledger(name));
  answer(arguments, host::describe_status(ledgers, answer_width()));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command status_command{
    .name = "status",
    .brief = "progress of ledgers",
    .summary = "Show the progress of the runs in these ledgers, even while they are being counted.",
    .usage = "LEDGER... [options]",
    .argument = "LEDGER...",
    .examples = "  gridcensus status part-*.ledger\n",
    .options = json_options(),
    .run = run_status};

}  // namespace gridcensus::app
