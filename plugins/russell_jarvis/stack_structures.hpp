#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "russell_jarvis/orbit_partitions.hpp"
#include "symmetry_names/symmetry_names.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::BlockCycle;
using mathematics::CycleType;
using mathematics::LineType;
using mathematics::UInt128;

/// The most symbols, and the most stacks, that a combination of structures holds.
inline constexpr int max_symbols_of_structures = 16;

/// The invariant structures of all stacks, up to symmetry.
///
/// A map g of rows and columns and a relabelling p are fixed. In a stack, the symbol v stands once in each band and
/// once in each column: it is a permutation w(v) of C things, band -> column of the stack. A *structure* of a stack is
/// such a w for which every band has R symbols in every column:
///
///               column 1  column 2  column 3
///      band 1     1 4 7     2 5 8     3 6 9        w(1) = (1 -> 1, 2 -> 2, 3 -> 3)
///      band 2     2 5 9     3 6 7     1 4 8        w(4) = (1 -> 1, 2 -> 3, 3 -> 2)
///      band 3     3 6 8     1 4 9     2 5 7        ...
///
/// In a grid A with g A = p A, the structure of the next stack is w'(p v) = k w(v) b^-1, where b is what g does to the
/// bands and k what it does to the columns on the way. Once round a cycle of l stacks, with K the product of the k, it
/// is w(p^l v) = K w(v) b^-l. So a cycle of stacks is free in the structure of one of its stacks, and this in one w(v)
/// for each cycle of p^l, of which only those with K^m w b^-lm = w will do, m being the length of that cycle.
///
/// What is counted for the structures of all stacks does not change when a cycle of stacks is shifted, when the columns
/// in all stacks of a cycle are permuted by what commutes with K, when cycles of stacks with equal l and K are
/// exchanged, or when symbols are relabelled by what commutes with p. So the structures are put together cycle by
/// cycle, and after each cycle one is kept for all that these symmetries make of it, with their number.
class StackStructures {
 public:
  /// The structures of the first stack of each cycle of stacks. By symbol, four bits for each cycle, which hold the
  /// number of a permutation in `permutations()`:
  ///
  ///     bits   .. 8-11    4-7     0-3
  ///            cycle 3  cycle 2  cycle 1
  ///
  /// Symbols are in the order of the cycles of p: `permutation_of` its type.
  using Combination = std::array<std::uint64_t, max_symbols_of_structures>;

  /// @param shape        at most 3 bands and side 16
  /// @param columns      what g does to the columns
  /// @param band_cycles  b, by the lengths of its cycles
  /// @param relabelling  p, by the lengths of its cycles
  StackStructures(Shape shape, LineType columns, const CycleType& band_cycles, CycleType relabelling);

  /// One combination of structures for all that the symmetries make of it, with their number.
  ///
  /// @param is_last_joined  whether the symmetries are used to the full. If not, several may come out that they make of
  ///                       each other: this costs more for each, and is for those who need less for each.
  /// @cost  the combinations that come out, times the structures of a cycle, times the symmetries (3840 at most for
  /// 5x2)
  std::map<Combination, UInt128> combinations(bool is_last_joined, const Poll& poll) const;

  /// The cycles of stacks, in the order of the bits of a combination.
  const std::vector<BlockCycle>& cycles() const { return cycles_; }
  /// All permutations of C things, band -> column; the first is the identity.
  const std::vector<std::vector<int>>& permutations() const { return permutations_; }
  /// p.
  const std::vector<int>& relabelling() const { return relabelling_; }

  /// The permutation that a symbol with this pattern is in the first stack of a cycle.
  static std::uint8_t structure_of(std::uint64_t pattern, std::size_t cycle) {
    return static_cast<std::uint8_t>((pattern >> (4 * cycle)) & 15U);
  }

  /// The structures of the next stack within a cycle: w'(p v) = w(v) b^-1. Within a cycle only the last step, back to
  /// the first stack, permutes columns.
  std::uint8_t next(std::uint8_t permutation) const { return products_[permutation][bands_inverse_]; }

 private:
  /// By symbol the number of a permutation.
  using Structure = std::array<std::uint8_t, max_symbols_of_structures>;

  struct Representative {
    Structure structure{};
    UInt128 size = 0;
  };

  std::uint8_t number_of(const std::vector<int>& permutation) const;
  std::uint8_t product(std::uint8_t left, std::uint8_t right) const { return products_[left][right]; }
  std::vector<Structure> structures(const BlockCycle& cycle, const Poll& poll) const;
  std::vector<Representative> representatives(const BlockCycle& cycle, const Poll& poll) const;
  std::vector<Structure> images(const BlockCycle& cycle, const Structure& structure) const;
  Combination relabelled(const Combination& combination) const;
  Combination joined(const Combination& combination, std::size_t cycles) const;

  Shape shape_;
  CycleType relabelling_type_;
  std::vector<int> relabelling_;
  std::vector<BlockCycle> cycles_;
  std::vector<std::vector<int>> permutations_;
  std::vector<std::vector<std::uint8_t>> products_;  ///< left after right
  std::uint8_t bands_inverse_ = 0;                   ///< b^-1
};

}  // namespace gridcensus::russell_jarvis
