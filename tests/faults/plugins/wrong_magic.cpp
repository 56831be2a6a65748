// Exports the symbol of a plugin, with something else behind it.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("wrong_magic"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "somebody.else", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, 0, GRIDCENSUS_RELEASE);
