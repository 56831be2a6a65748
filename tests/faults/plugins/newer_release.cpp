// Built against a later release of the same interface: it may use what this one lacks.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("newer_release"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, 0, 99, 0, 0);
