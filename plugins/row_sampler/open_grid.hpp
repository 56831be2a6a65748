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

  /// A cell whose symbol restricts that of another one.
  struct Related {
    int cell = 0;
    std::vector<Symbols> goes_with;  ///< by the other's symbol: what this cell may hold
  };

  /// @throws std::invalid_argument  the side is above max_symbols.
  explicit Neighbours(const Problem& problem);

  int side = 0;
  std::vector<Region> regions;                ///< ascending
  std::vector<std::vector<int>> seen;         ///< by cell: all that it sees
  std::vector<std::vector<int>> seen_below;   ///< by cell: those in later rows
  std::vector<std::vector<Touched>> touched;  ///< by cell
  bool symbols_are_alike = true;              ///< so that the first row may be 0, 1, .., N - 1
  std::vector<Symbols> allowed;               ///< by cell
  std::vector<std::vector<Related>> related;  ///< by cell: all that are related to it
  bool has_related_in_rows = false;           ///< whether two cells of a row are related

 private:
  void add_related(const RelatedCells& pair);
};

/// Whether each symbol can take a cell in every row, the other symbols left out of account. Where one cannot there is
/// no grid. Gives up, and says that it can, after 100,000 cells.
bool can_place_symbols(const Problem& problem);

/// The upper rows of a grid under any rules, and what every cell below may still hold.
class OpenGrid {
 public:
  /// A grid whose first row is 0, 1, .., N - 1 if symbols are alike, else an empty one.
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
