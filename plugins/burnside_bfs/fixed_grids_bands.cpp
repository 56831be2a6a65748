#include "burnside_bfs/fixed_grids_bands.hpp"

#include "burnside_bfs/band_fillings.hpp"
#include "burnside_bfs/ticks.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/permutation_group.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

using mathematics::checked_add;
using mathematics::checked_multiply;

/// Larger groups of maps of columns are not listed: tables of images of words grow with them.
constexpr std::size_t most_maps = 65'536;

std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

/// How many labels stand in each column: a digit of five bits for each, whose highest bit is spare.
using ColumnCounts = std::uint64_t;
constexpr int count_bits = 5;

/// The same number in every column of a grid of this side.
ColumnCounts in_all_columns(std::size_t side, std::uint64_t count) {
  ColumnCounts counts = 0;
  for (std::size_t column = 0; column < side; ++column) counts |= count << (count_bits * column);
  return counts;
}

/// What is divided without remainder where the theory holds.
UInt128 quotient(UInt128 number, std::uint64_t divisor) {
  if (number % divisor != 0) throw BrokenInvariant{"fillings that maps or renamings do not divide"};
  return number / divisor;
}

/// The permutations of columns that these generate, by a breadth-first search; the
/// identity alone where there are too many.
std::vector<mathematics::Images> generated(const std::vector<mathematics::Images>& generators) {
  std::vector<mathematics::Images> found{mathematics::unmoved()};
  std::set<mathematics::Images> seen{mathematics::unmoved()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const mathematics::Images& generator : generators) {
      const auto product = mathematics::composed(found[i], generator);
      if (seen.insert(product).second) found.push_back(product);
    }
    if (found.size() > most_maps) return {mathematics::unmoved()};
  }
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
        poll_{poll},
        ticks_{poll},
        columns_{generated(bands.column_maps_)},
        turned_{word_map(bands.map_.columns, everything(), 1)},
        joined_{column_group(), turned_, bands.type_} {}

  Integer total() {
    std::map<std::pair<std::size_t, std::vector<int>>, std::size_t> numbers;  // of kinds of cycles of bands
    Side all;
    for (const BandCycle& cycle : bands_.band_cycles_) {
      const auto [kind, is_new] = numbers.try_emplace({cycle.bands.size(), cycle.row_cycles}, tables_.size());
      if (is_new) tables_.push_back(table_of(cycle));
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

  /// The fillings of two cycles of bands, or more, by all keys: not only the least.
  struct Parts {
    const KeyTable* first = nullptr;  // of each key the fillings with the labels in exactly these columns
    const KeyTable* second = nullptr;
    std::map<int, std::vector<Word>> first_words;        // by length of the cycle of labels
    std::map<int, std::vector<bool>> is_word_of_second;  // by length, by word
    ColumnCounts first_counts = 0;                       // of labels in each column
    ColumnCounts both_counts = 0;
  };

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

  Key complement(const Key& key) {
    Key rest{};
    const Word all = (Word{1} << side_) - 1;
    for (std::size_t c = 0; c < joined_.cycles(); ++c) {
      rest[c] = joined_.number(joined_.length(c), all & ~joined_.word(key[c]));
    }
    joined_.sort(rest);
    return rest;
  }

  std::uint64_t orbit_of(std::uint32_t kept_by) const { return joined_.order() / kept_by; }

  /// The fillings of all keys of a table, each with what completes it.
  Integer completed(std::size_t number, const Side& others) {
    Integer total = 0;
    std::optional<Parts> parts;
    if (others.size() > 1) parts = parts_of(others);
    const KeyTable& table = tables_[number];
    const KeyTable& other_table = tables_[others.front()];
    for (std::size_t place = 0; place < table.size(); ++place) {
      ask();
      Key rest = complement(table.key(place));
      UInt128 completions = 0;
      if (parts) {
        completions = exactly(rest, *parts);
      } else {
        const std::uint64_t renamings = joined_.renamings(rest);
        const std::uint32_t kept_by = joined_.make_least(rest);
        const std::size_t other = other_table.find(rest);
        if (other == KeyTable::none) continue;
        completions = checked_multiply(quotient(other_table.ways(other), orbit_of(kept_by)), renamings);
      }
      total += Integer{table.ways(place)} * Integer{completions};
    }
    return total;
  }

  Integer met_in_the_middle(const Side& first, const Side& second) {
    const Parts parts = parts_of(first);
    const bool are_alike = first == second;
    const std::optional<Parts> others = are_alike ? std::nullopt : std::optional{parts_of(second)};
    KeyTable middle = unions(parts);
    for (std::size_t place = 0; place < middle.size(); ++place) {
      ask();
      middle.set_ways(place, exactly(middle.key(place), parts));
    }
    Integer total = 0;
    for (std::size_t place = 0; place < middle.size(); ++place) {
      ask();
      const Key& key = middle.key(place);
      if (middle.ways(place) == 0) continue;
      Key rest = complement(key);
      UInt128 completions = 0;
      if (are_alike) {
        joined_.make_least(rest);
        const std::size_t other = middle.find(rest);
        completions = other == KeyTable::none ? 0 : middle.ways(other);
      } else {
        completions = exactly(rest, *others);
      }
      const Integer labelled = Integer{middle.ways(place)} * Integer{completions} * orbit_of(middle.kept_by(place));
      total += exact_quotient(labelled, joined_.renamings(key), "fillings, which renamings divide");
    }
    return total;
  }

  /// By every key of a table, least or not: the fillings with the labels in exactly these columns.
  const KeyTable& exact_table(std::size_t number) {
    const auto [place, is_new] = exact_tables_.try_emplace(number);
    KeyTable& found = place->second;
    if (!is_new) return found;
    const KeyTable& table = tables_[number];
    for (std::size_t entry = 0; entry < table.size(); ++entry) {
      ask();
      const UInt128 each = quotient(table.ways(entry), orbit_of(table.kept_by(entry)));
      for (std::size_t map = 0; map < joined_.order(); ++map) {
        Key key{};
        for (std::size_t c = 0; c < joined_.cycles(); ++c) key[c] = joined_.image_number(table.key(entry)[c], map);
        joined_.sort(key);
        if (found.find(key) == KeyTable::none) found.add(key, checked_multiply(each, joined_.renamings(key)), 0);
      }
    }
    return found;
  }

  ColumnCounts counts(int length, Word word) const {
    ColumnCounts found = 0;
    for (int i = 0; i < length; ++i, word = joined_.next(word)) {
      for (Word rest = word; rest != 0; rest &= rest - 1) {
        found += ColumnCounts{1} << (count_bits * std::countr_zero(rest));
      }
    }
    return found;
  }

  /// The labels in each column where the first key of a table is: the same for all keys, the rows of the bands.
  ColumnCounts counts_of(const KeyTable& table) const {
    ColumnCounts found = 0;
    for (std::size_t c = 0; c < joined_.cycles(); ++c) {
      found += counts(joined_.length(c), joined_.word(table.key(0)[c]));
    }
    return found;
  }

  std::map<int, std::set<Word>> words_of(const KeyTable& table) const {
    std::map<int, std::set<Word>> found;
    std::set<WordNumber> seen;
    for (std::size_t place = 0; place < table.size(); ++place) {
      for (std::size_t c = 0; c < joined_.cycles(); ++c) {
        const WordNumber number = table.key(place)[c];
        if (!seen.insert(number).second) continue;
        Word word = joined_.word(number);
        for (int i = 0; i < joined_.length(c); ++i, word = joined_.next(word)) found[joined_.length(c)].insert(word);
      }
    }
    return found;
  }

  /// @param side  two cycles of bands or more; of more, those behind the first are put together before
  Parts parts_of(const Side& side) {
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
    Parts parts;
    parts.first = &exact_table(side.front());
    parts.second = &exact_table(second);
    for (const auto& [length, words] : words_of(*parts.first)) {
      parts.first_words[length].assign(words.begin(), words.end());
    }
    for (const auto& [length, words] : words_of(*parts.second)) {
      parts.is_word_of_second[length].resize(std::size_t{1} << side_);
      for (const Word word : words) parts.is_word_of_second[length][word] = true;
    }
    parts.first_counts = counts_of(*parts.first);
    parts.both_counts = parts.first_counts + counts_of(*parts.second);
    return parts;
  }

  KeyTable union_table(const Side& side) {
    const Parts parts = parts_of(side);
    const KeyTable keys = unions(parts);
    KeyTable found;
    for (std::size_t place = 0; place < keys.size(); ++place) {
      ask();
      const UInt128 labelled = exactly(keys.key(place), parts);
      if (labelled == 0) continue;
      const UInt128 all = checked_multiply(labelled, orbit_of(keys.kept_by(place)));
      found.add(keys.key(place), quotient(all, joined_.renamings(keys.key(place))), keys.kept_by(place));
    }
    return found;
  }

  /// Whether no column has more labels than it may.
  bool fits(ColumnCounts labels, ColumnCounts most) const {
    const ColumnCounts spare = in_all_columns(side_, 1U << (count_bits - 1));
    return ((labels + (spare - in_all_columns(side_, 1) - most)) & spare) == 0;
  }

  /// The least keys that may be unions of a key of the first with one of the second, and perhaps some that are not. One
  /// of their words is the first of its orbit, and those of the other cycles of its length are in no earlier orbit.
  KeyTable unions(const Parts& parts) {
    struct Choice {
      std::uint32_t orbit;
      WordNumber number;
      ColumnCounts counts;
    };
    std::map<int, std::vector<Choice>> choices;  // by length
    for (const auto& [length, words] : parts.first_words) {
      std::set<WordNumber> seen;
      for (const Word first : words) {
        const auto& is_second = parts.is_word_of_second.at(length);
        for (Word second = 0; second < is_second.size(); ++second) {
          if (!is_second[second] || (first & second) != 0) continue;
          const WordNumber number = joined_.number(length, first | second);
          if (!seen.insert(number).second) continue;
          choices[length].push_back({joined_.orbit(number), number, counts(length, first | second)});
        }
      }
      std::ranges::sort(choices[length], {}, [](const Choice& c) { return std::pair{c.orbit, c.number}; });
    }
    const std::size_t cycles = joined_.cycles();
    const auto choices_of = [&](std::size_t c) -> const std::vector<Choice>& { return choices[joined_.length(c)]; };
    std::unordered_map<ColumnCounts, std::vector<std::size_t>> last;  // the choices of the last cycle
    for (std::size_t i = 0; i < choices_of(cycles - 1).size(); ++i) {
      last[choices_of(cycles - 1)[i].counts].push_back(i);
    }
    KeyTable found;
    Key key{};
    const auto choose = [&](auto&& self, std::size_t c, std::size_t from, ColumnCounts labels) -> void {
      const std::vector<Choice>& of = choices_of(c);
      if (c > 0 && joined_.length(c) != joined_.length(c - 1)) from = 0;
      const auto is_allowed = [&](std::size_t i) {
        return i >= from && (c > 0 || joined_.is_first_of_orbit(of[i].number));
      };
      if (c + 1 == cycles) {
        const auto fitting = last.find(parts.both_counts - labels);
        if (fitting == last.end()) return;
        for (const std::size_t i : fitting->second) {
          if (!is_allowed(i)) continue;
          ticks_.tick();
          key[c] = of[i].number;
          Key least = key;
          joined_.sort(least);
          const std::uint32_t kept_by = joined_.make_least(least);
          found.add(least, 0, kept_by);
        }
        return;
      }
      for (std::size_t i = from; i < of.size(); ++i) {
        if (!is_allowed(i) || !fits(labels + of[i].counts, parts.both_counts)) continue;
        key[c] = of[i].number;
        std::size_t next = i;
        // The word that is first of its orbit need not have the least number.
        while (c == 0 && next > 0 && of[next - 1].orbit == of[i].orbit) --next;
        self(self, c + 1, next, labels + of[i].counts);
      }
    };
    choose(choose, 0, 0, 0);
    return found;
  }

  /// The fillings of both parts with the labels in exactly the columns of a key: for every way to part its words.
  UInt128 exactly(const Key& key, const Parts& parts) {
    struct Choice {
      ColumnCounts counts;
      WordNumber first;
      WordNumber second;
    };
    const std::size_t cycles = joined_.cycles();
    const bool are_alike = parts.first == parts.second;
    std::array<std::vector<Choice>, max_band_side> choices;
    for (std::size_t c = 0; c < cycles; ++c) {
      const int length = joined_.length(c);
      const Word word = joined_.word(key[c]);
      const std::vector<bool>& is_second = parts.is_word_of_second.at(length);
      for (const Word first : parts.first_words.at(length)) {
        const Word second = word & ~first;
        if ((first & ~word) != 0 || !is_second[second]) continue;
        // Where both parts are alike, every way has a counterpart with the words exchanged.
        if (are_alike && c == 0 && cycles > 1 && first > second) continue;
        choices[c].push_back({counts(length, first), joined_.number(length, first), joined_.number(length, second)});
      }
      if (choices[c].empty()) return 0;
    }
    std::vector<Choice>& last = choices[cycles - 1];
    std::ranges::stable_sort(last, {}, &Choice::counts);
    Key firsts{};
    Key seconds{};
    UInt128 total = 0;
    const auto choose = [&](auto&& self, std::size_t c, ColumnCounts labels) -> void {
      if (c + 1 == cycles) {
        // Not equal_range, which clang 14 does not take.
        const ColumnCounts needed = parts.first_counts - labels;
        for (auto choice = std::ranges::lower_bound(last, needed, {}, &Choice::counts);
             choice != last.end() && choice->counts == needed; ++choice) {
          ticks_.tick();
          firsts[c] = choice->first;
          seconds[c] = choice->second;
          Key sorted = firsts;
          joined_.sort(sorted);
          const std::size_t first = parts.first->find(sorted);
          if (first == KeyTable::none) continue;
          sorted = seconds;
          joined_.sort(sorted);
          const std::size_t second = parts.second->find(sorted);
          if (second == KeyTable::none) continue;
          total = checked_add(total, checked_multiply(parts.first->ways(first), parts.second->ways(second)));
        }
        return;
      }
      for (const Choice& choice : choices[c]) {
        if (!fits(labels + choice.counts, parts.first_counts)) continue;
        firsts[c] = choice.first;
        seconds[c] = choice.second;
        self(self, c + 1, labels + choice.counts);
      }
    };
    choose(choose, 0, 0);
    return are_alike && cycles > 1 ? checked_multiply(total, 2) : total;
  }

  void ask() const {
    if (poll_) poll_();
  }

  const Bands& bands_;
  Shape shape_;
  std::size_t side_;
  LabelCycles labels_;
  BandFillings fillings_;
  const Poll& poll_;
  Ticks ticks_;
  std::vector<mathematics::Images> columns_;      // permutations that commute with g, a group
  WordMap turned_;                                // g
  KeyForms joined_;                               // keys of whole cycles of bands: columns only
  std::vector<KeyTable> tables_;                  // of the kinds of cycles of bands, then of unions of several
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
  std::size_t most_cells = 0;
  std::size_t most_bands = 0;
  for (const BandCycle& cycle : cycles) {
    std::size_t cells = 0;
    for (const int row_length : cycle.row_cycles) {
      for (const int column_length : column_lengths) cells += size_of(std::gcd(row_length, column_length));
    }
    most_cells = std::max(most_cells, cells);
    most_bands = std::max(most_bands, cycle.bands.size());
  }
  constexpr double impossible = 1e9;
  PermutationGroup maps{size_of(shape.side())};
  for (const mathematics::Images& columns : column_maps(commuting)) {
    maps.insert(PointImages(columns.begin(), columns.begin() + shape.side()));
  }
  if (maps.order() * most_bands > most_maps) return impossible;
  // The table of the longest cycle of bands, by its cycles of cells: rows that g turns into rows of the same band make
  // fewer states than those of two. Then how many tables are put together.
  const double long_table = most_cells <= 36 ? (most_bands == 1 ? 20 : 1'000) : most_cells <= 48 ? 5'000 : 1e6;
  const double table = most_cells <= 24 ? 1 : long_table;
  constexpr std::array<double, max_band_side + 1> joining{0, 0, 0, 10, 30, 300, 600, 1e4, 1e4, 1e5, 1e5, 1e6, 1e6};
  return table + joining[cycles.size()];
}

Integer Bands::count(const Poll& poll) const { return Count{*this, poll}.total(); }

}  // namespace gridcensus::burnside_bfs
