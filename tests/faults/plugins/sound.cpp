// Nothing is wrong with this one.
#include "sound_strategy.hpp"

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("sound"); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
