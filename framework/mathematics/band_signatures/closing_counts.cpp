#include "band_signatures/closing_counts.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace gridcensus::band_signatures {

using mathematics::SymbolSet;

namespace {

SymbolSet all_symbols(std::size_t symbols) { return mathematics::first_symbols(static_cast<int>(symbols)); }

/// Returns, by column, the symbols that have no later column and so must be used.
std::array<SymbolSet, OpenGraph::lanes> endings_of(const OpenGraph& graph, std::size_t symbols) {
  std::array<SymbolSet, OpenGraph::lanes> endings{};
  for (std::size_t s = 0; s < symbols; ++s) {
    if ((graph.free >> s & 1U) != 0) continue;
    const auto last = static_cast<std::size_t>(std::bit_width(graph.columns_of[s]) - 1);
    endings[last] = static_cast<SymbolSet>(endings[last] | 1U << s);
  }
  return endings;
}

/// Returns the set without two places, with those after them moved up.
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

ClosingCounts::ClosingCounts(std::size_t symbols, ClosingCountTable& table)
    : symbols_{symbols}, table_{table}, kernel_{fastest_open_form_kernel()}, swept_{symbols, rows_below} {
  if (symbols < 4 || symbols > OpenGraph::max_symbols || symbols % 2 != 0) {
    throw std::invalid_argument{"lines are of graphs with 4 to 12 symbols, an even number"};
  }
  constexpr std::uint8_t all_bits = 0xFF;
  for (std::size_t place = 0; place < having_.size(); ++place) {
    Halves having{};
    for (std::size_t i = 0; i < closings_below_.size(); ++i) {
      if ((closings_below_.halves()[i] >> place & 1U) != 0) having[i] = all_bits;
    }
    having_[place] = std::bit_cast<HalvesInWords>(having);
  }
}

void ClosingCounts::count(const OpenGraph& graph, std::vector<std::uint64_t>& line, const Poll& poll) {
  sums_.assign(symbols_ * symbols_ * closings_below_.size(), 0);
  waiting_ = 0;
  MatchingsOfEdge{graph, symbols_}.for_each([&](const RestOfMatching& rest) {
    rests_[waiting_] = rest.graph;
    left_[waiting_] = rest.left;
    if (++waiting_ < max_waiting) return;
    poll();
    look_up();
  });
  look_up();
  add_up(graph, line);
}

void ClosingCounts::look_up() {
  const std::size_t count = std::exchange(waiting_, 0);
  kernel_.forms(std::span{rests_}.first(count), symbols_, symbols_ - 2, 0, forms_);
  for (std::size_t i = 0; i < count; ++i) {
    hashes_[i] = ClosingCountTable::hash_of(forms_[i].key);
    table_.fetch_slot(hashes_[i]);
  }
  for (std::size_t i = 0; i < count; ++i) table_.fetch_record(hashes_[i]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t* line = table_.find(forms_[i].key, hashes_[i]);
    if (line == nullptr) {
      swept_.count(graph_of(forms_[i].key, symbols_ - 2), swept_line_);
      line = table_.add(forms_[i].key, hashes_[i], swept_line_);
      if (line == nullptr) line = swept_line_.data();
    }
    add_line({line, closings_below_.size()}, i);
  }
}

/// Adds the closing counts of a form to the sums of the graph.
void ClosingCounts::add_line(std::span<const std::uint32_t> line, std::size_t waiting) {
  // The images of the halves: each symbol joins those that have it, eight halves at once.
  constexpr std::uint64_t in_each_byte = 0x0101010101010101U;
  HalvesInWords images_in_words{};
  SymbolSet free = rests_[waiting].free;
  for (const HalvesInWords& having : having_) {
    const std::uint64_t image = in_each_byte
                                << forms_[waiting].symbols[static_cast<std::size_t>(mathematics::least(free))];
    free = mathematics::without_least(free);
    for (std::size_t word = 0; word < having.size(); ++word) images_in_words[word] |= having[word] & image;
  }
  const auto images = std::bit_cast<Halves>(images_in_words);
  const auto [x, y] = left_[waiting];
  std::uint64_t* const sums =
      sums_.data() + (static_cast<std::size_t>(x) * symbols_ + static_cast<std::size_t>(y)) * closings_below_.size();
  for (std::size_t i = 0; i < line.size(); ++i) sums[i] += line[closings_below_.number_of(images[i])];
}

/// Computes, for each way to close the graph, the sum over all x in one half and y in the other.
void ClosingCounts::add_up(const OpenGraph& graph, std::vector<std::uint64_t>& line) const {
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
