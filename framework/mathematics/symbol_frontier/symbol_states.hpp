#pragma once

#include "symbol_frontier/constraints.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::symbol_frontier {

/// The largest side: a set of its cells is four words, and a symbol's state at most 12 bits.
inline constexpr int most_symbols = 16;

/// A set of places in the order in which cells are filled.
class Places {
 public:
  /// Adds a place.
  void add(std::size_t place) { words_[place / 64] |= bit(place); }
  /// Takes a place out.
  void remove(std::size_t place) { words_[place / 64] &= ~bit(place); }
  /// Whether a place is in the set.
  bool has(std::size_t place) const { return (words_[place / 64] & bit(place)) != 0; }
  /// Whether the sets have a place in common.
  bool meets(const Places& other) const;
  /// Whether every place of the other is in this set.
  bool covers(const Places& other) const;

  /// Adds all places of another set.
  Places& operator|=(const Places& other);
  /// Leaves the places that another set has, too.
  Places& operator&=(const Places& other);
  /// The same places.
  bool operator==(const Places&) const = default;
  /// A hash of the set.
  std::size_t hash() const;

 private:
  static constexpr std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << (place % 64); }

  std::array<std::uint64_t, std::size_t{most_symbols} * most_symbols / 64> words_{};
};

/// What the cells filled so far mean for one symbol.
///
///     k cells filled          the k-th cell goes to
///     state of one symbol --+-- another symbol --> `without`   one of the states at k + 1 cells,
///                           +-- this symbol    --> `with`      or `none`
struct SymbolState {
  /// No state: nothing can follow.
  static constexpr std::uint16_t none = 0xFFFF;

  std::uint16_t kind = 0;        ///< of the symbol: `SymbolStates::kinds`
  std::uint16_t without = none;  ///< where a symbol of kind 0 takes the cell; others: `SymbolStates::without`
  std::uint16_t with = none;     ///< where this one does
  Places can;                    ///< where some completion of the symbol has it
  Places must;                   ///< where every completion of the symbol has it
};

/// All states of single symbols, layer by layer: a finite automaton that reads the cells in their order, and accepts
/// the sets of cells that one symbol may hold in a whole grid.
///
/// Forwards, a state is the set of unfilled cells that the symbol may no longer have, and how often it was used; a row
/// or a column that was left without it ends it. A symbol that may not have every cell starts with those forbidden that
/// it may not have. Backwards, states that lead nowhere are dropped, and states from which the same can follow become
/// one. So two states of a layer are the same exactly if they have the same completions, of whatever symbols they are.
///
/// Where cells are related, a symbol also loses cells because of the symbol that another cell has. Two symbols are of
/// one kind if exchanging them changes no relation of cells that are both unfilled; so kinds become fewer as cells are
/// filled, and one where no such relation is left. A state then belongs to a kind, and tells for each kind what follows
/// if a symbol of that kind takes the cell.
///
/// @threads  const functions may be called from many threads.
/// @source   minimal layered automata: J. E. Hopcroft (1971), in the acyclic case a single pass.
class SymbolStates {
 public:
  /// More states than this in a layer are given up where symbols are alike: 12 bits name one.
  static constexpr std::size_t most_states = 4096;
  /// The same where they are not: 16 bits.
  static constexpr std::size_t most_states_told_apart = 0xFFFE;
  /// More successors of states than these, of all layers together, are given up where symbols are not alike: a second.
  static constexpr std::size_t most_arrows_told_apart = 3'000'000;

  /// @param constraints  side at most 16
  /// @param order        in which the cells are filled: each once
  /// @throws std::invalid_argument  the cells are not seen as rows and columns are, or the restrictions are none.
  /// @cost   a hash table look-up for each set of forbidden cells in each layer: 3x3, a millisecond
  SymbolStates(const Constraints& constraints, const std::vector<int>& order);

  /// Returns the side.
  int symbols() const { return symbols_; }
  /// Returns how many cells there are.
  std::size_t cells() const { return cells_; }
  /// Whether there are more states than are kept; then there are none.
  bool are_too_many() const { return are_too_many_; }
  /// By symbol: its state before a cell is filled. Empty where some symbol cannot be placed.
  const std::vector<std::uint16_t>& start() const { return start_; }
  /// The states after so many cells, from 0 to all.
  const std::vector<SymbolState>& layer(std::size_t filled) const { return layers_[filled]; }
  /// How many kinds of symbols the states of a layer tell apart.
  std::size_t kinds(std::size_t filled) const { return kinds_[filled]; }
  /// What a state becomes if another symbol, of some kind, takes the next cell.
  std::uint16_t without(std::size_t filled, std::uint16_t state, std::size_t kind) const {
    return kind == 0 ? layers_[filled][state].without : without_[filled][state * (kinds_[filled] - 1) + kind - 1];
  }
  /// The places behind the first so many.
  const Places& unfilled(std::size_t filled) const { return unfilled_[filled]; }
  /// Bits that name a state of this layer, at least 1.
  int bits(std::size_t filled) const;

 private:
  int symbols_ = 0;
  std::size_t cells_ = 0;
  bool are_too_many_ = false;
  std::vector<std::uint16_t> start_;
  std::vector<std::vector<SymbolState>> layers_;
  std::vector<std::size_t> kinds_;                   // by layer
  std::vector<std::vector<std::uint16_t>> without_;  // by layer: of each state, for the kinds from 1 on
  std::vector<Places> unfilled_;
};

}  // namespace gridcensus::symbol_frontier
