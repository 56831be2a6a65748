#include "symmetric_grids_bound/automorphism_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace gridcensus::symmetric_grids_bound {

namespace {

Real log_factorial(int n) {
  Real sum = 0;
  for (int i = 2; i <= n; ++i) sum += std::log(static_cast<Real>(i));
  return sum;
}

}  // namespace

Real log_row_choices(int cells, int open) {
  return open == 0 ? Real{0} : static_cast<Real>(cells) * log_factorial(open) / static_cast<Real>(open);
}

Real log_cycle_choices(int prime, int cycles, Real open) {
  const auto own = static_cast<Real>(prime);
  const Real difference = open - own;
  // At open = own the integral is log(own); close to it, the quotient would cancel.
  const Real log_each = std::abs(difference) < 1e-6L ? std::log(own) + std::abs(difference)
                                                     : (open * std::log(open) - own * std::log(own)) / difference - 1;
  return static_cast<Real>(cycles) * log_each;
}

namespace {

/// Returns the logarithm of the number of relabellings of order `prime`, or 1, that fix this many of the symbols.
Real log_relabellings(int symbols, int fixed, int prime) {
  const int cycles = (symbols - fixed) / prime;
  return log_factorial(symbols) - log_factorial(fixed) - log_factorial(cycles) -
         static_cast<Real>(cycles) * std::log(static_cast<Real>(prime));
}

/// Returns the logarithm of the number of all relabellings of that order, or 1.
Real log_all_relabellings(int symbols, int prime) {
  Real sum = 0;
  for (int fixed = symbols % prime; fixed <= symbols; fixed += prime) {
    sum += std::exp(log_relabellings(symbols, fixed, prime));
  }
  return std::log(sum);
}

/// The data of a map of prime order for the choice of rows.
struct RowPlan {
  Shape shape;
  int prime = 0;
  int moved_bands = 0;
  int fixed_in_band = 0;  ///< rows of each band that stays in its place
  int fixed_rows = 0;
  bool are_fixed_rows_first = true;
  bool are_moved_bands_first = true;
};

/// Returns the logarithm of a bound of the choices for all rows, without the grid of fixed cells: see (4) and (5).
Real log_choices_of_all_rows(const RowPlan& plan) {
  const int rows = plan.shape.box_rows;
  const int cols = plan.shape.box_cols;
  const int side = plan.shape.side();
  const int moved_columns = side - plan.fixed_rows;  // if rows are fixed, equally many columns are
  Real sum = 0;
  const auto open = [rows, cols](int band, int row) { return (rows - row) * (cols - band); };
  const auto add_fixed_rows = [&](int band, int first) {
    for (int row = first; row < first + plan.fixed_in_band; ++row) {
      const Real average = static_cast<Real>(side * open(band, row)) / static_cast<Real>(moved_columns);
      sum += log_cycle_choices(plan.prime, moved_columns / plan.prime,
                               std::min(average, static_cast<Real>(moved_columns)));
    }
  };
  const auto add_moved_rows = [&](int band, int first, int end, int step) {
    for (int row = first; row < end; row += step) sum += log_row_choices(side, open(band, row));
  };
  const int fixed_bands = cols - plan.moved_bands;
  int band = 0;
  const auto add_moved_bands = [&] {
    for (int moved = 0; moved < plan.moved_bands; moved += plan.prime, band += plan.prime) {
      add_moved_rows(band, 0, rows, 1);
    }
  };
  if (plan.are_moved_bands_first) add_moved_bands();
  for (int kept = 0; kept < fixed_bands; ++kept, ++band) {
    const int first_moved = plan.are_fixed_rows_first ? plan.fixed_in_band : 0;
    const int moved_in_band = rows - plan.fixed_in_band;
    add_fixed_rows(band, plan.are_fixed_rows_first ? 0 : moved_in_band);
    add_moved_rows(band, first_moved, first_moved + moved_in_band, plan.prime);
  }
  if (!plan.are_moved_bands_first) add_moved_bands();
  return sum;
}

/// Returns the minimum over the orders of rows.
Real min_log_choices_of_all_rows(RowPlan plan) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const bool are_fixed_rows_first : {true, false}) {
    for (const bool are_moved_bands_first : {true, false}) {
      plan.are_fixed_rows_first = are_fixed_rows_first;
      plan.are_moved_bands_first = are_moved_bands_first;
      least = std::min(least, log_choices_of_all_rows(plan));
    }
  }
  return least;
}

/// Returns the logarithm of a bound of the choices for all rows of a grid, without any symmetry: see (2).
Real log_grid_choices(Shape shape) {
  Real sum = 0;
  for (int band = 0; band < shape.bands(); ++band) {
    for (int row = 0; row < shape.box_rows; ++row) {
      sum += log_row_choices(shape.side(), (shape.box_rows - row) * (shape.box_cols - band));
    }
  }
  return sum;
}

/// Returns the bound of case (5); -infinity if its necessary conditions do not hold.
Real log_with_fixed_cells(Shape shape, const PrimeKind& kind) {
  const int side = shape.side();
  const LineKind& rows = kind.rows;
  const LineKind& columns = kind.columns;
  const int fixed = rows.fixed_lines;
  const bool is_grid = rows.min_fixed_lines == rows.max_fixed_lines &&
                       columns.min_fixed_lines == columns.max_fixed_lines && fixed == columns.fixed_lines &&
                       fixed == rows.max_fixed_lines * columns.max_fixed_lines && 2 * fixed <= side;
  if (!is_grid) return -std::numeric_limits<Real>::infinity();
  const Shape inner{rows.max_fixed_lines, columns.max_fixed_lines};
  const Real by_rows = min_log_choices_of_all_rows({.shape = shape,
                                                    .prime = kind.prime,
                                                    .moved_bands = rows.moved_blocks,
                                                    .fixed_in_band = rows.max_fixed_lines,
                                                    .fixed_rows = fixed});
  const Real by_columns = min_log_choices_of_all_rows({.shape = shape.transposed(),
                                                       .prime = kind.prime,
                                                       .moved_bands = columns.moved_blocks,
                                                       .fixed_in_band = columns.max_fixed_lines,
                                                       .fixed_rows = fixed});
  return log_relabellings(side, fixed, kind.prime) + log_grid_choices(inner) + std::min(by_rows, by_columns);
}

/// Returns the bound of case (4): no row is fixed, or no column.
Real log_with_free_lines(Shape shape, const PrimeKind& kind) {
  const int side = shape.side();
  const LineKind& rows = kind.rows;
  const LineKind& columns = kind.columns;
  const bool is_box_fixed = rows.moved_blocks < shape.bands() && columns.moved_blocks < shape.stacks();
  const bool is_no_symbol_fixed = rows.fixed_lines > 0 || columns.fixed_lines > 0 || is_box_fixed;
  // Then the cycles of s have the length of the prime, so it divides the side: otherwise every s fixes a symbol.
  if (is_no_symbol_fixed && side % kind.prime != 0) return -std::numeric_limits<Real>::infinity();
  Real least = std::numeric_limits<Real>::infinity();
  if (rows.fixed_lines == 0) {
    least = std::min(
        least, min_log_choices_of_all_rows({.shape = shape, .prime = kind.prime, .moved_bands = rows.moved_blocks}));
  }
  if (columns.fixed_lines == 0) {
    least =
        std::min(least, min_log_choices_of_all_rows(
                            {.shape = shape.transposed(), .prime = kind.prime, .moved_bands = columns.moved_blocks}));
  }
  return least + (is_no_symbol_fixed ? log_relabellings(side, 0, kind.prime) : log_all_relabellings(side, kind.prime));
}

}  // namespace

Real fixed_grids_bound(Shape shape, const PrimeKind& kind) {
  const bool has_fixed_cells = kind.rows.fixed_lines > 0 && kind.columns.fixed_lines > 0;
  return std::exp(has_fixed_cells ? log_with_fixed_cells(shape, kind) : log_with_free_lines(shape, kind));
}

Real fixed_grids_bound_transposing(Shape shape) {
  const int rows = shape.box_rows;
  const int side = shape.side();
  const int pairs = (side - rows) / 2;
  const Real log_box = log_factorial(rows) + log_factorial(pairs) + static_cast<Real>(pairs) * std::log(Real{2});
  Real sum = log_relabellings(side, rows, 2) + static_cast<Real>(rows) * log_box;
  for (int band = 0; band + 1 < rows; ++band) {
    const int cells = side - (band + 1) * rows;
    for (int row = 0; row < rows; ++row) sum += log_row_choices(cells, std::min((rows - row) * (rows - band), cells));
  }
  return std::exp(sum);
}

Real automorphism_excess_bound(Shape shape) {
  // Far above the rounding errors of some thousand additions of logarithms below 10^4.
  constexpr Real rounding_margin = 1e-9L;
  std::map<PrimeKind, Real> known;
  const auto bound_of = [&](const PrimeKind& kind) {
    const auto found = known.find(kind);
    if (found != known.end()) return found->second;
    return known.emplace(kind, fixed_grids_bound(shape, kind)).first->second;
  };
  Real sum = 0;
  for (const SymmetryShare& maps : symmetry_shares(shape)) {
    Real least =
        maps.has_transposing_power ? fixed_grids_bound_transposing(shape) : std::numeric_limits<Real>::infinity();
    for (const PrimeKind& kind : maps.powers) least = std::min(least, bound_of(kind));
    sum += maps.share * least;
  }
  return sum / std::exp(log_factorial(shape.side())) * (1 + rounding_margin);
}

}  // namespace gridcensus::symmetric_grids_bound
