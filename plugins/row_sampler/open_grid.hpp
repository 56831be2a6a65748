#pragma once

#include "gridcensus/problem.hpp"
#include "row_sampler/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// The cells of a problem that see each other, arranged for descents row by row.
struct Neighbours {
  /// Cells of a region, one bit each, in the region's order.
  using Cells = std::uint32_t;

  /// A region without the cell in question, and those of its cells in later rows that the cell sees, if any.
  struct Touched {
    std::size_t region = 0;
    Cells seen = 0;
  };

  /// A cell whose symbol restricts that of another one.
  struct Related {
    int cell = 0;
    std::vector<Symbols> goes_with;  ///< by the other's symbol: the symbols allowed in this cell
  };

  /// @throws std::invalid_argument  the side is above max_symbols.
  explicit Neighbours(const Problem& problem);

  int side = 0;
  std::vector<Region> regions;                ///< ascending
  std::vector<std::vector<int>> seen;         ///< by cell: all that it sees
  std::vector<std::vector<int>> seen_below;   ///< by cell: those in later rows
  std::vector<std::vector<Touched>> touched;  ///< by cell
  bool symbols_are_alike = true;              ///< if true, the first row may be 0, 1, .., N - 1
  std::vector<Symbols> allowed;               ///< by cell
  std::vector<std::vector<Related>> related;  ///< by cell: all that are related to it
  bool has_related_in_rows = false;           ///< true if two cells of a row are related

 private:
  void add_related(const RelatedCells& pair);
};

/// Returns true if each symbol, without regard to the others, can take a cell in every row. If one cannot, there is no
/// grid. Gives up after 100,000 cells, and then returns true.
bool can_place_symbols(const Problem& problem);

/// The upper rows of a grid under any rules, and the symbols still allowed in every cell below.
class OpenGrid {
 public:
  /// Creates a grid whose first row is 0, 1, .., N - 1 if symbols are alike, otherwise an empty one.
  explicit OpenGrid(const Neighbours& neighbours);

  /// Returns the number of filled rows.
  int rows() const { return rows_; }
  /// Returns, by cell, the symbols allowed in an empty cell, or the symbol of a filled one.
  const std::vector<Symbols>& candidates() const { return candidates_; }
  /// Returns true if some empty cell has no candidate.
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
