// Takes 24 MiB, and forecasts one.
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Tally tally = SmallJob::run(unit, context);
    tally.add("table", Integer{table_[unit]});
    return tally;
  }

 private:
  std::vector<char> table_ = std::vector<char>(24 * mebibyte, 1);
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("understates_memory"); }
  Forecast forecast(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    return {.units = std::nullopt, .memory_bytes = mebibyte};
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
