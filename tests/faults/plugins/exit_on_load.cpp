// Leaves as if all were well.
#include "sound_strategy.hpp"

#include <cstdlib>

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("exit_on_load"); }
};

__attribute__((constructor)) void leave() { std::exit(0); }

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
