#include "uniform_grids/ranking_3x3.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

namespace gridcensus::uniform_grids {

using mathematics::InvalidGrid;

namespace {

constexpr Shape nine{3, 3};
constexpr std::uint16_t all_nine = 0x1FF;
constexpr std::size_t orders_of_three = 6;
constexpr std::array<std::array<std::uint8_t, 3>, orders_of_three> orders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

constexpr std::uint16_t mask_of(std::size_t symbol) { return static_cast<std::uint16_t>(1U << symbol); }

/// Calls `visit` with each symbol of a set, in ascending order.
template <class Visit>
void for_each_symbol(std::uint16_t set, const Visit& visit) {
  for (unsigned left = set; left != 0; left &= left - 1) visit(static_cast<std::size_t>(std::countr_zero(left)));
}

/// Returns the three-element subsets of a set, in lexicographic order.
std::vector<std::uint16_t> triples_of(std::uint16_t set) {
  std::vector<std::uint16_t> found;
  for (std::size_t a = 0; a < 9; ++a) {
    for (std::size_t b = a + 1; b < 9; ++b) {
      for (std::size_t c = b + 1; c < 9; ++c) {
        const auto triple = static_cast<std::uint16_t>(mask_of(a) | mask_of(b) | mask_of(c));
        if ((triple & ~set) == 0) found.push_back(triple);
      }
    }
  }
  return found;
}

std::uint16_t without_symbols(std::uint16_t set, std::uint16_t other) {
  return static_cast<std::uint16_t>(set & ~other);
}

template <class Symbols>
std::uint16_t image(std::uint16_t set, const Symbols& symbols) {
  unsigned images = 0;
  for_each_symbol(set, [&](std::size_t symbol) { images |= 1U << symbols[symbol]; });
  return static_cast<std::uint16_t>(images);
}

template <class Symbols>
Symbols inverse_of(const Symbols& images) {
  Symbols inverse{};
  for (std::size_t i = 0; i < images.size(); ++i) inverse[images[i]] = static_cast<std::uint8_t>(i);
  return inverse;
}

/// Returns names that turn three triples into 012, 345 and 678, each in ascending order.
template <class Symbols, class Triples>
Symbols names_by(const Triples& triples) {
  Symbols names{};
  std::uint8_t next = 0;
  for (const std::uint16_t triple : triples)
    for_each_symbol(triple, [&](std::size_t symbol) { names[symbol] = next++; });
  return names;
}

/// Returns the number of the order of triples by their least symbols: columns[i] is triple order[i] in that order.
template <class Triples>
std::size_t order_of(const Triples& triples) {
  std::array<std::uint8_t, 3> places{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (std::countr_zero(triples[j]) < std::countr_zero(triples[i])) ++places[i];
    }
  }
  return static_cast<std::size_t>(std::ranges::find(orders, places) - orders.begin());
}

}  // namespace

Ranking3x3::Ranking3x3() {
  list_partitions();
  find_classes();
  for (Class& described : classes_) complete(described);
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) {
    cumulated_.push_back(sum);
    const Class& described = classes_[entry.number];
    // Far below 2^64: some 1e12 for each of 78400 entries.
    sum += described.fillings.size() * described.sums.back();
  }
  cumulated_.push_back(sum);
}

void Ranking3x3::list_partitions() {
  const std::vector<Mask> triples = triples_of(all_nine);
  for (std::size_t number = 0; number < triples.size(); ++number) {
    triple_numbers_[triples[number]] = static_cast<std::uint8_t>(number);
  }
  partition_by_triples_.resize(triples.size() * triples.size());
  for (const Mask first : triples) {
    if ((first & 1U) == 0) continue;  // the triple with the least symbol comes first
    const Mask rest = without_symbols(all_nine, first);
    const auto least = static_cast<Mask>(rest & -rest);
    for (const Mask second : triples_of(rest)) {
      if ((second & least) == 0) continue;
      partition_by_triples_[triple_numbers_[first] * triples.size() + triple_numbers_[second]] =
          static_cast<std::uint16_t>(partitions_.size());
      partitions_.push_back({first, second, without_symbols(rest, second)});
    }
  }
}

std::size_t Ranking3x3::partition_of(const Triples& triples) const {
  // The one with symbol 0, and of the others the one with the least symbol.
  std::size_t first = 0;
  while ((triples[first] & 1U) == 0) ++first;
  const Mask a = triples[(first + 1) % 3];
  const Mask b = triples[(first + 2) % 3];
  const Mask second = std::countr_zero(a) < std::countr_zero(b) ? a : b;
  constexpr std::size_t triples_of_nine = 84;
  return partition_by_triples_[triple_numbers_[triples[first]] * triples_of_nine + triple_numbers_[second]];
}

Ranking3x3::Columns Ranking3x3::columns_of_entry(std::size_t entry) const {
  const Triples& second = partitions_[entry / partitions];
  const Triples& third = partitions_[entry % partitions];
  return {0b000'000'111, 0b000'111'000, 0b111'000'000, second[0], second[1], second[2], third[0], third[1], third[2]};
}

/// Finds the classes: the components of a graph on the entries, with an edge for each of some relabellings that fix box
/// 1 up to the order of its columns, for the exchange of boxes 2 and 3, and for making box 2 the first.
void Ranking3x3::find_classes() {
  constexpr auto none = std::numeric_limits<std::uint16_t>::max();
  entries_.assign(partitions * partitions, Entry{.number = none});
  fillings_.resize(entries_.size());
  Symbols unmoved{};
  std::iota(unmoved.begin(), unmoved.end(), std::uint8_t{0});
  const std::array<Symbols, 4> relabellings{{{1, 0, 2, 3, 4, 5, 6, 7, 8},
                                             {1, 2, 0, 3, 4, 5, 6, 7, 8},
                                             {3, 4, 5, 0, 1, 2, 6, 7, 8},
                                             {3, 4, 5, 6, 7, 8, 0, 1, 2}}};
  std::vector<std::size_t> members;
  for (std::size_t first = 0; first < entries_.size(); ++first) {
    if (entries_[first].number != none) continue;
    const auto number = static_cast<std::uint16_t>(classes_.size());
    Class& described = classes_.emplace_back();
    described.columns = columns_of_entry(first);
    entries_[first] = {number, unmoved, unmoved};
    members.assign(1, first);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Columns columns = columns_of_entry(members[i]);
      const Entry from = entries_[members[i]];
      // The boxes in the order `boxes`, its symbols renamed so that the first box is 012 | 345 | 678 in some order.
      const auto go = [&](const Symbols& renamed, const std::array<std::size_t, 3>& boxes) {
        std::array<std::size_t, 2> parts{};
        Entry to{.number = number};
        for (std::size_t box = 0; box < 3; ++box) {
          Triples triples{};
          for (std::size_t j = 0; j < 3; ++j) triples[j] = image(columns[3 * boxes[box] + j], renamed);
          const auto& places = orders[order_of(triples)];
          for (std::size_t j = 0; j < 3; ++j) to.columns[3 * box + places[j]] = from.columns[3 * boxes[box] + j];
          if (box > 0) parts[box - 1] = partition_of(triples);
        }
        const std::size_t entry = parts[0] * partitions + parts[1];
        if (entries_[entry].number != none) return;
        for (std::size_t symbol = 0; symbol < side; ++symbol) to.symbols[renamed[symbol]] = from.symbols[symbol];
        entries_[entry] = to;
        members.push_back(entry);
      };
      for (const Symbols& relabelling : relabellings) go(relabelling, {0, 1, 2});
      go(unmoved, {0, 2, 1});
      go(names_by<Symbols>(Triples{columns[3], columns[4], columns[5]}), {1, 0, 2});
    }
    described.entries = members.size();

    // The fillings, row by row and column by column.
    Filling filling{};
    Columns left = described.columns;
    const auto fill = [&](const auto& self, std::size_t cell, Mask in_row) -> void {
      if (cell == filling.size()) {
        described.fillings.push_back(filling);
        return;
      }
      const std::size_t column = cell % side;
      if (column == 0) in_row = 0;
      for_each_symbol(without_symbols(left[column], in_row), [&](std::size_t symbol) {
        filling[cell] = static_cast<std::uint8_t>(symbol);
        left[column] = static_cast<Mask>(left[column] ^ mask_of(symbol));
        self(self, cell + 1, static_cast<Mask>(in_row | mask_of(symbol)));
        left[column] = static_cast<Mask>(left[column] ^ mask_of(symbol));
      });
    };
    fill(fill, 0, 0);
    for (const std::size_t member : members) {
      fillings_[member] = static_cast<std::uint16_t>(described.fillings.size());
    }
  }
}

/// Computes the possible contents below the representative of a class, and the sums of the ways.
void Ranking3x3::complete(Class& described) {
  for (std::size_t box = 0; box < 3; ++box) {
    const Mask* const above = described.columns.data() + 3 * box;
    for (const Mask first : triples_of(without_symbols(all_nine, above[0]))) {
      const Mask rest = without_symbols(all_nine, first);
      for (const Mask second : triples_of(without_symbols(rest, above[1]))) {
        const Mask third = without_symbols(rest, second);
        if ((third & above[2]) == 0) described.below[box].push_back({first, second, third});
      }
    }
  }
  const auto band = [&](std::size_t box, std::size_t option, bool is_third) {
    Triples triples = described.below[box][option];
    for (std::size_t j = 0; is_third && j < 3; ++j) {
      triples[j] = without_symbols(all_nine, static_cast<Mask>(triples[j] | described.columns[3 * box + j]));
    }
    return triples;
  };
  for (std::size_t lower = 0; lower < 2; ++lower) {
    for (std::size_t box = 1; box < 3; ++box) {
      auto& named = described.named[lower][box - 1];
      for (std::size_t first = 0; first < options; ++first) {
        const auto names = names_by<Symbols>(band(0, first, lower == 1));
        for (std::size_t option = 0; option < options; ++option) {
          Triples triples = band(box, option, lower == 1);
          for (Mask& triple : triples) triple = image(triple, names);
          named.push_back(static_cast<std::uint16_t>(partition_of(triples)));
        }
      }
    }
  }
  std::uint64_t sum = 0;
  for (std::size_t pair = 0; pair < options * options; ++pair) {
    described.sums.push_back(sum);
    for (std::size_t third = 0; third < options; ++third) sum += ways_below(described, pair, third);
  }
  described.sums.push_back(sum);
}

/// Returns the number of fillings of the second and the third band.
///
/// @param pair   the options of boxes 1 and 2, the first being the more significant
/// @param third  the option of box 3
std::uint64_t Ranking3x3::ways_below(const Class& described, std::size_t pair, std::size_t third) const {
  const std::size_t place = pair / options * options + third;
  const auto& [upper, lower] = described.named;
  return fillings_of(upper[0][pair], upper[1][place]) * fillings_of(lower[0][pair], lower[1][place]);
}

Ranking3x3::Way Ranking3x3::way_of(const Columns& columns) const {
  Way way;
  const auto names = names_by<Symbols>(Triples{columns[0], columns[1], columns[2]});
  std::array<std::size_t, 2> parts{};
  Symbols places{0, 1, 2};
  for (std::size_t box = 1; box < 3; ++box) {
    Triples triples{};
    for (std::size_t j = 0; j < 3; ++j) triples[j] = image(columns[3 * box + j], names);
    parts[box - 1] = partition_of(triples);
    way.orders[box - 1] = order_of(triples);
    for (std::size_t j = 0; j < 3; ++j) {
      places[3 * box + j] = static_cast<std::uint8_t>(3 * box + orders[way.orders[box - 1]][j]);
    }
  }
  way.entry = parts[0] * partitions + parts[1];
  const Entry& entry = entries_[way.entry];
  way.of = &classes_[entry.number];
  for (std::size_t i = 0; i < side; ++i) {
    way.symbols[i] = entry.symbols[names[i]];
    way.columns[i] = entry.columns[places[i]];
  }
  return way;
}

Ranking3x3::Filling Ranking3x3::filling_of(const Columns& columns, std::size_t number) const {
  const Way way = way_of(columns);
  const Filling& of_representative = way.of->fillings[number];
  const Symbols back = inverse_of(way.symbols);
  Filling filling{};
  for (std::size_t cell = 0; cell < filling.size(); ++cell) {
    filling[cell] = back[of_representative[cell / side * side + way.columns[cell % side]]];
  }
  return filling;
}

std::size_t Ranking3x3::number_of(const Columns& columns, const Filling& filling) const {
  const Way way = way_of(columns);
  Filling of_representative{};
  for (std::size_t cell = 0; cell < filling.size(); ++cell) {
    of_representative[cell / side * side + way.columns[cell % side]] = way.symbols[filling[cell]];
  }
  const auto& fillings = way.of->fillings;
  return static_cast<std::size_t>(std::ranges::lower_bound(fillings, of_representative) - fillings.begin());
}

UInt128 Ranking3x3::grids() const {
  return UInt128{cumulated_.back()} * partitions * orders_of_three * orders_of_three * orders_of_three;
}

Grid Ranking3x3::unrank(UInt128 index) const {
  if (index >= grids()) throw std::out_of_range{"there are not so many grids"};
  auto box_one = static_cast<std::size_t>(index / cumulated_.back());
  const auto rest = static_cast<std::uint64_t>(index % cumulated_.back());
  const std::size_t third_order = box_one % orders_of_three;
  box_one /= orders_of_three;
  const std::size_t second_order = box_one % orders_of_three;
  box_one /= orders_of_three;
  const auto entry = static_cast<std::size_t>(std::ranges::upper_bound(cumulated_, rest) - cumulated_.begin()) - 1;
  const Class& described = classes_[entries_[entry].number];
  const std::uint64_t of_entry = rest - cumulated_[entry];
  const std::uint64_t below = of_entry % described.sums.back();

  // The first band: box 1 in its own symbols, and by it the others.
  Columns columns{};
  const Triples& first = partitions_[box_one / orders_of_three];
  for (std::size_t j = 0; j < 3; ++j) columns[j] = first[orders[box_one % orders_of_three][j]];
  const Symbols back = inverse_of(names_by<Symbols>(Triples{columns[0], columns[1], columns[2]}));
  const Columns named = columns_of_entry(entry);
  for (std::size_t j = 0; j < 3; ++j) {
    columns[3 + j] = image(named[3 + orders[second_order][j]], back);
    columns[6 + j] = image(named[6 + orders[third_order][j]], back);
  }
  const Filling upper = filling_of(columns, static_cast<std::size_t>(of_entry / described.sums.back()));

  // The column sets of the second band.
  const auto pair =
      static_cast<std::size_t>(std::ranges::upper_bound(described.sums, below) - described.sums.begin()) - 1;
  std::uint64_t ways = below - described.sums[pair];
  std::size_t third = 0;
  for (std::uint64_t here = 0; ways >= (here = ways_below(described, pair, third)); ++third) ways -= here;
  const std::array<std::size_t, 3> chosen{pair / options, pair % options, third};
  const Way way = way_of(columns);
  const Symbols from_representative = inverse_of(way.symbols);
  Columns second_columns{};
  Columns third_columns{};
  for (std::size_t column = 0; column < side; ++column) {
    const std::size_t there = way.columns[column];
    second_columns[column] = image(described.below[there / 3][chosen[there / 3]][there % 3], from_representative);
    third_columns[column] = without_symbols(all_nine, static_cast<Mask>(columns[column] | second_columns[column]));
  }
  const std::size_t fillings = way_of(third_columns).of->fillings.size();
  const Filling middle = filling_of(second_columns, static_cast<std::size_t>(ways / fillings));
  const Filling lower = filling_of(third_columns, static_cast<std::size_t>(ways % fillings));

  Grid grid{nine, {}};
  grid.symbols.reserve(side * side);
  for (const Filling* const band : {&upper, &middle, &lower}) {
    grid.symbols.insert(grid.symbols.end(), band->begin(), band->end());
  }
  return grid;
}

UInt128 Ranking3x3::rank(const Grid& grid) const {
  if (grid.shape != nine) throw InvalidGrid{"a grid of another shape than 3x3"};
  check(grid);
  std::array<Filling, 3> bands{};
  std::array<Columns, 3> columns{};
  for (std::size_t cell = 0; cell < grid.symbols.size(); ++cell) {
    const std::size_t band = cell / (3 * side);
    bands[band][cell % (3 * side)] = grid.symbols[cell];
    columns[band][cell % side] = static_cast<Mask>(columns[band][cell % side] | mask_of(grid.symbols[cell]));
  }
  const Way way = way_of(columns[0]);
  std::array<Triples, 3> below{};
  for (std::size_t column = 0; column < side; ++column) {
    const std::size_t there = way.columns[column];
    below[there / 3][there % 3] = image(columns[1][column], way.symbols);
  }
  std::array<std::size_t, 3> chosen{};
  for (std::size_t box = 0; box < 3; ++box) {
    const auto& known = way.of->below[box];
    chosen[box] = static_cast<std::size_t>(std::ranges::find(known, below[box]) - known.begin());
  }
  const std::size_t pair = chosen[0] * options + chosen[1];
  std::uint64_t ways = way.of->sums[pair];
  for (std::size_t third = 0; third < chosen[2]; ++third) ways += ways_below(*way.of, pair, third);
  ways += number_of(columns[1], bands[1]) * way_of(columns[2]).of->fillings.size() + number_of(columns[2], bands[2]);

  const Triples first{columns[0][0], columns[0][1], columns[0][2]};
  const std::size_t box_one = partition_of(first) * orders_of_three + order_of(first);
  const std::size_t leading = (box_one * orders_of_three + way.orders[0]) * orders_of_three + way.orders[1];
  return UInt128{leading} * cumulated_.back() + cumulated_[way.entry] +
         UInt128{number_of(columns[0], bands[0])} * way.of->sums.back() + ways;
}

std::size_t Ranking3x3::class_of(const Grid& grid) const {
  Columns columns{};
  for (std::size_t cell = 0; cell < 3 * side; ++cell) {
    columns[cell % side] = static_cast<Mask>(columns[cell % side] | mask_of(grid.symbols[cell]));
  }
  return entries_[way_of(columns).entry].number;
}

UInt128 Ranking3x3::grids_of_class(std::size_t number) const {
  const Class& described = classes_.at(number);
  return UInt128{described.fillings.size()} * described.sums.back() * described.entries * partitions * orders_of_three *
         orders_of_three * orders_of_three;
}

}  // namespace gridcensus::uniform_grids
