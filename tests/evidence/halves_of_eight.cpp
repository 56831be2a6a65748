// Counts the 8x8 Latin squares whose 2x2 boxes, set side by side, have four symbols each: Kullmann and Zaikin's
// generalised Sudoku of side 8. Without boxes it counts the Latin squares of order 8. It shares no code with a
// strategy.
//
//     halves_of_eight boxes|latin GRIDS
//
// The upper four rows give each column a set S_c of four symbols, and the lower four its complement. A grid is an
// upper and a lower half whose sets are complements, so their number is the sum over all tables S of f(S) f(not S),
// where f(S) is the number of halves with the columns S. The first two rows of a half take two symbols of each S_c, the
// others the rest. Two rows that take the pairs T_c are filled in 2^k ways, where k is the number of components of the
// graph with an edge T_c for each column. With boxes, the pairs of the two columns of a box must be disjoint in both.
//
// A table is a list of eight words, one for each symbol: bit c of a word is set if S_c has the symbol. The words have
// four bits set, and so has each of the eight columns. The order of the words is a relabelling. f does not change under
// the 384 permutations of columns that keep the pairs of columns together, so it is counted once for each class.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

constexpr int side = 8;
using Words = std::array<std::uint8_t, side>;
using Counts = std::array<int, side>;
__extension__ using UInt128 = unsigned __int128;

constexpr std::array<std::uint64_t, side + 1> factorials{1, 1, 2, 6, 24, 120, 720, 5040, 40320};

/// Returns the sorted words, the first in the highest byte.
std::uint64_t packed(Words words) {
  std::sort(words.begin(), words.end());
  std::uint64_t key = 0;
  for (const std::uint8_t word : words) key = key << 8U | word;
  return key;
}

Words unpacked(std::uint64_t key) {
  Words words{};
  for (std::size_t i = 0; i < side; ++i) words[i] = static_cast<std::uint8_t>(key >> (8 * i));
  return words;
}

/// All tables up to permutations of columns, with the number of tables that each represents.
class Tables {
 public:
  Tables() {
    std::array<unsigned, 4> pairs{0, 1, 2, 3};
    do {
      for (unsigned swapped = 0; swapped < 16; ++swapped) maps_.push_back(map(pairs, swapped));
    } while (std::next_permutation(pairs.begin(), pairs.end()));
    Counts open{};
    open.fill(4);
    add(0, 0, open, 1);
  }

  const std::unordered_map<std::uint64_t, std::uint64_t>& weights() const { return weights_; }

  /// Returns the least of the images of a table.
  std::uint64_t name(const Words& words) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (const auto& map : maps_) {
      Words image{};
      for (std::size_t i = 0; i < side; ++i) image[i] = map[words[i]];
      least = std::min(least, packed(image));
    }
    return least;
  }

 private:
  using Map = std::array<std::uint8_t, 256>;

  static Map map(const std::array<unsigned, 4>& pairs, unsigned swapped) {
    Map result{};
    for (unsigned word = 0; word < 256; ++word) {
      unsigned image = 0;
      for (unsigned column = 0; column < side; ++column) {
        const unsigned pair = column / 2;
        if ((word >> column & 1U) != 0) image |= 1U << (2 * pairs[pair] + ((column & 1U) ^ (swapped >> pair & 1U)));
      }
      result[word] = static_cast<std::uint8_t>(image);
    }
    return result;
  }

  /// Adds all tables that begin with `count` words, and continue with words from `word` on.
  void add(unsigned word, int count, Counts open, std::uint64_t relabellings_within) {
    if (count == side) {
      weights_[name(words_)] += factorials[side] / relabellings_within;
      return;
    }
    if (word == 256 || *std::max_element(open.begin(), open.end()) > side - count) return;
    add(word + 1, count, open, relabellings_within);
    if (std::popcount(word) != 4) return;
    for (int equal = 1; count + equal <= side; ++equal) {
      for (unsigned column = 0; column < side; ++column) {
        if ((word >> column & 1U) != 0 && --open[column] < 0) return;
      }
      words_[static_cast<std::size_t>(count + equal - 1)] = static_cast<std::uint8_t>(word);
      add(word + 1, count + equal, open, relabellings_within * factorials[static_cast<std::size_t>(equal)]);
    }
  }

  std::vector<Map> maps_;
  Words words_{};
  std::unordered_map<std::uint64_t, std::uint64_t> weights_;
};

/// Counts the halves with the columns of a table.
class Halves {
 public:
  explicit Halves(bool have_boxes) : have_boxes_{have_boxes} {}

  std::uint64_t count(std::uint64_t table) {
    const auto [place, is_new] = known_.try_emplace(table, 0);
    if (!is_new) return place->second;
    const Words words = unpacked(table);
    columns_.fill(0);
    for (unsigned symbol = 0; symbol < side; ++symbol) {
      for (unsigned column = 0; column < side; ++column) {
        if ((words[symbol] >> column & 1U) != 0) columns_[column] |= static_cast<std::uint8_t>(1U << symbol);
      }
    }
    total_ = 0;
    fill(0, {});
    return known_[table] = total_;
  }

 private:
  /// Returns the number of components of the graph with these pairs of symbols as edges.
  static int components(const Words& pairs) {
    int count = 0;
    unsigned seen = 0;
    for (unsigned symbol = 0; symbol < side; ++symbol) {
      if ((seen >> symbol & 1U) != 0) continue;
      ++count;
      unsigned component = 1U << symbol;
      for (unsigned before = 0; before != component;) {
        before = component;
        for (const unsigned pair : pairs) {
          if ((pair & component) != 0) component |= pair;
        }
      }
      seen |= component;
    }
    return count;
  }

  /// No symbol is used more than twice in 16 cells by eight symbols, so each is used twice.
  void fill(std::size_t column, const Counts& used) {
    if (column == side) {
      total_ += std::uint64_t{1} << static_cast<unsigned>(components(first_) + components(last_));
      return;
    }
    const unsigned set = columns_[column];
    for (unsigned pair = (set - 1) & set; pair != 0; pair = (pair - 1) & set) {
      if (std::popcount(pair) != 2) continue;
      const unsigned rest = set ^ pair;
      if (have_boxes_ && column % 2 == 1 && ((pair & first_[column - 1]) != 0 || (rest & last_[column - 1]) != 0))
        continue;
      Counts now = used;
      for (unsigned symbol = 0; symbol < side; ++symbol) now[symbol] += static_cast<int>(pair >> symbol & 1U);
      if (*std::max_element(now.begin(), now.end()) > 2) continue;
      first_[column] = static_cast<std::uint8_t>(pair);
      last_[column] = static_cast<std::uint8_t>(rest);
      fill(column + 1, now);
    }
  }

  bool have_boxes_;
  Words columns_{};
  Words first_{};
  Words last_{};
  std::uint64_t total_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> known_;
};

std::string decimal(UInt128 number) {
  std::string digits;
  for (; number != 0; number /= 10)
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  return digits.empty() ? "0" : digits;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view rules = argc == 3 ? argv[1] : "";
  if (rules != "boxes" && rules != "latin") {
    std::cerr << "usage: halves_of_eight boxes|latin GRIDS\n";
    return 2;
  }
  const Tables tables;
  Halves halves{rules == "boxes"};
  UInt128 grids = 0;
  std::uint64_t all = 0;
  for (const auto& [table, weight] : tables.weights()) {
    all += weight;
    Words complement = unpacked(table);
    for (std::uint8_t& word : complement) word = static_cast<std::uint8_t>(~word);
    grids += UInt128{weight} * halves.count(table) * halves.count(tables.name(complement));
  }
  std::cout << all << " tables in " << tables.weights().size() << " classes, " << decimal(grids) << " grids\n";
  // The tables are the 0-1 matrices of order 8 with four ones in each line: OEIS A058527.
  return all == 116963796250 && decimal(grids) == argv[2] ? EXIT_SUCCESS : EXIT_FAILURE;
}
