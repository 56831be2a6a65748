// Ends the process that loads it.
#include "sound_strategy.hpp"

#include <csignal>

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("crash_on_load"); }
};

__attribute__((constructor)) void crash() {
  std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it, and exit in order
  std::raise(SIGSEGV);
}

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
