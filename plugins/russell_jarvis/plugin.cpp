#include "gridcensus/plugin.hpp"

#include "grids/grids.hpp"
#include "russell_jarvis/sum_over_classes.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace {

using namespace gridcensus;

/// The most rows: of boxes with two columns, of listed grids, of boxes with a single column.
constexpr int max_rows_of_two_columns = 6;
constexpr int max_rows_of_listed_grids = 4;
constexpr int max_rows_of_one_column = 8;

struct RussellJarvisParams {
  bool automorphisms = false;
};

class RussellJarvis final : public Strategy {
 public:
  using Params = RussellJarvisParams;

  static About about() {
    return {.id = "russell_jarvis",
            .version = "1.1.0",
            .summary = "Classes of symmetries from the structure of their group, and the grids that each class fixes.",
            .source =
                "Russell and Jarvis (2006), \"Mathematics of Sudoku II\"; James and Kerber (1981), \"The "
                "Representation Theory of the Symmetric Group\"",
            .yields = {{Quantity::essentially_different, Kind::exact},
                       {Quantity::symmetry_group_order, Kind::exact},
                       {Quantity::conjugacy_classes, Kind::exact},
                       {Quantity::classes_with_fixed_grids, Kind::exact}}};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("automorphisms", &Params::automorphisms)
        .help(
            "Also list the grids with automorphisms and count them by number of automorphisms; only if fixed grids are "
            "counted.");
  }

  explicit RussellJarvis(Params params) : params_{params} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem.shape, quantity); });
    for (const Quantity quantity : quantities) {
      if (russell_jarvis::needs_fixed_grids(quantity)) offer.inputs[quantity] = {Quantity::grids};
    }
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return russell_jarvis::sum_over_classes(request, params_.automorphisms);
  }

 private:
  std::optional<std::string> why_not(Shape shape, Quantity quantity) const {
    constexpr int max_listed_side = 20;
    if (shape.side() > mathematics::max_grid_side ||
        (shape.side() > max_listed_side && std::min(shape.box_rows, shape.box_cols) == 1)) {
      return "symmetries are listed up to 5x5, and up to 1x" + std::to_string(max_listed_side);
    }
    if (!russell_jarvis::needs_fixed_grids(quantity)) return std::nullopt;
    const int longer = std::max(shape.box_rows, shape.box_cols);
    switch (std::min(shape.box_rows, shape.box_cols)) {
      case 1:
        if (longer <= max_rows_of_one_column) return std::nullopt;
        return "fixed grids of 1xN are counted up to N = " + std::to_string(max_rows_of_one_column);
      case 2:
        if (params_.automorphisms && longer > max_rows_of_listed_grids) {
          return "2x5 and 2x6 have billions of grids with automorphisms, too many to be listed";
        }
        if (longer <= max_rows_of_two_columns) return std::nullopt;
        return "fixed grids of 2xC are counted up to C = " + std::to_string(max_rows_of_two_columns) +
               ": beyond, the halves of a band in two-column boxes have too many classes";
      default:
        if (longer == 3) return std::nullopt;
        return "fixed grids of three and more bands are counted for 3x3 only: larger boxes have too many structures "
               "of a stack that a symmetry fixes";
    }
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(RussellJarvis);
