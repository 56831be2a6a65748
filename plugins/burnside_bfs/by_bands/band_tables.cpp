#include "burnside_bfs/by_bands/band_tables.hpp"

#include "burnside_bfs/by_bands/column_counts.hpp"
#include "burnside_bfs/by_bands/free_bands.hpp"
#include "burnside_bfs/group/symmetries.hpp"
#include "burnside_bfs/size_of.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

/// Returns the permutations of columns that these generate: the identity alone if there are too many.
std::vector<mathematics::Images> group_of_columns(const std::vector<mathematics::Images>& generators) {
  auto found = closure(generators, max_column_maps);
  if (found.empty()) found.push_back(mathematics::unmoved());
  return found;
}

/// Returns the table of the one filling that has no label yet.
KeyTable empty_band(KeyForms& forms) {
  Key empty{};
  for (std::size_t c = 0; c < forms.cycles(); ++c) empty[c] = forms.number(forms.length(c), 0);
  KeyTable states;
  states.add(empty, 1, 0);
  return states;
}

}  // namespace

BandTables::BandTables(const BandSymmetry& symmetry, const Poll& poll)
    : symmetry_{symmetry},
      shape_{symmetry.shape},
      side_{size_of(symmetry.shape.side())},
      labels_{symmetry.type},
      fillings_{shape_, labels_, mathematics::cell_images(symmetry.shape, symmetry.map)},
      ticks_{poll},
      columns_{group_of_columns(symmetry.column_maps)},
      turned_{word_map(symmetry.map.columns, all_bands(), 1)},
      joins_{{column_group(), turned_, symmetry.type}, side_, poll},
      joined_{joins_.forms()} {}

KeyTable BandTables::table_of(const BandCycle& cycle) {
  return is_free(cycle) ? free_table_of(cycle) : table_by_rows(cycle);
}

std::vector<std::size_t> BandTables::all_bands() const {
  std::vector<std::size_t> all(size_of(shape_.bands()));
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// Returns the map of words by a permutation of columns, followed by `times` applications of g to the given bands.
WordMap BandTables::word_map(const mathematics::Images& columns, const std::vector<std::size_t>& bands,
                             std::size_t times) const {
  const auto rows = size_of(shape_.box_rows);
  const auto cols = size_of(shape_.box_cols);
  const auto stacks = size_of(shape_.stacks());
  WordMap images{};
  for (std::size_t column = 0; column < side_; ++column) images[column] = columns[column];
  for (const std::size_t first : all_bands()) {
    std::size_t band = first;
    const bool is_moved = std::ranges::find(bands, band) != bands.end();
    for (std::size_t i = 0; i < times && is_moved; ++i) band = symmetry_.map.rows[band * rows] / rows;
    for (std::size_t stack = 0; stack < stacks; ++stack) {
      images[side_ + first * stacks + stack] =
          static_cast<std::uint8_t>(side_ + band * stacks + columns[stack * cols] / cols);
    }
  }
  return images;
}

std::vector<WordMap> BandTables::column_group() const {
  std::vector<WordMap> group;
  for (const auto& columns : columns_) group.push_back(word_map(columns, {}, 0));
  return group;
}

/// Returns the maps between fillings of a cycle of bands: of columns, combined with rotations of the bands.
std::vector<WordMap> BandTables::group_of(const BandCycle& cycle) const {
  std::vector<WordMap> group;
  for (std::size_t times = 0; times < cycle.bands.size(); ++times) {
    for (const auto& columns : columns_) group.push_back(word_map(columns, cycle.bands, times));
  }
  // Only some of the rotations would not form a group.
  if (group.size() > max_column_maps) group.resize(columns_.size());
  return group;
}

bool BandTables::is_free(const BandCycle& cycle) const {
  return !is_alone() && FreeBands::are_free(shape_, symmetry_.map, cycle.bands, symmetry_.type);
}

/// Returns the table if the first band of the cycle is free: counts every possible key of its labels.
KeyTable BandTables::free_table_of(const BandCycle& cycle) {
  if (!bands_of_columns_) bands_of_columns_.emplace(shape_);
  FreeBands free{shape_, symmetry_.map, labels_, cycle.bands.size(), *bands_of_columns_};
  const ColumnCounts full = in_all_columns(side_, cycle.bands.size() * size_of(shape_.box_rows));
  std::vector<Word> words(joined_.cycles());
  return joins_.table_of(joins_.least_keys(free.words(), full), [&](const Key& key) {
    for (std::size_t c = 0; c < words.size(); ++c) words[c] = joined_.word(key[c]);
    return free.fillings(words);
  });
}

/// Returns the table of any cycle of bands: its rows are filled one after the other, each with its images.
KeyTable BandTables::table_by_rows(const BandCycle& cycle) {
  const std::vector<BandFillings::Region> regions = fillings_.regions_of(cycle.bands.front());
  KeyForms inside{group_of(cycle), turned_, symmetry_.type};
  KeyTable states = empty_band(inside);
  for (const BandFillings::Region& region : regions) {
    const bool is_last = &region == &regions.back();
    const LineSet open = is_last && is_alone() ? 0 : region.open_after();
    KeyForms& forms = is_last ? joined_ : inside;
    KeyTable next;
    for (std::size_t state = 0; state < states.size(); ++state) {
      const UInt128 ways = states.ways(state);
      fillings_.fill(region, filling_of(inside, states.key(state)), [&](const BandFillings::Filling& filling) {
        ticks_.tick();
        Key key = key_of(forms, filling, open);
        const std::uint32_t fixed_by = forms.make_least(key);
        next.add(key, ways, fixed_by);
      });
    }
    states = std::move(next);
  }
  return states;
}

BandFillings::Filling BandTables::filling_of(const KeyForms& forms, const Key& key) const {
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

/// Returns the key of a filling, sorted.
///
/// @param open  the lines with empty cells
Key BandTables::key_of(KeyForms& forms, const BandFillings::Filling& filling, LineSet open) const {
  Key key{};
  for (std::size_t c = 0; c < forms.cycles(); ++c) {
    key[c] = forms.number(forms.length(c), static_cast<Word>((filling.lines[c] & open) >> side_));
  }
  forms.sort(key);
  return key;
}

}  // namespace gridcensus::burnside_bfs
