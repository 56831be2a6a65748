#pragma once

#include "burnside_bfs/by_rows/states.hpp"
#include "burnside_bfs/cycles/cycles.hpp"
#include "burnside_bfs/cycles/planned_cycles.hpp"
#include "burnside_bfs/ticks.hpp"
#include "gridcensus/shape.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Counts the fillings of a grid that a map g and a relabelling p of one cycle type fix, region by region.
///
/// The completions of a filling of the first regions depend only on the lines of each label. By symmetry, p(label) is
/// in the images of the lines of label, so one label of each cycle of p determines the others. Labels can be renamed,
/// which rotates cycles of p and exchanges those of equal length. So this is the key of a filling:
///
///     cycles of p       (0)       (1)       (2 3)     (4 5)     (6 7)       one word for each cycle: the least set of
///     key             { lines | lines } { lines  |  lines  |  lines }      open lines of its labels; words of cycles
///                       ascending         ascending                         of equal length in ascending order
///
/// Fillings with the same key have equally many completions; a state is a key with the number of its fillings.
class Fillings {
 public:
  /// @param regions    of `map`
  /// @param type       the cycle type of p
  /// @param commuting  maps that commute with `map`
  Fillings(Shape shape, CellMap map, const std::vector<Region>& regions, const std::vector<int>& type,
           const std::vector<CellMap>& commuting);

  /// The number of cycles of cells.
  std::size_t cell_cycles() const;
  /// Returns the fillings of the whole grid, or nullopt if the budget is used up first. Polls the budget for every
  /// state and for every `ticks_a_poll` fillings.
  std::optional<UInt128> count(PollBudget& budget) const;

 private:
  using LinesOfLabels = std::array<LineSet, max_labels>;
  struct Filling {
    LinesOfLabels lines{};                      // by label: its lines
    std::array<SymbolSet, max_lines> labels{};  // by line: its labels
  };
  struct PlannedRegion {
    std::vector<PlannedCycle<Filling>> cycles;
    LineSet open = 0;               // before it is filled
    LineSet open_after = 0;         // and after
    std::vector<CellMap> fixed_by;  // maps that commute with g and fix the regions before this one, as a whole
  };

  /// Checks whether all completions of the empty grid may take seconds.
  bool is_long() const;
  PlannedCycle<Filling> planned(const CellCycle& cycle) const;
  template <class Leaf>
  Walk fill_region(const PlannedRegion& region, std::span<const LineSet> key, const Leaf& leaf) const;
  // Like `count`, these return nullopt if the budget is used up.
  std::optional<States> filled(const States& states, std::size_t region, PollBudget& budget) const;
  std::optional<States> united(States states, const std::vector<CellMap>& maps, PollBudget& budget) const;
  std::optional<UInt128> last_fillings(const States& states, PollBudget& budget) const;

  States empty_grid() const;
  std::size_t add(States& states, const LinesOfLabels& lines, LineSet open, UInt128 ways) const;
  LinesOfLabels lines_of(std::span<const LineSet> key) const;
  Filling filling_of(std::span<const LineSet> key) const;

  std::size_t side_;
  CellMap map_;
  LabelCycles labels_;
  std::vector<PlannedRegion> regions_;
};

}  // namespace gridcensus::burnside_bfs
