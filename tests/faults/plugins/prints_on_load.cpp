// Talks while it loads, and would spoil what a script reads from stdout.
#include "sound_strategy.hpp"

#include <cstdio>

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using IdleStrategy::IdleStrategy;
  static gridcensus::About about() { return gridcensus::faults::about("prints_on_load"); }
};

__attribute__((constructor)) void talk() { std::puts(R"({"refused": "said by the plugin itself"})"); }

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
