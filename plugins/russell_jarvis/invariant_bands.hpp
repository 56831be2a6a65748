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

/// Counts, by multiplication, the grids that some permutations of rows and columns turn into their own relabelling.
///
/// Given a map g of rows and columns and a relabelling p, wanted are the grids A with g A = p A. If the structures of
/// all stacks (`StackStructures`) are given, which determine the symbols of each column in each band, the bands are
/// independent of each other. A band that comes back after l steps has
/// - a bipartite graph of columns and symbols, with an edge if the column has the symbol within the band;
/// - an automorphism of it: the action of g^l on the columns and of p^l on the symbols;
/// - the permutation t of its rows by g^l.
/// Its rows are a partition of the edges into perfect matchings that the automorphism permutes as t permutes the rows:
/// one of `OrbitPartitions`, in one of as many orders as permutations commute with t. The other bands of its cycle are
/// images of it. So
///
///     wanted = sum over invariant structures of the product over cycles of bands of (partitions * orders)
class InvariantBands {
 public:
  /// By cycle of bands, the cycle type of t.
  using RowProducts = std::vector<CycleType>;

  /// @param shape        boxes at least as high as wide, and within the limits of `StackStructures`
  /// @param columns      the action of g on the columns
  /// @param band_cycles  lengths of the cycles of bands, in ascending order
  /// @param relabelling  the cycle type of p
  /// @param rows         the maps g whose grids are counted: they have these columns and cycles of bands
  InvariantBands(Shape shape, const LineType& columns, CycleType band_cycles, const CycleType& relabelling,
                 std::vector<RowProducts> rows);

  /// Returns the number of parts of the sum.
  std::size_t parts() const;
  /// Returns the relative cost of a part.
  double weight() const;

  /// Returns, for each of `rows` in their order, a part of the count of grids, for one relabelling of the type.
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
