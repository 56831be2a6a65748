// A sampler whose weights are ten percent too high: only a comparison can find it out.
#include "random_descent.hpp"

namespace {

using namespace gridcensus;

class Plugin final : public faults::RandomDescent<110> {
 public:
  using RandomDescent::RandomDescent;
  static About about() { return faults::about("biased_sampler", Quantity::grids, Kind::estimate); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
