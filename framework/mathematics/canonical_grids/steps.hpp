#pragma once

#include "canonical_grids/lines.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gridcensus::canonical_grids {

/// Least forms of small grids under permutations of lines, by tables. Those of 3x3 are what the field calls minlex.
///
/// The second row of an image depends only on its *step*: which column of the first row has the symbol that the second
/// row has in each column. An order of the columns conjugates the step. So the least second row of each step (3x3 has
/// 12096 of them) is a table, with the orders of columns that make it: a coset of the step's stabiliser in the group of
/// all orders (3x3: 1296). Of all two rows of a grid and of its transpose that may come first, those with the least
/// second row, in these orders, name all symbols; the other rows follow in the order of their first cells.
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
