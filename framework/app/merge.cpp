#include "host/ledger/merge.hpp"

#include "app/command_line.hpp"
#include "host/base/text.hpp"
#include "host/ledger/ledger.hpp"

#include <fmt/format.h>

namespace gridcensus::app {

namespace {

host::ExitCode run_merge(const Arguments& arguments) {
  const auto output = arguments.text("output");
  if (!output) throw host::BadInput{host::on_command_line("-o", "name the ledger to write: -o all.ledger")};
  std::vector<std::filesystem::path> inputs;
  for (const auto& name : arguments.all_required("LEDGER")) inputs.emplace_back(name);
  try {
    const auto merged = host::merge_ledgers(inputs, *output, arguments.has("allow-gaps"));
    if (!merged.is_written) {
      for (const auto& gap : merged.gaps) print_error("error: " + gap);
      print_error(
          "nothing was written; finish those parts (`gridcensus status` shows them), or merge with --allow-gaps");
      return host::ExitCode::incomplete;
    }
    for (const auto& gap : merged.gaps) arguments.print_note("gap: " + gap);
    print(fmt::format("{}: {} of {} from {}{}\n", host::printable(*output), host::pluralise(merged.units, "unit"),
                      host::pluralise(merged.runs, "run"), host::pluralise(merged.ledgers, "ledger"),
                      merged.recounts > 0 ? "; " + host::pluralise(merged.recounts, "was", "were") +
                                                " counted twice, with the same result"
                                          : ""));
    return host::ExitCode::all_agree;
  } catch (const host::ResultMismatch& error) {
    print_error(std::string{"error: "} + error.what());
    return host::ExitCode::disagreement;
  }
}

}  // namespace

const Command merge_command{
    .name = "merge",
    .brief = "join ledgers of parts",
    .summary = "Merge the ledgers of the parts of an experiment.",
    .usage = "-o FILE LEDGER... [options]",
    .argument = "LEDGER...",
    .examples =
        "  gridcensus merge -o all.ledger part-*.ledger\n"
        "  gridcensus run experiments/long/two_by_six.yaml --ledger all.ledger\n",
    .options = {{"output", "FILE", "Ledger to write. Its existing contents are kept.", "o"},
                {"allow-gaps", "", "Merge even if units are missing; a run with the merged ledger counts them."}},
    .run = run_merge};

}  // namespace gridcensus::app
