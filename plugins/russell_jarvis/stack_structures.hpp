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

/// The most symbols, and the most stacks, of a combination of structures.
inline constexpr int max_symbols_of_structures = 16;

/// The invariant structures of all stacks, up to symmetry.
///
/// A map g of rows and columns and a relabelling p are given. In a stack, the symbol v is once in each band and once in
/// each column: it is a permutation w(v) of C things, band -> column of the stack. A *structure* of a stack is such a w
/// for which every band has R symbols in every column:
///
///               column 1  column 2  column 3
///      band 1     1 4 7     2 5 8     3 6 9        w(1) = (1 -> 1, 2 -> 2, 3 -> 3)
///      band 2     2 5 9     3 6 7     1 4 8        w(4) = (1 -> 1, 2 -> 3, 3 -> 2)
///      band 3     3 6 8     1 4 9     2 5 7        ...
///
/// In a grid A with g A = p A, the structure of the next stack is w'(p v) = k w(v) b^-1, where b is the action of g on
/// the bands and k its action on the columns in this step. After a whole cycle of l stacks, with K the product of the
/// k, it is w(p^l v) = K w(v) b^-l. So a cycle of stacks is determined by the structure of one of its stacks, and this
/// by one w(v) for each cycle of p^l. Only those w with K^m w b^-lm = w are allowed, m being the length of that cycle.
///
/// The count for the structures of all stacks does not change when a cycle of stacks is shifted, when the columns in
/// all stacks of a cycle are permuted by a map that commutes with K, when cycles of stacks with equal l and K are
/// exchanged, or when symbols are relabelled by a map that commutes with p. So the structures are combined cycle by
/// cycle, and after each cycle one is kept for each orbit under these symmetries, with the size of the orbit.
class StackStructures {
 public:
  /// The structures of the first stack of each cycle of stacks. By symbol, four bits for each cycle, with the number of
  /// a permutation in `permutations()`:
  ///
  ///     bits   .. 8-11    4-7     0-3
  ///            cycle 3  cycle 2  cycle 1
  ///
  /// Symbols are in the order of the cycles of p: `permutation_of` its type.
  using Combination = std::array<std::uint64_t, max_symbols_of_structures>;

  /// @param shape        at most 3 bands and side 16
  /// @param columns      the action of g on the columns
  /// @param band_cycles  b, by the lengths of its cycles
  /// @param relabelling  p, by the lengths of its cycles
  StackStructures(Shape shape, LineType columns, const CycleType& band_cycles, CycleType relabelling);

  /// Returns one combination of structures for each orbit under the symmetries, with the size of the orbit.
  ///
  /// @param is_last_joined  true: the symmetries are used to the full. False: several results may be in one orbit; this
  ///                        costs more for each, and suits callers that spend less on each.
  /// @cost  the number of resulting combinations, times the structures of a cycle, times the symmetries (3840 at most
  ///        for 5x2)
  std::map<Combination, UInt128> combinations(bool is_last_joined, const Poll& poll) const;

  /// Returns the cycles of stacks, in the order of the bits of a combination.
  const std::vector<BlockCycle>& cycles() const { return cycles_; }
  /// Returns all permutations of C things, band -> column; the first is the identity.
  const std::vector<std::vector<int>>& permutations() const { return permutations_; }
  /// Returns p.
  const std::vector<int>& relabelling() const { return relabelling_; }

  /// Returns the permutation of a symbol with this pattern in the first stack of a cycle.
  static std::uint8_t structure_of(std::uint64_t pattern, std::size_t cycle) {
    return static_cast<std::uint8_t>((pattern >> (4 * cycle)) & 15U);
  }

  /// Returns the structure of the next stack within a cycle: w'(p v) = w(v) b^-1. Within a cycle only the last step,
  /// back to the first stack, permutes columns.
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
