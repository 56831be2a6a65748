// Built by another compiler: its C++ objects must not be touched.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("foreign_build_tag"); }
};

}  // namespace

GRIDCENSUS_PLUGIN_WITH(Plugin, "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       "gcc 4.8.5 / libstdc++ 20150623 abi 0 / boost 105300 / sdk 0", 0, GRIDCENSUS_RELEASE);
