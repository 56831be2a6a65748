#include "symbol_frontier/constraints.hpp"

#include "gridcensus/rules.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace gridcensus::symbol_frontier {

namespace {

constexpr SymbolBits all_symbols(std::size_t side) { return (SymbolBits{1} << side) - 1; }

/// The remaining symbols of the cells.
struct Candidates {
  std::vector<SymbolBits> symbols;
  std::vector<std::size_t> changed;  // cells whose consequences have not been propagated

  /// Returns false if the cell has no symbol left.
  bool narrow(std::size_t cell, SymbolBits to) {
    const SymbolBits left = symbols[cell] & to;
    if (left == symbols[cell]) return true;
    symbols[cell] = left;
    changed.push_back(cell);
    return left != 0;
  }
};

/// Propagates the consequences of candidates. The functions return false if there is a contradiction.
class Deduction {
 public:
  explicit Deduction(const Constraints& constraints)
      : constraints_{constraints}, side_{constraints.side()}, related_(constraints.seen.size()) {
    for (const RelatedCells& related : constraints.related) {
      related_[static_cast<std::size_t>(related.cells.first)].push_back(&related);
      related_[static_cast<std::size_t>(related.cells.second)].push_back(&related);
    }
  }

  Candidates start() const {
    Candidates candidates{std::vector(constraints_.seen.size(), all_symbols(side_)), {}};
    for (std::size_t cell = 0; cell < candidates.symbols.size(); ++cell) {
      if (!constraints_.allowed.empty()) candidates.symbols[cell] &= constraints_.allowed[cell];
      candidates.changed.push_back(cell);
    }
    return candidates;
  }

  bool follow(Candidates& candidates) const {
    do {
      while (!candidates.changed.empty()) {
        const std::size_t cell = candidates.changed.back();
        candidates.changed.pop_back();
        if (!follow_cell(candidates, cell)) return false;
      }
      const auto is_possible = [&](const Region& region) { return follow_region(candidates, region); };
      if (!std::ranges::all_of(constraints_.regions, is_possible)) return false;
    } while (!candidates.changed.empty());
    return true;
  }

  /// Tries each symbol in each cell that may have it, until nothing more is ruled out.
  bool follow_trials(Candidates& candidates) const {
    if (!follow(candidates)) return false;
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (std::size_t cell = 0; cell < candidates.symbols.size(); ++cell) {
        for (std::size_t symbol = 0; symbol < side_; ++symbol) {
          const SymbolBits bit = SymbolBits{1} << symbol;
          if ((candidates.symbols[cell] & bit) == 0 || candidates.symbols[cell] == bit) continue;
          Candidates trial = candidates;
          if (trial.narrow(cell, bit) && follow(trial)) continue;
          is_done = false;
          if (!candidates.narrow(cell, ~bit) || !follow(candidates)) return false;
        }
      }
    }
    return true;
  }

 private:
  bool follow_cell(Candidates& candidates, std::size_t cell) const {
    const SymbolBits here = candidates.symbols[cell];
    if (here == 0) return false;
    for (const int other : constraints_.seen[cell]) {
      if (!std::has_single_bit(here)) break;
      if (!candidates.narrow(static_cast<std::size_t>(other), ~here)) return false;
    }
    for (const RelatedCells* const related : related_[cell]) {
      const bool is_first = static_cast<std::size_t>(related->cells.first) == cell;
      SymbolBits fitting = 0;
      for (std::size_t symbol = 0; symbol < side_; ++symbol) {
        const SymbolBits bit = SymbolBits{1} << symbol;
        if (is_first && (here & bit) != 0) fitting |= related->goes_with[symbol];
        if (!is_first && (here & related->goes_with[symbol]) != 0) fitting |= bit;
      }
      const int other = is_first ? related->cells.second : related->cells.first;
      if (!candidates.narrow(static_cast<std::size_t>(other), fitting)) return false;
    }
    return true;
  }

  bool follow_region(Candidates& candidates, const Region& region) const {
    SymbolBits once = 0;
    SymbolBits twice = 0;
    for (const int cell : region) {
      const SymbolBits here = candidates.symbols[static_cast<std::size_t>(cell)];
      twice |= once & here;
      once |= here;
    }
    if (once != all_symbols(side_)) return false;
    return std::ranges::all_of(region, [&](int cell) {
      const SymbolBits only_here = candidates.symbols[static_cast<std::size_t>(cell)] & ~twice;
      if (only_here == 0) return true;
      return std::has_single_bit(only_here) && candidates.narrow(static_cast<std::size_t>(cell), only_here);
    });
  }

  const Constraints& constraints_;
  std::size_t side_;
  std::vector<std::vector<const RelatedCells*>> related_;  // by cell
};

}  // namespace

std::size_t Constraints::side() const {
  std::size_t side = 0;
  while (side * side < seen.size()) ++side;
  return side;
}

bool Constraints::symbols_are_alike() const {
  const SymbolBits all = all_symbols(side());
  return related.empty() && std::ranges::all_of(allowed, [&](SymbolBits symbols) { return symbols == all; });
}

Constraints constraints_of(const Problem& problem) {
  const Problem stronger = with_implied_regions(problem);
  Constraints constraints{.seen = cells_seen(stronger), .regions = stronger.regions()};
  if (problem.symbols_are_alike()) return constraints;
  constraints.allowed = stronger.allowed();
  constraints.related = stronger.related();
  return constraints;
}

void rule_out_symbols(Constraints& constraints) {
  if (constraints.symbols_are_alike()) return;
  const Deduction deduction{constraints};
  Candidates candidates = deduction.start();
  const bool is_possible = deduction.follow_trials(candidates);
  constraints.allowed = std::move(candidates.symbols);
  if (!is_possible) std::ranges::fill(constraints.allowed, 0);
}

}  // namespace gridcensus::symbol_frontier
