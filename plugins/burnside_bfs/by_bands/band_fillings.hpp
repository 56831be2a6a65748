#pragma once

#include "burnside_bfs/by_bands/keys.hpp"
#include "burnside_bfs/cycles/cycles.hpp"
#include "burnside_bfs/cycles/planned_cycles.hpp"
#include "gridcensus/shape.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Fills the bands of a cycle of a map g, in a grid that is otherwise empty, so that g fixes the filling with a
/// relabelling p: a label for the first cell of each cycle of cells determines the others.
class BandFillings {
 public:
  /// A partial filling of some regions.
  struct Filling {
    std::array<LineSet, max_band_side> lines{};  ///< by cycle of labels: the lines of its first label
    std::array<SymbolSet, max_lines> labels{};   ///< by line: its labels
  };

  /// A row of the first band with its images, without the cells of earlier regions.
  class Region {
   public:
    /// Returns the lines with empty cells after the region is filled.
    LineSet open_after() const { return open_after_; }

   private:
    friend class BandFillings;
    std::vector<PlannedCycle<Filling>> cycles_;
    LineSet open_after_ = 0;
    bool is_first_ = false;
  };

  /// @param cells  images of cells under g, row by row
  BandFillings(Shape shape, const LabelCycles& labels, std::vector<std::uint16_t> cells);

  /// @param band  the first of the bands
  std::vector<Region> regions_of(std::size_t band) const;

  /// Calls `leaf` with every filling of the region on top of another filling. Of alike labels that are not placed yet,
  /// only one is tried.
  template <class Leaf>
  void fill(const Region& region, const Filling& filling, const Leaf& leaf) const {
    const auto known = [&](const Filling& now) {
      // The first region has a whole row, and so every label.
      return labels_to_try(labels_, side_, [&](std::size_t c) { return !region.is_first_ || now.lines[c] != 0; });
    };
    fill_cycles(region.cycles_, (1U << region.cycles_.size()) - 1U, filling, known, [&](const Filling& filled) {
      leaf(filled);
      return Walk::continues;
    });
  }

 private:
  CellLines lines_of(std::size_t cell) const;
  PlannedCycle<Filling> planned(const CellCycle& cycle) const;

  Shape shape_;
  std::size_t side_;
  const LabelCycles& labels_;
  std::vector<std::uint16_t> cells_;
};

}  // namespace gridcensus::burnside_bfs
