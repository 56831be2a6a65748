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

/// "1%" or "1".
double percentage(const std::string& text) {
  const auto value = parse_real(text.ends_with('%') ? std::string_view{text}.substr(0, text.size() - 1) : text);
  constexpr Real all = 100;
  if (!value || !(*value > 0) || *value > all) {
    throw host::BadInput{
        host::on_command_line("--recount", text + ": expected a share of the units above 0%, to 100%")};
  }
  return static_cast<double>(*value);
}

/// Writes what was counted again into the ledger, as the work of a session of its own that belongs to the same
/// experiment.
class Keeper {
 public:
  Keeper(const Tables& tables, int threads) : tables_{tables}, threads_{threads} {}

  void keep(const std::vector<Recounted>& units) {
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
        // What counting again takes is no part of what the run took.
        if (run) ledger_->store_units(*run, {&record, 1}, 0);
      }
    });
  }

 private:
  const Tables& tables_;
  int threads_;
  std::unique_ptr<host::Ledger> ledger_;
};

/// Sets damaged records aside, with what rests on them. The ledger is whole again only after the next run, so it is not
/// checked here.
host::ExitCode repair(const std::string& file) {
  const auto repaired = host::repair_ledger(file);
  std::string text;
  for (const auto& record : repaired.records) text += "set aside: " + host::printable(record) + "\n";
  if (repaired.records.empty()) {
    text = fmt::format("{}: every record matches its checksum, and none is missing what it rests on\n",
                       host::printable(file));
  } else {
    text += fmt::format("{} out of {}, and the next run counts them again; the file as it was is {}\n",
                        host::counted(repaired.records.size(), "record is", "records are"), host::printable(file),
                        host::printable(repaired.copy.string()));
  }
  print(text);
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
    Keeper keeper{tables, recount.threads};
    // Nothing is added to a ledger that does not hold.
    const bool is_kept = verified.checks.all_hold();
    host::verify::recount(
        *catalog, tables, recount,
        [&](const std::vector<Recounted>& units) {
          if (is_kept) keeper.keep(units);
        },
        verified.checks);
  }
  print(to_string(verified.checks));
  return verified.checks.all_hold() ? host::ExitCode::all_agree : host::ExitCode::disagreement;
}

}  // namespace

const Command verify_command{
    .name = "verify",
    .brief = "a ledger, by other code",
    .summary = "Check a ledger by other code than wrote it: a line for each check.",
    .usage = "LEDGER [options]",
    .argument = "LEDGER",
    .examples =
        "  gridcensus verify cross_validation.ledger\n"
        "  gridcensus verify cross_validation.ledger --recount 5%\n"
        "  gridcensus verify cross_validation.ledger --repair\n",
    .options = joined(
        {{{"repair", "", "Set damaged records aside in place of checking; the next run counts them again."},
          {"recount", "P%",
           "Count this share of the units of every run again, at least one; equal results are noted in the ledger."},
          {"seed", "S", "Chooses the units that are counted again; 1 by default."},
          {"threads", "N", "Threads to count with; all cores by default."},
          {"without-plugins", "", "Ask no strategy: check what the ledger itself shows."}},
         catalog_options()}),
    .run = run_verify};

}  // namespace gridcensus::app
