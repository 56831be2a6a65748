#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"
#include "symmetric_grids_bound/prime_symmetries.hpp"

/// Upper bounds of the number of grids with automorphisms. Let G be the geometric group of a shape, and fix(g) the
/// number of grids X with gX = sX for some relabelling s, which is then unique. By Burnside's lemma
///
///     essentially different = grids / (N! |G|) + excess      excess = sum over g != 1 of fix(g) / (N! |G|)
///
/// and the excess is bounded from above here, with proof. Below, b of the C bands are complete, i rows of the next one
/// are placed, and lines outside of these, placed or not, are ignored.
///
/// **Prime order.** gX = sX implies g^k X = s^k X. So fix(g) <= fix(h) for every power h of g, and the sum over all g
/// needs fix(h) for h of prime order p only. s^p = 1, since (with h^p = 1) s^p X = X.
///
/// **Free cells (1).** A box of the next band has C i symbols so far, and its column c has the symbols of b complete
/// boxes in addition. Each symbol of the box is once in each of these b boxes, in one of the C columns. So the two sets
/// have b i symbols in common for the average column, and the number m_c of symbols that c may still receive is
///
///     R C - C i - R b + b i = (R - i)(C - b)     on average over the C columns of any box.
///
/// **A row (2).** Bregman: a square matrix of zeros and ones, m_c ones in row c, has a permanent of at most the product
/// of m_c!^(1/m_c). log(m!)/m increases with m, and is concave (for the m that occur, 1..25, a test computes it). So a
/// row has at most M!^(N/M) choices, M = (R - i)(C - b).
///
/// **Fixed symbols (3).** If h fixes a row, X takes h on its cells to s: s fixes as many symbols as h fixes cells
/// there, which is the number of columns that h fixes. Likewise for columns. If h fixes a box, s fixes as many symbols
/// as the product of its fixed rows and columns. If two of these numbers differ, fix(h) = 0.
///
/// **No row fixed (4).** Then p rows in a cycle follow from one of them and s. Cycles inside of a band take i forward
/// by p for each row chosen; a cycle of p bands takes b forward by p after R rows. The product of (2) over the rows
/// chosen, and the number of relabellings with s^p = 1 and with the fixed symbols that (3) asks for, bound fix(h). If
/// no column is fixed, the same holds for the transposed shape.
///
/// **Rows and columns fixed (5).** A band or stack with fixed lines keeps its place. Take a fixed cell: its box is one
/// of those in (3), so f = f_r = f_c = e d, for f_r fixed rows, f_c fixed columns, f fixed symbols, e fixed rows in the
/// band and d fixed columns in the stack. All of these are above 0, so by (3) any other band and stack that keep their
/// place also have e and d. There are then f_r / e = d such bands, and e such stacks. The fixed cells contain exactly
/// the fixed symbols (by (3), row by row) and are a grid of the shape e x d. It has at most half the side, f <= N/2: a
/// further row has no fixed symbol in the fixed columns, so all f are in the N - f others.
/// - The part of a fixed row on the fixed cells: (2) for the grid of e x d.
/// - The rest of it consists of k = (N - f)/p cycles of columns that go to the cycles of s, each with one of p phases.
///   Choose one of all possible ones uniformly at random, and reveal it cycle by cycle in a random order that gives
///   each a random time. Its entropy, the logarithm of the number of choices, is at most the sum of the expected log of
///   the numbers of symbols open to a cycle (Radhakrishnan's proof of Bregman's theorem). Of the m symbols allowed in
///   the cell of a cycle, those of its own image, p at most, are open; any other with probability u if its time has a
///   share u of the others after it. By concavity, with the integral over u from 0 to 1, a cycle gives at most
///
///       integral of log(p + u (m - p)) = (m log m - p log p) / (m - p) - 1.
///
///   That is concave in m as well, so the average of m over the cells suffices. Take in each cycle the cell with the
///   least m: the average of these is at most that of the N - f cells; this is at most N M / (N - f) by (1), and N - f.
/// - Of the other rows one of p is chosen, as in (4). Fixed rows are the first ones or the last ones of their band,
///   bands that keep their place the first ones or the last ones of the grid: the least of these bounds.
///
/// **Transposing (6).** h^2 = 1, and h is conjugate to the plain transposition (symmetry_names.hpp), so let it be that.
/// A box on the diagonal is fixed: s fixes R symbols, which fill its diagonal, and its other k = (N - R)/2 pairs of
/// transposed cells contain the k pairs of symbols that s exchanges. So given s, there are (R! k! 2^k)^R choices for
/// the R diagonal boxes; take them first. Then continue row by row, with the column that is its image: the open part of
/// row i of band b is its q = N - (b + 1) R cells to the right of the diagonal box, for q symbols. At most m_c of these
/// may be in column c. By (1) and (2) there are at most M!^(q/M) choices, M the lesser of (R - i)(C - b) and q.
///
/// Sources: Bregman (1973), Some properties of nonnegative matrices and their permanents; Radhakrishnan (1997), An
/// entropy proof of Bregman's theorem. (1) and (2) for whole grids are in Berend (2018), On the number of Sudoku
/// squares. The rest is ours.
namespace gridcensus::symmetric_grids_bound {

/// Returns the logarithm of a bound of the number of ways to fill a square of `cells` rows and columns if the average
/// cell of a row has `open` possible symbols: see (2).
Real log_row_choices(int cells, int open);

/// Returns the logarithm of a bound of the number of choices for the columns of a fixed row that move: see (5).
Real log_cycle_choices(int prime, int cycles, Real open);

/// Returns an upper bound of fix(h) for maps of prime order of this kind, without transposition.
///
/// @param shape  of side 2..25
/// @return       [grids]; 0 only if there is none
Real fixed_grids_bound(Shape shape, const PrimeKind& kind);

/// Returns an upper bound of fix(h) for transposing maps h of order 2: case (6).
///
/// @param shape  of RxR, R from 2 to 5
/// @return       [grids]
Real fixed_grids_bound_transposing(Shape shape);

/// Returns an upper bound of the excess: essentially different grids are at least grids / (N! |G|), and at most this
/// more.
///
/// It is useful from about side 12 on; for small shapes it is far too high.
///
/// @param  shape  of side 1..25
/// @return        [essentially different grids]; 0 for 1x1, else above 0 and finite
/// @throws std::invalid_argument  the side is above 25.
/// @cost   0.4 s for 5x5 and 2x12, 1 s for 1x25
/// @source the proof above
Real automorphism_excess_bound(Shape shape);

}  // namespace gridcensus::symmetric_grids_bound
