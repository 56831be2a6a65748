// Written for an interface that is yet to come.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("future_api"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", 7, sizeof(gridcensus::GridcensusPlugin), GRIDCENSUS_TOOLCHAIN, 0,
                       GRIDCENSUS_RELEASE);
