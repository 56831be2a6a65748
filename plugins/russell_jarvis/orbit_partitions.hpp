#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/poll.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
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
/// A partition is a set of disjoint blocks that cover every orbit. Of a wanted cycle type the longer lengths are chosen
/// first, block by block, in ascending order where they are equal; types that begin alike share this. When all that is
/// left of a type has one length, what is open is covered by blocks of that length, its first orbit first. The last
/// block is looked up, or the last two, and the ways to cover what takes three and more blocks are kept:
///
///     2 2 1 1    every pair of disjoint blocks of length 2, then covers by blocks of length 1
///     2 2 2      covers by blocks of length 2
///
/// Blocks are listed by their first orbit, and within that in groups that hold the same of the first orbits: where this
/// meets what is covered, none of the group is looked at.
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
  /// @cost  up to some 30,000 blocks (6x2 boxes, nothing but columns and symbols exchanged): 25 ms for partitions into
  ///        blocks of one length, 0.2 s for all types together
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

  /// What is left of a wanted type.
  struct Goal {
    CycleType left;
    std::size_t type = 0;
    auto operator<=>(const Goal&) const = default;
  };

  /// What can follow on blocks that are chosen.
  struct Choice {
    /// A type of which one length is left: the length. 0: nothing is left.
    struct Closing {
      int length = 0;
      std::size_t type = 0;
    };
    std::vector<Closing> closings;
    std::vector<std::pair<int, std::size_t>> longer;  ///< the length of one more block, and the choice that follows
  };

  /// The number of ways by set of orbits: open addressing in a table at most half full, by hand
  /// until Debian has a Boost with flat maps (docs/decisions.md, 68).
  class Ways {
   public:
    void clear(std::size_t expected);
    /// nullptr: nothing is known of the set.
    const std::uint64_t* find(std::uint64_t orbits) const;
    /// To what is known of the set.
    void add(std::uint64_t orbits, std::uint64_t ways);

   private:
    struct Entry {
      std::uint64_t orbits = 0;  ///< none: the entry is free
      std::uint64_t ways = 0;
    };

    std::size_t place_of(std::uint64_t orbits) const;

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
    int shift_ = 0;
  };

  /// The blocks of one length, in two levels of groups.
  struct BlockList {
    /// Blocks, or groups of the level below, that hold the same of the first orbits.
    struct Group {
      std::uint64_t common = 0;
      std::size_t begin = 0;
      std::size_t end = 0;
    };
    std::vector<std::uint64_t> orbits;          ///< by block
    std::vector<std::uint64_t> ways_of_blocks;  ///< apart, so that looking for orbits stays in the cache
    std::vector<Group> groups;
    std::vector<Group> large_groups;
    std::vector<std::size_t> first_groups;  ///< by first orbit: its first large group; and the end
    Ways blocks;
    Ways pairs;  ///< of what two blocks cover, where they are few
    bool has_pairs = false;
    Ways covers;  ///< of sets that take several blocks

    /// Calls `visit` with the numbers from `from` on of blocks that hold nothing of `covered`, of some large groups.
    template <class Visit>
    void for_each_disjoint(std::uint64_t covered, std::size_t from, std::size_t first_group, std::size_t last_group,
                           const Visit& visit) const {
      for (std::size_t i = first_group; i < last_group; ++i) {
        const Group& large = large_groups[i];
        if ((large.common & covered) != 0 || groups[large.end - 1].end <= from) continue;
        for (std::size_t j = large.begin; j < large.end; ++j) {
          const Group& group = groups[j];
          if ((group.common & covered) != 0 || group.end <= from) continue;
          for (std::size_t k = std::max(group.begin, from); k < group.end; ++k) {
            if ((orbits[k] & covered) == 0) visit(k);
          }
        }
      }
    }
  };

  std::size_t add_choice(std::vector<Goal> goals);
  void find_orbits(const Motion& motion);
  void find_pieces(const PlaceSystem& system, int length);
  void find_blocks(int length, std::uint64_t open_lines, std::uint64_t orbits, int first_orbit);
  void join_equal_blocks();
  std::vector<Block> joined_first_blocks(std::span<const Motion> commuting) const;
  void list_blocks();
  static void list_pairs(BlockList& list);
  void poll_now_and_then();
  void extend(const Choice& choice, int last_length, std::size_t from, std::uint64_t covered, int left,
              std::uint64_t ways);
  std::uint64_t covers(BlockList& list, std::uint64_t open, int blocks);

  std::vector<Choice> choices_;
  std::map<std::vector<Goal>, std::size_t> choice_numbers_;
  std::size_t first_choice_ = 0;
  std::map<int, std::size_t> choice_after_first_;  ///< by the length of a first block
  std::vector<int> lengths_;
  int transversals_ = 0;

  const Poll* poll_ = nullptr;
  std::uint64_t steps_ = 0;
  std::vector<std::vector<int>> orbits_;    ///< each from its least place on
  std::vector<int> orbit_of_;               ///< by place
  std::vector<std::vector<Piece>> pieces_;  ///< by line, by orbit
  std::vector<Piece> first_pieces_;         ///< by orbit: the piece with its first place; no lines: there is none
  std::vector<Block> blocks_;               ///< by first orbit
  std::vector<BlockList> lists_;            ///< by length
  std::vector<std::uint64_t> counts_;
};

}  // namespace gridcensus::russell_jarvis
