#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::CycleType;

/// Places, some of which lie on a common line. A transversal has exactly one place on every line.
///
///     the cells of a grid, on rows, columns and boxes:  a transversal is where one symbol can stand
///     the pairs (column, symbol in it) of a band:       a transversal is a row
struct PlaceSystem {
  int lines = 0;                        ///< at most 64
  std::vector<std::uint64_t> lines_of;  ///< by place: one bit for each line
};

/// A permutation of places that maps lines to lines: the image of each place.
using Motion = std::vector<std::uint16_t>;

/// Counts the partitions of all places into transversals that a motion of the places permutes among each other.
///
/// Such a partition falls into orbits. An orbit of length l is a transversal M with M, its image, .., its (l-1)-th
/// image disjoint and its l-th image M again. So M is a union of cycles of the l-th power of the motion, and on an
/// orbit of places where it has a place at all, these are exactly one of the l cycles into which that orbit falls. The
/// union of the images is a union of orbits of places, a *block*, which is one machine word:
///
///     orbits of places      0   1   2   3   4   5   ..
///     block                 1   0   0   1   1   0   ..     and its length l
///
/// A partition is a set of disjoint blocks that cover every orbit. The search covers the first orbit that is open, and
/// hands down the list of blocks that are still disjoint with all that was chosen. The last block is never searched
/// for: a block that is as long as what is left is what is left; and places that are one transversal too few for a
/// partition, being mapped to themselves, are a block of length 1.
class OrbitPartitions {
 public:
  /// @param types  the cycle types of the motion's action on the transversals that are counted, each with as many parts
  ///               in all as there are transversals
  explicit OrbitPartitions(const std::vector<CycleType>& types);

  /// By cycle type, in the order of the constructor: the partitions on which the motion acts with it.
  ///
  /// @param motion    what permutes the transversals
  /// @param commuting  motions that commute with `motion`, any number: where they turn blocks into each other that may
  ///                  be chosen first, only one of these is followed
  /// @throws std::length_error  the places fall into more than 64 orbits.
  /// @cost  the number of partitions, roughly, divided by the number of choices for the last two orbits
  const std::vector<std::uint64_t>& count(const PlaceSystem& system, const Motion& motion,
                                          std::span<const Motion> commuting, const Poll& poll);

 private:
  struct Block {
    std::uint64_t orbits = 0;
    int length = 0;
    std::uint64_t ways = 0;  ///< how many orbits of transversals have this union
  };

  /// A cycle of the l-th power of the motion that is part of a transversal.
  struct Piece {
    std::uint64_t lines = 0;
    int orbit = 0;
  };

  /// Some cycles of a wanted type, and by length what one more makes of them.
  struct Part {
    std::vector<int> longer;  ///< a number of a part; -1: no wanted type has these cycles
    std::size_t type = 0;     ///< where the cycles are those of a wanted type: its number
  };

  int add_part(const CycleType& cycles, const std::vector<CycleType>& types);
  void find_orbits(const Motion& motion);
  void find_pieces(const PlaceSystem& system, int length);
  void find_blocks(int length, std::uint64_t open_lines, std::uint64_t orbits, int first_orbit);
  void join_equal_blocks();
  void join_first_blocks(std::span<const Motion> commuting);
  void search(std::size_t depth, std::uint64_t covered, const Part& chosen, int left, std::uint64_t ways);

  std::vector<Part> parts_;  ///< the last is the one without cycles
  std::map<CycleType, int> part_numbers_;
  std::vector<int> lengths_;
  int transversals_ = 0;

  const Poll* poll_ = nullptr;
  std::uint64_t steps_ = 0;
  std::vector<std::vector<int>> orbits_;    ///< each from its least place on
  std::vector<int> orbit_of_;               ///< by place
  std::vector<std::vector<Piece>> pieces_;  ///< by line, by orbit
  std::vector<Piece> first_pieces_;         ///< by orbit: the piece with its first place; no lines: there is none
  std::vector<std::vector<Block>> blocks_;  ///< by depth: those that are left, by their first orbit
  std::vector<std::uint64_t> counts_;
};

}  // namespace gridcensus::russell_jarvis
