#pragma once

#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridcensus::enumeration {

/// Cells that must have different symbols: as many as there are symbols in a region, two in a pair.
using Region = std::vector<int>;
using CellPair = std::pair<int, int>;

/// Symbols of the first cells of the search order, after the fixed region: the start of a unit of work.
using Prefix = std::vector<std::uint8_t>;

/// Fills the cells of a grid one by one in every way that the regions allow.
///
/// Regions and pairs are the whole definition: the search does not know rows, columns or boxes. The first region is
/// filled 1, 2, .., N in its own order, which selects one of each N! grids that differ by relabelling.
///
/// The order of the cells is fixed in advance: the next cell is the one with the most filled cells that it must differ
/// from, or the lowest-numbered of several. For rows, columns and boxes that is row by row, or a box's row first if
/// that is more restricted:
///
///       1 2 3 | 4 5 6     given
///       a b c | d e f     then these
///       ------+------
///       g h i | ...       each cell knows which symbols its regions still allow: one machine word for each region
///
/// @threads  const functions may be called from many threads.
/// @source   the definition; no theorem but relabelling.
class Search {
 public:
  /// @param cells    the cells are 0..cells-1; each is in at least one region
  /// @param regions  at least one, all of one size, of at most 16 cells
  /// @param pairs    further pairs of cells that differ
  /// @throws std::invalid_argument  otherwise.
  Search(int cells, const std::vector<Region>& regions, const std::vector<CellPair>& pairs = {});

  /// Returns the cells of the search, in order, without those of the first region.
  const std::vector<int>& order() const { return order_; }

  /// Returns all legal fillings of the first k cells of the order, in lexicographic order. k is the least with `wanted`
  /// fillings or more, at most `max_cells`.
  std::vector<Prefix> prefixes(std::size_t wanted, std::size_t max_cells) const;

  /// Counts the grids that begin with a prefix.
  ///
  /// @return  Grids with the first region filled in order. They are counted one at a time, so 64 bits suffice.
  /// @throws std::invalid_argument  the prefix is not a legal filling.
  /// @cost    A few nanoseconds for each cell that is tried.
  std::uint64_t completions(const Prefix& prefix, const Poll& poll = {}) const;

 private:
  class Walk;

  int symbols_ = 0;
  std::vector<int> order_;
  // The regions and pairs of the cell at place p of the order: cell_regions_[first_region_[p]] up to [first_region_[p +
  // 1] - 1].
  std::vector<std::uint32_t> first_region_;
  std::vector<std::uint32_t> cell_regions_;
  std::vector<std::uint32_t> given_;  // per region or pair: the symbols that the first region puts in it, as bits
};

}  // namespace gridcensus::enumeration
