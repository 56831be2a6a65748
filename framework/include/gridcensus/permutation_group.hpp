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

/// A group of permutations given by generators, as a stabiliser chain: its order and who belongs to it, without a list
/// of its elements.
///
///     level 0   the whole group                      orbit of base point b0
///     level 1   what keeps b0                        orbit of base point b1
///     level 2   what keeps b0 and b1                 orbit of base point b2
///     ...       until nothing but the identity is left
///
/// Every element of level k is an element of level k+1 followed by the representative of one point of the orbit, in
/// one way only. So the order is the product of the sizes of the orbits.
///
/// @source  C. C. Sims 1970; the incremental form of D. E. Knuth, "Efficient representation of perm groups", 1991.
class PermutationGroup {
 public:
  /// The group of the identity alone.
  ///
  /// @param points  at most 65536
  /// @param base    the first base points. Small orbits save time and memory; points are appended as needed.
  explicit PermutationGroup(std::size_t points, const std::vector<Point>& base = {});

  /// Makes it the smallest group that has this element as well.
  ///
  /// @return  false: the element was there already.
  /// @cost    orbit sizes * generators * levels * points. Memory: sum of the orbit sizes * points.
  bool insert(const PointImages& element);

  /// Whether the element belongs to the group.
  bool contains(const PointImages& element) const;

  /// How many elements the group has.
  Integer order() const;

  /// How many levels the chain has: those of the base that was given, and the appended ones.
  std::size_t levels() const { return levels_.size(); }

  /// The base point of a level.
  Point base_point(std::size_t level) const { return levels_[level].base; }

  /// The orbit of the base point of a level under the elements of that level; the base point comes first.
  const std::vector<Point>& orbit(std::size_t level) const { return levels_[level].orbit; }

  /// An element of a level that takes a point of its orbit, given by its place there, to the base point. With one for
  /// each point, these are representatives of the cosets of the next level: a transversal.
  const PointImages& way_back(std::size_t level, std::size_t place) const { return levels_[level].ways_back[place]; }

 private:
  struct Level {
    Point base = 0;
    std::vector<PointImages> generators;
    std::vector<Point> orbit;            ///< of the base point, which comes first
    std::vector<std::int32_t> places;    ///< by point: where it stands in the orbit, -1 where it does not
    std::vector<PointImages> ways_back;  ///< by place in the orbit: an element that takes that point to the base point
  };

  void append_level(Point base);
  PointImages sifted(PointImages element, std::size_t level) const;
  void add(std::size_t level, const PointImages& generator);

  std::vector<Level> levels_;
  PointImages identity_;
};

}  // namespace gridcensus
