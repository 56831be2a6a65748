// An honest sampler.
#include "random_descent.hpp"

namespace {

using namespace gridcensus;

class Plugin final : public faults::RandomDescent<100> {
 public:
  using RandomDescent::RandomDescent;
  static About about() { return faults::about("sampler", Quantity::grids, Kind::estimate); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
