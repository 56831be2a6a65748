// Its id is also that of twin_b.
#include "idle_plugin.hpp"

GRIDCENSUS_IDLE_PLUGIN("twin");
