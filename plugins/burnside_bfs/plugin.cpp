// Essentially different grids by Burnside's lemma, which is due to Cauchy and Frobenius:
//
//                                1
//     essentially different  =  ---   sum over the conjugacy classes C of H of   |C| * fixed(C)
//                               |H|
//
//     H         the symmetries of the problem: permutations of its cells, without relabelling
//     |C|       the number of members of C
//     fixed(C)  the grids up to relabelling that one member of C fixes up to relabelling. All members fix equally many.
//               For the identity these are all grids: grids / N!, an input
//
// The files, by what they compute of it:
//
//     sum_over_classes      the sum. Its units are slices of fixed(C); it divides by |H| at the end
//     group/                H, |H|, the classes and their sizes. symmetry_classes chooses:
//                             classic rules, R = C     symmetries lists H, conjugacy its classes; both use step_graph
//                             classic rules, R != C    line_classes: H is a product, so its two factors are listed
//                             any other rules          listed_classes
//                           cube_group                 the order with relabelling, a finding
//     fixed_count           fixed(C). It chooses:
//       fixed_grids           classic rules: by rows and, if that gets long, by bands
//       fixed_grids_search    any other rules: a label for a cycle of cells at a time
//     cycles/               cycles of cells and of labels, on which all counts of fixed(C) rest
//     by_rows/              fillings counts row by row; states is its table
//     by_bands/             bands counts band by band, in two steps:
//                             band_tables              the fillings of each cycle of bands, by key. From band_fillings
//                                                      or, if one band decides all, from free_bands (bands_of_columns)
//                             joined_bands             the cycles of bands together, by key_joins
//                           keys, column_counts        the keys of both steps
//                           band_symmetry              the data of a symmetry that both use, and the cost of a count
//
// The README has the mathematics, the costs and the limits.
#include "gridcensus/plugin.hpp"

#include "burnside_bfs/group/symmetry_classes.hpp"
#include "burnside_bfs/sum_over_classes.hpp"
#include "symbols/symbols.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace {

using namespace gridcensus;

class BurnsideBfs final : public Strategy {
 public:
  static About about() {
    return {.id = "burnside_bfs",
            .version = "1.2.0",
            .summary =
                "Lists the symmetries and their conjugacy classes by breadth-first search, and averages the "
                "grids that they fix.",
            .source = "\"Sudoku: so how many of them? Part 2/2\", habr.com/ru/post/314514",
            .yields = {{Quantity::essentially_different, Kind::exact},
                       {Quantity::symmetry_group_order, Kind::exact},
                       {Quantity::conjugacy_classes, Kind::exact},
                       {Quantity::classes_with_fixed_grids, Kind::exact}},
            .rules = SupportedRules::different_cells};
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem, quantity); });
    offer.memory_bytes = burnside_bfs::listing_bytes(problem);
    for (const Quantity quantity : quantities) {
      if (burnside_bfs::needs_fixed_grids({quantity})) offer.inputs[quantity] = {Quantity::grids};
    }
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return burnside_bfs::sum_over_classes(request);
  }

 private:
  static std::optional<std::string> why_not(const Problem& problem, Quantity quantity) {
    if (quantity == Quantity::symmetry_group_order) return std::nullopt;
    if (burnside_bfs::needs_fixed_grids({quantity}) && problem.shape.side() > mathematics::max_symbols) {
      return "fixed grids are counted up to side " + std::to_string(mathematics::max_symbols);
    }
    return burnside_bfs::why_not_listed(problem);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(BurnsideBfs);
