// Concludes from the units that it has counted itself, not from those that it is handed.
#include "small_counts.hpp"

#include <atomic>

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Tally tally = SmallJob::run(unit, context);
    counted_ += tally.sum("grids").convert_to<std::uint64_t>();
    return tally;
  }
  Report conclude(const Tally& total, std::uint64_t units) const override {
    if (total.sum("grids") > Integer{counted_.load()})
      return {{{Quantity::grids, Exact{Integer{counted_.load()}}}}, {}};
    return SmallJob::conclude(total, units);
  }

 private:
  mutable std::atomic<std::uint64_t> counted_{0};
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("remembers_units"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
