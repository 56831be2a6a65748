// Takes two seconds and more to say what it refuses, and a word to say why.
#include "sound_strategy.hpp"

#include <ctime>

namespace {

using namespace gridcensus;

class Plugin final : public faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static About about() { return faults::about("refuses_late"); }
  std::optional<std::string> why_not(const Problem& /*problem*/, Quantity /*quantity*/) const override {
    const std::clock_t begin = std::clock();
    while (std::clock() - begin < CLOCKS_PER_SEC * 11 / 5) {
    }
    return "no";
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
