#include "gridcensus/plugin.hpp"

#include "burnside_bfs/sum_over_classes.hpp"
#include "burnside_bfs/symmetries.hpp"
#include "grids/grids.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace {

using namespace gridcensus;

/// Groups with more elements are refused: a step for each of them and each generator, and 2.7 bytes. The shapes that
/// this leaves have few enough fixed grids to be filled in.
constexpr std::int64_t most_elements = 200'000'000;

class BurnsideBfs final : public Strategy {
 public:
  static About about() {
    return {.id = "burnside_bfs",
            .version = "1.0.0",
            .summary =
                "Lists the symmetries and their conjugacy classes by breadth-first search, and averages the "
                "grids that they fix.",
            .source = "\"Sudoku: so how many of them? Part 2/2\", habr.com/ru/post/314514",
            .yields = {{Quantity::essentially_different, Kind::exact},
                       {Quantity::symmetry_group_order, Kind::exact},
                       {Quantity::conjugacy_classes, Kind::exact},
                       {Quantity::classes_with_fixed_grids, Kind::exact}}};
  }

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    const Shape shape = problem.shape;
    if (shape.side() > mathematics::max_grid_side || burnside_bfs::code_limit(shape) > most_elements) {
      return "the group has too many elements to be listed; the limit is " +
             group_digits(std::to_string(most_elements));
    }
    return std::nullopt;
  }

  std::set<Quantity> needs(const Problem& /*problem*/, const std::set<Quantity>& quantities) const override {
    if (burnside_bfs::needs_fixed_grids(quantities)) return {Quantity::grids};
    return {};
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    // A bit for each element in the search, then another and the number of its class, and what the queue holds.
    constexpr std::uint64_t bytes_per_element = 3;
    const Integer elements = burnside_bfs::code_limit(problem.shape);
    return {.units = std::nullopt, .memory_bytes = bytes_per_element * elements.convert_to<std::uint64_t>()};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return burnside_bfs::sum_over_classes(request);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(BurnsideBfs);
