#include "gridcensus/random.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "orbit_search/completions.hpp"
#include "orbit_search/forecast.hpp"
#include "orbit_search/orbits.hpp"
#include "orbit_search/search_prefixes.hpp"
#include "orbit_search/templates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::orbit_search;

constexpr std::size_t plenty = 1'000'000;

Problem problem_of(const std::string& shape, const std::string& rules = "classic") {
  return parse_problem(parse_shape(shape), rules);
}

/// Counts grids up to relabelling, cell by cell: a new symbol is the least unused one.
std::uint64_t by_definition(const std::vector<std::vector<int>>& seen, int side, std::vector<int>& symbols, int used) {
  const std::size_t cell = symbols.size();
  if (cell == seen.size()) return 1;
  std::uint64_t grids = 0;
  for (int symbol = 0; symbol < std::min(used + 1, side); ++symbol) {
    const bool is_taken = std::ranges::any_of(seen[cell], [&](int other) {
      return other < static_cast<int>(cell) && symbols[static_cast<std::size_t>(other)] == symbol;
    });
    if (is_taken) continue;
    symbols.push_back(symbol);
    grids += by_definition(seen, side, symbols, std::max(used, symbol + 1));
    symbols.pop_back();
  }
  return grids;
}

/// Counts all grids of a problem whose symbols are not alike, cell by cell.
class GridsToldApart {
 public:
  explicit GridsToldApart(const Problem& problem)
      : side_{problem.shape.side()},
        seen_{cells_seen(problem)},
        allowed_{problem.allowed()},
        related_{problem.related()} {}

  std::uint64_t count() {
    const std::size_t cell = symbols_.size();
    if (cell == seen_.size()) return 1;
    std::uint64_t grids = 0;
    for (int symbol = 0; symbol < side_; ++symbol) {
      if (!fits(cell, symbol)) continue;
      symbols_.push_back(symbol);
      grids += count();
      symbols_.pop_back();
    }
    return grids;
  }

 private:
  static bool has(SymbolBits set, int symbol) { return (set >> static_cast<unsigned>(symbol) & 1U) != 0; }
  int value(int cell) const { return symbols_[static_cast<std::size_t>(cell)]; }

  bool fits(std::size_t cell, int symbol) const {
    const bool is_taken = std::ranges::any_of(
        seen_[cell], [&](int other) { return other < static_cast<int>(cell) && value(other) == symbol; });
    const bool is_related = std::ranges::all_of(related_, [&](const RelatedCells& pair) {
      return static_cast<std::size_t>(pair.cells.second) != cell ||
             has(pair.goes_with[static_cast<std::size_t>(value(pair.cells.first))], symbol);
    });
    return !is_taken && is_related && has(allowed_[cell], symbol);
  }

  int side_;
  std::vector<std::vector<int>> seen_;
  std::vector<SymbolBits> allowed_;
  std::vector<RelatedCells> related_;
  std::vector<int> symbols_;
};

std::uint64_t by_definition(const Problem& problem) {
  if (!problem.symbols_are_alike()) return GridsToldApart{problem}.count();
  std::vector<int> symbols;
  return by_definition(cells_seen(problem), problem.shape.side(), symbols, 0);
}

/// Counts grids, up to relabelling if symbols are alike, by the sum over prefixes.
Integer by_orbits(const Problem& problem, std::size_t parts = 1) {
  const Constraints constraints{problem};
  const SearchPrefixes prefixes{constraints, *all_templates(constraints, plenty)};
  Integer grids = 0;
  for (const auto& orbit : prefixes.by_orbit()) {
    for (std::size_t marks = 1; marks <= static_cast<std::size_t>(problem.shape.side()); ++marks) {
      Integer met = 0;
      for (const auto& prefix : orbit.prefixes) {
        for (std::size_t part = 0; part < parts; ++part) {
          met += Integer{prefixes.completions(orbit, prefix, {part, parts})[marks]} * prefix.size;
        }
      }
      met *= prefixes.orbits().orbits[orbit.orbit].size;
      EXPECT_EQ(met % marks, 0) << to_string(problem);
      grids += met / marks;
    }
  }
  return grids;
}

TEST(SearchPrefixes, CoverSymbolsThatAreNotAlike) {
  for (const std::string rules :
       {"givens:1....2..3.......", "allowed:1.2:r1c1.r4c4", "less:r1c1.r1c2.r2c3", "latin,less:r1c1.r4c4",
        "latin,non_consecutive", "non_consecutive", "latin,allowed:1:r1c1.r2c2.r3c3.r4c4",
        "latin,sum:5:r1c1.r2c2/r3c3.r4c4,allowed:1.2.3:r1c4"}) {
    const Problem problem = problem_of("2x2", rules);
    const std::uint64_t grids = by_definition(problem);
    EXPECT_EQ(by_orbits(problem), grids) << rules;
    EXPECT_EQ(by_orbits(problem, 3), grids) << rules;
  }
  for (const std::string rules : {"givens:12..5...............................,allowed:1.3.5:r4c4.r5c5.r6c6",
                                  "non_consecutive", "less:r1c1.r1c2.r1c3.r1c4.r1c5,diagonals"}) {
    const Problem problem = problem_of("2x3", rules);
    EXPECT_EQ(by_orbits(problem), by_definition(problem)) << rules;
  }
}

TEST(Templates, HaveTheKnownNumbers) {
  const auto templates = [](const Problem& problem) { return all_templates(Constraints{problem}, plenty)->size(); };
  EXPECT_EQ(templates(problem_of("2x2")), 16U) << "S-permutation matrices: n!^(2n)";
  EXPECT_EQ(templates(problem_of("3x3")), 46656U);
  EXPECT_EQ(templates(problem_of("2x3", "latin")), 720U) << "N!";
  EXPECT_EQ(templates(problem_of("2x2", "pandiagonal")), 0U) << "there are no pandiagonal queens on 4x4";
}

TEST(Templates, AreTheSetsThatTheRulesAllow) {
  for (const std::string rules : {"diagonals", "anti_king", "windows,diagonal", "latin,offset:1.1"}) {
    const Constraints constraints{problem_of("2x2", rules)};
    std::vector<CellSet> expected;
    for (std::uint32_t bits = 0; bits < 1U << 16U; ++bits) {
      CellSet set{.low = bits, .high = 0};
      bool is_allowed = set.size() == 4;
      set.for_each([&](int cell) {
        is_allowed = is_allowed && set.is_disjoint_from(constraints.seen[static_cast<std::size_t>(cell)]);
      });
      for (const Region& region : constraints.regions) {
        const auto here = std::ranges::count_if(region, [&](int cell) { return set.contains(cell); });
        is_allowed = is_allowed && here == 1;
      }
      if (is_allowed) expected.push_back(set);
    }
    // Sets that leave some cell without another set are in no grid.
    const auto leaves_a_cell = [&](const CellSet& set) {
      CellSet reached = set;
      for (const CellSet& other : expected) {
        if (set.is_disjoint_from(other)) reached = reached.united_with(other);
      }
      return reached.size() < 16;
    };
    for (std::size_t before = 0; before != expected.size();) {
      before = expected.size();
      std::vector<CellSet> left;
      std::ranges::copy_if(expected, std::back_inserter(left), std::not_fn(leaves_a_cell));
      expected = left;
    }
    EXPECT_EQ(*all_templates(constraints, plenty), expected) << rules;
  }
}

/// Rules whose group maps a listed region to cells that are listed nowhere. Such valid questions used to end as a
/// broken theorem.
TEST(Templates, AreClosedUnderTheGroup) {
  const std::vector<std::pair<std::string, std::string>> problems{
      {"1x4", "region:r1c2.r2c3.r3c1.r4c4,region:r3c3.r3c4.r4c3.r4c4"},
      {"1x4", "layout:abcc/abbc/aabc/dddd"},
      {"4x1", "both_boxes,layout:aabb/aadb/ccdb/ccdd,region:r1c1.r2c4.r3c2.r4c3,region:r2c1.r1c1.r1c2.r2c2"},
      {"4x1", "layout:aaaa/cccc/bbdd/bbdd,region:r1c1.r2c4.r3c2.r4c3"},
      {"2x2", "classic,diagonals,layout:abbb/aaab/ddcc/ddcc"},
      {"1x4", "disjoint_groups,layout:abcc/abdc/abdc/abdd,region:r1c3.r2c3.r1c4.r2c4,region:r1c1.r2c4.r3c2.r4c3"},
      {"4x1", "both_boxes,layout:aabb/aabb/ccdd/ccdd,region:r4c1.r4c2.r3c2.r3c1,region:r1c2.r2c4.r3c3.r4c1"}};
  for (const auto& [shape, rules] : problems) {
    const Problem asked = problem_of(shape, rules);
    const Constraints constraints{asked};
    const auto templates = *all_templates(constraints, plenty);
    for (const CellSet& set : templates) {
      for (const PointImages& generator : constraints.generators) {
        EXPECT_TRUE(std::ranges::binary_search(templates, image_of(set, generator))) << rules;
      }
    }
    EXPECT_EQ(by_orbits(asked), by_definition(asked)) << rules;
  }
}

/// Layouts of 9x9 that have grids, each with one.
TEST(Templates, IncludeThoseOfEveryGrid) {
  for (const auto& [letters, grid] :
       {std::pair<std::string, std::string>{
            "cccdeeeeecccdeefeecccdddfffbbbbddfffbbbbddgffbiiiiigggaihhiigggaihhhhhhgaaaaaaahg",
            "123456789758632941964217853586793214392185476475869132847321695231948567619574328"},
        {"aaaabccccdabbbccccdaaebbbbcdaaeeebffdddeeffffgdgeeeiffgdghiiifigdghihiiiggghhhhhh",
         "123456789874693512256978134789165243541739826697824351968312475435281967312547698"}}) {
    const auto templates = *all_templates(Constraints{problem_of("3x3", "layout:" + letters)}, plenty);
    for (char symbol = '1'; symbol <= '9'; ++symbol) {
      CellSet cells;
      for (int cell = 0; cell < 81; ++cell) {
        if (grid[static_cast<std::size_t>(cell)] == symbol) cells.insert(cell);
      }
      EXPECT_TRUE(std::ranges::binary_search(templates, cells)) << letters << " " << symbol;
    }
  }
}

TEST(Templates, AreNotListedIfTooMany) {
  const Constraints constraints{problem_of("2x2")};
  EXPECT_TRUE(all_templates(constraints, 16));
  EXPECT_FALSE(all_templates(constraints, 15));
  EXPECT_THROW(Constraints{problem_of("3x4")}, std::invalid_argument);
}

TEST(Orbits, SizeTimesStabiliserIsTheOrderOfTheGroup) {
  for (const std::string rules : {"classic", "diagonals", "windows", "disjoint_groups"}) {
    const Problem asked = problem_of("3x3", rules);
    const Constraints constraints{asked};
    const auto generators = symmetry_generators(asked);
    const Integer order = symmetry_group(asked).order();
    std::vector<CellSet> cells(81);
    for (int cell = 0; cell < 81; ++cell) cells[static_cast<std::size_t>(cell)].insert(cell);
    std::ranges::sort(cells);
    const Orbits orbits = orbits_of(cells, generators);
    std::uint32_t sizes = 0;
    for (const auto& [representative, size] : orbits.orbits) {
      sizes += size;
      PermutationGroup stabiliser{81};
      for (const auto& element : stabiliser_of(cells[representative], generators, order, 81)) {
        EXPECT_EQ(image_of(cells[representative], element), cells[representative]);
        stabiliser.insert(element);
      }
      EXPECT_EQ(stabiliser.order() * size, order) << rules;
    }
    EXPECT_EQ(sizes, 81U);
  }
}

TEST(Orbits, DetectAMapThatIsNotASymmetry) {
  const Constraints constraints{problem_of("2x3")};
  PointImages swap(36);
  for (std::size_t cell = 0; cell < 36; ++cell) swap[cell] = static_cast<Point>(cell);
  std::swap(swap[0], swap[8]);
  EXPECT_THROW(orbits_of(*all_templates(constraints, plenty), {swap}), std::exception);
}

TEST(Search, AgreesWithTheDefinition) {
  for (const std::string shape : {"2x2", "2x3", "3x2"}) {
    for (const std::string rules :
         {"classic", "diagonal", "diagonals", "disjoint_groups", "anti_knight", "anti_king", "toroidal_anti_knight",
          "toroidal_anti_king", "pandiagonal", "both_boxes", "diagonal,anti_knight"}) {
      const Problem asked = problem_of(shape, rules);
      EXPECT_EQ(by_orbits(asked), by_definition(asked)) << to_string(asked);
    }
  }
  EXPECT_EQ(by_orbits(problem_of("2x2", "windows")), by_definition(problem_of("2x2", "windows")));
}

/// Random rules: most have no symmetry, and some are empty puzzles.
TEST(Search, AgreesWithTheDefinitionOnArbitraryRules) {
  Random random{7, 0, 0};
  std::size_t empty = 0;
  for (int trial = 0; trial < 60; ++trial) {
    RuleSpec spec;
    spec.families = {random.below(2) == 0 ? "latin" : "classic"};
    for (auto pairs = random.below(25); pairs > 0; --pairs) {
      const auto one = static_cast<int>(random.below(36));
      const auto other = static_cast<int>(random.below(36));
      if (one != other) spec.different.emplace_back(one, other);
    }
    if (random.below(2) == 0) {
      std::set<int> region;
      while (region.size() < 6) region.insert(static_cast<int>(random.below(36)));
      spec.regions.emplace_back(region.begin(), region.end());
    }
    spec.families.insert("diagonals");
    const Problem asked = make_problem({2, 3}, spec);
    const auto expected = by_definition(asked);
    EXPECT_EQ(by_orbits(asked), expected) << asked.rules.text();
    if (expected == 0) ++empty;
  }
  EXPECT_GT(empty, 0U);
  EXPECT_LT(empty, 50U);
}

TEST(Search, SharesAddUpToTheWhole) {
  for (const std::string rules : {"classic", "diagonal", "disjoint_groups"}) {
    const Integer whole = by_orbits(problem_of("2x3", rules));
    for (const std::size_t parts : {2U, 3U, 64U}) EXPECT_EQ(by_orbits(problem_of("2x3", rules), parts), whole);
  }
}

TEST(Search, IsForecastWithinAFactor) {
  const Problem asked = problem_of("2x3", "disjoint_groups");
  const Constraints constraints{asked};
  const double estimate = estimated_grids(constraints, *all_templates(constraints, plenty));
  const auto truth = static_cast<double>(by_definition(asked));
  EXPECT_GT(estimate, truth / 2);
  EXPECT_LT(estimate, truth * 2);
}

}  // namespace
