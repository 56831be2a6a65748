#include "host/ledger/repair.hpp"

#include "app/command_line.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_repair(const Arguments& arguments) {
  const std::string file = arguments.required("LEDGER");
  const auto repair = host::repair_ledger(file);
  if (repair.records.empty()) {
    print(fmt::format("{}: every record matches its checksum, and none is missing what it rests on\n",
                      host::printable(file)));
    return host::ExitCode::all_agree;
  }
  std::string text;
  for (const auto& record : repair.records) text += "set aside: " + host::printable(record) + "\n";
  print(text + fmt::format("{} out of {}, and the next run counts them again; the file as it was is {}\n",
                           host::counted(repair.records.size(), "record is", "records are"), host::printable(file),
                           host::printable(repair.copy.string())));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command& repair_command() {
  static const Command command{.name = "repair",
                               .summary = "Set damaged records of a ledger aside, so that they are counted again.",
                               .usage = "LEDGER",
                               .argument = "LEDGER",
                               .examples = "  gridcensus repair cross_validation.ledger\n",
                               .options = {},
                               .run = run_repair};
  return command;
}

}  // namespace gridcensus::app
