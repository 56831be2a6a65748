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
constexpr std::size_t unreduced_per_state = 4;
constexpr std::uint32_t no_arrow = 0xFFFFFFFF;

/// A state before its possible continuations are known.
struct Unreduced {
  Places forbidden;  // unfilled ones
  int used = 0;
  std::uint16_t kind = 0;

  bool operator==(const Unreduced&) const = default;
};

struct HashUnreduced {
  std::size_t operator()(const Unreduced& state) const {
    return state.forbidden.hash() * odd_multiplier + static_cast<std::size_t>(state.used) +
           (std::size_t{state.kind} << 16U);
  }
};

int checked_side(const Constraints& constraints, const std::vector<int>& order) {
  const CellsSeen& seen = constraints.seen;
  int side = 1;
  const std::size_t cells = seen.size();
  const auto square = [](int of) { return static_cast<std::size_t>(of) * static_cast<std::size_t>(of); };
  while (side < max_symbols && square(side) < cells) ++side;
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
  if (!constraints.allowed.empty() && constraints.allowed.size() != cells) {
    throw std::invalid_argument{"not every cell has the symbols that it may have"};
  }
  for (const auto& [pair, goes_with] : constraints.related) {
    const auto is_cell = [&](int cell) { return cell >= 0 && static_cast<std::size_t>(cell) < cells; };
    if (!is_cell(pair.first) || !is_cell(pair.second) || pair.first == pair.second ||
        goes_with.size() != static_cast<std::size_t>(side)) {
      throw std::invalid_argument{"cells " + std::to_string(pair.first) + " and " + std::to_string(pair.second) +
                                  " are not related by the symbols of each"};
    }
  }
  return side;
}

constexpr bool has_symbol(SymbolBits symbols, std::size_t symbol) { return ((symbols >> symbol) & 1U) != 0; }

/// A cell that is related to one filled before it.
struct Partner {
  std::size_t place = 0;
  std::vector<SymbolBits> goes_with;  // by the symbol of the earlier cell: the compatible symbols

  bool excludes(std::size_t symbol, std::size_t here) const { return !has_symbol(goes_with[symbol], here); }
};

/// Returns, by place, its partners.
std::vector<std::vector<Partner>> partners_of(const std::vector<RelatedCells>& related,
                                              const std::vector<std::size_t>& place_of) {
  std::vector<std::vector<Partner>> partners(place_of.size());
  for (const auto& [cells, goes_with] : related) {
    const std::size_t one = place_of[static_cast<std::size_t>(cells.first)];
    const std::size_t other = place_of[static_cast<std::size_t>(cells.second)];
    Partner partner{std::max(one, other), goes_with};
    if (other < one) {
      for (std::size_t symbol = 0; symbol < goes_with.size(); ++symbol) {
        partner.goes_with[symbol] = 0;
        for (std::size_t first = 0; first < goes_with.size(); ++first) {
          if (has_symbol(goes_with[first], symbol)) partner.goes_with[symbol] |= SymbolBits{1} << first;
        }
      }
    }
    partners[std::min(one, other)].push_back(std::move(partner));
  }
  return partners;
}

/// Checks whether a relation stays the same if two symbols are exchanged.
bool keeps(const std::vector<SymbolBits>& goes_with, std::size_t one, std::size_t other) {
  const SymbolBits both = (SymbolBits{1} << one) | (SymbolBits{1} << other);
  const auto exchanged = [&](SymbolBits symbols) {
    return has_symbol(symbols, one) == has_symbol(symbols, other) ? symbols : symbols ^ both;
  };
  for (std::size_t symbol = 0; symbol < goes_with.size(); ++symbol) {
    const std::size_t image = symbol == one ? other : symbol == other ? one : symbol;
    if (goes_with[image] != exchanged(goes_with[symbol])) return false;
  }
  return true;
}

/// Returns, by layer and symbol, its kind.
std::vector<std::vector<std::uint16_t>> kinds_of(const std::vector<std::vector<Partner>>& partners, std::size_t side) {
  std::vector<std::vector<std::uint16_t>> kinds(partners.size() + 1, std::vector<std::uint16_t>(side, 0));
  for (std::size_t place = partners.size(); place-- > 0;) {
    const std::vector<std::uint16_t>& later = kinds[place + 1];
    std::vector<std::size_t> first;  // by kind: its first symbol
    for (std::size_t symbol = 0; symbol < side; ++symbol) {
      const auto is_alike = [&](std::size_t other) {
        return later[symbol] == later[other] && std::ranges::all_of(partners[place], [&](const Partner& partner) {
                 return keeps(partner.goes_with, symbol, other);
               });
      };
      const auto known = std::ranges::find_if(first, is_alike);
      kinds[place][symbol] = static_cast<std::uint16_t>(known - first.begin());
      if (known == first.end()) first.push_back(symbol);
    }
  }
  return kinds;
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

SymbolStates::SymbolStates(const Constraints& constraints, const std::vector<int>& order)
    : symbols_{checked_side(constraints, order)}, cells_{constraints.seen.size()} {
  const auto side = static_cast<std::size_t>(symbols_);
  std::vector<std::size_t> place_of(cells_);
  for (std::size_t place = 0; place < cells_; ++place) place_of[static_cast<std::size_t>(order[place])] = place;
  std::vector<Places> later(cells_);  // the places seen from a place, among those after it
  std::vector<Places> lines(2 * side);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const std::size_t place = place_of[cell];
    lines[cell / side].add(place);
    lines[side + cell % side].add(place);
    for (const int other : constraints.seen[cell]) {
      const std::size_t other_place = place_of[static_cast<std::size_t>(other)];
      if (other_place > place) later[place].add(other_place);
    }
  }
  const auto partners = partners_of(constraints.related, place_of);
  const auto kind_of = kinds_of(partners, side);
  for (const auto& kinds : kind_of) kinds_.push_back(std::size_t{1} + *std::ranges::max_element(kinds));
  const bool are_alike = constraints.symbols_are_alike();
  // More states of a layer than this would not fit the bits of a filling.
  const std::size_t most =
      are_alike ? max_states : std::min(max_distinguished_states, std::size_t{1} << std::min(16, max_bits / symbols_));
  const std::size_t most_arrows = symbols_ > 12 ? max_distinguished_successors_above_12 : max_distinguished_successors;
  std::size_t arrows_made = 0;

  Places unfilled;
  for (std::size_t place = 0; place < cells_; ++place) unfilled.add(place);
  unfilled_.push_back(unfilled);
  std::vector<std::uint32_t> start;  // by symbol
  std::vector<Unreduced> states;
  for (std::size_t symbol = 0; symbol < side; ++symbol) {
    Unreduced state{.forbidden = {}, .kind = kind_of[0][symbol]};
    for (std::size_t cell = 0; cell < constraints.allowed.size(); ++cell) {
      if (!has_symbol(constraints.allowed[cell], symbol)) state.forbidden.add(place_of[cell]);
    }
    const auto known = std::ranges::find(states, state);
    start.push_back(static_cast<std::uint32_t>(known - states.begin()));
    if (known == states.end()) states.push_back(state);
  }

  // Forwards.
  std::vector<std::vector<std::uint32_t>> arrows(
      cells_);  // by place: of each state its kind, `with`, `without` by kind
  for (std::size_t place = 0; place < cells_; ++place) {
    unfilled.remove(place);
    unfilled_.push_back(unfilled);
    std::unordered_map<Unreduced, std::uint32_t, HashUnreduced> numbers;
    std::vector<Unreduced> next;
    // The rows that still have room must suffice for the remaining uses, and so must the columns.
    std::array<std::vector<Places>, 2> open;  // the remaining places of rows, of columns
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
    // By kind: its first symbol, its last one, and its kind in the next layer.
    std::vector<std::array<std::size_t, 3>> kinds(kinds_[place], {side, 0, 0});
    for (std::size_t symbol = 0; symbol < side; ++symbol) {
      auto& [first, last, kind_after] = kinds[kind_of[place][symbol]];
      first = std::min(first, symbol);
      last = symbol;
      kind_after = kind_of[place + 1][symbol];
    }
    const auto number_of = [&](Unreduced state) {
      state.forbidden &= unfilled;
      state.kind = static_cast<std::uint16_t>(kinds[state.kind][2]);
      if (!has_room(state)) return no_arrow;
      const auto [entry, is_new] = numbers.try_emplace(state, static_cast<std::uint32_t>(next.size()));
      if (is_new) next.push_back(state);
      return entry->second;
    };
    // Places that a symbol loses if another symbol, or this one, takes the cell.
    const auto add_excluded = [&](std::size_t taken, std::size_t symbol, Places& forbidden) {
      for (const Partner& partner : partners[place]) {
        if (partner.excludes(taken, symbol)) forbidden.add(partner.place);
      }
    };
    std::vector<std::uint32_t>& from_here = arrows[place];
    for (const Unreduced& state : states) {
      const auto& [first, last, kind_after] = kinds[state.kind];
      from_here.push_back(state.kind);
      const std::size_t with = from_here.size();
      from_here.push_back(no_arrow);
      for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const bool is_alone = kind == state.kind && first == last;
        Unreduced passed = state;
        add_excluded(kinds[kind][1], first, passed.forbidden);
        from_here.push_back(is_alone && kinds.size() > 1 ? no_arrow : number_of(passed));
      }
      if (!state.forbidden.has(place)) {
        Unreduced placed = state;
        placed.forbidden |= later[place];
        add_excluded(first, first, placed.forbidden);
        ++placed.used;
        from_here[with] = number_of(placed);
      }
      arrows_made += 1 + kinds.size();
      if (next.size() > unreduced_per_state * most || (!are_alike && arrows_made > most_arrows)) {
        are_too_many_ = true;
        return;
      }
    }
    states = std::move(next);
  }

  // Backwards. Every state that reaches the end was used in every row.
  layers_.resize(cells_ + 1);
  without_.resize(cells_ + 1);
  layers_[cells_].resize(states.empty() ? 0 : 1);
  std::vector<std::uint16_t> number(states.size(), 0);
  for (std::size_t place = cells_; place-- > 0;) {
    std::unordered_map<std::u16string, std::uint16_t> numbers;
    std::vector<std::uint16_t> number_before;
    const std::vector<SymbolState>& after = layers_[place + 1];
    std::vector<SymbolState>& layer = layers_[place];
    const std::size_t width = 2 + kinds_[place];
    std::u16string to(width, u'\0');
    for (std::size_t at = 0; at < arrows[place].size(); at += width) {
      SymbolState state;
      state.kind = static_cast<std::uint16_t>(arrows[place][at]);
      to[0] = state.kind;
      bool is_first = true;
      for (std::size_t i = 1; i < width; ++i) {
        const std::uint32_t arrow = arrows[place][at + i];
        to[i] = arrow == no_arrow ? SymbolState::none : number[arrow];
        if (to[i] == SymbolState::none) continue;
        Places must = after[to[i]].must;
        state.can |= after[to[i]].can;
        if (i == 1) {
          state.can.add(place);
          must.add(place);
        }
        if (is_first)
          state.must = must;
        else
          state.must &= must;
        is_first = false;
      }
      if (is_first) {
        number_before.push_back(SymbolState::none);
        continue;
      }
      state.with = to[1];
      state.without = to[2];
      const auto [entry, is_new] = numbers.try_emplace(to, static_cast<std::uint16_t>(layer.size()));
      number_before.push_back(entry->second);
      if (!is_new) continue;
      layer.push_back(state);
      without_[place].insert(without_[place].end(), to.begin() + 3, to.end());
      if (layer.size() > most) {
        are_too_many_ = true;
        return;
      }
    }
    number = std::move(number_before);
  }
  for (const std::uint32_t state : start) start_.push_back(number[state]);
  if (std::ranges::find(start_, SymbolState::none) != start_.end()) start_.clear();
}

int SymbolStates::bits(std::size_t filled) const {
  const std::size_t states = layers_[filled].size();
  return states <= 2 ? 1 : static_cast<int>(std::bit_width(states - 1));
}

}  // namespace gridcensus::symbol_frontier
