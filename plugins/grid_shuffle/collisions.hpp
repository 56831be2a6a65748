#pragma once

#include "grid_shuffle/stabiliser.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace gridcensus::grid_shuffle {

/// A fingerprint of a grid, of 128 bits. Equal grids have equal fingerprints.
using Fingerprint = std::pair<std::uint64_t, std::uint64_t>;

/// Draws images of one grid at random, as fingerprints, and counts the equal pairs among them.
class ImageSampler {
 public:
  /// @param moves  with a group (`why_no_group`)
  ImageSampler(Grid grid, const Moves& moves);

  /// Returns the fingerprint of the grid's image under a uniformly random map of the group.
  Fingerprint draw(Random& random) const;

  /// Returns the number of pairs of equal images among so many. Calls `poll` every few thousand images.
  ///
  /// @cost  16 bytes for each image, and the time of sorting them.
  std::uint64_t colliding_pairs(std::uint64_t images, Random& random, const Poll& poll) const;

 private:
  Grid grid_;
  Moves moves_;
  std::vector<Fingerprint> words_;  ///< for each cell and symbol; a fingerprint is the exclusive or of its cells' words
};

/// Returns the default number of images of one unit: as many as make about forty colliding pairs if no two maps gave
/// the same image; at least 2, and at most 2^21 (32 MiB).
std::uint64_t default_batch(const Integer& group_order);

/// An estimate of the size of the orbit from colliding pairs.
struct OrbitEstimate {
  Real size = 0;
  Real standard_error = 0;  ///< chosen such that tests that use it are as strict as they claim: see the README
  Real low = 0;
  Real high = 0;
  /// Colliding pairs minus one, at least 1: the other pairs are all alike, and show nothing of the spread.
  double degrees_of_freedom = 1;
};

/// Estimates the size of the orbit.
///
/// @param pairs      pairs of images that were compared, at least 1
/// @param colliding  the number of equal pairs among them
/// @return           nullopt if no pair was equal: all that is known then is that the orbit is large.
std::optional<OrbitEstimate> estimate_orbit(const Integer& pairs, const Integer& colliding, double confidence = 0.95);

}  // namespace gridcensus::grid_shuffle
