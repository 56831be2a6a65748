// Built for an interface that does not exist yet.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("future_api", "gridcensus.plug", 99, sizeof(gridcensus::GridcensusPlugin), GRIDCENSUS_TOOLCHAIN,
                       0, GRIDCENSUS_RELEASE);
