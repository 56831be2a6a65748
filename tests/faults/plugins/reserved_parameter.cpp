// Declares a parameter whose name an experiment file uses for something else.
#include "sound_strategy.hpp"

namespace {

struct BudgetParams {
  int budget = 5;
};

class Plugin final : public gridcensus::Strategy {
 public:
  using Params = BudgetParams;
  static gridcensus::About about() { return gridcensus::faults::about("reserved_parameter"); }
  static void describe(gridcensus::Schema<Params>& schema) { schema.field("budget", &Params::budget).help("Money."); }
  explicit Plugin(Params /*params*/) {}
  std::unique_ptr<gridcensus::Job> prepare(const gridcensus::Request& /*request*/) const override {
    return std::make_unique<gridcensus::faults::IdleJob>();
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
