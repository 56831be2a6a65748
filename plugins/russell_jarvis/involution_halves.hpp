#pragma once

#include "gridcensus/poll.hpp"
#include "russell_jarvis/row_uses.hpp"
#include "russell_jarvis/use_keys.hpp"
#include "russell_jarvis/ways_memory.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::russell_jarvis {

/// The number of ways to a use of the rows within some stacks, by the kinds of the stacks.
struct InvolutionWays {
  std::array<std::uint64_t, 4> single{};  ///< no exchanged stacks: by the number of fixed stacks; the others are turned
  std::array<std::uint64_t, 2> paired{};  ///< two exchanged stacks: the same for the others
};

/// Counts, for half of the stacks of `InvolutionBands`, at most three, the ways to use the rows.
///
/// @threads  one thread: it remembers ways within two stacks
class InvolutionHalves {
 public:
  /// Ways by set of symbols, for the sets with the first symbol, which is left out. These are half of all sets.
  using BySet = std::vector<std::uint64_t>;

  /// @param rows             of a band, 2 to 6
  /// @param exchanged_pairs  of symbols, by p
  /// @param poll             must outlive this object
  InvolutionHalves(int rows, int exchanged_pairs, const Poll& poll);

  /// Returns the ways to a use within so many stacks.
  ///
  /// @param by_set  empty; or, for each set, the ways within exchanged stacks and one whose left column has the set are
  ///                added to it
  InvolutionWays ways(const RowUses& uses, int stacks, BySet& by_set);

  /// Returns the ways of two halves that part a pair of exchanged stacks: for each set with the first symbol, the ways
  /// of one half with it times those of the other half with its image.
  mathematics::UInt128 ways_of_parted_pair(const BySet& by_set, const BySet& by_set_of_rest) const;

  /// Returns the rest of the rows, for the other stacks.
  RowUses complement(const RowUses& uses) const;

 private:
  /// By symbol, the other symbol of its row.
  using Mates = std::array<std::uint8_t, max_symbols_of_uses>;
  /// Sets of symbols, a bit each.
  using Symbols = std::uint32_t;

  /// A stack, and its part of a use.
  struct Stack {
    Mates mates{};
    RowUses rest{};                                      ///< of the use, without the stack
    std::array<std::uint8_t, max_rows_of_uses> open{};   ///< by row: the number of symbols that it still takes
    std::array<std::uint8_t, max_rows_of_uses> first{};  ///< by row: the first symbol that it took
  };
  /// A stack taken of a use within three, and the rest of the use.
  struct Taken {
    Mates mates{};
    RowUses rest{};
    UseKey key;
  };

  // involution_halves.cpp defines and alone calls the `inline` functions. Without that word, 6 rows took 10 % longer.
  template <class Visit>
  inline void for_each_stack(const RowUses& uses, const Visit& visit) const;
  template <class Visit>
  inline void choose_rows(const RowUses& uses, std::size_t symbol, Stack& stack, const Visit& visit) const;

  InvolutionWays ways_of_two(const RowUses& uses, BySet& by_set) const;
  InvolutionWays ways_of_three(const RowUses& uses, BySet& by_set);
  inline InvolutionWays ways_of_one(const Mates& mates) const;
  inline const WaysOfTwo& remembered(const Taken& taken);
  inline void add(const Mates& mates, const InvolutionWays& before, InvolutionWays& sum) const;
  inline void add_by_set(const Mates& mates, std::uint64_t ways, BySet& by_set) const;
  inline Mates mates_of(const RowUses& uses) const;

  template <class Next>
  inline std::uint64_t sets(const Mates& mates, const Next& next, std::uint64_t of_odd) const;
  inline std::uint64_t sets_fixed(const Mates& mates) const;
  inline std::uint64_t sets_exchanged(const Mates& mates) const;
  inline std::uint64_t sets_of_two(const Mates& mates, const Mates& others) const;

  /// Returns the image of a symbol under p.
  std::size_t partner(std::size_t symbol) const { return symbol < exchanged_ ? symbol ^ 1U : symbol; }
  inline Symbols image_of(Symbols set) const;

  std::size_t rows_;
  std::size_t symbols_;
  std::size_t exchanged_;
  const Poll& poll_;
  UseKeys keys_;
  WaysMemory memory_;
  std::vector<Taken> taken_;
};

}  // namespace gridcensus::russell_jarvis
