// Needs a CPU feature that no host knows.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("needs_missing_cpu", "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, 1U << 31U, GRIDCENSUS_RELEASE);
