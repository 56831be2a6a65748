// Its total is one too high.
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, Exact{total.sum("grids") + 1}}}, {}};
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("counts_wrong"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
