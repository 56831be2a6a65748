#include "candidate_search/candidate_search.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gridcensus::candidate_search {

namespace {

constexpr std::uint64_t steps_between_polls = 1024;

constexpr SymbolBits bit(std::size_t symbol) { return SymbolBits{1} << symbol; }
constexpr SymbolBits first_of(SymbolBits symbols) { return symbols & (~symbols + 1); }

/// Returns a set of symbols after two of them are exchanged.
constexpr SymbolBits exchanged(SymbolBits symbols, std::size_t one, std::size_t other) {
  const bool has_one = (symbols & bit(one)) != 0;
  const bool has_other = (symbols & bit(other)) != 0;
  return has_one == has_other ? symbols : symbols ^ bit(one) ^ bit(other);
}

}  // namespace

CandidateSearch::CandidateSearch(const Problem& problem)
    : side_{static_cast<std::size_t>(problem.shape.side())},
      regions_{problem.regions()},
      seen_{cells_seen(problem)},
      allowed_{problem.allowed()},
      relations_(seen_.size()) {
  const std::vector<RelatedCells> related = problem.related();
  for (const auto& [cells, goes_with] : related) {
    SymbolTable reversed(side_);
    for (std::size_t symbol = 0; symbol < side_; ++symbol) {
      for (std::size_t other = 0; other < side_; ++other) {
        if ((goes_with[symbol] & bit(other)) != 0) reversed[other] |= bit(symbol);
      }
    }
    relations_[static_cast<std::size_t>(cells.first)].push_back({cells.second, goes_with});
    relations_[static_cast<std::size_t>(cells.second)].push_back({cells.first, std::move(reversed)});
  }
  const auto are_alike = [&](std::size_t one, std::size_t other) {
    const auto keeps_cell = [&](SymbolBits symbols) { return exchanged(symbols, one, other) == symbols; };
    const auto keeps_table = [&](const RelatedCells& cells) {
      SymbolTable image = cells.goes_with;
      std::swap(image[one], image[other]);
      for (SymbolBits& symbols : image) symbols = exchanged(symbols, one, other);
      return image == cells.goes_with;
    };
    return std::ranges::all_of(allowed_, keeps_cell) && std::ranges::all_of(related, keeps_table);
  };
  SymbolBits known = 0;
  for (std::size_t symbol = 0; symbol < side_; ++symbol) {
    if ((known & bit(symbol)) != 0) continue;
    SymbolBits alike = bit(symbol);
    std::uint64_t size = 1;
    for (std::size_t other = symbol + 1; other < side_; ++other) {
      if ((known & bit(other)) != 0 || !are_alike(symbol, other)) continue;
      alike |= bit(other);
      relabellings_ *= ++size;
    }
    known |= alike;
    if (size > 1) alike_.push_back(alike);
  }
}

CandidateSearch::Walk::Walk(const CandidateSearch& search, const Poll& poll) : search_{search}, poll_{poll} {
  candidates_.push_back(search.allowed_);
  nodes_.push_back({.unfilled = search.seen_.size()});
  is_open_ = settle(0);
}

std::optional<std::pair<std::size_t, SymbolBits>> CandidateSearch::Walk::choice(std::size_t depth) const {
  if (!is_open_) return std::pair{std::size_t{0}, SymbolBits{0}};
  if (nodes_[depth].unfilled == 0) return std::nullopt;
  const std::vector<SymbolBits>& candidates = candidates_[depth];
  std::size_t best = candidates.size();
  SymbolBits best_symbols = 0;
  int fewest = std::numeric_limits<int>::max();
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    if ((candidates[cell] & filled) != 0) continue;
    const SymbolBits symbols = without_alike(candidates[cell], nodes_[depth].used);
    const int count = std::popcount(symbols);
    if (count >= fewest) continue;
    fewest = count;
    best = cell;
    best_symbols = symbols;
    if (fewest == 1) break;
  }
  return std::pair{best, best_symbols};
}

bool CandidateSearch::Walk::go(std::size_t depth, std::size_t cell, SymbolBits symbol) {
  if (++visited_ % steps_between_polls == 0) poll_();
  if (candidates_.size() <= depth + 1) {
    candidates_.emplace_back();
    nodes_.emplace_back();
  }
  candidates_[depth + 1] = candidates_[depth];
  nodes_[depth + 1] = nodes_[depth];
  return fill(depth + 1, cell, symbol) && settle(depth + 1);
}

std::uint64_t CandidateSearch::Walk::count(std::size_t depth) {
  const auto next = choice(depth);
  if (!next) return 1;
  const auto [cell, symbols] = *next;
  std::uint64_t total = 0;
  for (SymbolBits left = symbols; left != 0; left &= left - 1) {
    if (go(depth, cell, first_of(left))) total += count(depth + 1);
  }
  return total;
}

std::optional<std::uint64_t> CandidateSearch::Walk::count_nodes(std::size_t depth, std::uint64_t most) {
  std::uint64_t nodes = 1;
  const auto next = choice(depth);
  const SymbolBits symbols = next ? next->second : 0;
  for (SymbolBits left = symbols; left != 0; left &= left - 1) {
    if (nodes >= most) return std::nullopt;
    if (!go(depth, next->first, first_of(left))) continue;
    const auto below = count_nodes(depth + 1, most - nodes);
    if (!below) return std::nullopt;
    nodes += *below;
  }
  return nodes;
}

bool CandidateSearch::Walk::has_grid(std::size_t depth) {
  const auto next = choice(depth);
  if (!next) return true;
  const auto [cell, symbols] = *next;
  for (SymbolBits left = symbols; left != 0; left &= left - 1) {
    if (go(depth, cell, first_of(left)) && has_grid(depth + 1)) return true;
  }
  return false;
}

SymbolBits CandidateSearch::Walk::without_alike(SymbolBits symbols, SymbolBits used) const {
  for (const SymbolBits alike : search_.alike_) {
    const SymbolBits unused = symbols & alike & ~used;
    symbols ^= unused ^ first_of(unused);
  }
  return symbols;
}

bool CandidateSearch::Walk::fill(std::size_t depth, std::size_t cell, SymbolBits symbol) {
  std::vector<SymbolBits>& candidates = candidates_[depth];
  candidates[cell] = symbol | filled;
  --nodes_[depth].unfilled;
  nodes_[depth].used |= symbol;
  SymbolBits left_everywhere = filled;
  for (const int other : search_.seen_[cell]) {
    SymbolBits& there = candidates[static_cast<std::size_t>(other)];
    if ((there & symbol) == 0) continue;
    there ^= symbol;
    if (there == 0 || there == filled) left_everywhere = 0;
  }
  for (const Relation& relation : search_.relations_[cell]) {
    SymbolBits& there = candidates[static_cast<std::size_t>(relation.other)];
    there &= relation.goes_with[static_cast<std::size_t>(std::countr_zero(symbol))] | filled;
    if (there == 0 || there == filled) left_everywhere = 0;
  }
  return left_everywhere != 0;
}

bool CandidateSearch::Walk::settle(std::size_t depth) {
  std::vector<SymbolBits>& candidates = candidates_[depth];
  for (bool is_settled = false; !is_settled;) {
    is_settled = true;
    for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
      if (candidates[cell] == 0) return false;
      if (!std::has_single_bit(candidates[cell])) continue;
      if (!fill(depth, cell, candidates[cell])) return false;
      is_settled = false;
    }
    if (!is_settled) continue;
    for (const Region& region : search_.regions_) {
      SymbolBits once = 0;
      SymbolBits twice = 0;
      SymbolBits placed = 0;
      for (const int cell : region) {
        const SymbolBits here = candidates[static_cast<std::size_t>(cell)];
        twice |= once & here;
        once |= here;
        placed |= (here & filled) != 0 ? here : 0;
      }
      if ((once & ~filled) != bit(search_.side_) - 1) return false;
      const SymbolBits single = once & ~(twice | placed | filled);
      for (const int cell : region) {
        const SymbolBits here = candidates[static_cast<std::size_t>(cell)] & single;
        if (single == 0) break;
        if (here == 0) continue;
        if (!std::has_single_bit(here) || !fill(depth, static_cast<std::size_t>(cell), here)) return false;
        is_settled = false;
      }
    }
  }
  return true;
}

std::vector<Steps> CandidateSearch::beginnings(std::size_t wanted) const {
  const Poll never;
  Walk walk{*this, never};
  std::deque<Steps> open{{}};
  std::vector<Steps> whole;  // all cells are filled
  while (!open.empty() && open.size() + whole.size() < wanted) {
    const Steps steps = std::move(open.front());
    open.pop_front();
    std::size_t depth = 0;
    for (const auto& [cell, symbol] : steps) {
      walk.go(depth++, static_cast<std::size_t>(cell), bit(static_cast<std::size_t>(symbol)));
    }
    const auto next = walk.choice(depth);
    if (!next) {
      whole.push_back(steps);
      continue;
    }
    for (SymbolBits left = next->second; left != 0; left &= left - 1) {
      if (!walk.go(depth, next->first, first_of(left))) continue;
      open.push_back(steps);
      open.back().push_back({static_cast<int>(next->first), std::countr_zero(left)});
    }
  }
  whole.insert(whole.end(), open.begin(), open.end());
  return whole;
}

std::uint64_t CandidateSearch::completions(const Steps& beginning, const Poll& poll) const {
  Walk walk{*this, poll};
  std::size_t depth = 0;
  for (const auto& [cell, symbol] : beginning) {
    const auto next = walk.choice(depth);
    const SymbolBits taken = bit(static_cast<std::size_t>(symbol));
    if (!next || next->first != static_cast<std::size_t>(cell) || (next->second & taken) == 0) {
      throw std::invalid_argument{"the steps do not lead through the search"};
    }
    if (!walk.go(depth++, next->first, taken)) return 0;
  }
  return walk.count(depth);
}

double CandidateSearch::estimated_nodes() const {
  const Poll never;
  Walk walk{*this, never};
  // The work is bounded by the cells that are looked at, because a node of a larger grid takes longer.
  const auto cells = static_cast<std::uint64_t>(seen_.size());
  constexpr std::uint64_t cells_counted = 1'000'000;
  constexpr std::uint64_t cells_sampled = 2'000'000;
  if (const auto nodes = walk.count_nodes(0, cells_counted / cells)) return static_cast<double>(*nodes);
  constexpr int min_ways = 20;
  constexpr int max_ways = 200;
  constexpr double hopeless = 1e18;
  std::uint64_t state = 1;
  const auto below = [&](int bound) {  // SplitMix
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t number = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9U;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<int>((number ^ (number >> 31U)) % static_cast<std::uint64_t>(bound));
  };
  double total = 0;
  int ways = 0;
  for (std::uint64_t steps = 0; ways < max_ways && steps < cells_sampled / cells; ++ways) {
    if (ways >= min_ways && total > hopeless * ways) break;
    double weight = 1;
    for (std::size_t depth = 0;; ++depth, ++steps) {
      total += weight;
      const auto next = walk.choice(depth);
      if (!next || next->second == 0 || weight > max_estimated_nodes) break;
      const int count = std::popcount(next->second);
      weight *= count;
      SymbolBits symbols = next->second;
      for (int skipped = below(count); skipped > 0; --skipped) symbols &= symbols - 1;
      if (!walk.go(depth, next->first, first_of(symbols))) break;
    }
  }
  return total / ways;
}

}  // namespace gridcensus::candidate_search
