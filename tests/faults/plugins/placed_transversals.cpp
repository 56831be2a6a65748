// Counts the same quantity as grid_transversals in another way: for each set of cells with one in each row and column,
// the grids in which these have the symbols in order. Relabelling gives every other order.
#include "transversals.hpp"

#include <algorithm>
#include <numeric>

namespace {

using namespace gridcensus;

struct Plugin final : Strategy {
  static About about() { return faults::about("placed_transversals", faults::transversals); }
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    return faults::offer_transversals(problem, quantities);
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Integer orders = factorial(request.problem.shape.side());
    return exact_sum({.quantity = faults::transversals,
                      .units = orders.convert_to<std::uint64_t>(),
                      .count =
                          [problem = request.problem](std::uint64_t unit, const Poll& poll) {
                            const auto side = static_cast<std::size_t>(problem.shape.side());
                            std::vector<std::size_t> columns(side);
                            std::iota(columns.begin(), columns.end(), std::size_t{0});
                            for (; unit > 0; --unit) std::ranges::next_permutation(columns);
                            std::vector<int> symbols(side * side, -1);
                            for (std::size_t row = 0; row < side; ++row) {
                              symbols[row * side + columns[row]] = static_cast<int>(row);
                            }
                            // Two of the cells may be in one box, but they never have equal symbols.
                            std::uint64_t count = 0;
                            faults::for_each_grid(problem, symbols, [&](const std::vector<int>& /*grid*/) {
                              poll();
                              ++count;
                            });
                            return Integer{count};
                          },
                      .times = orders});
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
