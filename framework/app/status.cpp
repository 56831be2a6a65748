#include "app/command_line.hpp"
#include "host/ledger/contents.hpp"
#include "host/report/listing.hpp"

namespace gridcensus::app {

namespace {

host::ExitCode run_status(const Arguments& arguments) {
  std::vector<host::LedgerContents> ledgers;
  for (const auto& name : arguments.all_required("LEDGER")) ledgers.push_back(host::read_ledger(name));
  answer(arguments, host::describe_status(ledgers));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command status_command{.name = "status",
                             .brief = "how far ledgers are",
                             .summary = "Show how far the runs in these ledgers are, also while they are counted.",
                             .usage = "LEDGER... [options]",
                             .argument = "LEDGER...",
                             .examples = "  gridcensus status part-*.ledger\n",
                             .options = json_options(),
                             .run = run_status};

}  // namespace gridcensus::app
