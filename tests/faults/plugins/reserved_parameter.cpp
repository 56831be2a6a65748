// Declares a parameter with a name that an experiment file reserves.
#include "idle_plugin.hpp"

namespace {

struct BudgetParams {
  int budget = 5;
};

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using Params = BudgetParams;
  static gridcensus::About about() { return gridcensus::faults::about("reserved_parameter"); }
  static void describe(gridcensus::Schema<Params>& schema) { schema.field("budget", &Params::budget).help("Money."); }
  explicit Plugin(Params /*params*/) {}
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
