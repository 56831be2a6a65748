#include "band_signatures/closing_lines.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridcensus::band_signatures {

using mathematics::SymbolSet;

namespace {

SymbolSet all_symbols(std::size_t symbols) { return mathematics::first_symbols(static_cast<int>(symbols)); }

/// By column: the symbols that have no later column, and must be used.
std::array<SymbolSet, OpenGraph::lanes> endings_of(const OpenGraph& graph, std::size_t symbols) {
  std::array<SymbolSet, OpenGraph::lanes> endings{};
  for (std::size_t s = 0; s < symbols; ++s) {
    if ((graph.free >> s & 1U) != 0) continue;
    const auto last = static_cast<std::size_t>(std::bit_width(graph.columns_of[s]) - 1);
    endings[last] = static_cast<SymbolSet>(endings[last] | 1U << s);
  }
  return endings;
}

/// The set with two places taken out, and those behind them moved up.
std::uint32_t without_places(std::uint32_t set, std::size_t x, std::size_t y) {
  const auto drop = [&](std::size_t place) {
    const std::uint32_t below = (1U << place) - 1;
    set = (set & below) | (set >> 1U & ~below);
  };
  drop(y);
  drop(x);
  return set;
}

}  // namespace

MatchingsOfEdge::MatchingsOfEdge(const OpenGraph& graph, std::size_t symbols)
    : graph_{graph}, symbols_{symbols}, columns_{symbols - 2} {
  first_ = static_cast<SymbolSet>(graph_.columns.front() & -graph_.columns.front());
  ending_ = endings_of(graph_, symbols_);
  matching_.front() = static_cast<std::uint8_t>(std::countr_zero(first_));
}

RestOfMatching MatchingsOfEdge::rest_of(SymbolSet used) const {
  RestOfMatching rest{.graph = graph_};
  const SymbolSet left = mathematics::without(all_symbols(symbols_), used);
  rest.left = {mathematics::least(left), std::bit_width(left) - 1};
  rest.graph.free = mathematics::without(graph_.free, left);
  for (std::size_t c = 0; c < columns_; ++c) {
    const std::size_t symbol = matching_[c];
    rest.graph.columns[c] = static_cast<SymbolSet>(graph_.columns[c] ^ 1U << symbol);
    rest.graph.columns_of[symbol] = static_cast<std::uint16_t>(rest.graph.columns_of[symbol] ^ 1U << c);
  }
  return rest;
}

ClosingLines::ClosingLines(std::size_t symbols, LineTable& table)
    : symbols_{symbols}, table_{table}, kernel_{fastest_open_form_kernel()}, swept_{symbols, rows_below} {
  if (symbols < 4 || symbols > OpenGraph::max_symbols || symbols % 2 != 0) {
    throw std::invalid_argument{"lines are of graphs with 4 to 12 symbols, an even number"};
  }
}

void ClosingLines::count(const OpenGraph& graph, std::vector<std::uint64_t>& line, const Poll& poll) {
  sums_.assign(symbols_ * symbols_ * closings_below_.size(), 0);
  waiting_count_ = 0;
  MatchingsOfEdge{graph, symbols_}.for_each([&](const RestOfMatching& rest) {
    waiting_[waiting_count_++].rest = rest;
    if (waiting_count_ < most_waiting) return;
    if (poll) poll();
    look_up();
  });
  look_up();
  add_up(graph, line);
}

void ClosingLines::look_up() {
  const std::span all{waiting_.data(), waiting_count_};
  waiting_count_ = 0;
  for (Waiting& waiting : all) {
    waiting.form = kernel_.form(waiting.rest.graph, symbols_, symbols_ - 2, 0);
    waiting.hash = LineTable::hash_of(waiting.form.key);
    table_.fetch_slot(waiting.hash);
  }
  for (const Waiting& waiting : all) table_.fetch_record(waiting.hash);
  for (const Waiting& waiting : all) {
    const std::uint32_t* line = table_.find(waiting.form.key, waiting.hash);
    if (line == nullptr) {
      swept_.count(graph_of(waiting.form.key, symbols_ - 2), swept_line_);
      line = table_.add(waiting.form.key, waiting.hash, swept_line_);
      if (line == nullptr) line = swept_line_.data();
    }
    add_line({line, closings_below_.size()}, waiting);
  }
}

/// Adds the line of a form to the sums of the graph.
void ClosingLines::add_line(std::span<const std::uint32_t> line, const Waiting& waiting) {
  // What the four least free symbols become, and the four others, set by set.
  constexpr std::uint32_t low = (1U << rows_below) - 1;
  std::array<std::array<std::uint16_t, low + 1>, 2> images{};
  SymbolSet free = waiting.rest.graph.free;
  for (auto& of_part : images) {
    for (std::size_t sets = 1; sets <= low; sets *= 2) {
      const auto image =
          static_cast<std::uint16_t>(1U << waiting.form.symbols[static_cast<std::size_t>(mathematics::least(free))]);
      free = mathematics::without_least(free);
      for (std::size_t set = 0; set < sets; ++set) {
        of_part[sets + set] = static_cast<std::uint16_t>(of_part[set] | image);
      }
    }
  }
  const auto [x, y] = waiting.rest.left;
  std::uint64_t* const sums =
      sums_.data() + (static_cast<std::size_t>(x) * symbols_ + static_cast<std::size_t>(y)) * closings_below_.size();
  for (std::size_t i = 0; i < closings_below_.size(); ++i) {
    const std::uint32_t half = closings_below_.halves()[i];
    sums[i] += line[closings_below_.number_of(images[0][half & low] | std::uint32_t{images[1][half >> rows_below]})];
  }
}

/// For each way to close the graph, the sums over all x in the one half and y in the other.
void ClosingLines::add_up(const OpenGraph& graph, std::vector<std::uint64_t>& line) const {
  line.assign(closings_.size(), 0);
  std::array<std::size_t, OpenGraph::max_symbols> symbol_of{};  // by place among the free ones
  std::size_t places = 0;
  for (SymbolSet rest = graph.free; rest != 0; rest = mathematics::without_least(rest)) {
    symbol_of[places++] = static_cast<std::size_t>(mathematics::least(rest));
  }
  for (std::size_t y = 1; y < places; ++y) {
    for (std::size_t x = 0; x < y; ++x) {
      const std::uint64_t* const sums =
          sums_.data() + (symbol_of[x] * symbols_ + symbol_of[y]) * closings_below_.size();
      for (std::size_t i = 0; i < closings_.size(); ++i) {
        const std::uint32_t half = closings_.halves()[i];
        if ((half >> x & 1U) != (half >> y & 1U))
          line[i] += sums[closings_below_.number_of(without_places(half, x, y))];
      }
    }
  }
}

}  // namespace gridcensus::band_signatures
