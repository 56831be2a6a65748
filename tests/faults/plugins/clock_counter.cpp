// Its units are no function of their number: they count by the clock.
#include "small_counts.hpp"

#include <chrono>

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t /*unit*/, UnitContext& /*context*/) const override {
    return Tally{}.add("grids", Integer{std::chrono::steady_clock::now().time_since_epoch().count()});
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("clock_counter"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
