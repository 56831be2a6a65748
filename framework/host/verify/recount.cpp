#include "host/verify/recount.hpp"

#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/sha256.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

namespace gridcensus::host::verify {

namespace {

using Clock = std::chrono::steady_clock;

/// Returns the first name under which two tallies differ, with both values.
std::string difference_of(const Text& stored, const Text& counted) {
  const Text::json_pointer place{Text::diff(stored, counted).at(0).at("path").get<std::string>()};
  const auto value = [&](const Text& tally) { return tally.contains(place) ? tally.at(place).dump() : "nothing"; };
  return fmt::format("{}: stored is {}, counted again {}", place.to_string().substr(1), value(stored), value(counted));
}

/// Recounts units of one run on several threads.
class RunRecount {
 public:
  RunRecount(const RunRow& run, const PreparedRun& prepared, std::vector<Row> units,
             const std::function<void(const std::vector<Recounted>&)>& on_equal)
      : run_{run}, prepared_{prepared}, units_{std::move(units)}, on_equal_{on_equal} {}

  void count(int threads) {
    tbb::task_arena{threads}.execute(
        [this] { tbb::parallel_for(std::size_t{0}, units_.size(), [this](std::size_t i) { count_unit(units_[i]); }); });
    flush();
  }
  const std::optional<std::string>& wrong() const { return wrong_; }

 private:
  void count_unit(const Row& row) {
    const auto unit = static_cast<std::uint64_t>(row.integer("unit"));
    const auto begin = Clock::now();
    const UnitContext context{{prepared_.seed, prepared_.stream, unit}};
    Tally tally = prepared_.job->run(unit, context);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const Text stored = parsed(row.text("tally"));
    const Text counted = text_of(tally);
    const std::scoped_lock lock{mutex_};
    if (counted == stored) {
      equal_.push_back({&run_, unit, std::move(tally), seconds, row.real("weight")});
      if (Clock::now() - last_flush_ >= std::chrono::seconds{1}) flush();
    } else if (!wrong_ || unit < wrong_unit_) {
      wrong_unit_ = unit;
      wrong_ = fmt::format("unit {}: {}", unit, difference_of(stored, counted));
    }
  }

  void flush() {
    if (!equal_.empty()) on_equal_(equal_);
    equal_.clear();
    last_flush_ = Clock::now();
  }

  const RunRow& run_;
  const PreparedRun& prepared_;
  std::vector<Row> units_;
  const std::function<void(const std::vector<Recounted>&)>& on_equal_;
  std::mutex mutex_;  // guards what follows
  std::vector<Recounted> equal_;
  Clock::time_point last_flush_ = Clock::now();
  std::optional<std::string> wrong_;
  std::uint64_t wrong_unit_ = 0;
};

}  // namespace

std::vector<Row> units_to_recount(const RunRow& run, std::vector<Row> units, const RecountOptions& options) {
  std::vector<std::pair<std::string, std::size_t>> order;
  for (std::size_t i = 0; i < units.size(); ++i) {
    order.emplace_back(
        sha256_of(fmt::format("{}:{}:{}", options.seed, run.text("identity_sha256"), units[i].integer("unit"))), i);
  }
  std::ranges::sort(order);
  const double wanted = std::ceil(static_cast<double>(units.size()) * options.percent / 100);
  order.resize(std::min(units.size(), static_cast<std::size_t>(std::max(1.0, wanted))));
  std::vector<Row> taken;
  taken.reserve(order.size());
  for (const auto& [hash, place] : order) taken.push_back(std::move(units[place]));
  std::ranges::sort(taken, {}, [](const Row& unit) { return unit.integer("unit"); });
  return taken;
}

void recount(const Catalog& catalog, const Tables& tables, const RecountOptions& options,
             const std::function<void(const std::vector<Recounted>&)>& on_equal, Checks& checks) {
  // All rows are read before the first is stored, because the code that stores them may lock the file.
  std::vector<std::pair<const RunRow*, std::vector<Row>>> all;
  for (const RunRow& run : tables.runs()) all.emplace_back(&run, units_to_recount(run, tables.units(run), options));
  for (auto& [run, units] : all) {
    if (units.empty()) continue;
    std::size_t counted = units.size();
    const auto what = [&] { return fmt::format("{} of its units counted again", counted); };
    try {
      const auto prepared = prepare_again(catalog, *run);
      if (const auto* const none = std::get_if<NotPrepared>(&prepared)) {
        checks.not_made(run->name(), what() + ": " + none->reason);
        continue;
      }
      const auto& counts = std::get<PreparedRun>(prepared);
      units = units_of_job(*counts.job, std::move(units));
      counted = units.size();
      RunRecount recount{*run, counts, std::move(units), on_equal};
      recount.count(options.threads);
      checks.add(run->name(), what(), recount.wrong());
    } catch (const StorageError&) {
      throw;
    } catch (const std::exception& error) {
      checks.fails(run->name(), fmt::format("{}: {}", what(), message_of(error)));
    }
  }
}

}  // namespace gridcensus::host::verify
