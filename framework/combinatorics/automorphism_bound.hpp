#pragma once

#include "combinatorics/prime_symmetries.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

/// How many grids with automorphisms there can be. Let G be the geometric group of a shape, and fix(g) the number of
/// grids X with gX = sX for some relabelling s, which is then unique. By Burnside's lemma
///
///     essentially different = grids / (N! |G|) + excess      excess = sum over g != 1 of fix(g) / (N! |G|)
///
/// and the excess is bounded from above here, with proof. Below, b of the C bands are complete, i rows of the next one
/// are placed, and lines outside of these, placed or not, are left out of account.
///
/// **Prime order.** gX = sX implies g^k X = s^k X. So fix(g) <= fix(h) for every power h of g, and the sum over all g
/// needs fix(h) for h of prime order p only. s^p = 1, since (with h^p = 1) s^p X = X.
///
/// **Free cells (1).** A box of the next band has C i symbols so far, and its column c the symbols of b complete boxes
/// besides. Each symbol of the box stands once in each of these b boxes, in one of the C columns. So the two sets have
/// b i symbols in common for the average column, and the number m_c of symbols that may still stand in c is
///
///     R C - C i - R b + b i = (R - i)(C - b)     on average over the C columns of any box.
///
/// **A row (2).** Bregman: a square matrix of zeros and ones, m_c ones in row c, has a permanent of at most the product
/// of m_c!^(1/m_c). log(m!)/m increases with m, and is concave (for the m that occur, 1..25, a test computes it). So a
/// row has at most M!^(N/M) choices, M = (R - i)(C - b).
///
/// **Fixed symbols (3).** Where h keeps the place of a row, X takes h on its cells to s: s fixes as many symbols as h
/// does cells there, that is as h fixes columns. Likewise for columns. In a box that keeps its place as many as the
/// product of its fixed rows and columns. Where two of these numbers differ, fix(h) = 0.
///
/// **No row fixed (4).** Then p rows in a cycle follow from one of them and s. Cycles inside of a band take i forward
/// by p for each row chosen; a cycle of p bands takes b forward by p after R rows. The product of (2) over the rows
/// chosen, and the number of relabellings with s^p = 1 and with the fixed symbols that (3) asks for, bound fix(h). If
/// no column is fixed, the same holds for the transposed shape.
///
/// **Rows and columns fixed (5).** A band or stack with fixed lines keeps its place. Take a fixed cell: its box is one
/// of those in (3), so f = f_r = f_c = e d, for f_r fixed rows, f_c fixed columns, f fixed symbols, e fixed rows in the
/// band and d fixed columns in the stack. All of these are above 0, so by (3) any other band and stack that keep their
/// place also have e and d. There are then f_r / e = d such bands, and e such stacks. The fixed cells hold just the
/// fixed symbols (by (3), row by row) and are a grid of the shape e x d. It has at most half the side, f <= N/2: a
/// further row has no fixed symbol in the fixed columns, and so all f in the N - f others.
/// - The part of a fixed row on the fixed cells: (2) for the grid of e x d.
/// - The rest of it consists of k = (N - f)/p cycles of columns that go to the cycles of s, each with one of p phases.
///   Choose a random one of all possible ones, uniformly, and let it be revealed cycle by cycle in a random order that
///   gives each a random time. Its entropy, the logarithm of the number of choices, is at most the sum of the expected
///   log of the numbers of symbols open to a cycle (Radhakrishnan's proof of Bregman's theorem). Of the m symbols
///   allowed in the cell of a cycle, those of its own image, p at most, are open; any other with probability u if its
///   time has a share u of the others after it. By concavity, with the integral over u from 0 to 1, a cycle gives at
///   most
///
///       integral of log(p + u (m - p)) = (m log m - p log p) / (m - p) - 1.
///
///   That is concave in m as well, so the average of m over the cells will do. Take in each cycle the cell with the
///   least m: the average of these is at most that of the N - f cells; this is at most N M / (N - f) by (1), and N - f.
/// - Of the other rows one of p is chosen, as in (4). Fixed rows are the first ones or the last ones of their band,
///   bands that keep their place the first ones or the last ones of the grid: the least of these bounds.
///
/// **Mirrored (6).** h^2 = 1, and h is conjugate to the plain mirror (symmetry_names.hpp), so let it be that. A box on
/// the diagonal is kept: s fixes R symbols, which fill its diagonal, and its other k = (N - R)/2 pairs of mirrored
/// cells hold the k pairs of symbols that s exchanges. So given s, there are (R! k! 2^k)^R choices for the R diagonal
/// boxes; take them first. Then row by row, with the mirrored column: what is open in row i of band b are its q = N -
/// (b + 1) R cells to the right of the diagonal box, for q symbols. Of these at most m_c may stand in column c. By (1)
/// and (2) there are at most M!^(q/M) choices, M the lesser of (R - i)(C - b) and q.
///
/// Sources: Bregman (1973), Some properties of nonnegative matrices and their permanents; Radhakrishnan (1997), An
/// entropy proof of Bregman's theorem. (1) and (2) for whole grids are in Berend (2018), On the number of Sudoku
/// squares. The rest is ours.
namespace gridcensus::combinatorics {

namespace automorphism_bound_detail {

inline Real log_factorial(int n) {
  Real sum = 0;
  for (int i = 2; i <= n; ++i) sum += std::log(static_cast<Real>(i));
  return sum;
}

/// Of the number of ways to fill a square of `cells` rows and columns, where `open` symbols may stand in the average
/// cell of a row: see (2).
inline Real log_row_choices(int cells, int open) {
  return open == 0 ? Real{0} : static_cast<Real>(cells) * log_factorial(open) / static_cast<Real>(open);
}

/// Of the number of relabellings of order `prime`, or 1, that fix so many of the symbols.
inline Real log_relabellings(int symbols, int fixed, int prime) {
  const int cycles = (symbols - fixed) / prime;
  return log_factorial(symbols) - log_factorial(fixed) - log_factorial(cycles) -
         static_cast<Real>(cycles) * std::log(static_cast<Real>(prime));
}

/// Of the number of all relabellings of that order, or 1.
inline Real log_all_relabellings(int symbols, int prime) {
  Real sum = 0;
  for (int fixed = symbols % prime; fixed <= symbols; fixed += prime) {
    sum += std::exp(log_relabellings(symbols, fixed, prime));
  }
  return std::log(sum);
}

/// Of the number of choices for the columns of a fixed row that move: see (5).
inline Real log_cycle_choices(int prime, int cycles, Real open) {
  const auto own = static_cast<Real>(prime);
  const Real difference = open - own;
  // At open = own the integral is log(own); close to it, the quotient would cancel.
  const Real log_each = std::abs(difference) < 1e-6L ? std::log(own) + std::abs(difference)
                                                     : (open * std::log(open) - own * std::log(own)) / difference - 1;
  return static_cast<Real>(cycles) * log_each;
}

/// What the choice of rows needs to know of a map of prime order.
struct RowPlan {
  Shape shape;
  int prime = 0;
  int moved_bands = 0;
  int fixed_in_band = 0;  ///< rows of each band that keeps its place
  int fixed_rows = 0;
  bool are_fixed_rows_first = true;
  bool are_moved_bands_first = true;
};

/// Of the number of choices for all rows, the grid of fixed cells apart: see (4) and (5).
inline Real log_row_choices(const RowPlan& plan) {
  const int rows = plan.shape.box_rows;
  const int cols = plan.shape.box_cols;
  const int side = plan.shape.side();
  const int moved_columns = side - plan.fixed_rows;  // where rows are fixed, as many columns are
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
  const int kept_bands = cols - plan.moved_bands;
  int band = 0;
  const auto add_moved_bands = [&] {
    for (int moved = 0; moved < plan.moved_bands; moved += plan.prime, band += plan.prime) {
      add_moved_rows(band, 0, rows, 1);
    }
  };
  if (plan.are_moved_bands_first) add_moved_bands();
  for (int kept = 0; kept < kept_bands; ++kept, ++band) {
    const int first_moved = plan.are_fixed_rows_first ? plan.fixed_in_band : 0;
    const int moved_in_band = rows - plan.fixed_in_band;
    add_fixed_rows(band, plan.are_fixed_rows_first ? 0 : moved_in_band);
    add_moved_rows(band, first_moved, first_moved + moved_in_band, plan.prime);
  }
  if (!plan.are_moved_bands_first) add_moved_bands();
  return sum;
}

/// The least over the orders of rows.
inline Real least_log_row_choices(RowPlan plan) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const bool are_fixed_rows_first : {true, false}) {
    for (const bool are_moved_bands_first : {true, false}) {
      plan.are_fixed_rows_first = are_fixed_rows_first;
      plan.are_moved_bands_first = are_moved_bands_first;
      least = std::min(least, log_row_choices(plan));
    }
  }
  return least;
}

/// Of the number of choices for all rows of a grid, without any symmetry: see (2).
inline Real log_grid_choices(Shape shape) {
  Real sum = 0;
  for (int band = 0; band < shape.bands(); ++band) {
    for (int row = 0; row < shape.box_rows; ++row) {
      sum += log_row_choices(shape.side(), (shape.box_rows - row) * (shape.box_cols - band));
    }
  }
  return sum;
}

/// Case (5); -infinity where the conditions that it finds do not hold.
inline Real log_with_fixed_cells(Shape shape, const PrimeKind& kind) {
  const int side = shape.side();
  const LineKind& rows = kind.rows;
  const LineKind& columns = kind.columns;
  const int fixed = rows.fixed_lines;
  const bool is_grid = rows.least_fixed_lines == rows.most_fixed_lines &&
                       columns.least_fixed_lines == columns.most_fixed_lines && fixed == columns.fixed_lines &&
                       fixed == rows.most_fixed_lines * columns.most_fixed_lines && 2 * fixed <= side;
  if (!is_grid) return -std::numeric_limits<Real>::infinity();
  const Shape inner{rows.most_fixed_lines, columns.most_fixed_lines};
  const Real by_rows = least_log_row_choices({.shape = shape,
                                              .prime = kind.prime,
                                              .moved_bands = rows.moved_blocks,
                                              .fixed_in_band = rows.most_fixed_lines,
                                              .fixed_rows = fixed});
  const Real by_columns = least_log_row_choices({.shape = shape.transposed(),
                                                 .prime = kind.prime,
                                                 .moved_bands = columns.moved_blocks,
                                                 .fixed_in_band = columns.most_fixed_lines,
                                                 .fixed_rows = fixed});
  return log_relabellings(side, fixed, kind.prime) + log_grid_choices(inner) + std::min(by_rows, by_columns);
}

/// Case (4): no row is fixed, or no column.
inline Real log_with_free_lines(Shape shape, const PrimeKind& kind) {
  const int side = shape.side();
  const LineKind& rows = kind.rows;
  const LineKind& columns = kind.columns;
  const bool is_box_kept = rows.moved_blocks < shape.bands() && columns.moved_blocks < shape.stacks();
  const bool is_no_symbol_fixed = rows.fixed_lines > 0 || columns.fixed_lines > 0 || is_box_kept;
  // The cycles of s have the length of the prime then, and it divides the side: else no s fixes no symbol.
  if (is_no_symbol_fixed && side % kind.prime != 0) return -std::numeric_limits<Real>::infinity();
  Real least = std::numeric_limits<Real>::infinity();
  if (rows.fixed_lines == 0) {
    least =
        std::min(least, least_log_row_choices({.shape = shape, .prime = kind.prime, .moved_bands = rows.moved_blocks}));
  }
  if (columns.fixed_lines == 0) {
    least = std::min(
        least,
        least_log_row_choices({.shape = shape.transposed(), .prime = kind.prime, .moved_bands = columns.moved_blocks}));
  }
  return least + (is_no_symbol_fixed ? log_relabellings(side, 0, kind.prime) : log_all_relabellings(side, kind.prime));
}

}  // namespace automorphism_bound_detail

/// An upper bound of fix(h), for maps of prime order of this kind, without mirroring.
///
/// @param shape  of side 2..25
/// @return       [grids]; 0 only where there is none
inline Real kept_grids_bound(Shape shape, const PrimeKind& kind) {
  const bool has_fixed_cells = kind.rows.fixed_lines > 0 && kind.columns.fixed_lines > 0;
  return std::exp(has_fixed_cells ? automorphism_bound_detail::log_with_fixed_cells(shape, kind)
                                  : automorphism_bound_detail::log_with_free_lines(shape, kind));
}

/// An upper bound of fix(h) for mirrored maps h of order 2: case (6).
///
/// @param shape  of RxR, R from 2 to 5
/// @return       [grids]
inline Real kept_grids_bound_mirrored(Shape shape) {
  using namespace automorphism_bound_detail;
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

/// An upper bound of the excess: essentially different grids are at least grids / (N! |G|) and at most this more.
///
/// It is sharp enough to be of use from about side 12 on; for small shapes it says little.
///
/// @param  shape  of side 1..25
/// @return        [essentially different grids]; 0 for 1x1, else above 0 and finite
/// @throws std::invalid_argument  the side is above 25.
/// @cost   0.4 s for 5x5 and 2x12, 1 s for 1x25
/// @source the proof above
inline Real automorphism_excess_bound(Shape shape) {
  // Far above the rounding errors of some thousand additions of logarithms below 10^4.
  constexpr Real rounding_margin = 1e-9L;
  std::map<PrimeKind, Real> known;
  const auto bound_of = [&](const PrimeKind& kind) {
    const auto found = known.find(kind);
    if (found != known.end()) return found->second;
    return known.emplace(kind, kept_grids_bound(shape, kind)).first->second;
  };
  Real sum = 0;
  for (const SymmetryShare& maps : symmetry_shares(shape)) {
    Real least = maps.has_mirrored_power ? kept_grids_bound_mirrored(shape) : std::numeric_limits<Real>::infinity();
    for (const PrimeKind& kind : maps.powers) least = std::min(least, bound_of(kind));
    sum += maps.share * least;
  }
  return sum / std::exp(automorphism_bound_detail::log_factorial(shape.side())) * (1 + rounding_margin);
}

}  // namespace gridcensus::combinatorics
