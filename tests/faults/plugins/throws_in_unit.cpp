// One of its units fails, the others do not.
#include "small_counts.hpp"

#include <stdexcept>

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& context) const override {
    if (unit == 3) throw std::runtime_error{"unit 3 cannot be counted"};
    return SmallJob::run(unit, context);
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("throws_in_unit"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
