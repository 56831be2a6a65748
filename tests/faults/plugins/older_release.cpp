// A valid plugin: it was built against an older release of the same interface.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("older_release", "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, gridcensus::compiled_cpu_features(), 0, 0, 9);
