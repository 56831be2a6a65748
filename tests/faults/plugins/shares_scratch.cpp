// Its units write to one place, and read from it what another thread may have written there since.
#include "small_counts.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& context) const override {
    unit_ = unit;
    std::this_thread::sleep_for(std::chrono::microseconds{200});
    return SmallJob::run(unit_, context);
  }

 private:
  mutable std::atomic<std::uint64_t> unit_{0};
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("shares_scratch"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
