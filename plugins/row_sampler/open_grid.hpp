#pragma once

#include "gridcensus/problem.hpp"
#include "row_sampler/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// Which cells of a problem see each other, laid out for descents row by row.
struct Neighbours {
  /// Cells of a region, one bit each, in the region's order.
  using Cells = std::uint32_t;

  /// A region that has not the cell in question, and those of its cells in later rows that the cell sees, if any.
  struct Touched {
    std::size_t region = 0;
    Cells seen = 0;
  };

  /// @throws std::invalid_argument  the side is above max_symbols.
  explicit Neighbours(const Problem& problem);

  int side = 0;
  std::vector<Region> regions;                ///< ascending
  std::vector<std::vector<int>> seen;         ///< by cell: all that it sees
  std::vector<std::vector<int>> seen_below;   ///< by cell: those in later rows
  std::vector<std::vector<Touched>> touched;  ///< by cell
};

/// Whether one symbol can take a cell in every row, the other symbols left out of account. Where none can there is no
/// grid. Gives up, and says that it can, after 100,000 cells.
bool can_place_a_symbol(const Problem& problem);

/// The upper rows of a grid under any rules, and what every cell below may still hold.
class OpenGrid {
 public:
  /// A grid whose first row is 0, 1, .., N - 1.
  explicit OpenGrid(const Neighbours& neighbours);

  /// Rows that are filled.
  int rows() const { return rows_; }
  /// By cell: what an empty one may hold, or what a filled one holds.
  const std::vector<Symbols>& candidates() const { return candidates_; }
  /// Whether some empty cell may hold nothing.
  bool is_dead_end() const { return is_dead_end_; }

  /// Fills the next row.
  ///
  /// @param row  a candidate for each column, all different; not checked
  void add_unchecked(const Neighbours& neighbours, std::span<const int> row);

 private:
  int rows_ = 0;
  bool is_dead_end_ = false;
  std::vector<Symbols> candidates_;
};

}  // namespace gridcensus::row_sampler
