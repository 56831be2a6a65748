// It crashes the process that loads it.
#include "idle_plugin.hpp"

#include <csignal>

namespace {

__attribute__((constructor)) void crash() {
  std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it, and exit in order
  std::raise(SIGSEGV);
}

}  // namespace

GRIDCENSUS_IDLE_PLUGIN("crash_on_load");
