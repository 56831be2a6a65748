#include "factorisations.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace gridcensus::band_classes {

using combinatorics::least;
using combinatorics::singleton;
using combinatorics::size_of;
using combinatorics::without;
using combinatorics::without_least;

namespace {

constexpr std::uint64_t steps_between_polls = 4096;

/// The common size of the sets.
int degree_of(std::span<const SymbolSet> columns) {
  if (columns.empty() || columns.size() > combinatorics::max_symbols) {
    throw std::invalid_argument{"a band has 1 to 16 columns"};
  }
  const int degree = size_of(columns.front());
  std::array<int, combinatorics::max_symbols> uses{};
  for (const SymbolSet column : columns) {
    if (size_of(column) != degree) throw std::invalid_argument{"the columns of a band have one size"};
    for (SymbolSet left = column; left != 0; left = without_least(left)) ++uses[static_cast<std::size_t>(least(left))];
  }
  for (std::size_t symbol = 0; symbol < columns.size(); ++symbol) {
    if (degree == 0 || uses[symbol] != degree) {
      throw std::invalid_argument{"every symbol is in as many columns as a band has rows"};
    }
  }
  return degree;
}

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

using Colours = std::array<std::uint64_t, combinatorics::max_symbols>;

/// The graph seen from its symbols: entry s is the columns that hold symbol s.
ColumnGraph turned(const ColumnGraph& graph, std::size_t columns) {
  ColumnGraph image{};
  for (std::size_t column = 0; column < columns; ++column) {
    for (SymbolSet left = graph[column]; left != 0; left = without_least(left)) {
      auto& entry = image[static_cast<std::size_t>(least(left))];
      entry = static_cast<SymbolSet>(entry | singleton(static_cast<int>(column)));
    }
  }
  return image;
}

/// Adds to the colour of every vertex the colours of its neighbours.
void absorb(const ColumnGraph& graph, std::size_t count, Colours& colours, const Colours& neighbours) {
  for (std::size_t vertex = 0; vertex < count; ++vertex) {
    std::uint64_t sum = 0;
    for (SymbolSet left = graph[vertex]; left != 0; left = without_least(left)) {
      sum += neighbours[static_cast<std::size_t>(least(left))];
    }
    colours[vertex] = mixed(colours[vertex] + mixed(sum));
  }
}

}  // namespace

ColumnGraph normal_form(const ColumnGraph& graph, std::size_t columns) {
  const ColumnGraph by_symbol = turned(graph, columns);
  Colours symbol_colours{};
  Colours column_colours{};
  // A regular graph looks the same from every vertex at distance 1: begin with how many neighbours two have in common.
  for (std::size_t symbol = 0; symbol < columns; ++symbol) {
    for (std::size_t other = 0; other < columns; ++other) {
      const int common = size_of(static_cast<SymbolSet>(by_symbol[symbol] & by_symbol[other]));
      symbol_colours[symbol] += mixed(static_cast<std::uint64_t>(common));
    }
  }
  const auto refine = [&] {
    absorb(graph, columns, column_colours, symbol_colours);
    absorb(by_symbol, columns, symbol_colours, column_colours);
  };
  refine();
  refine();

  // Symbols get their new numbers in the order of their colours. Where several share the least colour, one is marked
  // and its mark spreads before the next number is given.
  combinatorics::Relabelling number{};
  SymbolSet left = combinatorics::first_symbols(static_cast<int>(columns));
  for (std::uint8_t next = 0; left != 0; ++next) {
    int chosen = least(left);
    bool tied = false;
    for (SymbolSet others = without_least(left); others != 0; others = without_least(others)) {
      const std::uint64_t colour = symbol_colours[static_cast<std::size_t>(least(others))];
      const std::uint64_t least_colour = symbol_colours[static_cast<std::size_t>(chosen)];
      tied = colour == least_colour || (tied && colour > least_colour);
      if (colour < least_colour) chosen = least(others);
    }
    number[static_cast<std::size_t>(chosen)] = next;
    left = without(left, singleton(chosen));
    if (tied) {
      symbol_colours[static_cast<std::size_t>(chosen)] = mixed(std::uint64_t{next} + 1);
      refine();
      refine();
    }
  }

  ColumnGraph image{};
  for (std::size_t column = 0; column < columns; ++column) {
    image[column] = combinatorics::relabelled(graph[column], number);
  }
  std::sort(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(columns));
  return image;
}

/// One call of `count`: what the recursion carries along.
class FactorisationCounter::Search {
 public:
  Search(const FactorisationCounter& counter, std::size_t columns, const Poll& poll)
      : counter_{counter}, columns_{columns}, poll_{poll} {}

  Wide factorisations(const ColumnGraph& graph, int degree) {
    if (degree == 1) return 1;
    if (degree == 2) return of_two_rows(graph);
    if (degree == 3) return of_first_edge(graph, degree);
    const ColumnGraph form = normal_form(graph, columns_);
    if (const auto value = counter_.known(form)) return *value;
    const Wide value = degree == 4 ? of_four_rows(form) : of_first_edge(form, degree);
    counter_.remember(form, value);
    return value;
  }

 private:
  /// The two halves of a 4-regular graph while it is cut, column by column. A symbol ends with two edges in each.
  struct Halves {
    ColumnGraph first{};
    ColumnGraph second{};
    SymbolSet in_first = 0;       // symbols with an edge in the first half
    SymbolSet full_in_first = 0;  // symbols with two
    SymbolSet in_second = 0;
    SymbolSet full_in_second = 0;
  };

  Wide of_first_edge(const ColumnGraph& graph, int degree) {
    ColumnGraph rest = graph;
    const SymbolSet first = singleton(least(graph.front()));
    rest.front() = without(graph.front(), first);
    const SymbolSet free = without(combinatorics::first_symbols(static_cast<int>(columns_)), first);
    return static_cast<Wide>(degree) * over_matchings(rest, 1, free, degree);
  }

  /// Gives columns `from`.. their symbol of one row, each out of `free`, and adds up the counts of what is left.
  Wide over_matchings(ColumnGraph& rest, std::size_t from, SymbolSet free, int degree) {
    if (from == columns_) return factorisations(rest, degree - 1);
    poll_sometimes();
    Wide total = 0;
    const SymbolSet column = rest[from];
    for (auto choices = static_cast<SymbolSet>(column & free); choices != 0; choices = without_least(choices)) {
      const SymbolSet symbol = singleton(least(choices));
      rest[from] = without(column, symbol);
      total += over_matchings(rest, from + 1, without(free, symbol), degree);
    }
    rest[from] = column;
    return total;
  }

  /// 2^cycles of a 2-regular graph.
  std::uint64_t of_two_rows(const ColumnGraph& graph) const {
    // Each symbol is in two columns, so the exclusive or of their numbers leads from the one to the other.
    std::array<std::size_t, combinatorics::max_symbols> across{};
    for (std::size_t column = 0; column < columns_; ++column) {
      for (SymbolSet left = graph[column]; left != 0; left = without_least(left)) {
        across[static_cast<std::size_t>(least(left))] ^= column;
      }
    }
    SymbolSet walked = 0;  // columns, not symbols
    unsigned cycles = 0;
    for (std::size_t start = 0; start < columns_; ++start) {
      if ((walked & singleton(static_cast<int>(start))) != 0) continue;
      ++cycles;
      std::size_t column = start;
      int symbol = least(graph[start]);
      do {
        walked = static_cast<SymbolSet>(walked | singleton(static_cast<int>(column)));
        column ^= across[static_cast<std::size_t>(symbol)];
        symbol = least(without(graph[column], singleton(symbol)));
      } while (column != start);
    }
    return std::uint64_t{1} << cycles;
  }

  Wide of_four_rows(const ColumnGraph& graph) {
    // Columns that share many symbols with those before them leave fewer dead ends.
    ColumnGraph order = graph;
    SymbolSet met = order.front();
    for (std::size_t next = 1; next < columns_; ++next) {
      std::size_t best = next;
      for (std::size_t other = next + 1; other < columns_; ++other) {
        if (size_of(without(order[other], met)) < size_of(without(order[best], met))) best = other;
      }
      std::swap(order[next], order[best]);
      met = static_cast<SymbolSet>(met | order[next]);
    }

    Halves halves;
    const SymbolSet pair = without(order.front(), without_least(without_least(order.front())));
    halves.first.front() = halves.in_first = pair;
    halves.second.front() = halves.in_second = without(order.front(), pair);
    return Wide{6} * over_halves(order, 1, halves);
  }

  // The sum is at most F_4 <= (4!)^(N/4) (3!)^(N/3) 2^(N/2), below 2^53 for N = 16.
  std::uint64_t over_halves(const ColumnGraph& graph, std::size_t from, Halves& halves) {
    if (from == columns_) return of_two_rows(halves.first) * of_two_rows(halves.second);
    poll_sometimes();
    const SymbolSet column = graph[from];
    const auto forced = static_cast<SymbolSet>(column & halves.full_in_second);
    const SymbolSet open = without(without(column, forced), halves.full_in_first);
    const int wanted = 2 - size_of(forced);
    if (wanted < 0 || size_of(open) < wanted) return 0;

    const SymbolSet in_first = halves.in_first;
    const SymbolSet full_in_first = halves.full_in_first;
    const SymbolSet in_second = halves.in_second;
    const SymbolSet full_in_second = halves.full_in_second;
    std::uint64_t total = 0;
    const auto take = [&](SymbolSet pair) {
      const SymbolSet others = without(column, pair);
      halves.first[from] = pair;
      halves.second[from] = others;
      halves.in_first = static_cast<SymbolSet>(in_first | pair);
      halves.full_in_first = static_cast<SymbolSet>(full_in_first | (in_first & pair));
      halves.in_second = static_cast<SymbolSet>(in_second | others);
      halves.full_in_second = static_cast<SymbolSet>(full_in_second | (in_second & others));
      total += over_halves(graph, from + 1, halves);
    };
    if (wanted == 0) take(forced);
    for (SymbolSet one = open; wanted > 0 && one != 0; one = without_least(one)) {
      const auto with_one = static_cast<SymbolSet>(forced | singleton(least(one)));
      if (wanted == 1) take(with_one);
      for (SymbolSet two = without_least(one); wanted == 2 && two != 0; two = without_least(two)) {
        take(static_cast<SymbolSet>(with_one | singleton(least(two))));
      }
    }
    halves.in_first = in_first;
    halves.full_in_first = full_in_first;
    halves.in_second = in_second;
    halves.full_in_second = full_in_second;
    return total;
  }

  void poll_sometimes() {
    if (poll_ && ++steps_ % steps_between_polls == 0) poll_();
  }

  const FactorisationCounter& counter_;
  std::size_t columns_;
  const Poll& poll_;
  std::uint64_t steps_ = 0;
};

Wide FactorisationCounter::count(std::span<const SymbolSet> columns, const Poll& poll) const {
  const int degree = degree_of(columns);
  ColumnGraph graph{};
  std::ranges::copy(columns, graph.begin());
  return Search{*this, columns.size(), poll}.factorisations(graph, degree);
}

std::size_t FactorisationCounter::Hash::operator()(const ColumnGraph& graph) const noexcept {
  const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(ColumnGraph) / sizeof(std::uint64_t)>>(graph);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = mixed(hash ^ word);
  return hash;
}

std::optional<Wide> FactorisationCounter::known(const ColumnGraph& graph) const {
  Shard& shard = shards_[Hash{}(graph) / 64 % shards_.size()];
  const std::scoped_lock lock{shard.mutex};
  const auto found = shard.values.find(graph);
  if (found == shard.values.end()) return std::nullopt;
  return found->second;
}

void FactorisationCounter::remember(const ColumnGraph& graph, Wide value) const {
  Shard& shard = shards_[Hash{}(graph) / 64 % shards_.size()];
  const std::scoped_lock lock{shard.mutex};
  shard.values.emplace(graph, value);
}

}  // namespace gridcensus::band_classes
