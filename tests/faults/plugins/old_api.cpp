// Built for an interface before the first.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("old_api", "gridcensus.plug", 0, sizeof(gridcensus::GridcensusPlugin), GRIDCENSUS_TOOLCHAIN, 0,
                       GRIDCENSUS_RELEASE);
