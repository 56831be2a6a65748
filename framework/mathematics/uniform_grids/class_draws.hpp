#pragma once

#include "canonical_grids/canonical_grid.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "uniform_grids/frontier_ranking.hpp"
#include "uniform_grids/grid_draws.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gridcensus::uniform_grids {

/// A class of essentially different grids.
struct LeastGrid {
  Grid grid;                        ///< the first of them in the order of the dictionary
  std::uint64_t automorphisms = 0;  ///< how many symmetries keep a grid up to relabelling
};

/// Draws classes of essentially different grids, each as likely as any other.
///
/// By Burnside's lemma, pairs of a symmetry and a grid up to relabelling that it keeps are (symmetries) for each class
/// of grids. So the grid of a uniform pair is in any class as likely as in any other: a conjugacy class of symmetries
/// is drawn in proportion to (members * kept grids), and a grid that one member keeps is drawn evenly. All members of a
/// conjugacy class keep grids of the same classes.
class ClassDraws {
 public:
  /// @throws NoDraws  the grids that symmetries keep are too many to be numbered here.
  /// @cost   2x4: 1 s; 3x3: 2 s
  explicit ClassDraws(Shape shape, const Poll& poll = {});

  /// How many classes there are.
  UInt128 classes() const { return classes_; }

  /// How many pairs of a symmetry and a grid up to relabelling that it keeps there are; `draw` takes the random number
  /// below it first.
  UInt128 pairs() const { return sums_.back(); }
  /// Those with the identity, which come first.
  UInt128 pairs_with_identity() const { return sums_.front(); }

  /// The least grid of a class; which one depends on nothing but the random numbers.
  LeastGrid draw(Random& random) const;

 private:
  std::unique_ptr<const canonical_grids::Canonicaliser> canonicaliser_;
  std::unique_ptr<const GridDraws> grids_;
  std::vector<std::unique_ptr<const FrontierRanking>> kept_;  ///< one for each cycle type of relabellings
  std::vector<UInt128> sums_;  ///< pairs: with the identity, then with those of kept_ and those before it
  UInt128 classes_ = 0;
};

}  // namespace gridcensus::uniform_grids
