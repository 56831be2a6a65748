// Exports the symbol of a plugin, which points to other data.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("wrong_magic", "somebody.else", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, 0, GRIDCENSUS_RELEASE);
