// Has the id that twin_a has too.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("twin"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
