// Built by another compiler, so the host must not touch its C++ objects.
#include "idle_plugin.hpp"

GRIDCENSUS_PLUGIN_WITH("foreign_build_tag", "gridcensus.plug", GRIDCENSUS_API, sizeof(gridcensus::GridcensusPlugin),
                       "gcc 4.8.5 / libstdc++ 20150623 abi 0 / boost 105300 / sdk 0", 0, GRIDCENSUS_RELEASE);
