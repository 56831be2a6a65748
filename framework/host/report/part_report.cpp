#include "host/report/listing.hpp"
#include "host/report/text_layout.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

namespace gridcensus::host {

std::string part_report(const Plan& plan, const ExecutedRuns& executed, std::size_t width) {
  const Part& part = executed.part;
  using enum TextTable::Align;
  TextTable table{{{"problem"}, {"strategy"}, {"units", right}, {"of them before", right}, {"time", right}, {"state"}}};
  bool is_done = true;
  for (const auto& run : plan.runs) {
    const RunResult& result = executed.runs[run.number];
    const bool had_concluded = result.state == RunState::concluded;
    is_done = is_done && (had_concluded || result.state == RunState::part_done || result.state == RunState::deferred);
    std::string state = result.message;
    if (had_concluded) state = "concluded in the ledger";
    if (result.state == RunState::deferred) state = "left to the concluding run: " + state;
    table.add({to_string(run.problem), run.configuration->name, std::to_string(result.units),
               std::to_string(result.resumed_units), seconds_text(result.seconds), state});
  }
  Lines lines{width};
  lines.add(table);
  lines.add_wrapped(
      is_done ? fmt::format("Part {} is done. When all {} are, `gridcensus merge` combines their ledgers, and "
                            "`gridcensus run` with that ledger concludes.",
                            to_string(part), part.count)
              : fmt::format("Part {} is not done. To resume it, run the same command.", to_string(part)),
      0);
  return lines.text();
}

}  // namespace gridcensus::host
