#include "band_signatures/column_graph.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace gridcensus::band_signatures {

using mathematics::least;
using mathematics::size_of;
using mathematics::SymbolSet;
using mathematics::without_least;

namespace {

using Colours = std::array<std::uint64_t, mathematics::max_symbols>;
using Ranks = std::array<std::uint8_t, mathematics::max_symbols>;

constexpr std::uint64_t stirred(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  return value ^ (value >> 29U);
}

/// The colour that a vertex gets from another with which it has this many common neighbours.
constexpr auto colour_of_common = [] {
  std::array<std::uint64_t, mathematics::max_symbols + 1> colours{};
  for (std::uint64_t common = 0; common < colours.size(); ++common) {
    colours[common] = stirred(stirred(common + 0x9E3779B97F4A7C15U));
  }
  return colours;
}();

/// Returns the transposed graph: entry s is the set of columns of symbol s.
ColumnGraph transposed(const ColumnGraph& graph, std::size_t columns) {
  ColumnGraph image{};
  for (std::size_t column = 0; column < columns; ++column) {
    for (SymbolSet left = graph[column]; left != 0; left = without_least(left)) {
      auto& entry = image[static_cast<std::size_t>(least(left))];
      entry = static_cast<SymbolSet>(entry | mathematics::singleton(static_cast<int>(column)));
    }
  }
  return image;
}

/// Mixes the colours of its neighbours into the colour of every vertex.
void absorb(const ColumnGraph& graph, std::size_t count, Colours& colours, const Colours& neighbours) {
  for (std::size_t vertex = 0; vertex < count; ++vertex) {
    std::uint64_t sum = 3 * colours[vertex];
    for (SymbolSet left = graph[vertex]; left != 0; left = without_least(left)) {
      sum += neighbours[static_cast<std::size_t>(least(left))];
    }
    colours[vertex] = stirred(sum);
  }
}

/// The symbols by their number of visited columns, and the resulting cost of a sweep.
class Progress {
 public:
  Progress(std::size_t symbols, std::size_t rows) : rows_{rows} {
    met_[0] = mathematics::first_symbols(static_cast<int>(symbols));
  }

  void meet(SymbolSet column) {
    for (std::size_t times = rows_; times-- > 0;) {
      const auto moved = static_cast<SymbolSet>(met_[times] & column);
      met_[times] = mathematics::without(met_[times], moved);
      met_[times + 1] = static_cast<SymbolSet>(met_[times + 1] | moved);
    }
  }

  /// Returns about 4 log2 of the states of a sweep: a symbol before its first or after its last column has fewer
  /// states.
  int width() const {
    int width = 0;
    for (std::size_t times = 1; times < rows_; ++times) {
      const bool at_an_end = times == 1 || times + 1 == rows_;
      width += (at_an_end ? 4 : 5) * size_of(met_[times]);
    }
    return width;
  }

  /// Returns `width` after one more column.
  int width_with(SymbolSet column) const {
    Progress next = *this;
    next.meet(column);
    return next.width();
  }

 private:
  std::array<SymbolSet, mathematics::max_symbols + 1> met_{};  // [k]: symbols of which k columns have been visited
  std::size_t rows_;
};

/// Returns for each value the number of smaller ones; equal values are ordered by their places.
template <class Values>
Ranks ranks_of(const Values& values, std::size_t count) {
  Ranks ranks{};
  for (std::size_t one = 0; one < count; ++one) {
    for (std::size_t two = one + 1; two < count; ++two) {
      const bool descends = values[two] < values[one];
      ranks[one] = static_cast<std::uint8_t>(ranks[one] + int{descends});
      ranks[two] = static_cast<std::uint8_t>(ranks[two] + int{!descends});
    }
  }
  return ranks;
}

}  // namespace

int rows_of_band(std::span<const SymbolSet> columns) {
  if (columns.empty() || columns.size() > mathematics::max_symbols) {
    throw std::invalid_argument{"a band has 1 to 16 columns"};
  }
  const int rows = size_of(columns.front());
  std::array<int, mathematics::max_symbols> uses{};
  for (const SymbolSet column : columns) {
    if (size_of(column) != rows) throw std::invalid_argument{"the columns of a band have one size"};
    for (SymbolSet left = column; left != 0; left = without_least(left)) ++uses[static_cast<std::size_t>(least(left))];
  }
  for (std::size_t symbol = 0; symbol < columns.size(); ++symbol) {
    if (rows == 0 || uses[symbol] != rows) {
      throw std::invalid_argument{"every symbol is in as many columns as a band has rows"};
    }
  }
  return rows;
}

std::vector<SymbolSet> in_narrow_order(std::span<const SymbolSet> columns, std::size_t symbols) {
  const auto rows = static_cast<std::size_t>(size_of(columns.front()));
  std::vector<SymbolSet> best;
  std::uint64_t min_states = std::numeric_limits<std::uint64_t>::max();
  // Three rows have few states in any order.
  const std::size_t starts = rows < 4 ? 1 : columns.size();
  for (std::size_t start = 0; start < starts; ++start) {
    std::vector<SymbolSet> order{columns.begin(), columns.end()};
    std::swap(order.front(), order[start]);
    Progress progress{symbols, rows};
    std::uint64_t states = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
      std::size_t chosen = place;
      int min_width = std::numeric_limits<int>::max();
      for (std::size_t other = place; place > 0 && other < order.size(); ++other) {
        const int width = progress.width_with(order[other]);
        if (width < min_width) {
          min_width = width;
          chosen = other;
        }
      }
      std::swap(order[place], order[chosen]);
      progress.meet(order[place]);
      states += std::uint64_t{1} << (progress.width() / 4);
    }
    if (states < min_states) {
      min_states = states;
      best = order;
    }
  }
  return best;
}

NormalForm normal_form(const ColumnGraph& graph, std::size_t columns) {
  const ColumnGraph by_symbol = transposed(graph, columns);
  Colours symbol_colours{};
  Colours column_colours{};
  // A regular graph looks the same from every vertex at distance 1, so begin with the numbers of common neighbours.
  for (std::size_t symbol = 0; symbol < columns; ++symbol) {
    for (std::size_t other = 0; other < symbol; ++other) {
      const int common = size_of(static_cast<SymbolSet>(by_symbol[symbol] & by_symbol[other]));
      symbol_colours[symbol] += colour_of_common[static_cast<std::size_t>(common)];
      symbol_colours[other] += colour_of_common[static_cast<std::size_t>(common)];
    }
  }

  // If several symbols share a colour, one with the least such colour is marked, and its mark spreads.
  Ranks number{};
  for (std::size_t marks = 0; marks <= columns; ++marks) {
    for (int round = 0; round < 2; ++round) {
      absorb(graph, columns, column_colours, symbol_colours);
      absorb(by_symbol, columns, symbol_colours, column_colours);
    }
    number = ranks_of(symbol_colours, columns);
    std::array<std::size_t, mathematics::max_symbols> in_order{};
    for (std::size_t symbol = 0; symbol < columns; ++symbol) in_order[number[symbol]] = symbol;
    std::size_t tied = 1;
    while (tied < columns && symbol_colours[in_order[tied - 1]] != symbol_colours[in_order[tied]]) ++tied;
    if (tied == columns) break;
    symbol_colours[in_order[tied]] = stirred(symbol_colours[in_order[tied]] + 1);
  }

  ColumnGraph renamed{};
  for (std::size_t column = 0; column < columns; ++column) {
    renamed[column] = mathematics::relabelled(graph[column], number);
  }
  const Ranks place = ranks_of(renamed, columns);
  NormalForm form{.symbols = number, .columns = place};
  for (std::size_t column = 0; column < columns; ++column) form.graph[place[column]] = renamed[column];
  return form;
}

}  // namespace gridcensus::band_signatures
