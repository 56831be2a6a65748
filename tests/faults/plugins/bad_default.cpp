// Declares a default outside its own range.
#include "idle_plugin.hpp"

namespace {

struct SideParams {
  int max_side = 100;
};

class Plugin final : public gridcensus::faults::IdleStrategy {
 public:
  using Params = SideParams;
  static gridcensus::About about() { return gridcensus::faults::about("bad_default"); }
  static void describe(gridcensus::Schema<Params>& schema) {
    schema.field("max_side", &Params::max_side).unit("cells").range(2, 9).help("Largest side accepted.");
  }
  explicit Plugin(Params /*params*/) {}
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
