#include "host/verify/verify.hpp"

#include "app/command_line.hpp"
#include "app/execution.hpp"
#include "gridcensus/integer.hpp"
#include "host/base/text.hpp"
#include "host/graph/provenance.hpp"
#include "host/ledger/ledger.hpp"
#include "host/ledger/repair.hpp"
#include "host/verify/recount.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <string_view>

namespace gridcensus::app {

namespace {

using host::verify::Recounted;
using host::verify::Tables;

/// Returns a percentage from "1%" or "1".
double percentage(const std::string& text) {
  const auto value = parse_real(text.ends_with('%') ? std::string_view{text}.substr(0, text.size() - 1) : text);
  constexpr Real all = 100;
  if (!value || !(*value > 0) || *value > all) {
    throw host::BadInput{
        host::on_command_line("--recount", text + ": expected a share of the units above 0% and at most 100%")};
  }
  return static_cast<double>(*value);
}

/// Writes recounted units to the ledger, in a new session of the same experiment.
class RecountWriter {
 public:
  RecountWriter(const Tables& tables, int threads) : tables_{tables}, threads_{threads} {}

  void write(const std::vector<Recounted>& units) {
    if (!ledger_) {
      const auto& first = tables_.sessions().begin()->second;
      host::Experiment experiment;
      experiment.file = first.text("experiment");
      experiment.sha256 = first.text("experiment_sha256");
      host::Session session = session_of(experiment, {}, threads_);
      session.seed = first.text("seed");
      session.part = first.text("part");
      ledger_ = std::make_unique<host::Ledger>(tables_.file(), session);
    }
    ledger_->in_transaction([&] {
      for (const Recounted& unit : units) {
        const auto run = ledger_->find_run(unit.run->text("identity"));
        const host::UnitRecord record{unit.unit, unit.tally, unit.seconds, unit.weight};
        // The time of a recount does not count towards the time of the run.
        if (run) ledger_->store_units(*run, {&record, 1}, 0);
      }
    });
  }

 private:
  const Tables& tables_;
  int threads_;
  std::unique_ptr<host::Ledger> ledger_;
};

/// Sets damaged records aside, with the records that depend on them. Does not check the ledger, because it is complete
/// again only after the next run.
host::ExitCode repair(const std::string& file) {
  const auto repaired = host::repair_ledger(file);
  std::string text;
  for (const auto& record : repaired.records) text += "set aside: " + host::printable(record) + "\n";
  if (repaired.records.empty()) {
    text = fmt::format("{}: every record matches its checksum, and no record lacks one that it depends on\n",
                       host::printable(file));
  } else {
    text += fmt::format("{} removed from {}; the next run recounts them. The unchanged file is {}\n",
                        host::counted(repaired.records.size(), "record is", "records are"), host::printable(file),
                        host::printable(repaired.copy.string()));
  }
  print(host::wrapped_lines(text, answer_width(), 4));
  return host::ExitCode::all_agree;
}

host::verify::RecountOptions recount_options(const Arguments& arguments) {
  host::verify::RecountOptions recount;
  if (const auto share = arguments.text("recount")) recount.percent = percentage(*share);
  recount.seed = arguments.integer("seed", 0, std::numeric_limits<std::uint64_t>::max()).value_or(recount.seed);
  std::optional<int> threads;
  if (const auto given = arguments.integer("threads", 1, max_threads)) threads = static_cast<int>(*given);
  recount.threads = thread_count(threads);
  return recount;
}

host::ExitCode run_verify(const Arguments& arguments) {
  const bool asks = !arguments.has("without-plugins");
  const bool recounts = arguments.has("recount");
  if (recounts && !asks) throw host::BadInput{"--recount and --without-plugins contradict each other"};
  if (recounts && arguments.has("repair")) throw host::BadInput{"--recount and --repair contradict each other"};
  const auto recount = recount_options(arguments);

  const std::string file = arguments.required("LEDGER");
  if (arguments.has("repair")) return repair(file);
  const Tables tables{file};
  std::optional<host::Catalog> catalog;
  if (asks) catalog = open_catalog(arguments, strategies_of(tables));
  const auto published = host::read_published_values(host::published_values_folder());
  auto verified = host::verify::verify(tables, catalog ? &*catalog : nullptr, published);
  if (recounts) {
    RecountWriter writer{tables, recount.threads};
    // Add nothing to a ledger that failed a check.
    const bool is_kept = verified.checks.all_hold();
    host::verify::recount(
        *catalog, tables, recount,
        [&](const std::vector<Recounted>& units) {
          if (is_kept) writer.write(units);
        },
        verified.checks);
  }
  print(to_string(verified.checks, arguments.has("quiet"), answer_width()));
  return verified.checks.all_hold() ? host::ExitCode::all_agree : host::ExitCode::disagreement;
}

}  // namespace

const Command verify_command{
    .name = "verify",
    .brief = "check a ledger",
    .summary =
        "Check a ledger with code independent of the code that wrote it; prints one line per check, with --quiet only "
        "those that fail.",
    .usage = "LEDGER [options]",
    .argument = "LEDGER",
    .examples =
        "  gridcensus verify cross_validation.ledger\n"
        "  gridcensus verify cross_validation.ledger --recount 5%\n"
        "  gridcensus verify cross_validation.ledger --repair\n",
    .options = joined(
        {{{"repair", "", "Set damaged records aside instead of checking; the next run recounts them."},
          {"recount", "P%",
           "Recount this share of the units of every run, at least one; equal results are recorded in the ledger."},
          {"seed", "S", "Seed that chooses the units to recount; 1 by default."},
          {"threads", "N", "Threads to count with; all cores by default."},
          {"without-plugins", "", "Check only the ledger itself, without calling strategies."}},
         catalog_options()}),
    .run = run_verify};

}  // namespace gridcensus::app
