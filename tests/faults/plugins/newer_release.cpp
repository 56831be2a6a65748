// Built against a later release of the same interface, so it may use features that this release lacks.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("newer_release", "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, 0, 99, 0, 0);
