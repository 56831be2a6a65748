// Crashes the process that loads it.
#include "idle_plugin.hpp"

#include <csignal>

namespace {

__attribute__((constructor)) void crash() {
  std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report the crash and exit normally
  std::raise(SIGSEGV);
}

}  // namespace

GRIDCENSUS_IDLE_PLUGIN("crash_on_load");
