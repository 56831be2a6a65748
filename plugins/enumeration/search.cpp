#include "enumeration/search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::enumeration {

namespace {

constexpr std::size_t max_symbols = 16;
constexpr std::uint64_t nodes_between_polls = 4096;

void check(int cells, const std::vector<Region>& regions, const std::vector<CellPair>& pairs) {
  if (regions.empty()) throw std::invalid_argument{"a search needs at least one region"};
  const std::size_t symbols = regions.front().size();
  if (symbols < 1 || symbols > max_symbols) throw std::invalid_argument{"a region has 1 to 16 cells"};
  std::vector<bool> covered(static_cast<std::size_t>(cells));
  for (const Region& region : regions) {
    if (region.size() != symbols) throw std::invalid_argument{"the regions differ in size"};
    for (const int cell : region) {
      if (cell < 0 || cell >= cells) throw std::invalid_argument{"a region has the cell " + std::to_string(cell)};
      covered[static_cast<std::size_t>(cell)] = true;
    }
  }
  for (const auto& [one, other] : pairs) {
    if (one < 0 || other < 0 || one >= cells || other >= cells || one == other) {
      throw std::invalid_argument{"the cells " + std::to_string(one) + " and " + std::to_string(other) +
                                  " are not a pair"};
    }
  }
  if (!std::ranges::all_of(covered, std::identity{})) throw std::invalid_argument{"a cell is in no region"};
}

}  // namespace

Search::Search(int cells, const std::vector<Region>& regions, const std::vector<CellPair>& pairs) {
  check(cells, regions, pairs);
  symbols_ = static_cast<int>(regions.front().size());
  // The sets of different symbols: regions, then pairs.
  std::vector<Region> sets = regions;
  for (const auto& [one, other] : pairs) sets.push_back({one, other});

  std::vector<std::vector<std::uint32_t>> sets_of(static_cast<std::size_t>(cells));
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    for (const int cell : sets[set]) sets_of[static_cast<std::size_t>(cell)].push_back(set);
  }
  // The cells that share a set with each cell, every one once.
  std::vector<std::vector<int>> peers(static_cast<std::size_t>(cells));
  for (std::size_t cell = 0; cell < peers.size(); ++cell) {
    for (const std::uint32_t set : sets_of[cell]) {
      peers[cell].insert(peers[cell].end(), sets[set].begin(), sets[set].end());
    }
    std::ranges::sort(peers[cell]);
    peers[cell].erase(std::unique(peers[cell].begin(), peers[cell].end()), peers[cell].end());
  }

  std::vector<bool> filled(static_cast<std::size_t>(cells));
  given_.assign(sets.size(), 0);
  for (std::size_t symbol = 0; symbol < regions.front().size(); ++symbol) {
    const auto cell = static_cast<std::size_t>(regions.front()[symbol]);
    filled[cell] = true;
    for (const std::uint32_t set : sets_of[cell]) given_[set] |= 1U << symbol;
  }
  const auto filled_peers = [&](std::size_t cell) {
    return std::ranges::count_if(peers[cell], [&](int peer) { return filled[static_cast<std::size_t>(peer)]; });
  };
  first_region_.push_back(0);
  for (auto left = std::ranges::count(filled, false); left > 0; --left) {
    std::size_t next = filled.size();
    for (std::size_t cell = 0; cell < filled.size(); ++cell) {
      if (!filled[cell] && (next == filled.size() || filled_peers(cell) > filled_peers(next))) next = cell;
    }
    filled[next] = true;
    order_.push_back(static_cast<int>(next));
    cell_regions_.insert(cell_regions_.end(), sets_of[next].begin(), sets_of[next].end());
    first_region_.push_back(static_cast<std::uint32_t>(cell_regions_.size()));
  }
}

/// The state of one search: the symbols that each region has.
class Search::Walk {
 public:
  Walk(const Search& search, const Poll& poll)
      : search_{search}, poll_{poll}, all_{(1U << static_cast<unsigned>(search.symbols_)) - 1U}, used_{search.given_} {}

  /// Returns the symbols allowed in the cell at a place, as bits.
  std::uint32_t candidates(std::size_t place) const {
    std::uint32_t used = 0;
    for (auto i = search_.first_region_[place]; i < search_.first_region_[place + 1]; ++i) {
      used |= used_[search_.cell_regions_[i]];
    }
    return all_ & ~used;
  }

  /// Puts the symbol in the cell, or takes it out again.
  void toggle(std::size_t place, std::uint32_t symbol_bit) {
    for (auto i = search_.first_region_[place]; i < search_.first_region_[place + 1]; ++i) {
      used_[search_.cell_regions_[i]] ^= symbol_bit;
    }
  }

  std::uint64_t count(std::size_t place) {
    const std::size_t last = search_.order_.size();
    if (place == last) return 1;
    std::uint32_t left = candidates(place);
    if (place + 1 == last) return static_cast<std::uint64_t>(std::popcount(left));
    if (++nodes_ % nodes_between_polls == 0) poll_();
    std::uint64_t total = 0;
    for (; left != 0; left &= left - 1) {
      const std::uint32_t symbol_bit = left & (~left + 1);
      toggle(place, symbol_bit);
      total += count(place + 1);
      toggle(place, symbol_bit);
    }
    return total;
  }

  void list(std::size_t place, std::size_t end, Prefix& so_far, std::vector<Prefix>& prefixes) {
    if (place == end) {
      prefixes.push_back(so_far);
      return;
    }
    for (std::uint32_t left = candidates(place); left != 0; left &= left - 1) {
      const std::uint32_t symbol_bit = left & (~left + 1);
      toggle(place, symbol_bit);
      so_far.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
      list(place + 1, end, so_far, prefixes);
      so_far.pop_back();
      toggle(place, symbol_bit);
    }
  }

 private:
  const Search& search_;
  const Poll& poll_;
  std::uint32_t all_;
  std::vector<std::uint32_t> used_;
  std::uint64_t nodes_ = 0;
};

std::vector<Prefix> Search::prefixes(std::size_t wanted, std::size_t max_cells) const {
  std::vector<Prefix> prefixes{{}};
  const Poll never;
  for (std::size_t length = 1; length <= std::min(max_cells, order_.size()) && prefixes.size() < wanted; ++length) {
    prefixes.clear();
    Prefix so_far;
    Walk{*this, never}.list(0, length, so_far, prefixes);
  }
  return prefixes;
}

std::uint64_t Search::completions(const Prefix& prefix, const Poll& poll) const {
  if (prefix.size() > order_.size()) throw std::invalid_argument{"a prefix is longer than the grid"};
  Walk walk{*this, poll};
  for (std::size_t place = 0; place < prefix.size(); ++place) {
    const std::uint32_t symbol_bit = 1U << prefix[place];
    if ((walk.candidates(place) & symbol_bit) == 0) throw std::invalid_argument{"a prefix breaks the rules"};
    walk.toggle(place, symbol_bit);
  }
  return walk.count(prefix.size());
}

}  // namespace gridcensus::enumeration
