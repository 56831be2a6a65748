#include "burnside_bfs/by_bands/bands.hpp"

#include "burnside_bfs/by_bands/band_fillings.hpp"
#include "burnside_bfs/by_bands/bands_of_columns.hpp"
#include "burnside_bfs/by_bands/column_counts.hpp"
#include "burnside_bfs/by_bands/free_bands.hpp"
#include "burnside_bfs/by_bands/key_joins.hpp"
#include "burnside_bfs/group/symmetries.hpp"
#include "burnside_bfs/ticks.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/permutation_group.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

/// Larger groups of maps of columns are not listed: tables of images of words grow with them.
constexpr std::size_t most_maps = 65'536;

std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

/// The permutations of columns that these generate; the identity alone where there are too many.
std::vector<mathematics::Images> group_of_columns(const std::vector<mathematics::Images>& generators) {
  auto found = closure(generators, most_maps);
  if (found.empty()) found.push_back(mathematics::unmoved());
  return found;
}

/// The lengths of the cycles of a permutation.
std::vector<int> cycle_lengths(const mathematics::Images& images, std::size_t size) {
  std::vector<int> lengths;
  std::vector<bool> is_seen(size, false);
  for (std::size_t first = 0; first < size; ++first) {
    int length = 0;
    for (std::size_t image = first; !is_seen[image]; image = images[image], ++length) is_seen[image] = true;
    if (length > 0) lengths.push_back(length);
  }
  return lengths;
}

}  // namespace

/// One count, with the words and tables that it meets.
class Bands::Count {
 public:
  Count(const Bands& bands, const Poll& poll)
      : bands_{bands},
        shape_{bands.shape_},
        side_{size_of(bands.shape_.side())},
        labels_{bands.type_},
        fillings_{shape_, labels_, mathematics::cell_images(bands.shape_, bands.map_)},
        ticks_{poll},
        columns_{group_of_columns(bands.column_maps_)},
        turned_{word_map(bands.map_.columns, everything(), 1)},
        joins_{{column_group(), turned_, bands.type_}, side_, poll},
        joined_{joins_.forms()} {}

  Integer total() {
    std::map<std::pair<std::size_t, std::vector<int>>, std::size_t> numbers;  // of kinds of cycles of bands
    Side all;
    for (const BandCycle& cycle : bands_.band_cycles_) {
      const auto [kind, is_new] = numbers.try_emplace({cycle.bands.size(), cycle.row_cycles}, tables_.size());
      if (is_new) tables_.push_back(is_free(cycle) ? free_table_of(cycle) : table_of(cycle));
      all.push_back(kind->second);
    }
    if (std::ranges::any_of(tables_, [](const KeyTable& table) { return table.size() == 0; })) return 0;
    if (all.size() == 1) return Integer{tables_.front().ways(0)};
    const auto [first, second] = sides(all);
    if (second.size() == 1) return completed(second.front(), first);
    return met_in_the_middle(first, second);
  }

 private:
  /// Numbers of tables, of the cycles of bands of one side.
  using Side = std::vector<std::size_t>;

  std::vector<std::size_t> everything() const {
    std::vector<std::size_t> all(size_of(shape_.bands()));
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  /// What a permutation of columns does to words, with `times` times what g does to the given bands.
  WordMap word_map(const mathematics::Images& columns, const std::vector<std::size_t>& bands, std::size_t times) const {
    const auto rows = size_of(shape_.box_rows);
    const auto cols = size_of(shape_.box_cols);
    const auto stacks = size_of(shape_.stacks());
    WordMap images{};
    for (std::size_t column = 0; column < side_; ++column) images[column] = columns[column];
    for (const std::size_t first : everything()) {
      std::size_t band = first;
      const bool is_moved = std::ranges::find(bands, band) != bands.end();
      for (std::size_t i = 0; i < times && is_moved; ++i) band = bands_.map_.rows[band * rows] / rows;
      for (std::size_t stack = 0; stack < stacks; ++stack) {
        images[side_ + first * stacks + stack] =
            static_cast<std::uint8_t>(side_ + band * stacks + columns[stack * cols] / cols);
      }
    }
    return images;
  }

  std::vector<WordMap> column_group() const {
    std::vector<WordMap> group;
    for (const auto& columns : columns_) group.push_back(word_map(columns, {}, 0));
    return group;
  }

  /// The maps that turn fillings of a cycle of bands into one another: of columns, and the bands one on.
  std::vector<WordMap> group_of(const BandCycle& cycle) const {
    std::vector<WordMap> group;
    for (std::size_t times = 0; times < cycle.bands.size(); ++times) {
      for (const auto& columns : columns_) group.push_back(word_map(columns, cycle.bands, times));
    }
    // A part of the turns would be no group.
    if (group.size() > most_maps) group.resize(columns_.size());
    return group;
  }

  BandFillings::Filling filling_of(const KeyForms& forms, const Key& key) const {
    BandFillings::Filling filling;
    for (std::size_t c = 0; c < forms.cycles(); ++c) {
      Word word = forms.word(key[c]);
      filling.lines[c] = LineSet{word} << side_;
      for (int i = 0; i < forms.length(c); ++i, word = forms.next(word)) {
        const SymbolSet label = mathematics::singleton(labels_.cycles()[c].first + i);
        for (Word rest = word; rest != 0; rest &= rest - 1) {
          SymbolSet& labels = filling.labels[side_ + size_of(std::countr_zero(rest))];
          labels = static_cast<SymbolSet>(labels | label);
        }
      }
    }
    return filling;
  }

  /// The fillings of a cycle of bands, alone in an empty grid, by least key: each stands for all that the maps of
  /// columns make of it, and has their fillings together.
  KeyTable table_of(const BandCycle& cycle) {
    const std::vector<BandFillings::Region> regions = fillings_.regions_of(cycle.bands.front());
    KeyForms inside{group_of(cycle), turned_, bands_.type_};
    const bool is_alone = bands_.band_cycles_.size() == 1;
    KeyTable states;
    Key empty{};
    for (std::size_t c = 0; c < inside.cycles(); ++c) empty[c] = inside.number(inside.length(c), 0);
    states.add(empty, 1, 0);
    for (const BandFillings::Region& region : regions) {
      const bool is_last = &region == &regions.back();
      const LineSet open = is_last && is_alone ? 0 : region.open_after();
      KeyForms& forms = is_last ? joined_ : inside;
      KeyTable next;
      for (std::size_t state = 0; state < states.size(); ++state) {
        const UInt128 ways = states.ways(state);
        fillings_.fill(region, filling_of(inside, states.key(state)), [&](const BandFillings::Filling& filling) {
          ticks_.tick();
          Key key{};
          for (std::size_t c = 0; c < forms.cycles(); ++c) {
            key[c] = forms.number(forms.length(c), static_cast<Word>((filling.lines[c] & open) >> side_));
          }
          forms.sort(key);
          const std::uint32_t kept_by = forms.make_least(key);
          next.add(key, ways, kept_by);
        });
      }
      states = std::move(next);
    }
    return states;
  }

  bool is_free(const BandCycle& cycle) const {
    return bands_.band_cycles_.size() > 1 && FreeBands::are_free(shape_, bands_.map_, cycle.bands, bands_.type_);
  }

  /// The same table, where the first band of the cycle is free: every key that its labels could have is counted.
  KeyTable free_table_of(const BandCycle& cycle) {
    if (!bands_of_columns_) bands_of_columns_.emplace(shape_);
    FreeBands free{shape_, bands_.map_, labels_, cycle.bands.size(), *bands_of_columns_};
    const ColumnCounts full = in_all_columns(side_, cycle.bands.size() * size_of(shape_.box_rows));
    std::vector<Word> words(joined_.cycles());
    return joins_.table_of(joins_.least_keys(free.words(), full), [&](const Key& key) {
      for (std::size_t c = 0; c < words.size(); ++c) words[c] = joined_.word(key[c]);
      return free.fillings(words);
    });
  }

  /// Parts the cycles of bands in two: as many bands on both sides, no side much longer than the other, and if that can
  /// be had both sides alike. The longer one comes first.
  std::pair<Side, Side> sides(const Side& all) const {
    std::optional<std::tuple<int, int, bool>> best;
    std::pair<Side, Side> found;
    for (unsigned subset = 1; subset + 1 < 1U << all.size(); ++subset) {
      std::pair<Side, Side> parts;
      int difference = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_first = (subset >> i & 1U) != 0;
        (is_first ? parts.first : parts.second).push_back(all[i]);
        const auto bands = static_cast<int>(bands_.band_cycles_[i].bands.size());
        difference += is_first ? bands : -bands;
      }
      if (parts.first.size() < parts.second.size()) continue;
      std::ranges::sort(parts.first);
      std::ranges::sort(parts.second);
      const std::tuple rank{std::abs(difference), static_cast<int>(parts.first.size() - parts.second.size()),
                            parts.first != parts.second};
      if (best && *best <= rank) continue;
      best = rank;
      found = std::move(parts);
    }
    return found;
  }

  /// The fillings of all keys of a table, each with what completes it.
  Integer completed(std::size_t number, const Side& others) {
    Integer total = 0;
    std::optional<KeyJoins::Parts> parts;
    if (others.size() > 1) parts = parts_of(others);
    const KeyTable& table = tables_[number];
    const KeyTable& other_table = tables_[others.front()];
    for (std::size_t place = 0; place < table.size(); ++place) {
      ticks_.ask();
      Key rest = joins_.complement(table.key(place));
      UInt128 completions = 0;
      if (parts) {
        completions = joins_.labelled(rest, *parts);
      } else {
        joined_.make_least(rest);
        const std::size_t other = other_table.find(rest);
        if (other == KeyTable::none) continue;
        completions = joins_.labelled(other_table, other);
      }
      total += Integer{table.ways(place)} * Integer{completions};
    }
    return total;
  }

  Integer met_in_the_middle(const Side& first, const Side& second) {
    const KeyJoins::Parts parts = parts_of(first);
    const bool are_alike = first == second;
    const std::optional<KeyJoins::Parts> others = are_alike ? std::nullopt : std::optional{parts_of(second)};
    KeyTable middle = joins_.unions(parts);
    for (std::size_t place = 0; place < middle.size(); ++place) {
      ticks_.ask();
      middle.set_ways(place, joins_.labelled(middle.key(place), parts));
    }
    Integer total = 0;
    for (std::size_t place = 0; place < middle.size(); ++place) {
      ticks_.ask();
      const Key& key = middle.key(place);
      if (middle.ways(place) == 0) continue;
      Key rest = joins_.complement(key);
      UInt128 completions = 0;
      if (are_alike) {
        joined_.make_least(rest);
        const std::size_t other = middle.find(rest);
        completions = other == KeyTable::none ? 0 : middle.ways(other);
      } else {
        completions = joins_.labelled(rest, *others);
      }
      const Integer labelled =
          Integer{middle.ways(place)} * Integer{completions} * joins_.orbit_of(middle.kept_by(place));
      total += exact_quotient(labelled, joined_.renamings(key), "fillings, which renamings divide");
    }
    return total;
  }

  /// @param side  two cycles of bands or more; of more, those behind the first are put together before
  KeyJoins::Parts parts_of(const Side& side) {
    std::size_t second = side.back();
    if (side.size() > 2) {
      const Side rest{side.begin() + 1, side.end()};
      if (const auto known = unions_.find(rest); known != unions_.end()) {
        second = known->second;
      } else {
        KeyTable table = union_table(rest);
        second = tables_.size();
        tables_.push_back(std::move(table));
        unions_.emplace(rest, second);
      }
    }
    return joins_.parts_of(exact_table(side.front()), exact_table(second));
  }

  KeyTable union_table(const Side& side) {
    const KeyJoins::Parts parts = parts_of(side);
    return joins_.table_of(joins_.unions(parts), [&](const Key& key) { return joins_.labelled(key, parts); });
  }

  const KeyTable& exact_table(std::size_t number) {
    const auto known = exact_tables_.find(number);
    if (known != exact_tables_.end()) return known->second;
    return exact_tables_.emplace(number, joins_.exact_table(tables_[number])).first->second;
  }

  const Bands& bands_;
  Shape shape_;
  std::size_t side_;
  LabelCycles labels_;
  BandFillings fillings_;
  Ticks ticks_;
  std::vector<mathematics::Images> columns_;  // permutations that commute with g, a group
  WordMap turned_;                            // g
  KeyJoins joins_;
  KeyForms& joined_;              // keys of whole cycles of bands: columns only
  std::vector<KeyTable> tables_;  // of the kinds of cycles of bands, then of unions of several
  std::optional<BandsOfColumns> bands_of_columns_;
  std::map<Side, std::size_t> unions_;            // their numbers
  std::map<std::size_t, KeyTable> exact_tables_;  // by number of the table
};

std::vector<Bands::BandCycle> Bands::band_cycles(Shape shape, const GridMap& map) {
  const auto rows = size_of(shape.box_rows);
  std::vector<bool> is_seen(size_of(shape.side()), false);
  std::vector<BandCycle> found;
  for (std::size_t first = 0; first < size_of(shape.bands()); ++first) {
    if (is_seen[first * rows]) continue;
    BandCycle& cycle = found.emplace_back();
    for (std::size_t row = first * rows; row < (first + 1) * rows; ++row) {
      int length = 0;
      for (std::size_t image = row; !is_seen[image]; image = map.rows[image], ++length) {
        is_seen[image] = true;
        const std::size_t band = image / rows;
        if (std::ranges::find(cycle.bands, band) == cycle.bands.end()) cycle.bands.push_back(band);
      }
      if (length > 0) cycle.row_cycles.push_back(length);
    }
    std::ranges::sort(cycle.row_cycles);
  }
  return found;
}

std::vector<mathematics::Images> Bands::column_maps(std::span<const GridMap> commuting) {
  std::vector<mathematics::Images> found;
  for (const GridMap& other : commuting) {
    if (!other.is_transposed && other.rows == mathematics::unmoved()) found.push_back(other.columns);
  }
  return found;
}

Bands::Bands(Shape shape, const GridMap& map, std::vector<int> type, std::span<const GridMap> commuting)
    : shape_{shape},
      map_{map},
      type_{std::move(type)},
      column_maps_{column_maps(commuting)},
      band_cycles_{band_cycles(shape, map)} {
  if (map.is_transposed) throw std::invalid_argument{"a transposition keeps no bands"};
  if (size_of(shape.side()) > max_band_side) {
    throw std::invalid_argument{"grids are counted by bands up to side " + std::to_string(max_band_side)};
  }
}

double Bands::difficulty(Shape shape, const GridMap& map, std::span<const GridMap> commuting) {
  const auto cycles = band_cycles(shape, map);
  const std::vector<int> column_lengths = cycle_lengths(map.columns, size_of(shape.side()));
  std::size_t most_bands = 0;
  // The table of the hardest cycle of bands, by its cycles of cells: rows that g turns into rows of the same band make
  // fewer states than those of two.
  double table = 1;
  for (const BandCycle& cycle : cycles) {
    most_bands = std::max(most_bands, cycle.bands.size());
    std::size_t cells = 0;
    for (const int row_length : cycle.row_cycles) {
      for (const int column_length : column_lengths) cells += size_of(std::gcd(row_length, column_length));
    }
    const bool is_quick = cycle.bands.size() == 1 || FreeBands::are_free(shape, map, cycle.bands, {});
    const double of_long = cells <= 36 ? (is_quick ? 20 : 1'000) : cells <= 48 ? 5'000 : 1e6;
    table = std::max(table, cells <= 24 ? 1 : of_long);
  }
  constexpr double impossible = 1e9;
  PermutationGroup maps{size_of(shape.side())};
  for (const mathematics::Images& columns : column_maps(commuting)) {
    maps.insert(PointImages(columns.begin(), columns.begin() + shape.side()));
  }
  if (maps.order() * most_bands > most_maps) return impossible;
  // Then how many tables are put together.
  constexpr std::array<double, max_band_side + 1> joining{0, 0, 0, 10, 30, 300, 600, 1e4, 1e4, 1e5, 1e5, 1e6, 1e6};
  return table + joining[cycles.size()];
}

Integer Bands::count(const Poll& poll) const { return Count{*this, poll}.total(); }

}  // namespace gridcensus::burnside_bfs
