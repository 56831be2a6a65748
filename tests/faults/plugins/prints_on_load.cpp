// It prints while it loads, which would spoil what a script reads from stdout.
#include "idle_plugin.hpp"

#include <cstdio>

namespace {

__attribute__((constructor)) void talk() { std::puts(R"({"refused": "said by the plugin itself"})"); }

}  // namespace

GRIDCENSUS_IDLE_PLUGIN("prints_on_load");
