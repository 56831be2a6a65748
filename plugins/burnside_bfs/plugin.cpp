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
            .rules = RulesTaken::any};
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
