// symmetric_halves TABLE.csv NAMES.txt: counts the grids of 2xC that are fixed by maps of order two that do not
// exchange the two stacks, for the classes of symmetries in NAMES, one name per line, and compares them with TABLE
// (class_tables.py). Independent of the program and of third_method.py; it needs the standard library only.
//
// A map g permutes the rows by r and the columns of the stacks by c1 and c2, with g g = 1. It fixes a grid A with the
// relabelling p if g A = p A; then p p = 1. Count the pairs A, p for one p of each cycle type, with k pairs of symbols
// and f single ones; fixed grids = sum over types of that number / (2^k k! f!).
//
// The *word* of a symbol is the set of its rows in stack 1, one of the two rows of each band; in stack 2 it has the
// other rows. Every row is in C words, and g A = p A gives the word of p(s) as r(word of s). Given the words, stacks
// are filled independently, and exchanging the rows of all bands shows that stack 2 has as many fillings as a stack 1
// with c2 instead of c1. So
//
//     pairs = sum over words of F(words, c1) F(words, c2)
//
// where F counts the fillings of a stack that are their own image. Words are multisets over the pairs and over the
// single symbols; one of each class is taken under the permutations of bands and exchanges of their rows that commute
// with r.
//
// F: a pair s, p(s) is placed by one permutation for s, which gives each column its band; p(s) has the images of its
// cells. A single symbol has cells that g permutes. Half of the symbols are placed in an empty stack, pair by pair, and
// so is the other half; complementary sets of cells make a filling. Sets of cells that are images of each other under
// permutations of columns that commute with c are one state.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int max_columns = 6;

/// One of the 2C rows: band + C * (0 for the upper row, 1 for the lower one).
using Rows = std::vector<int>;
/// Sets of rows, as bits.
using RowSet = std::uint32_t;
/// Bit b: whether a symbol is in the lower row of band b.
using Word = std::uint32_t;

std::uint64_t factorial(int n) { return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

/// A class of symmetries by its name: its action on the rows and on the columns of each stack.
struct Map {
  int columns = 0;
  Rows rows;
  std::array<std::vector<int>, 2> of_stack;
};

/// Returns the cycle type "2+1+1" as numbers.
std::vector<int> parts_of(std::string text) {
  std::replace(text.begin(), text.end(), '+', ' ');
  std::istringstream parts{text};
  std::vector<int> found;
  for (int part = 0; parts >> part;) found.push_back(part);
  return found;
}

/// Reads "2(1+1) 1(2) | 1(2+1) 1(2+1)". Throws if the map is not of the kind that is counted here.
Map map_of(const std::string& name) {
  const auto bar = name.find(" | ");
  if (bar == std::string::npos) throw std::runtime_error{"no class of symmetries: " + name};
  const auto blocks_of = [](const std::string& text) {
    std::vector<std::pair<int, std::vector<int>>> blocks;
    std::istringstream words{text};
    for (std::string word; words >> word;) {
      const auto open = word.find('(');
      blocks.emplace_back(std::stoi(word.substr(0, open)), parts_of(word.substr(open + 1, word.size() - open - 2)));
    }
    return blocks;
  };
  const auto bands = blocks_of(name.substr(0, bar));
  const auto stacks = blocks_of(name.substr(bar + 3));
  Map map;
  for (const auto& [length, type] : bands) map.columns += length;
  map.rows.resize(2 * static_cast<std::size_t>(map.columns));
  int band = 0;
  for (const auto& [length, type] : bands) {
    const bool turns = type == std::vector<int>{2};
    if (length > 2 || (length == 2 && turns)) throw std::runtime_error{"not of order two: " + name};
    for (int step = 0; step < length; ++step) {
      const int image = band + (step + 1) % length;
      for (const int lower : {0, 1}) {
        const int row = band + step + map.columns * lower;
        map.rows.at(static_cast<std::size_t>(row)) = image + map.columns * (turns ? 1 - lower : lower);
      }
    }
    band += length;
  }
  if (stacks.size() != 2) throw std::runtime_error{"stacks are exchanged: " + name};
  for (std::size_t stack = 0; stack < 2; ++stack) {
    std::vector<int>& images = map.of_stack.at(stack);
    for (const int part : stacks[stack].second) {
      if (part > 2) throw std::runtime_error{"not of order two: " + name};
      const int first = static_cast<int>(images.size());
      for (int step = 0; step < part; ++step) images.push_back(first + (step + 1) % part);
    }
  }
  return map;
}

RowSet image(const Rows& map, RowSet set) {
  RowSet moved = 0;
  for (; set != 0; set &= set - 1) moved |= 1U << map[static_cast<std::size_t>(std::countr_zero(set))];
  return moved;
}

RowSet rows_of(int columns, Word word) {
  RowSet rows = 0;
  for (int band = 0; band < columns; ++band) rows |= 1U << (band + ((word >> band & 1U) == 1 ? columns : 0));
  return rows;
}

/// Symbols that p permutes in one cycle, by the rows of one of them.
struct Orbit {
  RowSet rows = 0;
  bool is_pair = false;
  // NOLINTNEXTLINE(readability-implicit-bool-conversion): clang-tidy 14 reports every defaulted comparison of a bool
  auto operator<=>(const Orbit&) const = default;
};

/// The rows of each column that are taken.
using Columns = std::array<RowSet, max_columns>;

struct ColumnsHash {
  std::size_t operator()(const Columns& columns) const {
    std::uint64_t hash = 0;
    for (const RowSet column : columns) hash = (hash ^ column) * 0x9E3779B97F4A7C15U ^ (hash >> 29U);
    return static_cast<std::size_t>(hash ^ (hash >> 32U));
  }
};

/// The fillings of a stack that are their own image.
class Stack {
 public:
  Stack(int columns, const Rows& rows, const std::vector<int>& images) : columns_{columns}, rows_{rows} {
    // Fixed columns come first here, then pairs of adjacent columns.
    const int pairs = static_cast<int>(std::count_if(images.begin(), images.end(),
                                                     [&, at = 0](int image) mutable { return image != at++; })) /
                      2;
    fixed_ = columns - 2 * pairs;
  }

  Wide fillings(const std::vector<Orbit>& orbits) const {
    const auto [one, other] = split(orbits);
    const Ways states = place(one);
    const Ways complements = place(other);
    Wide sum = 0;
    for (const auto& [state, ways] : states) {
      Columns rest{};
      for (int column = 0; column < columns_; ++column)
        rest.at(static_cast<std::size_t>(column)) = all_rows() & ~state.at(static_cast<std::size_t>(column));
      sort(rest);
      const auto found = complements.find(rest);
      if (found != complements.end()) sum += Wide{ways} * found->second / orders(rest);
    }
    return sum;
  }

 private:
  using Ways = std::unordered_map<Columns, std::uint64_t, ColumnsHash>;

  RowSet all_rows() const { return (1U << (2 * columns_)) - 1; }

  /// Puts orbits with many rows in common into the same half: they exclude each other.
  std::pair<std::vector<Orbit>, std::vector<Orbit>> split(const std::vector<Orbit>& orbits) const {
    const auto common = [&](const std::vector<Orbit>& half) {
      std::vector<RowSet> symbols;
      for (const Orbit& orbit : half) {
        symbols.push_back(orbit.rows);
        if (orbit.is_pair) symbols.push_back(image(rows_, orbit.rows));
      }
      int rows = 0;
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) rows += std::popcount(symbols[i] & symbols[j]);
      }
      return rows;
    };
    std::pair<std::vector<Orbit>, std::vector<Orbit>> best;
    std::pair<int, int> best_score{1000, 0};
    for (std::uint32_t chosen = 0; chosen < 1U << orbits.size(); ++chosen) {
      std::pair<std::vector<Orbit>, std::vector<Orbit>> halves;
      int symbols = 0;
      for (std::size_t i = 0; i < orbits.size(); ++i) {
        const bool first = (chosen >> i & 1U) == 1;
        (first ? halves.first : halves.second).push_back(orbits[i]);
        if (first) symbols += orbits[i].is_pair ? 2 : 1;
      }
      const std::pair score{std::abs(symbols - columns_), -std::min(common(halves.first), common(halves.second))};
      if (score >= best_score) continue;
      best_score = score;
      best = std::move(halves);
    }
    return best;
  }

  Ways place(const std::vector<Orbit>& orbits) const {
    Ways states{{Columns{}, 1}};
    for (const Orbit& orbit : orbits) {
      Ways next;
      for (const auto& [state, ways] : states) {
        Columns taken = state;
        const RowSet upper = (1U << columns_) - 1;
        if (orbit.is_pair) {
          place_pair(orbit.rows, 0, upper, taken, ways, next);
        } else {
          place_single(orbit.rows, 0, upper, taken, ways, next);
        }
      }
      states = std::move(next);
    }
    return states;
  }

  int image_of(int column) const { return column < fixed_ ? column : fixed_ + ((column - fixed_) ^ 1); }

  /// Returns the row of the symbol in a band.
  int row_in(RowSet rows, int band) const { return (rows >> band & 1U) == 1 ? band : band + columns_; }

  void place_pair(RowSet rows, int column, RowSet bands, Columns& taken, std::uint64_t ways, Ways& next) const {
    if (column == columns_) {
      add(taken, ways, next);
      return;
    }
    RowSet& here = taken.at(static_cast<std::size_t>(column));
    RowSet& there = taken.at(static_cast<std::size_t>(image_of(column)));
    for (RowSet left = bands; left != 0; left &= left - 1) {
      const int band = std::countr_zero(left);
      const int row = row_in(rows, band);
      const RowSet cell = 1U << row;
      const RowSet moved = 1U << rows_[static_cast<std::size_t>(row)];
      if ((here & cell) != 0 || (there & moved) != 0 || (&here == &there && cell == moved)) continue;
      here |= cell;
      there |= moved;
      place_pair(rows, column + 1, bands & ~(1U << band), taken, ways, next);
      here &= ~cell;
      there &= ~moved;
    }
  }

  void place_single(RowSet rows, int column, RowSet bands, Columns& taken, std::uint64_t ways, Ways& next) const {
    if (column == columns_) {
      add(taken, ways, next);
      return;
    }
    RowSet& here = taken.at(static_cast<std::size_t>(column));
    RowSet& there = taken.at(static_cast<std::size_t>(image_of(column)));
    for (RowSet left = bands; left != 0; left &= left - 1) {
      const int band = std::countr_zero(left);
      const int row = row_in(rows, band);
      const int moved_row = rows_[static_cast<std::size_t>(row)];
      const RowSet cell = 1U << row;
      const RowSet moved = 1U << moved_row;
      RowSet rest = bands & ~(1U << band);
      if (&here == &there) {
        if (row != moved_row || (here & cell) != 0) continue;
      } else {
        const RowSet other = 1U << (moved_row % columns_);
        if ((rest & other) == 0 || (here & cell) != 0 || (there & moved) != 0) continue;
        rest &= ~other;
      }
      here |= cell;
      there |= moved;
      place_single(rows, column + (&here == &there ? 1 : 2), rest, taken, ways, next);
      here &= ~cell;
      there &= ~moved;
    }
  }

  void add(Columns columns, std::uint64_t ways, Ways& next) const {
    sort(columns);
    next[columns] += ways;
  }

  /// Replaces a state by its least image under permutations of columns.
  void sort(Columns& columns) const {
    std::sort(columns.begin(), columns.begin() + fixed_);
    std::array<std::pair<RowSet, RowSet>, max_columns / 2> pairs;
    int count = 0;
    for (int column = fixed_; column < columns_; column += 2) {
      const RowSet a = columns.at(static_cast<std::size_t>(column));
      const RowSet b = columns.at(static_cast<std::size_t>(column) + 1);
      pairs.at(static_cast<std::size_t>(count++)) = std::minmax(a, b);
    }
    std::sort(pairs.begin(), pairs.begin() + count);
    auto column = static_cast<std::size_t>(fixed_);
    for (int pair = 0; pair < count; ++pair) {
      columns.at(column++) = pairs.at(static_cast<std::size_t>(pair)).first;
      columns.at(column++) = pairs.at(static_cast<std::size_t>(pair)).second;
    }
  }

  /// Returns the number of images of this state, itself included.
  std::uint64_t orders(const Columns& columns) const {
    std::uint64_t count = factorial(fixed_) * factorial((columns_ - fixed_) / 2);
    std::map<RowSet, int> alone;
    for (int column = 0; column < fixed_; ++column) ++alone[columns.at(static_cast<std::size_t>(column))];
    std::map<std::pair<RowSet, RowSet>, int> paired;
    for (int column = fixed_; column < columns_; column += 2) {
      const std::pair pair{columns.at(static_cast<std::size_t>(column)),
                           columns.at(static_cast<std::size_t>(column) + 1)};
      ++paired[pair];
      if (pair.first != pair.second) count *= 2;
    }
    for (const auto& [column, copies] : alone) count /= factorial(copies);
    for (const auto& [pair, copies] : paired) count /= factorial(copies);
    return count;
  }

  int columns_;
  const Rows& rows_;
  int fixed_ = 0;
};

/// Returns the permutations of bands and exchanges of their rows that commute with the map of rows.
std::vector<Rows> commuting(int columns, const Rows& map) {
  std::vector<int> order(static_cast<std::size_t>(columns));
  std::iota(order.begin(), order.end(), 0);
  std::vector<Rows> found;
  do {
    for (std::uint32_t exchanged = 0; exchanged < 1U << columns; ++exchanged) {
      Rows moved(2 * order.size());
      for (int row = 0; row < 2 * columns; ++row) {
        const int band = row % columns;
        const int lower = (row / columns) ^ static_cast<int>(exchanged >> band & 1U);
        moved.at(static_cast<std::size_t>(row)) = order.at(static_cast<std::size_t>(band)) + columns * lower;
      }
      const auto commutes = [&](int row) {
        return moved.at(static_cast<std::size_t>(map.at(static_cast<std::size_t>(row)))) ==
               map.at(static_cast<std::size_t>(moved.at(static_cast<std::size_t>(row))));
      };
      bool all = true;
      for (int row = 0; row < 2 * columns; ++row) all = all && commutes(row);
      if (all) found.push_back(std::move(moved));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

/// Adds up the pairs of grids and one relabelling with `singles` single symbols.
class Sum {
 public:
  Sum(const Map& map, int singles)
      : map_{map},
        singles_{singles},
        pairs_{(2 * map.columns - singles) / 2},
        maps_{commuting(map.columns, map.rows)},
        stacks_{Stack{map.columns, map.rows, map.of_stack[0]}, Stack{map.columns, map.rows, map.of_stack[1]}},
        is_same_{map.of_stack[0] == map.of_stack[1]},
        taken_(map.rows.size()) {
    for (Word word = 0; word < 1U << map.columns; ++word) {
      const RowSet rows = rows_of(map.columns, word);
      const RowSet moved = image(map.rows, rows);
      if (moved == rows) kinds_.push_back({rows, false});
      if (rows <= moved) kinds_.push_back({rows, true});
    }
    std::sort(kinds_.begin(), kinds_.end(), [](const Orbit& a, const Orbit& b) {
      return std::pair{!a.is_pair, a.rows} < std::pair{!b.is_pair, b.rows};
    });
  }

  Wide run() {
    extend(0, 0, 0);
    return sum_;
  }

  std::uint64_t classes() const { return classes_; }

 private:
  void extend(std::size_t first, int pairs, int singles) {
    if (pairs == pairs_ && singles == singles_) {
      finish();
      return;
    }
    for (std::size_t kind = first; kind < kinds_.size(); ++kind) {
      const Orbit& orbit = kinds_[kind];
      if (orbit.is_pair ? pairs == pairs_ : singles == singles_ || pairs < pairs_) continue;
      if (!may_take(orbit)) continue;
      take(orbit, 1);
      orbits_.push_back(orbit);
      extend(kind, pairs + (orbit.is_pair ? 1 : 0), singles + (orbit.is_pair ? 0 : 1));
      orbits_.pop_back();
      take(orbit, -1);
    }
  }

  bool may_take(const Orbit& orbit) const {
    const RowSet moved = image(map_.rows, orbit.rows);
    for (std::size_t row = 0; row < taken_.size(); ++row) {
      const int more =
          static_cast<int>(orbit.rows >> row & 1U) + (orbit.is_pair ? static_cast<int>(moved >> row & 1U) : 0);
      if (taken_[row] + more > map_.columns) return false;
    }
    return true;
  }

  void take(const Orbit& orbit, int count) {
    const RowSet moved = image(map_.rows, orbit.rows);
    for (std::size_t row = 0; row < taken_.size(); ++row) {
      taken_[row] += count * (static_cast<int>(orbit.rows >> row & 1U) +
                              (orbit.is_pair ? static_cast<int>(moved >> row & 1U) : 0));
    }
  }

  void finish() {
    // The least image under the maps represents its class.
    std::uint64_t stabiliser = 0;
    std::vector<Orbit> moved(orbits_.size());
    const auto before = [](const Orbit& a, const Orbit& b) {
      return std::pair{!a.is_pair, a.rows} < std::pair{!b.is_pair, b.rows};
    };
    for (const Rows& map : maps_) {
      for (std::size_t i = 0; i < orbits_.size(); ++i) {
        const RowSet rows = image(map, orbits_[i].rows);
        moved[i] = {orbits_[i].is_pair ? std::min(rows, image(map_.rows, rows)) : rows, orbits_[i].is_pair};
      }
      std::sort(moved.begin(), moved.end(), before);
      if (std::lexicographical_compare(moved.begin(), moved.end(), orbits_.begin(), orbits_.end(), before)) return;
      if (moved == orbits_) ++stabiliser;
    }
    ++classes_;
    // The number of ways to assign the words to the symbols.
    std::uint64_t labelled = maps_.size() / stabiliser * factorial(pairs_) * factorial(singles_);
    std::map<Orbit, int> copies;
    for (const Orbit& orbit : orbits_) {
      ++copies[orbit];
      if (orbit.is_pair && image(map_.rows, orbit.rows) != orbit.rows) labelled *= 2;
    }
    for (const auto& [orbit, count] : copies) labelled /= factorial(count);
    const Wide one = stacks_[0].fillings(orbits_);
    if (one == 0) return;
    sum_ += labelled * one * (is_same_ ? one : stacks_[1].fillings(orbits_));
  }

  const Map& map_;
  int singles_;
  int pairs_;
  std::vector<Rows> maps_;
  std::array<Stack, 2> stacks_;
  bool is_same_;
  std::vector<Orbit> kinds_;
  std::vector<Orbit> orbits_;
  std::vector<int> taken_;
  std::uint64_t classes_ = 0;
  Wide sum_ = 0;
};

/// Returns the grids, up to relabelling, that a map of the class fixes.
Wide fixed_grids(const std::string& name) {
  const Map map = map_of(name);
  Wide kept = 0;
  for (int pairs = 0; pairs <= map.columns; ++pairs) {
    const int singles = 2 * (map.columns - pairs);
    Sum sum{map, singles};
    const Wide centraliser = Wide{1U << pairs} * factorial(pairs) * factorial(singles);
    const Wide found = sum.run();
    if (found % centraliser != 0) throw std::runtime_error{"not a whole number of grids up to relabelling: " + name};
    kept += found / centraliser;
  }
  return kept;
}

std::string text_of(Wide number) {
  std::string text;
  do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  while ((number /= 10) != 0);
  return text;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) {
    std::cerr << "usage: symmetric_halves TABLE.csv NAMES.txt\n";
    return EXIT_FAILURE;
  }
  std::map<std::string, std::string> expected;
  std::ifstream table{arguments[1]};
  for (std::string row; std::getline(table, row);)
    expected[row.substr(0, row.find(','))] = row.substr(row.rfind(',') + 1);
  std::ifstream names{arguments[2]};
  int tried = 0;
  int different = 0;
  for (std::string name; std::getline(names, name);) {
    const std::string kept = text_of(fixed_grids(name));
    const bool is_equal = expected.at(name) == kept;
    std::cout << name << ": " << kept << (is_equal ? "" : ", NOT " + expected.at(name)) << std::endl;
    ++tried;
    if (!is_equal) ++different;
  }
  std::cout << tried << " classes tried, " << different << " different\n";
  return tried > 0 && different == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::cerr << "symmetric_halves: " << error.what() << '\n';
  return EXIT_FAILURE;
}
