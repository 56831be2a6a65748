// Calls a function that no library has. With lazy binding, that call would end the process in the middle of a run.
#include "idle_plugin.hpp"

extern "C" int gridcensus_function_of_nobody();

namespace {

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  static gridcensus::About about() { return gridcensus::faults::about("unresolved_symbol"); }
  std::unique_ptr<gridcensus::Job> prepare(const gridcensus::Request& request) const override {
    return gridcensus_function_of_nobody() == 0 ? nullptr : IdleStrategy::prepare(request);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
