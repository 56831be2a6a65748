#include "host/ledger/merge.hpp"

#include "app/command_line.hpp"
#include "host/base/text.hpp"
#include "host/ledger/ledger.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_merge(const Arguments& arguments) {
  const auto output = arguments.text("output");
  if (!output) throw host::BadInput{host::on_command_line("-o", "expected the ledger to write: -o all.ledger")};
  std::vector<std::filesystem::path> inputs;
  for (const auto& name : arguments.all_required("LEDGER")) inputs.emplace_back(name);
  try {
    const auto merged = host::merge_ledgers(inputs, *output, arguments.has("allow-gaps"));
    if (!merged.is_written) {
      for (const auto& gap : merged.gaps) complain("error: " + gap);
      complain("nothing was written: let those parts end (`gridcensus status` shows them), or merge with --allow-gaps");
      return host::ExitCode::incomplete;
    }
    for (const auto& gap : merged.gaps) arguments.note("left open: " + gap);
    print(fmt::format("{}: {} of {} from {}{}\n", host::printable(*output), host::counted(merged.units, "unit"),
                      host::counted(merged.runs, "run"), host::counted(merged.ledgers, "ledger"),
                      merged.recounts > 0 ? "; " + host::counted(merged.recounts, "was", "were") +
                                                " counted twice, with the same result"
                                          : ""));
    return host::ExitCode::all_agree;
  } catch (const host::ResultMismatch& error) {
    complain(std::string{"error: "} + error.what());
    return host::ExitCode::disagreement;
  }
}

}  // namespace

const Command merge_command{
    .name = "merge",
    .brief = "the ledgers of parts",
    .summary = "Merge the ledgers of the parts of an experiment.",
    .usage = "-o FILE LEDGER... [options]",
    .argument = "LEDGER...",
    .examples =
        "  gridcensus merge -o all.ledger part-*.ledger\n"
        "  gridcensus run experiments/long/two_by_six.yaml --ledger all.ledger\n",
    .options = {{"output", "FILE", "The ledger to write. What it already has stays in it.", "o"},
                {"allow-gaps", "", "Merge even if units are missing; the run with the merged ledger counts them."}},
    .run = run_merge};

}  // namespace gridcensus::app
