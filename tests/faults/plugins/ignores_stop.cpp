// Its units take two seconds each, and never ask whether they should stop.
#include "small_counts.hpp"

#include <chrono>
#include <thread>

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& /*context*/) const override {
    std::this_thread::sleep_for(std::chrono::seconds{2});
    UnitContext deaf{1, 0, unit, {}};
    return SmallJob::run(unit, deaf);
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("ignores_stop"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
