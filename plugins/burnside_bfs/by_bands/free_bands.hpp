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

/// Fillings of bands that a map g turns into one another, where g has moved nothing when it has turned them once round.
///
/// Then the first band may hold anything, as far as columns allow, and the relabelling p and g make the others of it.
/// So the fillings that have their labels in given columns are the sum, over all ways to choose the columns of the
/// first band so that these are filled, of its bands with the labels in the columns chosen (`BandsOfColumns`).
///
/// The choices of the labels of one cycle of p depend on the others only by the room in the columns, and those in
/// stacks that g turns into one another not on other stacks.
///
/// @threads  none: bands are remembered
class FreeBands {
 public:
  /// Returns whether a cycle of bands is such, and small enough to be counted here.
  ///
  /// @param bands   of the cycle
  /// @param labels  the lengths of the cycles of p
  static bool are_free(Shape shape, const GridMap& map, std::span<const std::size_t> bands,
                       std::span<const int> labels);

  /// @param length  of the cycle [bands]
  /// @param bands   of columns; must outlive this
  FreeBands(Shape shape, const GridMap& map, const LabelCycles& labels, std::size_t length, BandsOfColumns& bands);

  /// By length of a cycle of labels: the columns that its first label can have in all bands of the cycle.
  std::map<int, std::set<Word>> words() const;

  /// @param words  columns of the first label of each cycle of labels
  /// @return       the fillings with the labels in exactly these
  UInt128 fillings(std::span<const Word> words);

 private:
  using Columns = BandsOfColumns::Columns;
  /// Columns of the first band for the labels of a cycle, the first of which is 0.
  struct Choice {
    ColumnCounts counts = 0;
    Columns labels{};
  };
  /// Stacks that g turns into one another.
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
  std::vector<std::vector<Columns>> found_;  // of each cycle of stacks, for one key
};

}  // namespace gridcensus::burnside_bfs
