#include "symbol_frontier/symbol_states.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace gridcensus::symbol_frontier {

namespace {

constexpr std::uint64_t odd_multiplier = 0x9E3779B97F4A7C15U;

/// Forwards there are more states than remain in the end, but not many times as many.
constexpr std::size_t most_unreduced = 4 * SymbolStates::most_states;

/// A state before it is known what can follow.
struct Unreduced {
  Places forbidden;  // unfilled ones
  int used = 0;

  bool operator==(const Unreduced&) const = default;
};

struct HashUnreduced {
  std::size_t operator()(const Unreduced& state) const {
    return state.forbidden.hash() * odd_multiplier + static_cast<std::size_t>(state.used);
  }
};

/// Numbers of states of the next layer.
struct Arrows {
  std::uint16_t without = SymbolState::none;
  std::uint16_t with = SymbolState::none;
};

int checked_side(const CellsSeen& seen, const std::vector<int>& order) {
  int side = 1;
  const std::size_t cells = seen.size();
  const auto square = [](int of) { return static_cast<std::size_t>(of) * static_cast<std::size_t>(of); };
  while (side < most_symbols && square(side) < cells) ++side;
  if (cells != square(side)) throw std::invalid_argument{"the cells are not those of a square of side 1 to 16"};
  std::vector<int> sorted = order;
  std::ranges::sort(sorted);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (sorted.size() != cells || sorted[cell] != static_cast<int>(cell)) {
      throw std::invalid_argument{"the order has not every cell once"};
    }
  }
  const auto sees = [&](std::size_t one, int other) { return std::ranges::find(seen[one], other) != seen[one].end(); };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (const int other : seen[cell]) {
      if (other < 0 || static_cast<std::size_t>(other) >= cells || static_cast<std::size_t>(other) == cell ||
          !sees(static_cast<std::size_t>(other), static_cast<int>(cell))) {
        throw std::invalid_argument{"cell " + std::to_string(cell) + " sees " + std::to_string(other) +
                                    ", but not the other way round"};
      }
    }
    const int row = static_cast<int>(cell) / side;
    const int col = static_cast<int>(cell) % side;
    for (int i = 0; i < side; ++i) {
      if ((i != col && !sees(cell, row * side + i)) || (i != row && !sees(cell, i * side + col))) {
        throw std::invalid_argument{"cell " + std::to_string(cell) + " does not see its row and column"};
      }
    }
  }
  return side;
}

}  // namespace

bool Places::meets(const Places& other) const {
  std::uint64_t both = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) both |= words_[i] & other.words_[i];
  return both != 0;
}

bool Places::covers(const Places& other) const {
  std::uint64_t missing = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) missing |= other.words_[i] & ~words_[i];
  return missing == 0;
}

Places& Places::operator|=(const Places& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}

Places& Places::operator&=(const Places& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

std::size_t Places::hash() const {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words_) hash = std::rotl((hash ^ word) * odd_multiplier, 29);
  return static_cast<std::size_t>(hash);
}

SymbolStates::SymbolStates(const CellsSeen& seen, const std::vector<int>& order)
    : symbols_{checked_side(seen, order)}, cells_{seen.size()} {
  const auto side = static_cast<std::size_t>(symbols_);
  std::vector<std::size_t> place_of(cells_);
  for (std::size_t place = 0; place < cells_; ++place) place_of[static_cast<std::size_t>(order[place])] = place;
  std::vector<Places> later(cells_);  // the places seen from a place, of those behind it
  std::vector<Places> lines(2 * side);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const std::size_t place = place_of[cell];
    lines[cell / side].add(place);
    lines[side + cell % side].add(place);
    for (const int other : seen[cell]) {
      const std::size_t other_place = place_of[static_cast<std::size_t>(other)];
      if (other_place > place) later[place].add(other_place);
    }
  }
  Places unfilled;
  for (std::size_t place = 0; place < cells_; ++place) unfilled.add(place);
  unfilled_.push_back(unfilled);

  // Forwards.
  std::vector<std::vector<Arrows>> arrows(cells_);
  std::vector<Unreduced> states(1);
  for (std::size_t place = 0; place < cells_; ++place) {
    unfilled.remove(place);
    unfilled_.push_back(unfilled);
    std::unordered_map<Unreduced, std::uint16_t, HashUnreduced> numbers;
    std::vector<Unreduced> next;
    // The rows that still have room must be enough for what is to come, and so must the columns.
    std::array<std::vector<Places>, 2> open;  // what is left of rows, of columns
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Places left = lines[i];
      left &= unfilled;
      if (left.meets(unfilled)) open[i / side].push_back(left);
    }
    const auto has_room = [&](const Unreduced& state) {
      const auto is_open = [&](const Places& left) { return !state.forbidden.covers(left); };
      return std::ranges::all_of(
          open, [&](const auto& of_kind) { return std::ranges::count_if(of_kind, is_open) >= symbols_ - state.used; });
    };
    const auto number_of = [&](Unreduced state) {
      state.forbidden &= unfilled;
      if (!has_room(state)) return SymbolState::none;
      const auto [entry, is_new] = numbers.try_emplace(state, static_cast<std::uint16_t>(next.size()));
      if (is_new) next.push_back(state);
      return entry->second;
    };
    for (const Unreduced& state : states) {
      Arrows to;
      to.without = number_of(state);
      if (!state.forbidden.has(place)) {
        Unreduced placed = state;
        placed.forbidden |= later[place];
        ++placed.used;
        to.with = number_of(placed);
      }
      arrows[place].push_back(to);
      if (next.size() > most_unreduced) {
        are_too_many_ = true;
        return;
      }
    }
    states = std::move(next);
  }

  // Backwards. Whatever reaches the end was used in every row.
  layers_.resize(cells_ + 1);
  layers_[cells_].resize(states.empty() ? 0 : 1);
  std::vector<std::uint16_t> number(states.size(), 0);
  for (std::size_t place = cells_; place-- > 0;) {
    std::unordered_map<std::uint32_t, std::uint16_t> numbers;
    std::vector<std::uint16_t> number_before;
    const std::vector<SymbolState>& after = layers_[place + 1];
    std::vector<SymbolState>& layer = layers_[place];
    for (const Arrows& to : arrows[place]) {
      SymbolState state;
      if (to.without != SymbolState::none) state.without = number[to.without];
      if (to.with != SymbolState::none) state.with = number[to.with];
      if (state.without == SymbolState::none && state.with == SymbolState::none) {
        number_before.push_back(SymbolState::none);
        continue;
      }
      const std::uint32_t both = (std::uint32_t{state.without} << 16U) | state.with;
      const auto [entry, is_new] = numbers.try_emplace(both, static_cast<std::uint16_t>(layer.size()));
      number_before.push_back(entry->second);
      if (!is_new) continue;
      if (state.with != SymbolState::none) {
        state.can = after[state.with].can;
        state.must = after[state.with].must;
        state.can.add(place);
        state.must.add(place);
      }
      if (state.without != SymbolState::none) {
        state.can |= after[state.without].can;
        if (state.with == SymbolState::none)
          state.must = after[state.without].must;
        else
          state.must &= after[state.without].must;
      }
      layer.push_back(state);
    }
    number = std::move(number_before);
    if (layer.size() > most_states) {
      are_too_many_ = true;
      return;
    }
  }
}

int SymbolStates::bits(std::size_t filled) const {
  const std::size_t states = layers_[filled].size();
  return states <= 2 ? 1 : static_cast<int>(std::bit_width(states - 1));
}

}  // namespace gridcensus::symbol_frontier
