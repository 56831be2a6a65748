// Finds out only while it prepares that it cannot count.
#include "sound_strategy.hpp"

#include <stdexcept>

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("throws_in_prepare"); }
  std::unique_ptr<gridcensus::Job> prepare(const gridcensus::Request& /*request*/) const override {
    throw std::runtime_error{"the tables cannot be built"};
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
