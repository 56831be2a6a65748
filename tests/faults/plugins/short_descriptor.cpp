// Its descriptor ends before the fields that the host reads.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("short_descriptor", "gridcensus.plug", GRIDCENSUS_API, 24, GRIDCENSUS_TOOLCHAIN, 0,
                       GRIDCENSUS_RELEASE);
