#include "russell_jarvis/still_bands.hpp"

#include "russell_jarvis/row_uses.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gridcensus::russell_jarvis {

namespace {

using mathematics::checked_add;
using mathematics::checked_multiply;

/// Sets of symbols, a bit each.
using Symbols = std::uint32_t;

/// By symbol, the other one of its row.
using Mates = std::array<std::uint8_t, max_symbols_of_uses>;

/// The ways to a use of the rows within some stacks, by what these are.
struct Ways {
  std::array<std::uint64_t, 4> single{};  ///< no exchanged stacks: by how many are kept; the others are turned
  std::array<std::uint64_t, 2> paired{};  ///< two exchanged stacks: the same of the others
};

constexpr Ways no_stacks{.single = {1}, .paired = {}};

/// Ways within two stacks: no more than 2^12 choices of rows times 2^6 sets for each stack.
struct WaysOfTwo {
  std::array<std::uint32_t, 3> single{};
  std::uint32_t paired = 0;
};

/// The ways of uses within two stacks: open addressing in a table at most half full.
class WaysMemory {
 public:
  struct Key {
    std::uint64_t pairs = 0;
    std::uint64_t singles = 0;
    bool operator==(const Key&) const = default;
  };

  WaysMemory() : entries_(std::size_t{1} << 12U) {}

  /// Fetches what `find` will look at.
  void prefetch(const Key& key) const { __builtin_prefetch(&entries_[first_place_of(key)]); }

  /// nullptr: it is not known yet.
  const WaysOfTwo* find(const Key& key) const {
    const Entry& entry = entries_[place_of(key)];
    return entry.key == Key{} ? nullptr : &entry.ways;
  }

  void add(const Key& key, const WaysOfTwo& ways) {
    if (2 * (used_ + 1) > entries_.size()) {
      const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
      for (const Entry& entry : before) {
        if (entry.key != Key{}) entries_[place_of(entry.key)] = entry;
      }
    }
    ++used_;
    entries_[place_of(key)] = {key, ways};
  }

 private:
  /// A key of nothing: the entry is free.
  struct Entry {
    Key key;
    WaysOfTwo ways;
  };

  std::size_t first_place_of(const Key& key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    constexpr std::uint64_t other_odd = 0xc2b2ae3d27d4eb4f;
    constexpr unsigned half = 32;
    std::uint64_t mixed = key.pairs * odd ^ key.singles * other_odd;
    mixed = (mixed ^ mixed >> half) * odd;
    return (mixed ^ mixed >> half) & (entries_.size() - 1);
  }

  std::size_t place_of(const Key& key) const {
    std::size_t place = first_place_of(key);
    while (entries_[place].key != Key{} && entries_[place].key != key) place = (place + 1) & (entries_.size() - 1);
    return place;
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

/// What half of the stacks, at most three, can do.
class Halves {
 public:
  Halves(int rows, int exchanged_pairs, const Poll& poll)
      : rows_{static_cast<std::size_t>(rows)},
        symbols_{2 * rows_},
        exchanged_{2 * static_cast<std::size_t>(exchanged_pairs)},
        poll_{poll} {
    std::uint8_t code = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = i + 1; j < rows_; ++j, ++code) {
        edge_codes_.at(i).at(j) = edge_codes_.at(j).at(i) = code;
        ends_.at(code) = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)};
        edge_of_set_.at(1U << i | 1U << j) = code;
      }
    }
    for (std::size_t one = 0; one < code; ++one) {
      for (std::size_t other = 0; other < code; ++other) numbers_of_pair_.at(one).at(other) = numbers(one, other);
    }
  }

  /// The ways to a use within so many stacks.
  ///
  /// @param by_set  empty, or by set of symbols: those within exchanged stacks and one whose left column holds the set
  ///                are added to it. Only sets that hold the first symbol, which are half of them; it is left out.
  Ways ways(const RowUses& uses, int stacks, std::vector<std::uint64_t>& by_set) {
    Ways sum;
    if (stacks < 3) {
      for_each_stack(uses, [&](const Stack& stack) {
        const Ways before = stacks == 2 ? ways_of_one(stack.rest) : no_stacks;
        add(stack.mates, before, sum);
        if (stacks == 2) sum.paired[0] += sets_of_two(stack.mates, mates_of(stack.rest));
        if (!by_set.empty()) add_by_set(stack.mates, 1, by_set);
      });
      return sum;
    }
    // All that will be looked up is fetched before the first of it is needed.
    taken_.clear();
    for_each_stack(uses, [&](const Stack& stack) {
      taken_.push_back({stack.mates, stack.rest, key_of(stack.rest)});
      memory_.prefetch(taken_.back().key);
    });
    for (const Taken& taken : taken_) {
      const WaysOfTwo& before = remembered(taken);
      add(taken.mates, {.single = {before.single[0], before.single[1], before.single[2]}, .paired = {before.paired}},
          sum);
      if (!by_set.empty()) add_by_set(taken.mates, before.paired, by_set);
    }
    return sum;
  }

  /// Image of a set of symbols under p, or its complement: the one that holds the first symbol.
  Symbols image_of(Symbols set) const {
    Symbols image = 0;
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      if ((set >> symbol & 1U) != 0) image |= Symbols{1} << partner(symbol);
    }
    return (image & 1U) != 0 ? image : image ^ ((Symbols{1} << symbols_) - 1);
  }

  /// What is left of the rows for the other stacks.
  RowUses complement(const RowUses& uses) const {
    RowUses rest{};
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      rest.at(symbol) = static_cast<std::uint8_t>(((1U << rows_) - 1) ^ uses.at(symbol));
    }
    return rest;
  }

 private:
  static constexpr std::size_t max_edges = max_rows_of_uses * (max_rows_of_uses - 1) / 2;
  using Ends = std::array<std::uint8_t, 2>;
  using RowNumbers = std::array<std::uint32_t, 8>;  ///< room for two more rows, so that loops are of whole registers

  /// By row, a number for what two edges are to each other and to it.
  RowNumbers numbers(std::size_t one, std::size_t other) const {
    constexpr std::array<std::uint32_t, 3> in_one{0x9e3779b1, 0x85ebca77, 0};
    constexpr std::array<std::uint32_t, 3> in_both{0, 0xc2b2ae3d, 0x27d4eb2f};
    RowNumbers uses{};
    for (const std::size_t edge : {one, other}) {
      for (const std::uint8_t row : ends_.at(edge)) ++uses.at(row);
    }
    const auto common = static_cast<std::size_t>(std::count(uses.begin(), uses.end(), 2U));
    RowNumbers found{};
    for (std::size_t row = 0; row < uses.size(); ++row) {
      if (uses.at(row) > 0) found.at(row) = uses.at(row) == 1 ? in_one.at(common) : in_both.at(common);
    }
    return found;
  }

  /// p.
  std::size_t partner(std::size_t symbol) const { return symbol < exchanged_ ? symbol ^ 1U : symbol; }

  /// What a stack takes of a use.
  struct Stack {
    Mates mates{};
    RowUses rest{};                                      ///< what it leaves
    std::array<std::uint8_t, max_rows_of_uses> open{};   ///< by row: how many symbols it still takes
    std::array<std::uint8_t, max_rows_of_uses> first{};  ///< and the first that it took
  };

  /// Calls `visit` with every choice of one row for each symbol, of those that it uses, that takes every row twice.
  template <class Visit>
  void for_each_stack(const RowUses& uses, const Visit& visit) const {
    Stack stack;
    std::fill_n(stack.open.begin(), rows_, std::uint8_t{2});
    choose_rows(uses, 0, stack, visit);
  }

  template <class Visit>
  void choose_rows(const RowUses& uses, std::size_t symbol, Stack& stack, const Visit& visit) const {
    if (symbol == symbols_) {
      visit(stack);
      return;
    }
    for (unsigned left = uses[symbol]; left != 0; left &= left - 1) {
      const auto row = static_cast<std::size_t>(std::countr_zero(left));
      if (stack.open[row] == 0) continue;
      if (stack.open[row] == 2) {
        stack.first[row] = static_cast<std::uint8_t>(symbol);
      } else {
        stack.mates[symbol] = stack.first[row];
        stack.mates[stack.first[row]] = static_cast<std::uint8_t>(symbol);
      }
      --stack.open[row];
      stack.rest[symbol] = static_cast<std::uint8_t>(uses[symbol] ^ (left & (~left + 1)));
      choose_rows(uses, symbol + 1, stack, visit);
      ++stack.open[row];
    }
  }

  /// Of a use within one stack.
  Mates mates_of(const RowUses& uses) const {
    Mates mates{};
    for_each_stack(uses, [&](const Stack& stack) { mates = stack.mates; });
    return mates;
  }

  /// The sets with one symbol of each pair of mates, where one choice decides all that are met from it: at its mate, at
  /// `next` of that, at the mate of this, and so on until the first symbol comes again.
  ///
  /// @param of_odd  the choices where an odd number of pairs is met, 0 or 2. A path, there and back, meets an even one
  template <class Next>
  std::uint64_t sets(const Mates& mates, const Next& next, std::uint64_t of_odd) const {
    std::uint64_t found = 1;
    Symbols seen = 0;
    for (std::size_t start = 0; start < symbols_; ++start) {
      if ((seen >> start & 1U) != 0) continue;
      bool is_odd = false;
      std::size_t symbol = start;
      do {
        const std::size_t mate = mates[symbol];
        seen |= Symbols{1} << symbol | Symbols{1} << mate;
        symbol = next(mate);
        is_odd = !is_odd;
      } while (symbol != start);
      found *= is_odd ? of_odd : 2;
      if (found == 0) break;
    }
    return found;
  }

  /// The sets with one symbol of each pair of mates that p keeps.
  std::uint64_t sets_kept(const Mates& mates) const {
    return sets(
        mates, [&](std::size_t mate) { return partner(mate); }, 0);
  }

  /// The sets with one symbol of each pair of mates that p turns into their complements; p keeps no symbol.
  std::uint64_t sets_exchanged(const Mates& mates) const {
    return sets(
        mates, [](std::size_t mate) { return mate ^ 1U; }, 2);
  }

  /// The sets with one symbol of each pair of mates whose image has one of each pair of the other mates.
  std::uint64_t sets_of_two(const Mates& mates, const Mates& others) const {
    return sets(
        mates, [&](std::size_t mate) { return partner(others[partner(mate)]); }, 2);
  }

  /// Adds to all sets with one symbol of each pair of mates that hold the first symbol.
  void add_by_set(const Mates& mates, std::uint64_t ways, std::vector<std::uint64_t>& by_set) const {
    if (ways == 0) return;
    std::array<Symbols, max_rows_of_uses> choices{};
    std::size_t number = 0;
    Symbols set = 1;
    for (std::size_t symbol = 1; symbol < symbols_; ++symbol) {
      if (mates[symbol] < symbol) continue;
      set |= Symbols{1} << symbol;
      choices[number++] = Symbols{1} << symbol | Symbols{1} << mates[symbol];
    }
    // Each set once, by exchanging the symbols of one row at a time (Gray's code).
    by_set[set >> 1U] += ways;
    for (std::uint32_t step = 1; step < std::uint32_t{1} << number; ++step) {
      set ^= choices[static_cast<std::size_t>(std::countr_zero(step))];
      by_set[set >> 1U] += ways;
    }
  }

  Ways ways_of_one(const RowUses& uses) const {
    const Mates mates = mates_of(uses);
    return {.single = {sets_kept(mates), exchanged_ == symbols_ ? sets_exchanged(mates) : 0}, .paired = {}};
  }

  /// Adds the ways with one more stack.
  void add(const Mates& mates, const Ways& before, Ways& sum) const {
    if (const std::uint64_t turned = sets_kept(mates); turned != 0) {
      sum.single[0] += turned * before.single[0];
      sum.paired[0] += turned * before.paired[0];
    }
    if (exchanged_ < symbols_) return;
    const std::uint64_t kept = sets_exchanged(mates);
    for (std::size_t i = 1; i < sum.single.size(); ++i) sum.single[i] += kept * before.single[i - 1];
    sum.paired[1] += kept * before.paired[0];
  }

  /// A stack taken of a use within three, and what it leaves.
  struct Taken {
    Mates mates{};
    RowUses rest{};
    WaysMemory::Key key;
  };

  /// The ways to a use within two stacks, which every symbol uses as an edge between two rows.
  const WaysOfTwo& remembered(const Taken& taken) {
    if (const WaysOfTwo* const known = memory_.find(taken.key)) return *known;
    poll_();
    std::vector<std::uint64_t> no_sets;
    const Ways found = ways(taken.rest, 2, no_sets);
    const auto narrow = [](std::uint64_t ways) { return static_cast<std::uint32_t>(ways); };
    memory_.add(taken.key,
                {{narrow(found.single[0]), narrow(found.single[1]), narrow(found.single[2])}, narrow(found.paired[0])});
    return *memory_.find(taken.key);
  }

  /// Rows are put in the order of numbers that permutations of rows and symbols carry along: uses that are alike then
  /// mostly, not always, have one key.
  WaysMemory::Key key_of(const RowUses& uses) const {
    std::array<std::uint8_t, max_symbols_of_uses> edges{};
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) edges[symbol] = edge_of_set_[uses[symbol]];
    RowNumbers first{};
    for (std::size_t symbol = 0; symbol < exchanged_; symbol += 2) {
      const RowNumbers& numbers = numbers_of_pair_[edges[symbol]][edges[symbol + 1]];
      for (std::size_t row = 0; row < first.size(); ++row) first[row] += numbers[row];
    }
    constexpr std::uint32_t odd = 0x9e3779b1;
    constexpr unsigned half = 16;
    RowNumbers second{};
    for (std::size_t row = 0; row < first.size(); ++row) second[row] = first[row] * odd;
    for (std::size_t symbol = 0; symbol < exchanged_; symbol += 2) {
      const Ends& one = ends_[edges[symbol]];
      const Ends& other = ends_[edges[symbol + 1]];
      const std::uint32_t of_one = first[one[0]] + first[one[1]];
      const std::uint32_t of_other = first[other[0]] + first[other[1]];
      const std::uint32_t mixed = (of_one ^ of_other) * odd + (of_one + of_other);
      const std::uint32_t both = mixed ^ mixed >> half;
      for (const std::uint8_t row : one) second[row] += both + of_one * odd;
      for (const std::uint8_t row : other) second[row] += both + of_other * odd;
    }
    for (std::size_t symbol = exchanged_; symbol < symbols_; ++symbol) {
      const auto [one, other] = ends_[edges[symbol]];
      second[one] += first[other] * first[other];
      second[other] += first[one] * first[one];
    }
    std::array<std::uint32_t, 8> place{};
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t other = 0; other < place.size(); ++other) {
        place[other] += static_cast<std::uint32_t>(second[row] < second[other]);
      }
    }
    for (std::size_t row = 1; row < rows_; ++row) {  // equal numbers: in the order of the rows
      for (std::size_t other = 0; other < row; ++other)
        place[row] += static_cast<std::uint32_t>(second[row] == second[other]);
    }
    WaysMemory::Key key;
    std::array<std::uint16_t, max_rows_of_uses> pairs{};
    for (std::size_t pair = 0; pair < exchanged_ / 2; ++pair) {
      std::uint16_t one = code_of(edges[2 * pair], place);
      std::uint16_t other = code_of(edges[2 * pair + 1], place);
      if (other < one) std::swap(one, other);
      const auto code = static_cast<std::uint16_t>(one * 16U + other);
      std::size_t at = pair;
      for (; at > 0 && pairs[at - 1] > code; --at) pairs[at] = pairs[at - 1];
      pairs[at] = code;
    }
    constexpr unsigned bits_of_pair = 8;
    for (std::size_t pair = 0; pair < exchanged_ / 2; ++pair) key.pairs = key.pairs << bits_of_pair | pairs[pair];
    constexpr unsigned bits_of_count = 4;
    for (std::size_t symbol = exchanged_; symbol < symbols_; ++symbol) {
      key.singles += std::uint64_t{1} << (bits_of_count * code_of(edges[symbol], place));
    }
    return key;
  }

  std::uint8_t code_of(std::uint8_t edge, const std::array<std::uint32_t, 8>& place) const {
    return edge_codes_[place[ends_[edge][0]]][place[ends_[edge][1]]];
  }

  std::size_t rows_;
  std::size_t symbols_;
  std::size_t exchanged_;
  const Poll& poll_;
  std::array<std::array<std::uint8_t, max_rows_of_uses>, max_rows_of_uses> edge_codes_{};  ///< by two rows
  std::array<Ends, max_edges> ends_{};                                                     ///< by code
  std::array<std::uint8_t, std::size_t{1} << max_rows_of_uses> edge_of_set_{};             ///< by set of two rows
  std::array<std::array<RowNumbers, max_edges>, max_edges> numbers_of_pair_{};             ///< by the two of a pair
  WaysMemory memory_;
  std::vector<Taken> taken_;
};

/// How the stacks fall into a first and a second half; nullopt: a pair of exchanged stacks must be parted.
std::optional<std::pair<StillStacks, StillStacks>> parted(const StillStacks& stacks, int first) {
  for (int pairs = std::min(stacks.pairs, 1); pairs >= 0; --pairs) {
    for (int kept = std::min(stacks.kept, first - 2 * pairs); kept >= 0; --kept) {
      const int turned = first - 2 * pairs - kept;
      if (turned > stacks.turned || stacks.pairs - pairs > 1) continue;
      return std::pair{StillStacks{kept, turned, pairs},
                       StillStacks{stacks.kept - kept, stacks.turned - turned, stacks.pairs - pairs}};
    }
  }
  return std::nullopt;
}

std::uint64_t ways_of(const Ways& ways, const StillStacks& stacks) {
  const auto kept = static_cast<std::size_t>(stacks.kept);
  return stacks.pairs == 0 ? ways.single.at(kept) : ways.paired.at(kept);
}

}  // namespace

StillBands::StillBands(int rows, int exchanged_pairs, std::vector<StillStacks> wanted)
    : rows_{rows}, exchanged_pairs_{exchanged_pairs}, wanted_{std::move(wanted)} {
  if (rows < 2 || static_cast<std::size_t>(rows) > max_rows_of_uses) {
    throw std::invalid_argument{"still bands have 2 to 6 rows"};
  }
}

std::size_t StillBands::parts() const {
  constexpr int rows_of_long_counts = 6;
  constexpr std::array<std::size_t, 7> parts_of_long_counts{1, 1, 1, 3, 8, 8, 2};
  return rows_ == rows_of_long_counts ? parts_of_long_counts.at(static_cast<std::size_t>(exchanged_pairs_)) : 1;
}

double StillBands::weight() const {
  constexpr double weight_of_long_counts = 100;
  return parts() > 1 ? weight_of_long_counts : 1;
}

std::vector<UInt128> StillBands::count(std::size_t part, const Poll& poll) const {
  const int first = rows_ / 2;
  const int second = rows_ - first;
  std::vector<std::optional<std::pair<StillStacks, StillStacks>>> halves;
  bool has_parted_pair = false;
  for (const StillStacks& stacks : wanted_) {
    halves.push_back(parted(stacks, first));
    has_parted_pair = has_parted_pair || !halves.back();
  }
  Halves half{rows_, exchanged_pairs_, poll};
  const RowUseClasses classes{rows_, exchanged_pairs_, first};
  const std::size_t all_sets = std::size_t{1} << static_cast<unsigned>(2 * rows_ - 1);
  std::vector<std::uint64_t> by_set(has_parted_pair ? all_sets : 0);
  std::vector<std::uint64_t> by_set_of_rest(by_set.size());
  std::vector<UInt128> totals(wanted_.size(), 0);
  const std::size_t all_parts = parts();
  std::size_t number = 0;
  classes.for_each(
      [&](const RowUses& uses, std::uint64_t size) {
        if (number++ % all_parts != part) return;
        poll();
        const RowUses rest = half.complement(uses);
        // Where the halves are equal, a use and what it leaves change places: both are done at once.
        bool is_double = false;
        if (first == second) {
          const auto codes = classes.codes_of(uses);
          const auto codes_of_rest = classes.codes_of(rest);
          if (codes_of_rest < codes) return;
          is_double = codes < codes_of_rest;
        }
        std::fill(by_set.begin(), by_set.end(), 0);
        std::fill(by_set_of_rest.begin(), by_set_of_rest.end(), 0);
        const Ways here = half.ways(uses, first, by_set);
        const Ways there = half.ways(rest, second, by_set_of_rest);
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
          UInt128 ways = 0;
          if (halves[i]) {
            const auto& [one, other] = *halves[i];
            ways = checked_multiply(ways_of(here, one), ways_of(there, other));
            if (is_double) {
              ways = checked_add(ways, checked_multiply(ways_of(there, one), ways_of(here, other)));
            }
          } else {
            // Half of the sets hold the first symbol. The other order of use and rest adds as much.
            for (Symbols others = 0; others < by_set.size(); ++others) {
              if (by_set[others] == 0) continue;
              const Symbols image = half.image_of(others << 1U | 1U) >> 1U;
              ways = checked_add(ways, checked_multiply(by_set[others], by_set_of_rest[image]));
            }
            ways = checked_multiply(ways, is_double ? 4 : 2);
          }
          totals[i] = checked_add(totals[i], checked_multiply(ways, size));
        }
      },
      poll);
  return totals;
}

}  // namespace gridcensus::russell_jarvis
