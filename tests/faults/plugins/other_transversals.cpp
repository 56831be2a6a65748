// Declares a quantity with a name that other plugins use, but with another meaning, and one that follows from it.
#include "transversals.hpp"

namespace {

using namespace gridcensus;

const Quantity of_one_grid{{.name = "transversals",
                            .definition = "Transversals of the grid that has the most of them.",
                            .unit = "transversals"}};
const Quantity classes{{.name = "transversal_classes",
                        .definition = "Transversals up to relabelling.",
                        .unit = "classes",
                        .relabelling_classes_of = "transversals"}};

struct Plugin final : Strategy {
  static About about() {
    About about = faults::about("other_transversals", of_one_grid);
    about.yields.push_back({classes, Kind::exact});
    return about;
  }
  /// Accepts one quantity at a time.
  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Quantity asked = *request.quantities.begin();
    return exact_sum({.quantity = asked, .count = [](std::uint64_t, const Poll&) { return Integer{0}; }});
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
