#pragma once

#include "gridcensus/integer.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus {

/// A point that permutations move, from 0.
using Point = std::uint16_t;
/// A permutation: the image of each point.
using PointImages = std::vector<Point>;

/// A group of permutations given by generators, as a stabiliser chain. It gives the order of the group and tests
/// membership without a list of the elements.
///
///     level 0   the whole group                      orbit of base point b0
///     level 1   the stabiliser of b0                 orbit of base point b1
///     level 2   the stabiliser of b0 and b1          orbit of base point b2
///     ...       until only the identity is left
///
/// Every element of level k is, in exactly one way, an element of level k+1 followed by the representative of one point
/// of the orbit. So the order is the product of the sizes of the orbits.
///
/// @source  C. C. Sims 1970; the incremental form of D. E. Knuth, "Efficient representation of perm groups", 1991.
class PermutationGroup {
 public:
  /// Makes the trivial group.
  ///
  /// @param points  at most 65536
  /// @param base    the first base points. Small orbits save time and memory; points are appended as needed.
  explicit PermutationGroup(std::size_t points, const std::vector<Point>& base = {});

  /// Extends it to the smallest group that contains this element, too.
  ///
  /// @return  false if the group already contained the element.
  /// @cost    orbit sizes * generators * levels * points. Memory: sum of the orbit sizes * points.
  bool insert(const PointImages& element);

  /// Returns true if the group contains the element.
  bool contains(const PointImages& element) const;

  /// Returns the number of elements.
  Integer order() const;

  /// Returns the number of levels: those of the given base and the appended ones.
  std::size_t levels() const { return levels_.size(); }

  /// Returns the base point of a level.
  Point base_point(std::size_t level) const { return levels_[level].base; }

  /// Returns the orbit of the base point of a level under the elements of that level; the base point comes first.
  const std::vector<Point>& orbit(std::size_t level) const { return levels_[level].orbit; }

  /// Returns an element of a level that maps a point of its orbit, given by its index there, to the base point. One for
  /// each point, these represent the cosets of the next level: a transversal.
  const PointImages& way_back(std::size_t level, std::size_t place) const { return levels_[level].ways_back[place]; }

 private:
  struct Level {
    Point base = 0;
    std::vector<PointImages> generators;
    std::vector<Point> orbit;            ///< of the base point, which comes first
    std::vector<std::int32_t> places;    ///< by point: its index in the orbit, or -1 if it is not there
    std::vector<PointImages> ways_back;  ///< by index in the orbit: an element that maps that point to the base point
  };

  void append_level(Point base);
  PointImages sifted(PointImages element, std::size_t level) const;
  void add(std::size_t level, const PointImages& generator);

  std::vector<Level> levels_;
  PointImages identity_;
};

}  // namespace gridcensus
