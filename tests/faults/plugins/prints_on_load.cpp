// Prints while it loads, which would corrupt the stdout that a script reads.
#include "idle_plugin.hpp"

#include <cstdio>

namespace {

__attribute__((constructor)) void talk() { std::puts(R"({"refused": "said by the plugin itself"})"); }

}  // namespace

GRIDCENSUS_IDLE_PLUGIN("prints_on_load");
