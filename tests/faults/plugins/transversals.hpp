#pragma once

#include "about.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace gridcensus::faults {

/// A quantity that no strategy of the project counts.
inline const Quantity transversals{{.name = "transversals",
                                    .definition = "Transversals of all grids together: cells of a grid, one in each "
                                                  "row, in each column and with each symbol.",
                                    .unit = "transversals",
                                    .under_maps = Preserved::grids}};

/// Calls `visit` with every grid of the problem that has these symbols, from 0; -1 stands for any symbol. Tries all
/// symbols in all cells.
inline void for_each_grid(const Problem& problem, std::vector<int> symbols,
                          const std::function<void(const std::vector<int>&)>& visit) {
  const auto seen = cells_seen(problem);
  const auto fits = [&](std::size_t cell, int symbol) {
    for (const int other : seen[cell]) {
      if (symbols[static_cast<std::size_t>(other)] == symbol) return false;
    }
    return true;
  };
  const std::function<void(std::size_t)> fill = [&](std::size_t cell) {
    if (cell == symbols.size()) return visit(symbols);
    if (symbols[cell] >= 0) return fill(cell + 1);
    for (int symbol = 0; symbol < problem.shape.side(); ++symbol) {
      if (!fits(cell, symbol)) continue;
      symbols[cell] = symbol;
      fill(cell + 1);
      symbols[cell] = -1;
    }
  };
  fill(0);
}

/// Refuses sides above 4.
inline Offer offer_transversals(const Problem& problem, const std::set<Quantity>& quantities) {
  return problem.shape.side() <= 4 ? Offer{} : refusal(quantities, "side exceeds 4");
}

}  // namespace gridcensus::faults
