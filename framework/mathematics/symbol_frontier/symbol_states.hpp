#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::symbol_frontier {

/// The largest side: a set of its cells is four words, and a symbol's state at most 12 bits.
inline constexpr int most_symbols = 16;

/// For each cell, the cells that must hold another symbol.
using CellsSeen = std::vector<std::vector<int>>;

/// A set of places in the order in which cells are filled.
class Places {
 public:
  void add(std::size_t place) { words_[place / 64] |= bit(place); }
  void remove(std::size_t place) { words_[place / 64] &= ~bit(place); }
  bool has(std::size_t place) const { return (words_[place / 64] & bit(place)) != 0; }
  bool meets(const Places& other) const;
  /// Whether every place of the other is in this set.
  bool covers(const Places& other) const;

  Places& operator|=(const Places& other);
  Places& operator&=(const Places& other);
  bool operator==(const Places&) const = default;
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
  static constexpr std::uint16_t none = 0xFFFF;

  std::uint16_t without = none;
  std::uint16_t with = none;
  Places can;   ///< where some completion of the symbol has it
  Places must;  ///< where every completion of the symbol has it
};

/// All states of a single symbol, layer by layer: a finite automaton that reads the cells in their order, and accepts
/// the sets of cells that one symbol may hold in a whole grid.
///
/// Forwards, a state is the set of unfilled cells that the symbol may no longer have, and how often it was used; a row
/// or a column that was left without it ends it. Backwards, states that lead nowhere are dropped, and states from which
/// the same can follow become one. So two states of a layer are the same exactly if they have the same completions.
///
/// @threads  const functions may be called from many threads.
/// @source   minimal layered automata: J. E. Hopcroft (1971), in the acyclic case a single pass.
class SymbolStates {
 public:
  /// More states than this in a layer are given up: 12 bits name one.
  static constexpr std::size_t most_states = 4096;

  /// @param seen   of side * side cells, row by row, side at most 16; symmetric, and rows and columns are among it
  /// @param order  in which the cells are filled: each once
  /// @throws std::invalid_argument  otherwise.
  /// @cost   a hash table look-up for each set of forbidden cells in each layer: 3x3, a millisecond
  SymbolStates(const CellsSeen& seen, const std::vector<int>& order);

  int symbols() const { return symbols_; }
  std::size_t cells() const { return cells_; }
  /// Whether a layer has more states than `most_states`; then there are none.
  bool are_too_many() const { return are_too_many_; }
  /// The states after so many cells, from 0 to all. Layer 0 is empty where no symbol can be placed, else has one.
  const std::vector<SymbolState>& layer(std::size_t filled) const { return layers_[filled]; }
  /// The places behind the first so many.
  const Places& unfilled(std::size_t filled) const { return unfilled_[filled]; }
  /// Bits that name a state of this layer, at least 1.
  int bits(std::size_t filled) const;

 private:
  int symbols_ = 0;
  std::size_t cells_ = 0;
  bool are_too_many_ = false;
  std::vector<std::vector<SymbolState>> layers_;
  std::vector<Places> unfilled_;
};

}  // namespace gridcensus::symbol_frontier
