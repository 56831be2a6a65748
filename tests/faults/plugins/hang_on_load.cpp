// Never finishes loading.
#include "idle_plugin.hpp"

#include <unistd.h>

namespace {

__attribute__((constructor)) void hang() {
  for (;;) ::pause();
}

}  // namespace

GRIDCENSUS_IDLE_PLUGIN("hang_on_load");
