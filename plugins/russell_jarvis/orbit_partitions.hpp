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

/// Places and lines on which some of them are. A transversal has exactly one place on every line.
///
///     the cells of a grid, on rows, columns and boxes:  a transversal is a possible set of cells of one symbol
///     the pairs (column, symbol in it) of a band:       a transversal is a row
struct PlaceSystem {
  int lines = 0;                        ///< at most 64
  std::vector<std::uint64_t> lines_of;  ///< by place: one bit for each line
};

/// A permutation of places that maps lines to lines: the image of each place.
using Motion = std::vector<std::uint16_t>;

/// Counts the partitions of all places into transversals that a motion of the places permutes among each other.
///
/// Such a partition is a union of orbits. An orbit of length l is a transversal M with M, its image, .., its (l-1)-th
/// image disjoint and its l-th image M again. So M is a union of cycles of the l-th power of the motion. On an orbit of
/// places that it meets, its places are exactly one of the l cycles that this orbit consists of. The union of the
/// images is a union of orbits of places, a *block*, which is one machine word:
///
///     orbits of places      0   1   2   3   4   5   ..
///     block                 1   0   0   1   1   0   ..     and its length l
///
/// A partition is a set of disjoint blocks that cover every orbit. For a wanted cycle type the longer lengths are
/// chosen first, block by block, in ascending order if they are equal; types with the same beginning share this. When
/// the rest of a type has only one length, the open orbits are covered by blocks of that length, the first open orbit
/// first. The last one or two blocks are looked up, and the numbers of ways to cover a set by three and more blocks are
/// stored:
///
///     2 2 1 1    every pair of disjoint blocks of length 2, then covers by blocks of length 1
///     2 2 2      covers by blocks of length 2
///
/// Blocks are listed by their first orbit, and within that in groups that have the same of the first orbits. If these
/// overlap the covered orbits, the whole group is skipped.
class OrbitPartitions {
 public:
  /// @param types  the cycle types of the motion's action on the transversals that are counted, each with as many parts
  ///               in all as there are transversals
  explicit OrbitPartitions(const std::vector<CycleType>& types);

  /// Returns, by cycle type in the order of the constructor, the number of partitions on which the motion acts with it.
  ///
  /// @param motion    permutes the transversals
  /// @param commuting  motions that commute with `motion`, any number. Of possible first blocks that they turn into
  ///                   each other, only one is followed
  /// @throws std::length_error  the places are in more than 64 orbits.
  /// @cost  up to some 30,000 blocks (6x2 boxes, nothing but columns and symbols exchanged): 25 ms for partitions into
  ///        blocks of one length, 0.2 s for all types together
  const std::vector<std::uint64_t>& count(const PlaceSystem& system, const Motion& motion,
                                          std::span<const Motion> commuting, const Poll& poll);

 private:
  struct Block {
    std::uint64_t orbits = 0;
    int length = 0;
    std::uint64_t ways = 0;  ///< the number of orbits of transversals with this union
  };

  /// A cycle of the l-th power of the motion that is part of a transversal.
  struct Piece {
    std::uint64_t lines = 0;
    int orbit = 0;
  };

  /// The rest of a wanted type.
  struct Goal {
    CycleType left;
    std::size_t type = 0;
    auto operator<=>(const Goal&) const = default;
  };

  /// The possible continuations after the chosen blocks.
  struct Choice {
    /// A type with only one length left: the length. 0: nothing is left.
    struct Closing {
      int length = 0;
      std::size_t type = 0;
    };
    std::vector<Closing> closings;
    std::vector<std::pair<int, std::size_t>> longer;  ///< the length of one more block, and the choice after it
  };

  /// The number of ways by set of orbits: a hand-written open-addressing table, at most half full, until Debian has a
  /// Boost with flat maps (docs/decisions.md, 68).
  class Ways {
   public:
    void clear(std::size_t expected);
    /// Returns nullptr if nothing is known of the set.
    const std::uint64_t* find(std::uint64_t orbits) const;
    /// Adds to the stored number of the set.
    void add(std::uint64_t orbits, std::uint64_t ways);

   private:
    struct Entry {
      std::uint64_t orbits = 0;  ///< 0: the entry is free
      std::uint64_t ways = 0;
    };

    std::size_t place_of(std::uint64_t orbits) const;

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
    int shift_ = 0;
  };

  /// The blocks of one length, in two levels of groups.
  struct BlockList {
    /// Blocks, or groups of the level below, that have the same of the first orbits.
    struct Group {
      std::uint64_t common = 0;
      std::size_t begin = 0;
      std::size_t end = 0;
    };
    std::vector<std::uint64_t> orbits;          ///< by block
    std::vector<std::uint64_t> ways_of_blocks;  ///< separate, so that a search for orbits stays in the cache
    std::vector<Group> groups;
    std::vector<Group> large_groups;
    std::vector<std::size_t> first_groups;  ///< by first orbit: its first large group; and the end
    Ways blocks;
    Ways pairs;  ///< of the sets that two blocks cover, if there are few blocks
    bool has_pairs = false;
    Ways covers;  ///< of the sets that take several blocks

    /// Calls `visit` with the numbers, from `from` on, of the blocks in some large groups that do not overlap
    /// `covered`.
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
  void poll_periodically();
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
  std::vector<std::vector<int>> orbits_;    ///< each from its lowest place on
  std::vector<int> orbit_of_;               ///< by place
  std::vector<std::vector<Piece>> pieces_;  ///< by line, by orbit
  std::vector<Piece> first_pieces_;         ///< by orbit: the piece with its first place; no lines: none exists
  std::vector<Block> blocks_;               ///< by first orbit
  std::vector<BlockList> lists_;            ///< by length
  std::vector<std::uint64_t> counts_;
};

}  // namespace gridcensus::russell_jarvis
