#pragma once

#include "burnside_bfs/cycles/cycles.hpp"
#include "symbols/symbols.hpp"

#include <bit>
#include <cstddef>
#include <vector>

namespace gridcensus::burnside_bfs {

/// A cycle of cells to be filled.
///
/// @tparam Filling  a partial filling: `lines`, by label, and `labels`, by line
template <class Filling>
struct PlannedCycle {
  CellLines cell{};  ///< its first cell
  SymbolSet fitting = 0;
  std::vector<Filling> with;  ///< by label of the first cell: the labels of the whole cycle
};

/// Returns the labels to try: of alike labels that are not placed yet, one, namely one cycle of each length, and one
/// label in it. So every filling occurs once, its labels named in the order in which they first occur.
///
/// @param is_placed  whether a cycle of labels, by number, is placed
template <class IsPlaced>
SymbolSet labels_to_try(const LabelCycles& labels, std::size_t side, const IsPlaced& is_placed) {
  SymbolSet found = mathematics::first_symbols(static_cast<int>(side));
  std::size_t tried = 0;  // the length of the last cycle of which one label is tried
  for (std::size_t c = 0; c < labels.cycles().size(); ++c) {
    const LabelCycles::Cycle& cycle = labels.cycles()[c];
    if (is_placed(c)) continue;
    unsigned alike = ((1U << cycle.length) - 1U) << cycle.first;
    if (cycle.length != tried) alike &= alike - 1;
    tried = cycle.length;
    found = static_cast<SymbolSet>(found & ~alike);
  }
  return found;
}

/// Returned for each filling: continue with the next one, or end.
enum class Walk : bool { continues, ends };

/// Fills those of the cycles that are in the set `left`, the one with the fewest labels to try first.
///
/// If g and p fix a filling, only the first cell of a cycle needs a check: a clash in another cell is also one there.
///
/// @param known  returns the labels to try on top of a filling
/// @param leaf   called with every filling, until it returns `Walk::ends`
/// @return       the result of the last leaf; `Walk::continues` if there is none
template <class Filling, class Known, class Leaf>
Walk fill_cycles(const std::vector<PlannedCycle<Filling>>& cycles, unsigned left, const Filling& filling,
                 const Known& known, const Leaf& leaf) {
  if (left == 0) return leaf(filling);
  const SymbolSet tried = known(filling);
  SymbolSet labels = 0;
  std::size_t chosen = 0;
  int fewest = mathematics::max_symbols + 1;
  for (unsigned rest = left; rest != 0 && fewest > 1; rest &= rest - 1) {
    const auto c = static_cast<std::size_t>(std::countr_zero(rest));
    const PlannedCycle<Filling>& cycle = cycles[c];
    const auto taken = static_cast<SymbolSet>(filling.labels[cycle.cell[0]] | filling.labels[cycle.cell[1]] |
                                              filling.labels[cycle.cell[2]]);
    const auto free = static_cast<SymbolSet>(cycle.fitting & tried & ~taken);
    if (mathematics::size_of(free) >= fewest) continue;
    fewest = mathematics::size_of(free);
    labels = free;
    chosen = c;
  }
  for (; labels != 0; labels = mathematics::without_least(labels)) {
    const Filling& with = cycles[chosen].with[static_cast<std::size_t>(mathematics::least(labels))];
    Filling next;
    for (std::size_t i = 0; i < next.lines.size(); ++i) next.lines[i] = filling.lines[i] | with.lines[i];
    for (std::size_t i = 0; i < next.labels.size(); ++i) {
      next.labels[i] = static_cast<SymbolSet>(filling.labels[i] | with.labels[i]);
    }
    if (fill_cycles(cycles, left & ~(1U << chosen), next, known, leaf) == Walk::ends) return Walk::ends;
  }
  return Walk::continues;
}

}  // namespace gridcensus::burnside_bfs
