#include "band_signatures/sweep.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace gridcensus::band_signatures {

using mathematics::least;
using mathematics::singleton;
using mathematics::size_of;
using mathematics::SymbolSet;
using mathematics::without;
using mathematics::without_least;

namespace {

constexpr std::uint64_t no_paths = 0xFEDCBA9876543210U;

/// @param pair  two symbols
Sweep::Edge edge_of(SymbolSet pair) {
  Sweep::Edge edge;
  for (SymbolSet left = pair; left != 0; left = without_least(left)) {
    edge.a = edge.b;
    edge.b = 4 * static_cast<unsigned>(least(left));
    edge.bits |= std::uint64_t{15} << edge.b;
  }
  return edge;
}

/// Adds an edge, and doubles the ways if it closes a cycle.
void add_edge(std::uint64_t& ends, const Sweep::Edge& edge, std::uint64_t& ways) {
  const std::uint64_t end_a = (ends >> edge.a) & 15U;
  const std::uint64_t end_b = (ends >> edge.b) & 15U;
  const auto x = static_cast<unsigned>(4 * end_a);
  const auto y = static_cast<unsigned>(4 * end_b);
  const std::uint64_t closes = x == edge.b ? 1 : 0;
  ways <<= closes;
  // The two symbols are no longer ends, unless a path begins there: then x = a or y = b, and the entry is set again.
  ends &= ~(edge.bits | (std::uint64_t{15} << x) | (std::uint64_t{15} << y));
  ends |= ((end_b << x) | (end_a << y)) & (closes - 1);
}

bool closes_a_cycle(std::uint64_t ends, const Sweep::Edge& edge) { return ((ends >> edge.a) & 15U) == edge.b / 4; }

/// Returns the cuts that take no symbol for a part that has all its edges.
unsigned open_cuts(const Sweep::State& state, const Sweep::Cuts& column) {
  unsigned open = 0;
  for (unsigned i = 0; i < column.count; ++i) open |= ((column.cuts[i].uses & state.full) == 0 ? 1U : 0U) << i;
  return open;
}

template <bool two_pairs>
void add_cut(Sweep::State& state, const Sweep::Cut& cut) {
  state.full |= (state.met & cut.uses) | cut.fills;
  state.met |= cut.uses;
  add_edge(state.ends[0], cut.edges[0], state.ways);
  if constexpr (two_pairs) {
    add_edge(state.ends[1], cut.edges[1], state.ways);
    // An exchange without a branch, which would be unpredictable.
    const bool exchanged = state.ends[0] > state.ends[1];
    const std::uint64_t difference = (state.ends[0] ^ state.ends[1]) & (0 - std::uint64_t{exchanged});
    state.ends[0] ^= difference;
    state.ends[1] ^= difference;
    state.met = std::rotl(state.met, 16 * int{exchanged});
    state.full = std::rotl(state.full, 16 * int{exchanged});
  }
}

template <bool two_pairs, class Put>
void for_each_next(const Sweep::States& before, const Sweep::Cuts& column, const Put& put) {
  for (const Sweep::State& state : before) {
    for (unsigned open = open_cuts(state, column); open != 0; open &= open - 1) {
      Sweep::State next = state;
      add_cut<two_pairs>(next, column.cuts[static_cast<std::size_t>(std::countr_zero(open))]);
      put(next);
    }
  }
}

/// Returns the ways of all states after one more column. Without branches, because whether a cut is open is
/// unpredictable.
template <bool two_pairs>
std::uint64_t sum_of_ways(const Sweep::States& before, const Sweep::Cuts& column) {
  std::uint64_t sum = 0;
  for (const Sweep::State& state : before) {
    for (std::size_t i = 0; i < column.count; ++i) {
      const Sweep::Cut& cut = column.cuts[i];
      int closed = int{closes_a_cycle(state.ends[0], cut.edges[0])};
      if constexpr (two_pairs) closed += int{closes_a_cycle(state.ends[1], cut.edges[1])};
      const bool open = (cut.uses & state.full) == 0;
      sum += (state.ways << closed) & (0 - std::uint64_t{open});
    }
  }
  return sum;
}

std::uint64_t hash_of(const Sweep::State& state) {
  std::uint64_t hash = (state.ends[0] ^ state.full) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32U;
  hash = (hash ^ state.ends[1]) * 0xBF58476D1CE4E5B9U;
  return hash ^ (hash >> 32U);
}

}  // namespace

Sweep::Cuts::Cuts(SymbolSet column) : two_pairs{size_of(column) == 4} {
  for (SymbolSet one = column; one != 0; one = without_least(one)) {
    for (SymbolSet two = without_least(one); two != 0; two = without_least(two)) {
      const auto pair = static_cast<SymbolSet>(singleton(least(one)) | singleton(least(two)));
      const SymbolSet rest = without(column, pair);
      Cut& cut = cuts[count++];
      cut.uses = std::uint32_t{pair} | (std::uint32_t{rest} << 16U);
      cut.edges[0] = edge_of(pair);
      if (two_pairs) cut.edges[1] = edge_of(rest);
      if (size_of(rest) == 1) cut.fills = std::uint32_t{rest} << 16U;
    }
  }
}

std::uint64_t Sweep::factorisations(std::span<const SymbolSet> columns) {
  begin(Cuts{columns.front()}, now_);
  if (columns.size() == 2) return 2;  // the one graph with two columns
  for (const SymbolSet column : columns.subspan(1, columns.size() - 3)) {
    advance(now_, Cuts{column}, next_);
    std::swap(now_, next_);
  }
  return first_cuts(size_of(columns.front())) * ways_in_the_end(now_, Cuts{columns[columns.size() - 2]});
}

void Sweep::begin(const Cuts& column, States& states) {
  State state{.met = 0, .full = 0, .ends = {no_paths, column.two_pairs ? no_paths : 0}, .ways = 1};
  if (column.two_pairs) {
    add_cut<true>(state, column.cuts.front());
  } else {
    add_cut<false>(state, column.cuts.front());
  }
  states.assign(1, state);
}

void Sweep::advance(const States& before, const Cuts& column, States& after) {
  after.clear();
  slots_.assign(std::bit_ceil(4 * before.size() + 4), 0);
  const auto put = [&](const State& state) { put_together(state, after); };
  column.two_pairs ? for_each_next<true>(before, column, put) : for_each_next<false>(before, column, put);
}

void Sweep::advance_apart(const States& before, const Cuts& column, States& after) {
  after.clear();
  const auto put = [&](const State& state) { after.push_back(state); };
  column.two_pairs ? for_each_next<true>(before, column, put) : for_each_next<false>(before, column, put);
}

std::uint64_t Sweep::ways_in_the_end(const States& before, const Cuts& last_but_one) {
  return last_but_one.two_pairs ? sum_of_ways<true>(before, last_but_one) << 2U
                                : sum_of_ways<false>(before, last_but_one) << 1U;
}

void Sweep::put_together(const State& state, States& states) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(state) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    State& other = states[slots_[slot] - 1];
    // Not ends == ends, which g++ 12 compiles to a call of memcmp.
    if (other.full == state.full && other.ends[0] == state.ends[0] && other.ends[1] == state.ends[1]) {
      other.ways += state.ways;
      return;
    }
  }
  states.push_back(state);
  slots_[slot] = static_cast<std::uint32_t>(states.size());
  if (2 * states.size() > slots_.size()) enlarge(states);
}

void Sweep::enlarge(const States& states) {
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = 0; place < states.size(); ++place) {
    std::size_t slot = hash_of(states[place]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(place + 1);
  }
}

}  // namespace gridcensus::band_signatures
