// It exports the symbol of a plugin, with something else behind it.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("wrong_magic", "somebody.else", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       GRIDCENSUS_TOOLCHAIN, 0, GRIDCENSUS_RELEASE);
