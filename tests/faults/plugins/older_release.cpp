// Nothing is wrong with this one: it was built against an older release of the same interface.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("older_release"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, gridcensus::compiled_cpu_features(), 0, 0, 9);
