// exchanged_stacks C BANDS.csv TABLE.csv [until_different]: counts the grids of 2xC that are fixed by each map of order
// two that exchanges the two stacks, column by column. Uses the bands of Cx2, BANDS.csv (signature_table.py), and
// compares with TABLE.csv (class_tables.py), class by class.
//
// Let g be such a map, p a relabelling and A a grid with g A = p A. Then p p = 1, because g g = 1, and one stack of A
// determines the other. Of each band one of its two rows has a set A_b in the first stack, the other row the
// complement. Given these sets, the stack is a band of Cx2 turned on its side: its columns are the rows of a band whose
// columns have the sets. So B(A_1, .., A_C) stacks have them, with B of the signature class. The second stack is an
// image of the first. The only further condition is that every row has every symbol, which depends on the sets alone:
//
//     a fixed band                           p A_b is the complement of A_b
//     a band whose two rows are exchanged    p A_b = A_b
//     two bands b, d that are exchanged      A_d is the complement of p A_b
//
// Hence g fixes sum over p, over such sets, of B(A_1, .., A_C) grids. B is the same for a set and its complement, so
// both are one *half* here, twice for each band that is fixed or turned, and for each pair of bands. Halves are chosen
// one after the other. The relabellings that commute with p and fix all halves so far map the next to others and
// preserve B, so only one of each orbit is followed. Bands of a kind may be exchanged, so the choices of others before
// are recognised again.
#include "band_signatures/signature_classes.hpp"
#include "gridcensus/integer.hpp"
#include "symbols/symbols.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using band_signatures::BoxCode;
using band_signatures::SignatureClasses;
using mathematics::SymbolSet;

/// The numbers of bands that a map fixes, turns, and exchanges in pairs.
struct Bands {
  int still = 0;
  int turned = 0;
  int pairs = 0;

  auto operator<=>(const Bands&) const = default;
};

/// Returns the name in the form of the classes of symmetries.
std::string name_of(const Bands& bands, int columns) {
  std::string name;
  for (int i = 0; i < bands.still; ++i) name += "1(1+1) ";
  for (int i = 0; i < bands.turned; ++i) name += "1(2) ";
  for (int i = 0; i < bands.pairs; ++i) name += "2(1+1) ";
  name += "| 2(1";
  for (int i = 1; i < columns; ++i) name += "+1";
  return name + ')';
}

class ExchangedStacks {
 public:
  /// @param bands  lines: class, size, completions. The class is the half with symbol 1 of each box but the first
  ExchangedStacks(int columns, std::istream& bands) : columns_{columns}, classes_{columns, 2} {
    for (unsigned half = 1; half < 1U << symbols(); half += 2) {
      if (std::popcount(half) == columns_) halves_.push_back(static_cast<SymbolSet>(half));
    }
    bands_.resize(classes_.classes().size());
    is_met_.resize(bands_.size());
    std::string line;
    std::getline(bands, line);
    while (std::getline(bands, line)) {
      const std::size_t end = line.find(',');
      std::vector<BoxCode> boxes{classes_.codes().identity()};
      SymbolSet half = 0;
      for (const char symbol : line.substr(0, end) + ' ') {
        if (symbol == ' ') {
          boxes.push_back(code_of(std::exchange(half, SymbolSet{0})));
        } else {
          half = static_cast<SymbolSet>(half | 1U << std::string_view{"123456789ABC"}.find(symbol));
        }
      }
      bands_.at(classes_.index_of(classes_.canonical(boxes))) =
          Integer{line.substr(line.rfind(',') + 1)} * factorial(columns_);
    }
    if (std::ranges::count(bands_, Integer{0}) != 0) throw std::runtime_error{"the table of bands lacks classes"};
  }

  /// Returns the number of signature classes that the sums so far have needed.
  std::size_t classes_met() const { return static_cast<std::size_t>(std::ranges::count(is_met_, true)); }

  /// Returns the fixed grids up to relabelling, that is, divided by N!.
  Integer kept(const Bands& bands) {
    Integer sum = 0;
    for (int cycles = 0; cycles <= columns_; ++cycles) {
      const int fixed = symbols() - 2 * cycles;
      const Integer relabellings =
          factorial(symbols()) / (power(Integer{2}, cycles) * factorial(cycles) * factorial(fixed));
      sum += relabellings * sum_over_halves(bands, cycles, {});
    }
    sum *= power(Integer{2}, bands.still + bands.turned + bands.pairs);
    if (sum % factorial(symbols()) != 0) throw std::runtime_error{"no multiple of N!"};
    return sum / factorial(symbols());
  }

 private:
  using Colours = std::array<unsigned, mathematics::max_symbols>;
  /// The chosen halves.
  struct Chosen {
    Bands bands;  ///< to which they belong: first those of pairs, then of turned bands, then of fixed ones
    std::vector<BoxCode> boxes;
    Colours colours{};  ///< by symbol: the halves that have it, a bit for each, that of the last is 1
  };
  /// For halves: the share of each cycle of p and each fixed symbol. Equal for halves of one orbit.
  using Pattern = std::array<unsigned, mathematics::max_symbols>;

  int symbols() const { return 2 * columns_; }

  BoxCode code_of(SymbolSet half) const { return classes_.codes().code_of(std::array{half, complement(half)}); }
  SymbolSet complement(SymbolSet half) const {
    return mathematics::without(mathematics::first_symbols(symbols()), half);
  }

  /// Returns the image of a half under p, which exchanges the symbols 0 and 1, 2 and 3, .. in this many cycles.
  static SymbolSet image(SymbolSet half, int cycles) {
    const auto moved = (1U << static_cast<unsigned>(2 * cycles)) - 1;
    const unsigned low = half & moved & 0x5555U;
    const unsigned high = half & moved & 0xAAAAU;
    return static_cast<SymbolSet>((half & ~moved) | low << 1U | high >> 1U);
  }

  static Colours with(Colours colours, SymbolSet half) {
    for (std::size_t s = 0; s < colours.size(); ++s) {
      colours[s] = 2 * colours[s] + (static_cast<unsigned>(half) >> s & 1U);
    }
    return colours;
  }

  Pattern pattern_of(const Colours& colours, int cycles) const {
    constexpr unsigned of_a_cycle = 1U << 8U;  // above all colours
    Pattern pattern{};
    const auto moved = 2 * static_cast<std::size_t>(cycles);
    for (std::size_t s = 0; s < static_cast<std::size_t>(symbols()); ++s) {
      if (s >= moved) {
        pattern[s] = colours[s];
      } else if (s % 2 == 0) {
        const auto [less, more] = std::minmax(colours[s], colours[s + 1]);
        pattern[s] = of_a_cycle * (1 + less) + more;
      }
    }
    std::ranges::sort(pattern);
    return pattern;
  }

  /// Returns the least pattern, over all orders of the bands of a kind, and halves or their complements.
  Pattern least_pattern(const Chosen& chosen, int cycles) const {
    const Bands& bands = chosen.bands;
    std::vector<unsigned> order(static_cast<std::size_t>(bands.still + bands.turned + bands.pairs));
    std::iota(order.begin(), order.end(), 0U);
    const auto turned = order.begin() + bands.still;
    const auto pairs = turned + bands.turned;
    Pattern least{};
    least.fill(~0U);
    do {
      do {
        do {
          Colours moved{};
          for (std::size_t s = 0; s < moved.size(); ++s) {
            for (const unsigned bit : order) moved[s] = 2 * moved[s] + (chosen.colours[s] >> bit & 1U);
          }
          for (int symbol = 0; symbol < symbols(); ++symbol) {  // so that its colour is 0
            Colours seen = moved;
            for (unsigned& colour : seen) colour ^= moved[static_cast<std::size_t>(symbol)];
            least = std::min(least, pattern_of(seen, cycles));
          }
        } while (std::next_permutation(pairs, order.end()));
      } while (std::next_permutation(turned, pairs));
    } while (std::next_permutation(order.begin(), turned));
    return least;
  }

  /// Returns the sum over all choices for the remaining bands.
  Integer sum_over_halves(const Bands& bands, int cycles, const Chosen& chosen) {
    if (bands.still + bands.turned + bands.pairs == 0) {
      const std::size_t number = classes_.index_of(classes_.canonical(chosen.boxes));
      is_met_[number] = true;
      return bands_[number];
    }
    const auto [known, is_new] =
        known_.try_emplace({cycles, bands, chosen.bands, least_pattern(chosen, cycles)}, Integer{0});
    if (!is_new) return known->second;
    Bands rest = bands;
    Chosen more = chosen;
    const auto kind = bands.pairs != 0 ? &Bands::pairs : bands.turned != 0 ? &Bands::turned : &Bands::still;
    --(rest.*kind);
    ++(more.bands.*kind);
    std::map<Pattern, std::pair<SymbolSet, int>> orbits;
    for (const SymbolSet half : halves_) {
      const SymbolSet to = image(half, cycles);
      if (kind == &Bands::turned && to != half) continue;
      if (kind == &Bands::still && to != complement(half)) continue;
      const Pattern pattern = std::min(pattern_of(with(chosen.colours, half), cycles),
                                       pattern_of(with(chosen.colours, complement(half)), cycles));
      ++orbits.try_emplace(pattern, half, 0).first->second.second;
    }
    Integer sum = 0;
    for (const auto& [pattern, orbit] : orbits) {
      const auto [half, members] = orbit;
      more.colours = with(chosen.colours, half);
      more.boxes = chosen.boxes;
      more.boxes.push_back(code_of(half));
      if (kind == &Bands::pairs) more.boxes.push_back(code_of(image(half, cycles)));
      sum += members * sum_over_halves(rest, cycles, more);
    }
    known->second = sum;
    return sum;
  }

  int columns_;
  SignatureClasses classes_;
  std::vector<SymbolSet> halves_;                                    // with symbol 0
  std::vector<Integer> bands_;                                       // by class: B
  std::vector<bool> is_met_;                                         // by class
  std::map<std::tuple<int, Bands, Bands, Pattern>, Integer> known_;  // sums, by cycles, remaining bands, choices
};

/// Reads a table: name -> fixed grids.
std::map<std::string, Integer> read_table(std::istream& table) {
  std::map<std::string, Integer> kept;
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) kept.emplace(line.substr(0, line.find(',')), line.substr(line.rfind(',') + 1));
  return kept;
}

/// @param stops  whether to stop at the first difference
int compare(int columns, std::istream& bands, std::istream& table, bool stops) {
  ExchangedStacks stacks{columns, bands};
  const auto kept = read_table(table);
  int different = 0;
  for (int pairs = 0; 2 * pairs <= columns; ++pairs) {
    for (int turned = 0; 2 * pairs + turned <= columns; ++turned) {
      const Bands of_map{columns - turned - 2 * pairs, turned, pairs};
      const std::string name = name_of(of_map, columns);
      const Integer here = stacks.kept(of_map);
      const bool is_same = here == kept.at(name);
      std::cout << name << ": " << here << (is_same ? ", the same" : ", NOT " + kept.at(name).str()) << '\n';
      different += is_same ? 0 : 1;
      if (stops && !is_same) return EXIT_FAILURE;
    }
  }
  std::cout << "from B of " << stacks.classes_met() << " signature classes\n";
  return different == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments{argv + 1, argv + argc};
  const bool stops = arguments.size() == 4 && arguments[3] == "until_different";
  if (arguments.size() != 3 && !stops) {
    throw std::invalid_argument{"usage: exchanged_stacks C BANDS.csv TABLE.csv [until_different]"};
  }
  std::ifstream bands{arguments[1]};
  std::ifstream table{arguments[2]};
  if (!bands || !table) throw std::invalid_argument{"cannot read " + arguments[bands ? 2 : 1]};
  return compare(std::stoi(arguments[0]), bands, table, stops);
} catch (const std::exception& error) {
  std::cerr << "error: " << error.what() << '\n';
  return EXIT_FAILURE;
}
