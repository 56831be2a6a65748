// A valid plugin.
#include "idle_plugin.hpp"

GRIDCENSUS_IDLE_PLUGIN("sound");
