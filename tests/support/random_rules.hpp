#pragma once

#include "gridcensus/random.hpp"
#include "gridcensus/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::testing {

/// Rules as a user could write them, for one shape.
struct RuleSet {
  Shape shape;
  RuleSpec spec;
};

/// Draws rules: named families, layouts, regions, pairs and offsets, givens and other restricted cells, and related
/// cells; one kind or several together.
class RandomRules {
 public:
  explicit RandomRules(Random random) : random_{random} {}

  RuleSet next() {
    static constexpr std::array<Shape, 11> shapes{
        {{1, 4}, {4, 1}, {2, 2}, {1, 5}, {5, 1}, {1, 6}, {6, 1}, {2, 3}, {3, 2}, {1, 7}, {7, 1}}};
    RuleSet rules{.shape = shapes.at(random_.below(shapes.size())), .spec = {}};
    const Shape shape = rules.shape;
    RuleSpec& spec = rules.spec;
    if (chance(2)) spec.families.emplace(chance(2) ? "latin" : "classic");
    if (chance(2)) add_families(shape, spec);
    if (chance(3)) spec.layout = layout(shape);
    if (chance(3)) repeat(2, [&] { spec.regions.push_back(region(shape)); });
    if (chance(2)) repeat(chance(4) ? 20 : 4, [&] { spec.different.push_back(pair(shape)); });
    if (chance(4)) repeat(2, [&] { spec.offsets.push_back(offset(shape)); });
    if (chance(3)) repeat(8, [&] { restrict_cell(shape, cell(shape), symbols(shape), spec); });
    if (chance(4)) repeat(6, [&] { add_relation(shape, spec); });
    return rules;
  }

  /// Returns another wording of the same rules: families as their regions and pairs, other letters, another order, some
  /// regions pair by pair.
  RuleSpec reworded(const RuleSet& rules) {
    RuleSpec spec = rules.spec;
    std::map<char, char> letters;
    const std::size_t first = random_.below(26);
    for (std::string& line : spec.layout) {
      for (char& letter : line) {
        letter = letters.try_emplace(letter, static_cast<char>('A' + (first + letters.size()) % 26)).first->second;
      }
    }
    for (auto& [one, other] : spec.different) std::swap(one, other);
    shuffle(spec.different);
    for (Region& region : spec.regions) shuffle(region);
    shuffle(spec.regions);
    for (std::size_t i = spec.regions.size(); i-- > 0;) {
      if (!chance(2)) continue;
      add_pairs(spec.regions[i], spec);
      spec.regions.erase(spec.regions.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (Offset& offset : spec.offsets) {
      if (chance(2)) offset = {-offset.down, -offset.right, offset.wraps};
    }
    return spec;
  }

  /// Returns the rules of a problem pair by pair, in no order, with its restricted and related cells one by one.
  RuleSpec pair_by_pair(const Problem& problem) {
    RuleSpec spec;
    spec.families.emplace("latin");
    if (problem.is_square()) spec.families.emplace("square");
    const auto allowed = problem.allowed();
    for (int cell = 0; cell < std::ssize(allowed); ++cell) {
      restrict_cell(problem.shape, cell, allowed[static_cast<std::size_t>(cell)], spec);
    }
    for (const auto& [cells, goes_with] : problem.related()) relate(cells.first, cells.second, goes_with, spec);
    const auto seen = cells_seen(problem);
    for (int cell = 0; cell < std::ssize(seen); ++cell) {
      for (const int other : seen[static_cast<std::size_t>(cell)]) {
        if (other > cell) spec.different.emplace_back(cell, other);
      }
    }
    shuffle(spec.different);
    return spec;
  }

  /// Returns the image of a problem under a random symmetry of the shape: a permutation of lines, possibly a
  /// transposition, and other names of the symbols.
  Problem moved(const Problem& problem) {
    const Shape shape = problem.shape;
    const bool transposes = chance(2);
    const std::vector<int> rows = lines(shape.box_rows, shape.bands());
    const std::vector<int> cols = lines(shape.box_cols, shape.stacks());
    const int side = shape.side();
    const auto image = [&](int cell) {
      const int row = rows[static_cast<std::size_t>(cell / side)];
      const int col = cols[static_cast<std::size_t>(cell % side)];
      return transposes ? col * side + row : row * side + col;
    };
    RuleSpec spec = pair_by_pair(problem);
    for (auto& [one, other] : spec.different) {
      one = image(one);
      other = image(other);
    }
    const std::vector<int> names = lines(shape.side(), 1);
    const auto renamed = [&](SymbolBits symbols) {
      SymbolBits images = 0;
      for (std::size_t symbol = 0; symbol < names.size(); ++symbol) {
        if ((symbols >> symbol & 1U) != 0) images |= SymbolBits{1} << static_cast<unsigned>(names[symbol]);
      }
      return images;
    };
    const Shape moved = transposes ? shape.transposed() : shape;
    const auto allowed = std::exchange(spec.allowed, {});
    for (const auto& [cell, symbols] : allowed) restrict_cell(moved, image(cell), renamed(symbols), spec);
    const auto related = std::exchange(spec.related, {});
    for (const auto& [cells, goes_with] : related) {
      SymbolTable table(goes_with.size());
      for (std::size_t symbol = 0; symbol < table.size(); ++symbol) {
        table[static_cast<std::size_t>(names[symbol])] = renamed(goes_with[symbol]);
      }
      relate(image(cells.first), image(cells.second), table, spec);
    }
    return make_problem(moved, spec);
  }

  std::size_t below(std::size_t bound) { return random_.below(bound); }
  bool chance(std::uint64_t one_in) { return random_.below(one_in) == 0; }

  template <class Items>
  void shuffle(Items& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random_.below(i)]);
  }

  int cell(Shape shape) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(shape.cells()))); }

  CellPair pair(Shape shape) {
    const int one = cell(shape);
    int other = one;
    while (other == one) other = cell(shape);
    return {one, other};
  }

  /// Draws cells anywhere, or one in each row, or a connected region.
  Region region(Shape shape) {
    const auto side = static_cast<std::size_t>(shape.side());
    std::set<int> cells;
    const auto kind = random_.below(3);
    while (cells.size() < side) {
      if (kind == 0) {
        cells.insert(cell(shape));
      } else if (kind == 1) {
        cells.insert(static_cast<int>(cells.size() * side + random_.below(side)));
      } else {
        const int next = cell(shape);
        if (cells.empty() ||
            std::ranges::any_of(cells, [&](int known) { return are_neighbours(shape, known, next); })) {
          cells.insert(next);
        }
      }
    }
    return {cells.begin(), cells.end()};
  }

  Offset offset(Shape shape) {
    const int side = shape.side();
    for (;;) {
      const auto step = [&] {
        return static_cast<int>(random_.below(static_cast<std::uint64_t>(2 * side - 1))) - side + 1;
      };
      const Offset drawn{step(), step(), chance(2)};
      if (!offset_mistake(shape, drawn)) return drawn;
    }
  }

  /// Starts with rows, and lets two regions exchange a cell as often as both stay connected.
  std::vector<std::string> layout(Shape shape) {
    const int side = shape.side();
    std::vector<std::string> lines;
    for (int row = 0; row < side; ++row)
      lines.emplace_back(static_cast<std::size_t>(side), static_cast<char>('a' + row));
    for (auto left = random_.below(60 * static_cast<std::uint64_t>(side)); left > 0; --left) {
      const auto [one, other] = pair(shape);
      char& here = lines[static_cast<std::size_t>(one / side)][static_cast<std::size_t>(one % side)];
      char& there = lines[static_cast<std::size_t>(other / side)][static_cast<std::size_t>(other % side)];
      std::swap(here, there);
      if (!layout_mistakes(shape, lines).empty()) std::swap(here, there);
    }
    return lines;
  }

 private:
  template <class Add>
  void repeat(std::size_t most, const Add& add) {
    for (std::size_t left = 1 + random_.below(most); left > 0; --left) add();
  }

  static void add_pairs(const Region& region, RuleSpec& spec) {
    for (std::size_t one = 0; one < region.size(); ++one) {
      for (std::size_t other = one + 1; other < region.size(); ++other) {
        spec.different.emplace_back(region[one], region[other]);
      }
    }
  }

  void add_families(Shape shape, RuleSpec& spec) {
    const auto families = all_rule_families();
    repeat(2, [&] {
      const auto name = families[random_.below(families.size())].name;
      std::set<std::string, std::less<>> together = spec.families;
      together.emplace(name);
      if (!family_mistake(shape, name) && !combination_mistake(together)) spec.families = together;
    });
  }

  /// Draws one symbol as often as several.
  SymbolBits symbols(Shape shape) {
    const auto side = static_cast<std::uint64_t>(shape.side());
    return chance(2) ? SymbolBits{1} << random_.below(side) : 1 + random_.below((SymbolBits{1} << side) - 1);
  }

  void add_relation(Shape shape, RuleSpec& spec) {
    const auto [one, other] = pair(shape);
    const auto named = all_relations();
    const auto kind = random_.below(named.size() + 1);
    SymbolTable table;
    if (kind < named.size()) {
      const int number = 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(shape.side())));
      table = table_of(shape.side(), [&](int first, int second) { return named[kind].holds(first, second, number); });
    } else {
      for (int symbol = 0; symbol < shape.side(); ++symbol) table.push_back(symbols(shape) | symbols(shape));
    }
    relate(one, other, table, spec);
  }

  static bool are_neighbours(Shape shape, int one, int other) {
    const int side = shape.side();
    return std::abs(one / side - other / side) + std::abs(one % side - other % side) == 1;
  }

  /// Returns the image of each line. Lines stay together in blocks.
  std::vector<int> lines(int in_a_block, int blocks) {
    std::vector<int> block(static_cast<std::size_t>(blocks));
    for (int i = 0; i < blocks; ++i) block[static_cast<std::size_t>(i)] = i;
    shuffle(block);
    std::vector<int> images;
    for (const int image : block) {
      std::vector<int> places(static_cast<std::size_t>(in_a_block));
      for (int i = 0; i < in_a_block; ++i) places[static_cast<std::size_t>(i)] = image * in_a_block + i;
      shuffle(places);
      images.insert(images.end(), places.begin(), places.end());
    }
    return images;
  }

  Random random_;
};

}  // namespace gridcensus::testing
