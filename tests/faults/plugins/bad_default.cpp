// Declares a default that its own range refuses.
#include "sound_strategy.hpp"

namespace {

struct SideParams {
  int max_side = 100;
};

class Plugin final : public gridcensus::Strategy {
 public:
  using Params = SideParams;
  static gridcensus::About about() { return gridcensus::faults::about("bad_default"); }
  static void describe(gridcensus::Schema<Params>& schema) {
    schema.field("max_side", &Params::max_side).unit("cells").range(2, 9).help("Largest side accepted.");
  }
  explicit Plugin(Params /*params*/) {}
  std::unique_ptr<gridcensus::Job> prepare(const gridcensus::Request& /*request*/) const override {
    return std::make_unique<gridcensus::faults::IdleJob>();
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
