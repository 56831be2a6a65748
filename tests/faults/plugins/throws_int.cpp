// Throws something that is no std::exception.
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& context) const override {
    if (unit == 3) throw 42;
    return SmallJob::run(unit, context);
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("throws_int"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
