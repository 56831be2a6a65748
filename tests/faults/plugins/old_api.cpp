// Written for an interface before the first.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("old_api"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", 0, sizeof(gridcensus::GridcensusPlugin), GRIDCENSUS_TOOLCHAIN, 0,
                       GRIDCENSUS_RELEASE);
