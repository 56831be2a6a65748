// Nothing is wrong with this one.
#include "idle_plugin.hpp"

GRIDCENSUS_IDLE_PLUGIN("sound");
