// Its entry function throws.
#include "idle_plugin.hpp"

#include <stdexcept>

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  static gridcensus::About about() { throw std::runtime_error{"no words for itself"}; }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
