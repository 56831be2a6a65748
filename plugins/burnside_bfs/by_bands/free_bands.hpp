#pragma once

#include "burnside_bfs/by_bands/bands_of_columns.hpp"
#include "burnside_bfs/by_bands/column_counts.hpp"
#include "burnside_bfs/by_bands/keys.hpp"
#include "burnside_bfs/cycles/cycles.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Fillings of a cycle of bands of a map g whose power by the length of the cycle fixes every cell of them.
///
/// Then the first band may have any contents that the columns allow, and the relabelling p and g determine the others.
/// So the number of fillings with the labels in given columns is a sum over all ways to choose the columns of the first
/// band such that exactly these are filled: its bands with the labels in the chosen columns (`BandsOfColumns`).
///
/// The choices for the labels of one cycle of p depend on the others only by the room in the columns, and the choices
/// in one cycle of stacks of g do not depend on other stacks.
///
/// @threads  none: bands are cached
class FreeBands {
 public:
  /// Checks whether a cycle of bands is of this kind, and small enough to be counted here.
  ///
  /// @param bands   of the cycle
  /// @param labels  the lengths of the cycles of p
  static bool are_free(Shape shape, const GridMap& map, std::span<const std::size_t> bands,
                       std::span<const int> labels);

  /// @param length  of the cycle [bands]
  /// @param bands   of columns; must outlive this
  FreeBands(Shape shape, const GridMap& map, const LabelCycles& labels, std::size_t length, BandsOfColumns& bands);

  /// Returns, by length of a cycle of labels, the possible columns of its first label in all bands of the cycle.
  std::map<int, std::set<Word>> words() const;

  /// @param words  columns of the first label of each cycle of labels
  /// @return       the number of fillings with the labels in exactly these
  UInt128 fillings(std::span<const Word> words);

 private:
  using Columns = BandsOfColumns::Columns;
  /// Columns of the first band for the labels of a cycle; the first choice is 0.
  struct Choice {
    ColumnCounts counts = 0;
    Columns labels{};
  };
  /// A cycle of stacks under g.
  struct StackCycle {
    Word columns = 0;
    std::map<std::size_t, std::unordered_map<Word, std::vector<Choice>>> choices;  // by length, by word
  };

  StackCycle stack_cycle(const GridMap& map, std::size_t first, std::size_t length) const;
  void find_choices(const GridMap& map, const std::vector<std::size_t>& stacks, std::size_t labels, std::size_t length,
                    StackCycle& cycle) const;
  void find_fillings(const StackCycle& cycle, std::span<const Word> words, std::vector<Columns>& found) const;

  Shape shape_;
  std::size_t side_;
  const LabelCycles& labels_;
  BandsOfColumns& bands_;
  std::vector<StackCycle> stacks_;
  std::vector<std::vector<Columns>> found_;  // by cycle of stacks, for one key
};

}  // namespace gridcensus::burnside_bfs
