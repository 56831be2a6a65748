// Declares a divisor that its units do not have: a prime above every side that it takes.
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  using SmallJob::SmallJob;
  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override { return {{"grids", 5}}; }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("breaks_divisor"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
