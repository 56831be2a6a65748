// Calls one less than the count an upper bound of it.
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, UpperBound{total.sum("grids") - 1}}}, {}};
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("false_bound", Quantity::grids, Kind::upper_bound); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
