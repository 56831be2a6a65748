// One of its units finds that something does not hold which holds by a theorem.
#include "gridcensus/broken_invariant.hpp"
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& context) const override {
    if (unit == 3) throw BrokenInvariant{"two orders of factorisation differ"};
    return SmallJob::run(unit, context);
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("breaks_theorem_in_unit"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
