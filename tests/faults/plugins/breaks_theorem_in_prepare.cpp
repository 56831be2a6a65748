// Finds while it prepares that something does not hold which holds by a theorem.
#include "gridcensus/broken_invariant.hpp"
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  explicit FaultyJob(const Problem& problem) : SmallJob{problem} {
    throw BrokenInvariant{"the classes do not make up the group"};
  }
};

class Plugin final : public faults::SmallStrategy<FaultyJob> {
 public:
  using SmallStrategy::SmallStrategy;
  static About about() { return faults::about("breaks_theorem_in_prepare"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
