// Nothing is wrong with this one: it was built against an older release of the same interface, and still counts.
#include "random_descent.hpp"

namespace {

using namespace gridcensus;

class Plugin final : public faults::RandomDescent<100> {
 public:
  using RandomDescent::RandomDescent;
  static About about() { return faults::about("older_release", Quantity::grids, Kind::estimate); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", GRIDCENSUS_API, sizeof(GridcensusPlugin), GRIDCENSUS_TOOLCHAIN,
                       compiled_cpu_features(), 0, 0, 9);
