// Never comes back from being loaded.
#include "sound_strategy.hpp"

#include <unistd.h>

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("hang_on_load"); }
};

__attribute__((constructor)) void hang() {
  for (;;) ::pause();
}

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
