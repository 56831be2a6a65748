#pragma once

#include "canonical_grids/canonical_grid.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "uniform_grids/frontier_ranking.hpp"
#include "uniform_grids/grid_sampler.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gridcensus::uniform_grids {

/// A class of essentially different grids.
struct LeastGrid {
  Grid grid;                        ///< the lexicographically least of them
  std::uint64_t automorphisms = 0;  ///< symmetries that fix a grid up to relabelling
};

/// Draws classes of essentially different grids uniformly.
///
/// By Burnside's lemma, the number of pairs of a symmetry and a grid up to relabelling that it fixes is (symmetries)
/// for each class of grids. So the grid of a uniform pair is in each class with equal probability. A conjugacy class
/// of symmetries is drawn in proportion to (members * fixed grids), and then a grid that one member fixes, uniformly.
/// All members of a conjugacy class fix grids of the same classes.
class ClassSampler {
 public:
  /// @throws SamplingUnsupported  the symmetries fix too many grids to number them here.
  /// @cost   2x4: 1 s; 3x3: 2 s
  explicit ClassSampler(Shape shape, const Poll& poll = {});

  /// Returns the number of classes.
  UInt128 classes() const { return classes_; }

  /// Returns the number of pairs of a symmetry and a grid up to relabelling that it fixes. `draw` first takes a random
  /// number below it.
  UInt128 pairs() const { return sums_.back(); }
  /// Returns the number of pairs with the identity, which come first.
  UInt128 pairs_with_identity() const { return sums_.front(); }

  /// Returns the least grid of a class; the choice depends only on the random numbers.
  LeastGrid draw(Random& random) const;

 private:
  std::unique_ptr<const canonical_grids::Canonicaliser> canonicaliser_;
  std::unique_ptr<const GridSampler> grids_;
  std::vector<std::unique_ptr<const FrontierRanking>> fixed_;  ///< one for each cycle type of relabellings
  std::vector<UInt128> sums_;  ///< pairs: with the identity, then with each entry of fixed_ and all before it
  UInt128 classes_ = 0;
};

}  // namespace gridcensus::uniform_grids
