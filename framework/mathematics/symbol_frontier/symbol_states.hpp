#pragma once

#include "symbol_frontier/constraints.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::symbol_frontier {

/// The maximum side: a set of cells is four words, and a symbol's state at most 12 bits.
inline constexpr int max_symbols = 16;

/// A set of places in the order in which cells are filled.
class Places {
 public:
  /// Adds a place.
  void add(std::size_t place) { words_[place / 64] |= bit(place); }
  /// Takes a place out.
  void remove(std::size_t place) { words_[place / 64] &= ~bit(place); }
  /// Checks whether a place is in the set.
  bool has(std::size_t place) const { return (words_[place / 64] & bit(place)) != 0; }
  /// Checks whether the sets have a place in common.
  bool meets(const Places& other) const;
  /// Checks whether every place of the other is in this set.
  bool covers(const Places& other) const;

  /// Adds all places of another set.
  Places& operator|=(const Places& other);
  /// Keeps only the places that the other set has, too.
  Places& operator&=(const Places& other);
  /// Compares the places.
  bool operator==(const Places&) const = default;
  /// Returns a hash of the set.
  std::size_t hash() const;

 private:
  static constexpr std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << (place % 64); }

  std::array<std::uint64_t, std::size_t{max_symbols} * max_symbols / 64> words_{};
};

/// The state of one symbol, determined by the cells filled so far.
///
///     k cells filled          the k-th cell goes to
///     state of one symbol --+-- another symbol --> `without`   one of the states at k + 1 cells,
///                           +-- this symbol    --> `with`      or `none`
struct SymbolState {
  /// The absence of a state: nothing can follow.
  static constexpr std::uint16_t none = 0xFFFF;

  std::uint16_t kind = 0;        ///< of the symbol: `SymbolStates::kinds`
  std::uint16_t without = none;  ///< if a symbol of kind 0 takes the cell; others: `SymbolStates::without`
  std::uint16_t with = none;     ///< if this symbol does
  Places can;                    ///< cells of the symbol in some completion
  Places must;                   ///< cells of the symbol in every completion
};

/// All states of single symbols, layer by layer: a finite automaton that reads the cells in their order and accepts the
/// sets of cells that one symbol may have in a whole grid.
///
/// Forwards, a state is the set of unfilled cells that the symbol may no longer have, and the number of times it was
/// used; a row or a column that is complete without it ends it. A symbol that is excluded from some cells starts with
/// these forbidden. Backwards, states without completions are removed, and states with the same completions are merged.
/// So two states of a layer are the same if and only if they have the same completions, whatever their symbols.
///
/// If cells are related, a symbol also loses cells because of the symbol in another cell. Two symbols are of one kind
/// if exchanging them changes no relation of cells that are both unfilled. So kinds become fewer as cells are filled,
/// and only one is left when no such relation remains. A state then belongs to a kind, and has a successor for each
/// kind of symbol that can take the cell.
///
/// @threads  const functions may be called from many threads.
/// @source   minimal layered automata: J. E. Hopcroft (1971), in the acyclic case a single pass.
class SymbolStates {
 public:
  /// The maximum number of states in a layer if symbols are alike: 12 bits name one.
  static constexpr std::size_t max_states = 4096;
  /// The maximum number of states in a layer if they are not: 16 bits.
  static constexpr std::size_t max_distinguished_states = 0xFFFE;
  /// The maximum number of successors of states, of all layers together, if symbols are not alike: a second.
  static constexpr std::size_t max_distinguished_successors = 3'000'000;
  /// The same above side 12, where problems with more are too large in every case: a third of a second.
  static constexpr std::size_t max_distinguished_successors_above_12 = 1'000'000;
  /// The maximum number of bits for the states of all symbols together.
  static constexpr int max_bits = 192;

  /// @param constraints  side at most 16
  /// @param order        of filling the cells: each once
  /// @throws std::invalid_argument  cells do not see each other as rows and columns do, or the restrictions are
  /// invalid.
  /// @cost   a hash table look-up for each set of forbidden cells in each layer: 3x3, a millisecond
  SymbolStates(const Constraints& constraints, const std::vector<int>& order);

  /// Returns the side.
  int symbols() const { return symbols_; }
  /// Returns the number of cells.
  std::size_t cells() const { return cells_; }
  /// Checks whether the states exceed a limit; then none are stored.
  bool are_too_many() const { return are_too_many_; }
  /// Returns, by symbol, its state before a cell is filled. Empty if some symbol cannot be placed.
  const std::vector<std::uint16_t>& start() const { return start_; }
  /// Returns the states after so many cells, from 0 to all.
  const std::vector<SymbolState>& layer(std::size_t filled) const { return layers_[filled]; }
  /// Returns the number of kinds of symbols that the states of a layer distinguish.
  std::size_t kinds(std::size_t filled) const { return kinds_[filled]; }
  /// Returns the successor of a state if another symbol, of some kind, takes the next cell.
  std::uint16_t without(std::size_t filled, std::uint16_t state, std::size_t kind) const {
    return kind == 0 ? layers_[filled][state].without : without_[filled][state * (kinds_[filled] - 1) + kind - 1];
  }
  /// Returns the places after the first `filled`.
  const Places& unfilled(std::size_t filled) const { return unfilled_[filled]; }
  /// Returns the number of bits for a state of this layer, at least 1.
  int bits(std::size_t filled) const;

 private:
  int symbols_ = 0;
  std::size_t cells_ = 0;
  bool are_too_many_ = false;
  std::vector<std::uint16_t> start_;
  std::vector<std::vector<SymbolState>> layers_;
  std::vector<std::size_t> kinds_;                   // by layer
  std::vector<std::vector<std::uint16_t>> without_;  // by layer: for each state, by kind from 1 on
  std::vector<Places> unfilled_;
};

}  // namespace gridcensus::symbol_frontier
