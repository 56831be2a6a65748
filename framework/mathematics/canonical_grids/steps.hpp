#pragma once

#include "canonical_grids/lines.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gridcensus::canonical_grids {

/// Finds least forms of small grids under permutations of lines, by tables. For 3x3 the field calls them minlex.
///
/// The second row of an image depends only on its *step*: which column of the first row has the symbol that the second
/// row has in each column. An order of the columns conjugates the step. So a table has the least second row of each
/// step (3x3 has 12096 steps), with the orders of columns that make it: a coset of the step's stabiliser in the group
/// of all orders (3x3: 1296). The candidates are all pairs of rows of a grid and of its transpose that may come first.
/// Those with the least second row, in these orders, name all symbols; the other rows are sorted by their first cells.
///
/// @cost  3x3 2 us, 2x4 5 us; tables: 3x3 20 ms, 1 MB
class Steps final : public Canonicaliser {
 public:
  /// @param shape  of a side that `has_tables`
  Steps(Shape shape, LineBlocks blocks);
  ~Steps() override;
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  Steps(Steps&&) = delete;
  Steps& operator=(Steps&&) = delete;

  /// Checks whether the tables are small: to side 9, without Latin squares of order 9.
  static bool has_tables(LineBlocks blocks, int side);

  CanonicalGrid canonical(const mathematics::Grid& grid) const override;
  std::optional<std::uint64_t> least_rows(const mathematics::Grid& grid, int rows) const override;
  Integer symmetries() const override { return lines_.symmetries(); }

 private:
  class Tables;
  class Search;

  Shape shape_;
  LineBlocks blocks_;
  Lines lines_;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace gridcensus::canonical_grids
