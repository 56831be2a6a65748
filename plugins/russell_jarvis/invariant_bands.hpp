#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "russell_jarvis/orbit_partitions.hpp"
#include "russell_jarvis/stack_structures.hpp"
#include "symmetry_names/symmetry_names.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::CycleType;
using mathematics::UInt128;

/// Grids that some permutations of rows and columns turn into their own relabelling, counted by multiplication.
///
/// A map g of rows and columns and a relabelling p are given; wanted are the grids A with g A = p A. Given the
/// structures of all stacks (`StackStructures`), which say what symbols each column has in each band, the bands know
/// nothing of each other. A band that comes back after l steps has
/// - a bipartite graph: columns and symbols, an edge where the symbol stands in the column, within the band;
/// - an automorphism of it: what g^l does to the columns and p^l to the symbols;
/// - the permutation t that g^l makes of its rows.
/// Its rows are a partition of the edges into perfect matchings that the automorphism permutes as t permutes the rows:
/// one of `OrbitPartitions`, in one of as many orders as permutations commute with t. The other bands of its cycle are
/// images of it. So
///
///     wanted = sum over invariant structures of the product over cycles of bands of (partitions * orders)
class InvariantBands {
 public:
  /// By cycle of bands, the cycle type of t.
  using RowProducts = std::vector<CycleType>;

  /// @param shape        boxes at least as high as wide, and what `StackStructures` takes
  /// @param columns      what g does to the columns
  /// @param band_cycles  lengths of the cycles of bands, in ascending order
  /// @param relabelling  the cycle type of p
  /// @param rows         the maps g whose grids are counted: they have these columns and cycles of bands
  InvariantBands(Shape shape, const LineType& columns, CycleType band_cycles, const CycleType& relabelling,
                 std::vector<RowProducts> rows);

  /// In how many parts the sum is made.
  std::size_t parts() const;
  /// The relative cost of a part.
  double weight() const;

  /// For each of `rows`, in their order, a part of the grids that are counted, for one relabelling of the type.
  std::vector<UInt128> count(std::size_t part, const Poll& poll) const;

 private:
  struct BandCycle;

  const std::vector<std::pair<StackStructures::Combination, UInt128>>& combinations(const Poll& poll) const;
  std::vector<BandCycle> band_cycles() const;
  void set_columns(BandCycle& bands, const StackStructures::Combination& combination) const;
  static void count_rows(BandCycle& bands, const Poll& poll);

  Shape shape_;
  StackStructures structures_;
  CycleType band_cycles_;
  std::vector<RowProducts> rows_;
  std::vector<int> column_images_;
  mutable std::once_flag are_combinations_known_;
  mutable std::vector<std::pair<StackStructures::Combination, UInt128>> combinations_;
};

}  // namespace gridcensus::russell_jarvis
