// Its sum is one too high for the theorem by which it divides.
#include "gridcensus/broken_invariant.hpp"
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer classes = exact_quotient(total.sum("grids") + 1, factorial(problem().shape.side()),
                                           "the grids, which relabellings divide");
    return {{{Quantity::grids, Exact{classes}}}, {}};
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("breaks_theorem_in_conclude"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
