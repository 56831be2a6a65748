#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"
#include "host/fields/values.hpp"
#include "host/graph/engine.hpp"
#include "host/graph/provenance.hpp"
#include "host/ledger/ledger.hpp"
#include "host/process/scratch_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

namespace gridcensus::host::conformance {

namespace {

ScratchFolder folder_for_a_ledger() {
  try {
    return ScratchFolder{};
  } catch (const std::filesystem::filesystem_error&) {
    throw CheckSkipped{"no temporary folder can be made for a ledger"};
  }
}

RunResult run(const Prepared& prepared, const ExecuteOptions& options) {
  return execute(prepared.experiment, prepared.plan, options).runs.front();
}

/// Returns all results of a run as lossless text, line by line.
std::vector<std::string> all_of(const RunResult& run) {
  std::vector<std::string> lines{fmt::format("{} units", run.units)};
  for (const auto& [quantity, outcome] : run.outcomes)
    lines.push_back(fmt::format("{} = {}", name_of(quantity), encode(outcome)));
  for (const auto& [name, finding] : run.findings) lines.push_back(fmt::format("{} = {}", name, encode(finding)));
  return lines;
}

void require_same(const RunResult& whole, const RunResult& other, const std::string& how) {
  const auto left = all_of(whole);
  const auto right = all_of(other);
  if (other.state != RunState::concluded) throw CheckFailed{how + " it does not conclude: " + other.message};
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const auto at = [i](const auto& lines) { return i < lines.size() ? excerpt(lines[i]) : "nothing"; };
    if (i >= left.size() || i >= right.size() || left[i] != right[i]) {
      throw CheckFailed{fmt::format("at once it gives {}; {} {}", at(left), how, at(right))};
    }
  }
}

}  // namespace

std::string check_resumption(Subject& subject) {
  const Prepared& prepared = subject.quick();
  subject.report_step("a whole run on " + to_string(prepared.shape()));
  const ScratchFolder folder = folder_for_a_ledger();
  Ledger whole_ledger{folder.path() / "whole.ledger"};
  const RunResult whole = run(prepared, {.threads = 1, .ledger = &whole_ledger});
  if (whole.state != RunState::concluded) {
    throw CheckSkipped{fmt::format("the run on {} does not conclude: {}", to_string(prepared.shape()), whole.message)};
  }

  // A ledger with every other unit, as if a crash had lost the rest.
  Ledger half_ledger{folder.path() / "half.ledger"};
  const auto from = whole_ledger.find_run(identity_of(prepared.run(), prepared.inputs));
  std::vector<UnitRecord> records;
  whole_ledger.for_each_unit(from.value(), [&](UnitRecord record) {
    if (record.unit % 2 == 1) records.push_back(std::move(record));
  });
  half_ledger.store_units(half_ledger.open_run(provenance_of(prepared.run(), prepared.inputs)), records, 1);

  subject.report_step("a resumed run on " + to_string(prepared.shape()));
  const RunResult resumed = run(prepared, {.threads = subject.threads(), .ledger = &half_ledger});
  require_same(whole, resumed, fmt::format("with {} of {} units from a ledger", records.size(), whole.units));
  if (records.empty()) {
    throw CheckSkipped{"only one unit on " + to_string(prepared.shape()) + ": there is nothing to resume"};
  }
  return fmt::format("{} with {} of {} units from a ledger, on {} threads: the same as at once on one",
                     to_string(prepared.shape()), resumed.resumed_units, whole.units, subject.threads());
}

}  // namespace gridcensus::host::conformance
