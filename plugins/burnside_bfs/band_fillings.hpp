#pragma once

#include "burnside_bfs/fixed_grids_cycles.hpp"
#include "burnside_bfs/fixed_grids_keys.hpp"
#include "gridcensus/shape.hpp"
#include "symbols/symbols.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Fills the bands that a map g turns into one another, in a grid that is empty otherwise, so that g keeps the filling
/// with a relabelling p: a label for the first cell of each cycle of cells decides the others.
class BandFillings {
 public:
  /// What is known of a filling of some regions.
  struct Filling {
    std::array<LineSet, max_band_side> lines{};  ///< by cycle of labels: where its first label stands
    std::array<SymbolSet, max_lines> labels{};   ///< by line: what stands there
  };

  /// A row of the first band with its images, less what earlier regions hold.
  class Region {
   public:
    /// The lines that have empty cells after the region is filled.
    LineSet open_after() const { return open_after_; }

   private:
    friend class BandFillings;
    struct Cycle {
      CellLines cell{};  // its first
      SymbolSet fitting = 0;
      std::vector<Filling> with;  // by label of the first cell
    };
    std::vector<Cycle> cycles_;
    LineSet open_after_ = 0;
    bool is_first_ = false;
  };

  /// @param cells  images of cells under g, row by row
  BandFillings(Shape shape, const LabelCycles& labels, std::vector<std::uint16_t> cells);

  /// @param band  the first of the bands
  std::vector<Region> regions_of(std::size_t band) const;

  /// Calls `leaf` with every filling of the region on top of another filling. Of labels that stand nowhere yet, and are
  /// alike, one is tried.
  template <class Leaf>
  void fill(const Region& region, const Filling& filling, const Leaf& leaf) const {
    fill(region, (1U << region.cycles_.size()) - 1U, filling, leaf);
  }

 private:
  CellLines lines_of(std::size_t cell) const;
  Region::Cycle planned(const CellCycle& cycle) const;
  SymbolSet known_labels(const Region& region, const Filling& filling) const;

  /// Fills the cycles `left` of a region, the one with the fewest labels to try first. What clashes in any cell of a
  /// cycle clashes in its first.
  template <class Leaf>
  void fill(const Region& region, unsigned left, const Filling& filling, const Leaf& leaf) const {
    if (left == 0) {
      leaf(filling);
      return;
    }
    const SymbolSet known = known_labels(region, filling);
    SymbolSet labels = 0;
    std::size_t chosen = 0;
    int fewest = mathematics::max_symbols + 1;
    for (unsigned rest = left; rest != 0 && fewest > 1; rest &= rest - 1) {
      const auto c = static_cast<std::size_t>(std::countr_zero(rest));
      const Region::Cycle& cycle = region.cycles_[c];
      const auto taken = static_cast<SymbolSet>(filling.labels[cycle.cell[0]] | filling.labels[cycle.cell[1]] |
                                                filling.labels[cycle.cell[2]]);
      const auto free = static_cast<SymbolSet>(cycle.fitting & known & ~taken);
      if (mathematics::size_of(free) >= fewest) continue;
      fewest = mathematics::size_of(free);
      labels = free;
      chosen = c;
    }
    for (; labels != 0; labels = mathematics::without_least(labels)) {
      const Filling& with = region.cycles_[chosen].with[static_cast<std::size_t>(mathematics::least(labels))];
      Filling next;
      for (std::size_t i = 0; i < next.lines.size(); ++i) next.lines[i] = filling.lines[i] | with.lines[i];
      for (std::size_t i = 0; i < next.labels.size(); ++i) {
        next.labels[i] = static_cast<SymbolSet>(filling.labels[i] | with.labels[i]);
      }
      fill(region, left & ~(1U << chosen), next, leaf);
    }
  }

  Shape shape_;
  std::size_t side_;
  const LabelCycles& labels_;
  std::vector<std::uint16_t> cells_;
};

}  // namespace gridcensus::burnside_bfs
