// Counts a quantity of its own: the transversals of each grid in turn.
#include "transversals.hpp"

namespace {

using namespace gridcensus;

/// Returns the number of transversals of a grid that extend a choice in the first rows, whose columns and symbols are
/// used.
std::uint64_t count_from(int row, const std::vector<int>& grid, int side, unsigned columns, unsigned symbols) {
  if (row == side) return 1;
  std::uint64_t count = 0;
  for (int column = 0; column < side; ++column) {
    const unsigned of_column = 1U << static_cast<unsigned>(column);
    const unsigned of_symbol =
        1U << static_cast<unsigned>(
            grid[static_cast<std::size_t>(row) * static_cast<std::size_t>(side) + static_cast<std::size_t>(column)]);
    if ((columns & of_column) != 0 || (symbols & of_symbol) != 0) continue;
    count += count_from(row + 1, grid, side, columns | of_column, symbols | of_symbol);
  }
  return count;
}

struct Plugin final : Strategy {
  static About about() { return faults::about("grid_transversals", faults::transversals); }
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    return faults::offer_transversals(problem, quantities);
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return exact_sum({.quantity = faults::transversals,
                      .count = [problem = request.problem](std::uint64_t /*unit*/, const Poll& poll) {
                        std::uint64_t count = 0;
                        const std::vector<int> empty(static_cast<std::size_t>(problem.shape.cells()), -1);
                        faults::for_each_grid(problem, empty, [&](const std::vector<int>& grid) {
                          poll();
                          count += count_from(0, grid, problem.shape.side(), 0, 0);
                        });
                        return Integer{count};
                      }});
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
