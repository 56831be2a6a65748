// Its descriptor ends before the fields that the host reads.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("short_descriptor"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", GRIDCENSUS_API, 24, GRIDCENSUS_TOOLCHAIN, 0, GRIDCENSUS_RELEASE);
