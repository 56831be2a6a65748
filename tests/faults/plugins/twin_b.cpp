// Its id is also that of twin_a.
#include "idle_plugin.hpp"

GRIDCENSUS_IDLE_PLUGIN("twin");
