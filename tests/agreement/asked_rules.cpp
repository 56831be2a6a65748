// Rules as users ask for them, by the keys of an experiment. Each rule has its meaning by definition here; several mean
// all of them together, and every count is compared with a count by definition. By hand, as many as you like:
//
//     GRIDCENSUS_RULE_SETS=20000 GRIDCENSUS_RULE_SEED=7 build/release/tests/programs/asked_rules
#include "host/report/problem_listing.hpp"
#include "support/counter.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"
#include "support/random_rules.hpp"
#include "support/rules_by_definition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using gridcensus::testing::Counter;
using gridcensus::testing::differ_by_family;
using gridcensus::testing::experiment_catalog;
using gridcensus::testing::leads_to;
using gridcensus::testing::parse_experiment;
using gridcensus::testing::RandomRules;

/// A condition on the values of two cells, and on the value of the first alone. A grid satisfies it for all ordered
/// pairs of cells.
using Condition = std::function<bool(int one, int value, int other, int other_value)>;

/// A rule as a user asks for it, and its meaning.
struct Asked {
  std::string key;
  std::string value;  ///< YAML: an entry of the key's list or map, or its text
  Condition holds = nullptr;
  bool is_about_values = false;  ///< otherwise, symbols are alike
  bool has_boxes = false;
  bool replaces_boxes = false;
};

std::string name_of(Shape shape, int cell) {
  return fmt::format("r{}c{}", cell / shape.side() + 1, cell % shape.side() + 1);
}

std::string names_of(Shape shape, const std::vector<int>& cells) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(name_of(shape, cell));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

bool has(const std::vector<int>& cells, int cell) { return std::ranges::find(cells, cell) != cells.end(); }

Asked rule_with_name(Shape shape, const std::string& name) {
  Asked asked{.key = "rules", .value = name};
  asked.holds = [=](int one, int value, int other, int other_value) {
    const int side = shape.side();
    const int apart = std::abs(one / side - other / side) + std::abs(one % side - other % side);
    if (name == "non_consecutive" && apart == 1) return std::abs(value - other_value) != 1;
    return value != other_value || !differ_by_family(shape, name, one, other);
  };
  asked.is_about_values = name == "non_consecutive";
  asked.has_boxes = name == "classic" || name == "both_boxes";
  asked.replaces_boxes = name == "latin";
  return asked;
}

/// Draws rules of every key.
class AskedRules {
 public:
  explicit AskedRules(Random random) : draw_{random} {}

  RandomRules& draw() { return draw_; }

  /// Returns a rule of each kind that has no name.
  std::vector<Asked> of_each_kind(Shape shape) {
    return {layout(shape), region(shape),      pair(shape),    offset(shape),         givens(shape),
            text(shape),   restriction(shape), parity(shape),  less(shape),           never_consecutive(shape),
            cells(shape),  table(shape),       chained(shape), related_offset(shape), offset_in_a_part(shape)};
  }

  /// Returns some rules, often few.
  std::vector<Asked> next(Shape shape) {
    std::vector<Asked> rules;
    std::set<std::string> known;
    const std::size_t number = 1 + draw_.below(2) + (draw_.chance(3) ? draw_.below(4) : 0);
    while (rules.size() < number) {
      Asked asked = draw_.chance(5) ? rule_with_name(shape, any_name(shape)) : draw_any(shape);
      const bool is_single = asked.key == "layout" || asked.key == "givens" || asked.key == "consecutive";
      if (known.insert(is_single ? asked.key : asked.key + asked.value).second) rules.push_back(std::move(asked));
    }
    return rules;
  }

 private:
  std::string any_name(Shape shape) {
    const auto families = all_rule_families();
    for (;;) {
      std::string name{families[draw_.below(families.size())].name};
      if (!family_mistake(shape, name)) return name;
    }
  }

  /// Draws rules for the whole grid rarely, because few grids satisfy several of them.
  Asked draw_any(Shape shape) {
    auto all = of_each_kind(shape);
    for (;;) {
      Asked& asked = all[draw_.below(all.size())];
      const bool is_for_all_cells = asked.key == "consecutive" || (asked.value.find("offset") != std::string::npos &&
                                                                   asked.value.find("within") == std::string::npos);
      if (!is_for_all_cells || draw_.chance(6)) return std::move(asked);
    }
  }

  int value(Shape shape) { return 1 + static_cast<int>(draw_.below(static_cast<std::uint64_t>(shape.side()))); }

  std::vector<int> some_cells(Shape shape, std::size_t number) {
    std::vector<int> cells;
    while (cells.size() < number) {
      const int cell = draw_.cell(shape);
      if (!has(cells, cell)) cells.push_back(cell);
    }
    return cells;
  }

  Asked layout(Shape shape) {
    const auto lines = draw_.layout(shape);
    const std::string letters = fmt::format("{}", fmt::join(lines, ""));
    const auto holds = [=](int one, int value, int other, int other_value) {
      return value != other_value || letters[static_cast<std::size_t>(one)] != letters[static_cast<std::size_t>(other)];
    };
    return {
        .key = "layout", .value = fmt::format("[{}]", fmt::join(lines, ", ")), .holds = holds, .replaces_boxes = true};
  }

  Asked region(Shape shape) {
    Region region = draw_.region(shape);
    while (region.size() > 2 && draw_.chance(3)) region.pop_back();
    const auto holds = [=](int one, int value, int other, int other_value) {
      return value != other_value || !has(region, one) || !has(region, other);
    };
    return {.key = "regions", .value = names_of(shape, region), .holds = holds};
  }

  Asked pair(Shape shape) {
    const auto [first, second] = draw_.pair(shape);
    const auto holds = [first = first, second = second](int one, int value, int other, int other_value) {
      return value != other_value || one != first || other != second;
    };
    return {.key = "different", .value = names_of(shape, {first, second}), .holds = holds};
  }

  static std::string offset_text(const Offset& offset) {
    return fmt::format("offset: [{}, {}]{}", offset.down, offset.right, offset.wraps ? ", wrap: true" : "");
  }

  Asked offset(Shape shape) {
    const Offset offset = draw_.offset(shape);
    const auto holds = [=](int one, int value, int other, int other_value) {
      return value != other_value || !leads_to(shape, offset, one, other);
    };
    return {.key = "different", .value = fmt::format("{{{}}}", offset_text(offset)), .holds = holds};
  }

  /// Draws an offset in some rows or in some cells.
  Asked offset_in_a_part(Shape shape) {
    const int side = shape.side();
    for (;;) {
      const Offset offset = draw_.offset(shape);
      const int first = value(shape);
      const int last = std::min(side, first + 1);
      const bool is_list = draw_.chance(2);
      const auto listed = some_cells(shape, 4);
      const auto is_inside = [=](int cell) {
        const int row = cell / side + 1;
        return is_list ? has(listed, cell) : first <= row && row <= last;
      };
      bool has_pair = false;
      for (int one = 0; one < shape.cells(); ++one) {
        for (int other = 0; other < shape.cells(); ++other) {
          has_pair =
              has_pair || (one != other && is_inside(one) && is_inside(other) && leads_to(shape, offset, one, other));
        }
      }
      if (!has_pair) continue;
      const std::string part = is_list ? names_of(shape, listed) : fmt::format("{{rows: {}-{}}}", first, last);
      const auto holds = [=](int one, int value, int other, int other_value) {
        return value != other_value || !is_inside(one) || !is_inside(other) || !leads_to(shape, offset, one, other);
      };
      return {
          .key = "different", .value = fmt::format("{{{}, within: {}}}", offset_text(offset), part), .holds = holds};
    }
  }

  static Asked of_one_cell(std::string key, std::string text, const std::function<bool(int cell, int value)>& holds) {
    return {.key = std::move(key),
            .value = std::move(text),
            .holds = [=](int one, int value, int, int) { return holds(one, value); },
            .is_about_values = true};
  }

  Asked givens(Shape shape) {
    std::map<int, int> given;
    for (const int cell : some_cells(shape, 1 + draw_.below(2))) given[cell] = value(shape);
    std::vector<std::string> entries;
    for (const auto& [cell, symbol] : given) entries.push_back(fmt::format("{}: {}", name_of(shape, cell), symbol));
    return of_one_cell("givens", fmt::format("{{{}}}", fmt::join(entries, ", ")),
                       [=](int cell, int symbol) { return !given.contains(cell) || given.at(cell) == symbol; });
  }

  Asked text(Shape shape) {
    std::string givens(static_cast<std::size_t>(shape.cells()), '.');
    for (const int cell : some_cells(shape, 1 + draw_.below(2)))
      givens[static_cast<std::size_t>(cell)] = static_cast<char>('0' + value(shape));
    return of_one_cell("givens", fmt::format("\"{}\"", givens), [=](int cell, int symbol) {
      const char given = givens[static_cast<std::size_t>(cell)];
      return given == '.' || given == static_cast<char>('0' + symbol);
    });
  }

  Asked restriction(Shape shape) {
    const auto cells = some_cells(shape, 1 + draw_.below(2));
    std::vector<int> symbols(static_cast<std::size_t>(shape.side()));
    std::iota(symbols.begin(), symbols.end(), 1);
    draw_.shuffle(symbols);
    symbols.resize(1 + draw_.below(symbols.size()));
    return of_one_cell("allowed",
                       fmt::format("{{cells: {}, symbols: [{}]}}", names_of(shape, cells), fmt::join(symbols, ", ")),
                       [=](int cell, int symbol) { return !has(cells, cell) || has(symbols, symbol); });
  }

  Asked parity(Shape shape) {
    const auto cells = some_cells(shape, 1 + draw_.below(2));
    const bool is_odd = draw_.chance(2);
    return of_one_cell("allowed",
                       fmt::format("{{cells: {}, symbols: {}}}", names_of(shape, cells), is_odd ? "odd" : "even"),
                       [=](int cell, int symbol) { return !has(cells, cell) || (symbol % 2 == 1) == is_odd; });
  }

  Asked less(Shape shape) {
    const auto cells = some_cells(shape, 2 + draw_.below(2));
    const auto holds = [=](int one, int value, int other, int other_value) {
      const auto place = std::ranges::find(cells, one);
      const bool are_next = place != cells.end() && place + 1 != cells.end() && *(place + 1) == other;
      return !are_next || value < other_value;
    };
    return {.key = "less", .value = names_of(shape, cells), .holds = holds, .is_about_values = true};
  }

  static Asked never_consecutive(Shape shape) {
    Asked asked = rule_with_name(shape, "non_consecutive");
    asked.key = "consecutive";
    asked.value = "never";
    return asked;
  }

  /// A relation of two values: its key, and its condition.
  struct Relation {
    std::string text;
    std::function<bool(int value, int other)> holds;
  };

  Relation relation(Shape shape, bool may_be_sum) {
    const int number = 2 + static_cast<int>(draw_.below(static_cast<std::uint64_t>(shape.side())));
    switch (draw_.below(may_be_sum ? 5 : 4)) {
      case 0: return {"less: always", [](int a, int b) { return a < b; }};
      case 1: return {"difference: 2", [](int a, int b) { return std::abs(a - b) >= 2; }};
      case 2: return {"consecutive: always", [](int a, int b) { return std::abs(a - b) == 1; }};
      case 3:
        return {fmt::format("ratio: {}", number), [=](int a, int b) { return a == number * b || b == number * a; }};
      default: return {fmt::format("sum: {}", number + 1), [=](int a, int b) { return a + b == number + 1; }};
    }
  }

  /// Relates all pairs of some cells, in their order.
  static Asked of_all_pairs(Shape shape, const std::vector<int>& cells, const Relation& relation) {
    const auto holds = [cells, relation](int one, int value, int other, int other_value) {
      const auto place = std::ranges::find(cells, one);
      const auto next = std::ranges::find(cells, other);
      return place == cells.end() || next == cells.end() || place > next || relation.holds(value, other_value);
    };
    return {.key = "relations",
            .value = fmt::format("{{cells: {}, {}}}", names_of(shape, cells), relation.text),
            .holds = holds,
            .is_about_values = true};
  }

  Asked cells(Shape shape) { return of_all_pairs(shape, some_cells(shape, 2), relation(shape, true)); }
  Asked chained(Shape shape) { return of_all_pairs(shape, some_cells(shape, 3), relation(shape, false)); }

  Asked table(Shape shape) {
    std::set<std::pair<int, int>> pairs;
    for (int left = 2 * shape.side(); left > 0; --left) pairs.emplace(value(shape), value(shape));
    std::vector<std::string> entries;
    for (const auto& [one, other] : pairs) entries.push_back(fmt::format("[{}, {}]", one, other));
    return of_all_pairs(shape, some_cells(shape, 2),
                        {fmt::format("table: [{}]", fmt::join(entries, ", ")), [=](int one, int other) {
                           return pairs.contains({one, other});
                         }});
  }

  Asked related_offset(Shape shape) {
    const Offset offset = draw_.offset(shape);
    const Relation related{"difference: 2", [](int a, int b) { return std::abs(a - b) >= 2; }};
    const Relation any = draw_.chance(2) ? related : relation(shape, true);
    const auto holds = [=](int one, int value, int other, int other_value) {
      return !leads_to(shape, offset, one, other) || any.holds(value, other_value);
    };
    return {.key = "relations",
            .value = fmt::format("{{{}, {}}}", offset_text(offset), any.text),
            .holds = holds,
            .is_about_values = true};
  }

  RandomRules draw_;
};

std::string yaml_of(Shape shape, const std::vector<Asked>& rules) {
  std::map<std::string, std::vector<std::string>> values;
  for (const Asked& asked : rules) values[asked.key].push_back(asked.value);
  std::string text = fmt::format("problems:\n  - shape: {}\n", to_string(shape));
  for (const auto& [key, all] : values) {
    const bool is_list = key != "layout" && key != "givens" && key != "consecutive";
    text += fmt::format("    {}: {}{}{}\n", key, is_list ? "[" : "", fmt::join(all, ", "), is_list ? "]" : "");
  }
  return text + "strategies: {enumeration: }\n";
}

/// For each cell, each of its values and each other cell, the values of the latter, as bits: all that rules are.
class Meaning {
 public:
  template <class IsAllowed>
  Meaning(Shape shape, const IsAllowed& is_allowed) : side_{shape.side()}, cells_{shape.cells()} {
    bits_.assign(index_of(cells_ - 1, side_, cells_ - 1) + 1, 0);
    for (int one = 0; one < cells_; ++one) {
      for (int value = 1; value <= side_; ++value) {
        for (int other = 0; other < cells_; ++other) {
          for (int with = 1; with <= side_ && one != other; ++with) {
            if (is_allowed(one, value, other, with)) at(one, value, other) |= bit(with);
          }
        }
      }
    }
  }

  /// Returns the number of grids, or nullopt if that takes long.
  std::optional<Integer> grids(bool are_alike) const {
    Values values{};
    for (int cell = 0; cell < cells_; ++cell) {
      // Symbols that are alike are named by the first row.
      const bool is_named = are_alike && cell < side_;
      values.at(static_cast<std::size_t>(cell)) = is_named ? bit(cell + 1) : bit(side_ + 1) - 2;
    }
    std::uint64_t left = 50'000;
    const auto found = count(values, 0, left);
    if (left == 0) return std::nullopt;
    return Integer{found} * (are_alike ? factorial(side_) : Integer{1});
  }

  bool operator==(const Meaning&) const = default;

 private:
  std::size_t index_of(int one, int value, int other) const {
    const int index = (one * side_ + value - 1) * cells_ + other;
    return static_cast<std::size_t>(index);
  }
  std::uint32_t& at(int one, int value, int other) { return bits_[index_of(one, value, other)]; }
  std::uint32_t at(int one, int value, int other) const { return bits_[index_of(one, value, other)]; }

  static constexpr std::size_t max_cells = 36;
  using Values = std::array<std::uint32_t, max_cells>;

  static std::uint32_t bit(int value) { return std::uint32_t{1} << static_cast<unsigned>(value); }

  /// Fills the free cell with the fewest values in all ways.
  ///
  /// @param filled  the cells that have been filled, as bits
  /// @param left    the number of calls left
  std::uint64_t count(const Values& values, std::uint64_t filled, std::uint64_t& left) const {
    if (left == 0 || --left == 0) return 0;
    std::size_t next = max_cells;
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells_); ++cell) {
      const auto size = std::popcount(values[cell]);
      if (size == 0) return 0;
      const bool is_filled = (filled >> cell & 1U) != 0;
      if (!is_filled && (next == max_cells || size < std::popcount(values[next]))) next = cell;
    }
    if (next == max_cells) return 1;
    std::uint64_t grids = 0;
    for (int value = 1; value <= side_; ++value) {
      if ((values[next] & bit(value)) == 0) continue;
      Values rest = values;
      rest[next] = bit(value);
      for (int other = 0; other < cells_; ++other) {
        const auto at_other = static_cast<std::size_t>(other);
        if (at_other != next) rest[at_other] &= at(static_cast<int>(next), value, other);
      }
      grids += count(rest, filled | std::uint64_t{1} << next, left);
    }
    return grids;
  }

  int side_;
  int cells_;
  std::vector<std::uint32_t> bits_;
};

/// Returns what the rules mean together, by their definitions: boxes hold unless a rule replaces them, or has them.
Meaning meaning_of(Shape shape, const std::vector<Asked>& rules) {
  const bool has_boxes = std::ranges::none_of(rules, &Asked::replaces_boxes);
  const int side = shape.side();
  return {shape, [&](int one, int value, int other, int with) {
            const bool must_differ = one / side == other / side || one % side == other % side ||
                                     (has_boxes && differ_by_family(shape, "classic", one, other));
            if (must_differ && value == with) return false;
            return std::ranges::all_of(rules, [&](const Asked& asked) {
              return asked.holds(one, value, other, with) && asked.holds(other, with, one, value);
            });
          }};
}

Meaning meaning_of(const Problem& problem) {
  const auto allowed = problem.allowed();
  const auto seen = cells_seen(problem);
  std::map<CellPair, SymbolTable> related;
  for (const auto& [cells, goes_with] : problem.related()) related.emplace(cells, goes_with);
  const auto has_bit = [](SymbolBits bits, int value) { return (bits >> static_cast<unsigned>(value - 1) & 1U) != 0; };
  return {problem.shape, [&](int one, int value, int other, int with) {
            if (one > other) {
              std::swap(one, other);
              std::swap(value, with);
            }
            const auto first = static_cast<std::size_t>(one);
            if (!has_bit(allowed[first], value) || !has_bit(allowed[static_cast<std::size_t>(other)], with))
              return false;
            if (value == with && std::ranges::binary_search(seen[first], other)) return false;
            const auto relation = related.find({one, other});
            return relation == related.end() || has_bit(relation->second[static_cast<std::size_t>(value - 1)], with);
          }};
}

class RulesAskedTogether : public ::testing::Test {
 protected:
  void check(Shape shape, const std::vector<Asked>& rules) {
    const std::string yaml = yaml_of(shape, rules);
    SCOPED_TRACE(yaml);
    const bool leaves_boxes_out = std::ranges::any_of(rules, [](const Asked& rule) { return rule.value == "latin"; });
    const bool must_be_refused = leaves_boxes_out && std::ranges::any_of(rules, &Asked::has_boxes);
    try {
      const auto experiment = parse_experiment(yaml, "f.yaml", experiment_catalog());
      EXPECT_FALSE(must_be_refused);
      ASSERT_EQ(experiment.problems.size(), 1U);
      const Problem& problem = experiment.problems.front();
      const Meaning meaning = meaning_of(shape, rules);
      ASSERT_EQ(meaning_of(problem), meaning);
      check_words(problem, experiment);
      check_counts(problem, meaning.grids(std::ranges::none_of(rules, &Asked::is_about_values)));
    } catch (const host::BadInput& error) {
      EXPECT_TRUE(must_be_refused) << error.what();
    }
  }

  /// Checks that the rules are shown back as words, and as a file, that ask for the same problem.
  static void check_words(const Problem& problem, const host::Experiment& experiment) {
    const auto own = experiment.words.find(problem);
    const std::string words = own == experiment.words.end() ? problem.rules.text() : own->second;
    EXPECT_EQ(parse_problem(problem.shape, words), problem) << words;
    EXPECT_EQ(parse_problem(problem.shape, problem.rules.text()), problem);
    RuleSpec spec;
    add_rules(problem.shape, words, spec);
    const std::string yaml = host::problem_yaml(problem.shape, spec);
    const auto again = parse_experiment(yaml + "strategies: {enumeration: }\n", "f.yaml", experiment_catalog());
    EXPECT_EQ(again.problems, std::vector{problem}) << yaml;
  }

  void check_counts(const Problem& problem, const std::optional<Integer>& by_definition) {
    ++sets_;
    if (by_definition) ++defined_;
    if (by_definition.value_or(0) != 0) ++with_grids_;
    std::optional<Integer> grids = by_definition;
    for (const Counter* const counter : {&exact_cover_, &orbit_search_, &enumeration_}) {
      const auto found = counter->exact(problem, Quantity::grids);
      if (!found) continue;
      ++counts_;
      EXPECT_EQ(*found, grids.value_or(*found)) << counter->name;
      grids = found;
    }
  }

  void print() const {
    std::cout << sets_ << " sets of rules, " << defined_ << " counted by definition, " << with_grids_
              << " of them with grids; " << counts_ << " other counts\n";
  }

  static std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  }

  AskedRules rules_{Random{number_from("GRIDCENSUS_RULE_SEED", 1), 59, 0}};
  std::size_t sets_ = 0;
  std::size_t defined_ = 0;
  std::size_t with_grids_ = 0;
  std::size_t counts_ = 0;

 private:
  const Counter enumeration_{"enumeration", {{"max_nodes", 1e5}}};
  const Counter exact_cover_{"exact_cover", {{"max_fillings", 1e4}}};
  const Counter orbit_search_{"orbit_search", {{"max_templates", std::int64_t{5000}}, {"max_grids", 1e5}}};
};

TEST_F(RulesAskedTogether, MeanWhatEachMeansAlone) {
  for (const Shape shape : {Shape{2, 2}, Shape{1, 4}}) {
    std::vector<Asked> rules = rules_.of_each_kind(shape);
    for (const RuleFamily& family : all_rule_families()) {
      if (!family_mistake(shape, family.name)) rules.push_back(rule_with_name(shape, std::string{family.name}));
    }
    for (std::size_t one = 0; one < rules.size(); ++one) {
      check(shape, {rules[one]});
      for (std::size_t other = one + 1; other < rules.size(); ++other) {
        const bool are_one_key = rules[one].key == "givens" && rules[other].key == "givens";
        if (!are_one_key) check(shape, {rules[one], rules[other]});
      }
    }
  }
  print();
}

TEST_F(RulesAskedTogether, AreCountedByDefinition) {
  constexpr std::array<Shape, 9> shapes{{{2, 2}, {2, 2}, {1, 4}, {4, 1}, {1, 5}, {5, 1}, {2, 3}, {3, 2}, {1, 3}}};
  const std::uint64_t sets = number_from("GRIDCENSUS_RULE_SETS", 100);
  for (std::uint64_t number = 1; number <= sets && !HasFailure(); ++number) {
    const Shape shape = shapes.at(rules_.draw().below(shapes.size()));
    check(shape, rules_.next(shape));
    if (number % 1000 == 0) std::cout << number << " sets" << std::endl;
  }
  print();
  EXPECT_GT(with_grids_, defined_ / 2) << "most have grids";
}

}  // namespace
