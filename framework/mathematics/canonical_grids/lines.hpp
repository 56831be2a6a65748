#pragma once

#include "canonical_grids/canonical_grid.hpp"

#include <optional>

namespace gridcensus::canonical_grids {

/// A group of symmetries that permutes lines: any order of the bands, of the rows in a band, of the stacks and of the
/// columns in a stack.
struct LineBlocks {
  int rows = 1;               ///< rows in a band
  int columns = 1;            ///< columns in a stack
  bool is_exchanged = false;  ///< whether rows and columns may also be exchanged

  bool operator==(const LineBlocks&) const = default;
};

/// Returns the blocks if the symmetries of a problem are such a group and its symbols are alike: classic rules, and
/// Latin squares however they are expressed.
std::optional<LineBlocks> line_blocks(const Problem& problem);

/// Finds least forms under permutations of lines and all relabellings.
///
/// The first row of the image names the symbols, so it is 1..N. The search does not choose a row and its column order
/// at once: it places the columns while it reads the second row, and keeps only the orders that make it least. After
/// the second row all columns are placed. The other rows and bands are then sorted by their first cells.
///
/// @cost  a search through the pairs of rows that may come first, times their equally good orders of columns: 2x4
///        some 10 us, 4x4 1 ms. Latin squares of high order whose rows differ by many exchanges of two symbols take far
///        longer.
class Lines : public Canonicaliser {
 public:
  /// @param shape  of a side of at most `max_grid_side`
  Lines(Shape shape, LineBlocks blocks) : shape_{shape}, blocks_{blocks} {}

  CanonicalGrid canonical(const mathematics::Grid& grid) const override;
  std::optional<std::uint64_t> least_rows(const mathematics::Grid& grid, int rows) const override;
  Integer symmetries() const override;

 private:
  Shape shape_;
  LineBlocks blocks_;
};

}  // namespace gridcensus::canonical_grids
