#pragma once

#include "symbol_frontier/frontier.hpp"
#include "symbol_frontier/symbol_states.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridcensus::symbol_frontier {

/// The states of the symbols of a filling, in ascending order; 0 after the last symbol.
using SymbolStatesOfFilling = std::array<std::uint16_t, max_symbols>;

/// The number of fillings expanded between polls.
inline constexpr std::uint64_t fillings_between_polls = 4096;
/// The minimum number of slots of a table, whatever the memory.
inline constexpr std::size_t min_slots = 1024;

/// A filling in a table: the packed states of the symbols, and the number of ways in two halves, to avoid padding. A
/// slot with 0 ways is empty.
template <std::size_t words>
struct Slot {
  std::array<std::uint64_t, words> key{};  ///< the states
  std::uint64_t ways_low = 0;              ///< the lower half of the number
  std::uint64_t ways_high = 0;             ///< the upper half

  /// Checks that there is no filling.
  bool is_empty() const { return (ways_low | ways_high) == 0; }
  /// Returns the number of ways to reach the filling.
  UInt128 ways() const { return (UInt128{ways_high} << 64U) | ways_low; }
  /// Sets both halves.
  void set_ways(UInt128 ways) {
    ways_low = static_cast<std::uint64_t>(ways);
    ways_high = static_cast<std::uint64_t>(ways >> 64U);
  }
};

/// Returns a hash of a key.
template <std::size_t words>
std::uint64_t hash_of(const std::array<std::uint64_t, words>& key) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const std::uint64_t word : key) {
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 32U;
  }
  hash *= 0xC4CEB9FE1A85EC53U;
  return hash ^ (hash >> 29U);
}

/// Fillings by their key, in a power of two slots with linear probing, at most three quarters of them used. Written by
/// hand until Debian has a Boost with flat maps (docs/decisions.md, 68).
template <std::size_t words>
class Table {
 public:
  /// @param max_slots  beyond which `is_full` is true
  explicit Table(std::size_t max_slots) : max_slots_{max_slots}, slots_(min_slots) {}

  /// Returns the number of fillings.
  std::size_t size() const { return size_; }
  /// Returns the memory of the slots [bytes].
  std::size_t bytes() const { return slots_.size() * sizeof(Slot<words>); }
  /// Checks whether there may be too little room for the successors of one filling.
  bool is_full() const { return 4 * (size_ + max_symbols) > 3 * max_slots_; }

  /// Adds a filling with one way, however often it is added.
  void add_once(const std::array<std::uint64_t, words>& key) {
    if (4 * size_ >= 3 * slots_.size()) grow();
    Slot<words>& slot = slot_of(key);
    if (!slot.is_empty()) return;
    slot.key = key;
    slot.set_ways(1);
    ++size_;
  }

  /// Adds ways to those of a filling.
  void add(const std::array<std::uint64_t, words>& key, UInt128 ways) {
    if (4 * size_ >= 3 * slots_.size()) grow();
    Slot<words>& slot = slot_of(key);
    if (slot.is_empty()) {
      slot.key = key;
      ++size_;
    }
    slot.set_ways(mathematics::checked_add(slot.ways(), ways));
  }

  /// Returns all fillings in any order and empties the table.
  std::vector<Slot<words>> release() {
    std::vector<Slot<words>> list;
    list.reserve(size_);
    for (const Slot<words>& slot : slots_) {
      if (!slot.is_empty()) list.push_back(slot);
    }
    slots_ = std::vector<Slot<words>>(min_slots);
    size_ = 0;
    return list;
  }

 private:
  Slot<words>& slot_of(const std::array<std::uint64_t, words>& key) {
    std::size_t at = hash_of(key) & (slots_.size() - 1);
    while (!slots_[at].is_empty() && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

  void grow() {
    const std::vector<Slot<words>> old = std::exchange(slots_, std::vector<Slot<words>>(2 * slots_.size()));
    for (const Slot<words>& slot : old) {
      if (!slot.is_empty()) slot_of(slot.key) = slot;
    }
  }

  std::size_t max_slots_;
  std::size_t size_ = 0;
  std::vector<Slot<words>> slots_;
};

/// Partial fillings of the cells in a fixed order, with keys of this many words, and their successors.
template <std::size_t words>
class Fillings {
 public:
  /// The states of all symbols, packed.
  using Key = std::array<std::uint64_t, words>;

  /// @param states  stored as a reference
  explicit Fillings(const SymbolStates& states)
      : states_{states}, symbols_{static_cast<std::size_t>(states.symbols())} {}

  /// Packs the states of a layer.
  Key pack(std::size_t filled, const SymbolStatesOfFilling& symbol_states) const {
    const auto bits = static_cast<unsigned>(states_.bits(filled));
    Key key{};
    unsigned at = 0;
    for (std::size_t i = 0; i < symbols_; ++i, at += bits) {
      key[at / 64] |= std::uint64_t{symbol_states[i]} << (at % 64);
      if (at % 64 + bits > 64) key[at / 64 + 1] |= std::uint64_t{symbol_states[i]} >> (64 - at % 64);
    }
    return key;
  }

  /// Unpacks the states of a layer.
  SymbolStatesOfFilling unpack(std::size_t filled, const Key& key) const {
    const auto bits = static_cast<unsigned>(states_.bits(filled));
    SymbolStatesOfFilling symbol_states{};
    unsigned at = 0;
    for (std::size_t i = 0; i < symbols_; ++i, at += bits) {
      std::uint64_t word = key[at / 64] >> (at % 64);
      if (at % 64 + bits > 64) word |= key[at / 64 + 1] << (64 - at % 64);
      symbol_states[i] = static_cast<std::uint16_t>(word & ((std::uint64_t{1} << bits) - 1));
    }
    return symbol_states;
  }

  /// Returns the fillings of no cell: one, or none if a symbol cannot be placed.
  std::vector<Slot<words>> start() const {
    if (states_.start().empty()) return {};
    SymbolStatesOfFilling symbol_states{};
    std::ranges::copy(states_.start(), symbol_states.begin());
    std::sort(symbol_states.begin(), symbol_states.begin() + static_cast<std::ptrdiff_t>(symbols_));
    Slot<words> slot;
    slot.key = pack(0, symbol_states);
    slot.set_ways(1);
    return {slot};
  }

  /// Calls `visit` for each successor of a filling with one more cell: with the state of the symbol that takes the
  /// cell, the number of symbols in this state, and the key of the successor if one of them takes it.
  template <class Visit>
  void for_each_next(std::size_t filled, const SymbolStatesOfFilling& now, const Visit& visit) const {
    if (states_.kinds(filled) > 1) return for_each_next_distinguished(filled, now, visit);
    const std::vector<SymbolState>& layer = states_.layer(filled);
    // A symbol that must have this cell; two are a contradiction.
    std::size_t forced = symbols_;
    for (std::size_t i = 0; i < symbols_; ++i) {
      if (layer[now[i]].without != SymbolState::none) continue;
      if (forced != symbols_) return;
      forced = i;
    }
    SymbolStatesOfFilling others{};
    std::size_t size = 0;
    for (std::size_t i = 0; i < symbols_; ++i) {
      if (i == forced) continue;
      const std::uint16_t state = layer[now[i]].without;
      std::size_t at = size++;
      for (; at > 0 && others[at - 1] > state; --at) others[at] = others[at - 1];
      others[at] = state;
    }
    for (std::size_t i = 0, equal = 0; i < symbols_; i += equal) {
      equal = 1;
      while (i + equal < symbols_ && now[i + equal] == now[i]) ++equal;
      const SymbolState& taken = layer[now[i]];
      if (taken.with == SymbolState::none || (forced != symbols_ && now[i] != now[forced])) continue;
      SymbolStatesOfFilling next{};
      merge(others, size, taken, next);
      if (!can_go_on(filled + 1, next)) continue;
      visit(now[i], equal, pack(filled + 1, next));
    }
  }

 private:
  /// Inserts the new state of a symbol into the others, which are in ascending order, without its old state.
  static void merge(const SymbolStatesOfFilling& others, std::size_t size, const SymbolState& taken,
                    SymbolStatesOfFilling& next) {
    bool is_left_out = taken.without == SymbolState::none;
    bool is_in = false;
    std::size_t at = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (!is_left_out && others[i] == taken.without) {
        is_left_out = true;
        continue;
      }
      if (!is_in && others[i] > taken.with) {
        next[at++] = taken.with;
        is_in = true;
      }
      next[at++] = others[i];
    }
    if (!is_in) next[at] = taken.with;
  }

  /// Does the same if the other symbols depend on which symbol takes the cell.
  template <class Visit>
  void for_each_next_distinguished(std::size_t filled, const SymbolStatesOfFilling& now, const Visit& visit) const {
    const std::vector<SymbolState>& layer = states_.layer(filled);
    for (std::size_t i = 0, equal = 0; i < symbols_; i += equal) {
      equal = 1;
      while (i + equal < symbols_ && now[i + equal] == now[i]) ++equal;
      const SymbolState& taken = layer[now[i]];
      if (taken.with == SymbolState::none) continue;
      SymbolStatesOfFilling next{};
      bool goes_on = true;
      for (std::size_t j = 0; j < symbols_ && goes_on; ++j) {
        next[j] = j == i ? taken.with : states_.without(filled, now[j], taken.kind);
        goes_on = next[j] != SymbolState::none;
      }
      if (!goes_on) continue;
      std::sort(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(symbols_));
      if (!can_go_on(filled + 1, next)) continue;
      visit(now[i], equal, pack(filled + 1, next));
    }
  }

  /// Returns false if no symbol can have a remaining cell, or two must have it.
  bool can_go_on(std::size_t filled, const SymbolStatesOfFilling& symbol_states) const {
    const std::vector<SymbolState>& layer = states_.layer(filled);
    Places can;
    Places must;
    for (std::size_t i = 0; i < symbols_; ++i) {
      const SymbolState& state = layer[symbol_states[i]];
      if (must.meets(state.must)) return false;
      can |= state.can;
      must |= state.must;
    }
    return can.covers(states_.unfilled(filled));
  }

  const SymbolStates& states_;
  std::size_t symbols_;
};

/// The maximum number of words for the states of all symbols.
inline constexpr std::size_t max_words = SymbolStates::max_bits / 64;

/// Calls the instance compiled for keys of this many words, 1 to 3.
template <class Do>
auto with_words(std::size_t words, const Do& act) {
  if (words == 1) return act.template operator()<1>();
  if (words == 2) return act.template operator()<2>();
  return act.template operator()<3>();
}

}  // namespace gridcensus::symbol_frontier
