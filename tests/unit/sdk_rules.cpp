#include "gridcensus/quantity.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::UnorderedElementsAre;

Problem problem(const std::string& shape, const std::string& rules) { return parse_problem(parse_shape(shape), rules); }

/// The canonical text of rules.
std::string text(const std::string& shape, const std::string& rules) { return problem(shape, rules).rules.text(); }

/// Regions beyond rows, columns and boxes.
std::vector<Region> further_regions(const Problem& asked) {
  auto regions = asked.regions();
  regions.erase(regions.begin(), regions.begin() + std::ptrdiff_t{3} * asked.shape.side());
  return regions;
}

std::string mistake_of(const std::string& shape, const std::string& rules) {
  try {
    problem(shape, rules);
  } catch (const InvalidRules& error) {
    return error.what();
  }
  return "none";
}

TEST(RuleFamilies, AreWhatTheirDefinitionSays) {
  EXPECT_THAT(problem("2x2", "latin").regions(), SizeIs(8));
  EXPECT_THAT(further_regions(problem("2x3", "diagonal")), ElementsAre(ElementsAre(0, 7, 14, 21, 28, 35)));
  EXPECT_THAT(further_regions(problem("2x3", "diagonals")),
              ElementsAre(ElementsAre(0, 7, 14, 21, 28, 35), ElementsAre(5, 10, 15, 20, 25, 30)));
  EXPECT_THAT(further_regions(problem("2x2", "disjoint_groups")), Contains(ElementsAre(0, 2, 8, 10)));
  EXPECT_THAT(further_regions(problem("2x3", "both_boxes")), Contains(ElementsAre(0, 1, 6, 7, 12, 13)));
  EXPECT_THAT(further_regions(problem("2x3", "pandiagonal")), SizeIs(12));
  const auto windows = further_regions(problem("3x3", "windows"));
  EXPECT_THAT(windows, Contains(ElementsAre(10, 11, 12, 19, 20, 21, 28, 29, 30))) << "r2c2 to r4c4";
  EXPECT_THAT(windows, SizeIs(4));
  const auto all_windows = further_regions(problem("3x3", "all_windows"));
  EXPECT_THAT(all_windows, Contains(ElementsAre(10, 11, 12, 19, 20, 21, 28, 29, 30)));
  EXPECT_THAT(all_windows, Contains(ElementsAre(0, 4, 8, 36, 40, 44, 72, 76, 80))) << "what is left between windows";
  EXPECT_THAT(all_windows, SizeIs(9));
  EXPECT_THAT(further_regions(problem("2x2", "all_windows")), Contains(ElementsAre(1, 2, 13, 14)));
}

TEST(RuleFamilies, OfPairsLookOverTheEdgeOnATorusOnly) {
  const auto sees = [](const std::string& rules, int one, int other) {
    return std::ranges::binary_search(cells_seen(problem("3x3", rules))[static_cast<std::size_t>(one)], other);
  };
  EXPECT_TRUE(sees("anti_knight", 0, 19)) << "r1c1 and r3c2 are a box";
  EXPECT_TRUE(sees("anti_knight", 20, 31)) << "r3c3 and r4c5";
  EXPECT_FALSE(sees("anti_king", 20, 31));
  EXPECT_TRUE(sees("anti_king", 20, 30)) << "r3c3 and r4c4";
  EXPECT_FALSE(sees("anti_king", 26, 27)) << "r3c9 and r4c1";
  EXPECT_TRUE(sees("toroidal_anti_king", 26, 27));
  EXPECT_TRUE(sees("toroidal_anti_knight", 26, 28)) << "r3c9 and r4c2";
}

TEST(RuleFamilies, AreRefusedWhereTheyAreNotDefined) {
  EXPECT_THAT(mistake_of("2x3", "windows"), HasSubstr("as many rows as columns"));
  EXPECT_THAT(mistake_of("3x3", "non_consecutive"), HasSubstr("rules on the values"));
  EXPECT_THAT(mistake_of("3x3", "diagonal,latin,classic"), HasSubstr("latin leaves the boxes out"));
  EXPECT_THAT(mistake_of("3x3", "diaganol"), HasSubstr("expected one of: classic, latin, diagonal,"));
  EXPECT_THAT(mistake_of("3x3", "offset:9.0"), HasSubstr("from -8 to 8"));
  EXPECT_THAT(mistake_of("3x3", "offset:0.0"), HasSubstr("differ from itself"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1.r1c2.r5c1.r2c2"), HasSubstr("expected a cell of 2x2"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1.r1c2.r1c1.r2c2"), HasSubstr("in this region already"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1.r1c2.r2c2"), HasSubstr("has 4 cells"));
  EXPECT_THAT(mistake_of("2x2", "layout:aabb/aabb/ccdd"), HasSubstr("expected 4 lines"));
  EXPECT_THAT(mistake_of("2x2", "layout:aabb/aabb/ccdd/ccddd"), HasSubstr("line 4 of the layout: expected 4 letters"));
  EXPECT_THAT(mistake_of("2x2", "layout:abab/aabb/ccdd/ccdd"), HasSubstr("not connected"));
  EXPECT_THAT(mistake_of("2x2", "layout:aaab/abbb/ccdd/cccd"), HasSubstr("region c has 5 cells"));
}

TEST(CanonicalRules, OneSetOfRulesHasOneName) {
  EXPECT_EQ(text("3x3", "classic"), "classic");
  EXPECT_EQ(text("3x3", "anti_king,diagonals,anti_knight"), text("3x3", "diagonals,anti_knight,anti_king"));
  EXPECT_EQ(text("3x3", "both_boxes"), "classic") << "C x R boxes are the boxes";
  EXPECT_EQ(text("1x6", "latin"), "classic") << "the boxes are the rows";
  EXPECT_EQ(text("2x3", "disjoint_groups,diagonal"), text("2x3", "diagonal,disjoint_groups"));
  EXPECT_EQ(text("2x3", "layout:aaabbb/aaabbb/cccddd/cccddd/eeefff/eeefff"), "classic");
  EXPECT_EQ(text("2x3", "layout:xxxyyy/xxxyyy/zzz111/zzz111/---+++/---+++"), "classic");
  EXPECT_EQ(text("3x3", "diagonal,region:r1c9.r2c8.r3c7.r4c6.r5c5.r6c4.r7c3.r8c2.r9c1"), "diagonals");
  EXPECT_EQ(text("3x3", "offset:1.2,offset:1.-2,offset:2.1,offset:2.-1"), "anti_knight");
  EXPECT_EQ(text("3x3", "wrapped_offset:1.1,wrapped_offset:1.-1"), "toroidal_anti_king");
  EXPECT_EQ(text("3x3", "pandiagonal,diagonal,anti_king"), "pandiagonal") << "which has the others in it";
  EXPECT_EQ(text("3x3",
                 "region:r2c2.r2c3.r2c4.r3c2.r3c3.r3c4.r4c2.r4c3.r4c4,region:r2c6.r2c7.r2c8.r3c6.r3c7.r3c8.r4c6."
                 "r4c7.r4c8,region:r6c2.r6c3.r6c4.r7c2.r7c3.r7c4.r8c2.r8c3.r8c4,region:r6c6.r6c7.r6c8.r7c6.r7c7."
                 "r7c8.r8c6.r8c7.r8c8"),
            "windows");
  EXPECT_EQ(text("2x2", "different:r2c3.r1c1"), "different:r1c1.r2c3");
  EXPECT_EQ(text("2x2", "different:r1c1.r1c2"), "classic") << "a row has both";
}

TEST(CanonicalRules, ARegionSaidPairByPairIsARegion) {
  std::string pairs = "latin";
  const std::vector<int> cells{0, 1, 2, 6, 7, 12};
  for (std::size_t one = 0; one < cells.size(); ++one) {
    for (std::size_t other = one + 1; other < cells.size(); ++other) {
      pairs += ",different:" + cell_name({2, 3}, cells[one]) + "." + cell_name({2, 3}, cells[other]);
    }
  }
  EXPECT_EQ(text("2x3", pairs), text("2x3", "latin,region:r3c1.r1c1.r2c2.r1c2.r1c3.r2c1"));
}

TEST(CanonicalRules, LayoutsKeepTheirForm) {
  const std::string jigsaw = "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee";
  EXPECT_EQ(text("2x3", jigsaw), jigsaw);
  EXPECT_EQ(text("2x3", jigsaw + ",diagonal"), "diagonal," + jigsaw);
  EXPECT_EQ(text("2x3", "classic,layout:aaabbb/aaabbb/ccdddd/ccccdd/eeefff/eeefff"),
            "different:r3c1.r4c4,different:r3c2.r4c4,different:r3c3.r4c5,different:r3c3.r4c6")
      << "all that the layout adds to the boxes";
  EXPECT_EQ(text("1x6", jigsaw), jigsaw);
  EXPECT_EQ(text("1x5", "layout:aaaaa/bbbcc/dbbcc/dddec/deeee"), "layout:aaaaa/bbbcc/dbbcc/dddec/deeee");
}

TEST(CanonicalRules, SaidAsRegionsOrPairByPairAreOneProblem) {
  EXPECT_EQ(problem("2x2", "latin,region:r1c2.r1c3.r1c4.r2c2"),
            problem("2x2", "latin,different:r1c3.r2c2,different:r1c4.r2c2"));
  EXPECT_EQ(problem("2x2", "region:r2c1.r2c2.r3c1.r3c2"), problem("2x2", "different:r2c1.r3c2,different:r2c2.r3c1"));
}

/// Every pair of a problem, one by one, is the same problem.
TEST(CanonicalRules, DependOnThePairsAlone) {
  for (const auto& [shape, rules] : {std::pair{"3x3", "windows,diagonals"}, std::pair{"2x4", "both_boxes"},
                                     std::pair{"1x7", "pandiagonal"}, std::pair{"3x3", "all_windows,anti_king"},
                                     std::pair{"2x3", "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee,offset:2.3"},
                                     std::pair{"1x5", "layout:aaaaa/bbbcc/ddbbc/edddc/eeeec"}}) {
    const Problem asked = problem(shape, rules);
    RuleSpec pairs;
    pairs.families = {"latin"};
    const auto seen = cells_seen(asked);
    for (int one = 0; one < std::ssize(seen); ++one) {
      for (const int other : seen[static_cast<std::size_t>(one)]) pairs.different.emplace_back(one, other);
    }
    const Problem again = make_problem(asked.shape, pairs);
    EXPECT_EQ(again, asked) << rules << " and " << again.rules.text();
    EXPECT_EQ(again.regions(), asked.regions());
    EXPECT_EQ(again.pairs(), asked.pairs());
  }
}

/// Reading these took minutes, or did not end: the regions that follow were multiplied without bound.
TEST(CanonicalRules, AreMadeInBoundedTime) {
  EXPECT_NE(text("1x5", "layout:aaaaa/bbbcc/ddbbc/edddc/eeeec"), "");
  EXPECT_NE(text("1x6", "layout:aaaaab/acbbbb/ccdddb/cddeff/cdeeff/ceeeff"), "");
  EXPECT_NE(text("2x3", "classic,layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee"), "");
  EXPECT_NE(text("2x3", "region:r1c5.r1c4.r1c6.r1c3.r2c6.r2c3"), "");
  // As many pairs as there are, in no order: half of those of 25x25.
  Random random{11, 0, 0};
  RuleSpec half;
  for (int one = 0; one < 625; ++one) {
    for (int other = one + 1; other < 625; ++other) {
      if (random.below(2) == 0) half.different.emplace_back(one, other);
    }
  }
  const Problem dense = make_problem({5, 5}, half);
  EXPECT_EQ(parse_problem({5, 5}, dense.rules.text()), dense);
}

TEST(ImpliedRegions, FollowByTheLawOfLeftovers) {
  EXPECT_EQ(with_implied_regions(problem("3x3", "windows")), problem("3x3", "all_windows"));
  EXPECT_NE(problem("3x3", "windows"), problem("3x3", "all_windows")) << "but are no part of the question";
  EXPECT_EQ(with_implied_regions(problem("3x3", "classic")), problem("3x3", "classic"));
  EXPECT_EQ(with_implied_regions(problem("3x3", "diagonals")), problem("3x3", "diagonals"));
}

/// Grids with the first row in order, cell by cell.
std::uint64_t grids(const Problem& problem) {
  const auto seen = cells_seen(problem);
  const int side = problem.shape.side();
  std::vector<int> symbols;
  for (int symbol = 0; symbol < side; ++symbol) symbols.push_back(symbol);
  const std::function<std::uint64_t()> fill = [&]() -> std::uint64_t {
    if (symbols.size() == seen.size()) return 1;
    std::uint64_t found = 0;
    for (int symbol = 0; symbol < side; ++symbol) {
      const bool clashes = std::ranges::any_of(seen[symbols.size()], [&](int other) {
        return other < std::ssize(symbols) && symbols[static_cast<std::size_t>(other)] == symbol;
      });
      if (clashes) continue;
      symbols.push_back(symbol);
      found += fill();
      symbols.pop_back();
    }
    return found;
  };
  return fill();
}

TEST(ImpliedRegions, LeaveTheGridsAsTheyAre) {
  int larger = 0;
  for (const std::string rules :
       {"layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee", "layout:aaaaab/acbbbb/ccdddb/cddeff/cdeeff/ceeeff",
        "layout:aaabbb/aaabbb/ccdddd/ccccdd/eeefff/eeefff,different:r1c1.r6c6",
        "region:r1c5.r1c4.r1c6.r1c3.r2c6.r2c3"}) {
    const Problem asked = problem("2x3", rules);
    const Problem stronger = with_implied_regions(asked);
    EXPECT_EQ(grids(stronger), grids(asked)) << rules;
    if (stronger != asked) ++larger;
  }
  EXPECT_GT(larger, 1) << "or nothing was tried";
}

TEST(CanonicalRules, ReadBackAsThemselves) {
  Random random{3, 0, 0};
  for (int trial = 0; trial < 20; ++trial) {
    RuleSpec spec;
    for (const RuleFamily& family : all_rule_families()) {
      if (random.below(6) == 0 && !family_mistake({2, 3}, family.name)) spec.families.emplace(family.name);
    }
    if (combination_mistake(spec.families)) continue;
    for (auto left = random.below(4); left > 0; --left) {
      const auto one = static_cast<int>(random.below(36));
      spec.different.emplace_back(one, (one + 1 + static_cast<int>(random.below(35))) % 36);
    }
    if (random.below(3) == 0) {
      std::set<int> region;
      while (region.size() < 6) region.insert(static_cast<int>(random.below(36)));
      spec.regions.emplace_back(region.begin(), region.end());
    }
    if (random.below(4) == 0) spec.offsets.push_back({1, static_cast<int>(random.below(5)) + 1, true});
    const Problem asked = make_problem({2, 3}, spec);
    const Problem again = parse_problem({2, 3}, asked.rules.text());
    EXPECT_EQ(again, asked) << asked.rules.text();
    EXPECT_EQ(cells_seen(again), cells_seen(asked));
    for (const auto& [one, other] : spec.different) {
      EXPECT_TRUE(std::ranges::binary_search(cells_seen(asked)[static_cast<std::size_t>(one)], other));
    }
  }
}

TEST(CanonicalRules, AreShortForReaders) {
  EXPECT_EQ(to_string(problem("3x3", "diagonals,anti_knight")), "3x3 diagonals,anti_knight");
  const std::string shown = to_string(problem("2x3", "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee"));
  EXPECT_THAT(shown, testing::MatchesRegex("2x3 layout#[0-9a-f]{8}"));
  EXPECT_NE(shown, to_string(problem("2x3", "layout:aabbbb/aaaabb/ccddee/ccddee/ccddee/ffffff")));
}

TEST(SymmetryGroup, OfClassicRulesHasTheKnownOrder) {
  const auto factorial_power = [](int n, int exponent) { return power(factorial(n), exponent); };
  for (const auto& [rows, cols] :
       {std::pair{1, 2}, {1, 5}, {5, 1}, {2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 4}, {2, 5}, {4, 4}}) {
    const Integer lines = factorial_power(rows, cols) * factorial(cols) * factorial_power(cols, rows) * factorial(rows);
    EXPECT_EQ(symmetry_group({{rows, cols}, {}}).order(), rows == cols ? 2 * lines : lines) << rows << "x" << cols;
  }
}

TEST(SymmetryGroup, OfVariantsIsTheirOwn) {
  const auto order = [](const std::string& rules) { return symmetry_group(problem("3x3", rules)).order(); };
  EXPECT_EQ(order("diagonals"), 96);
  EXPECT_EQ(order("windows"), 128);
  EXPECT_EQ(order("all_windows"), 256) << "Michel 2007";
  EXPECT_EQ(order("anti_knight"), 8);
  EXPECT_EQ(order("disjoint_groups"), 10368) << "2592 of them are what Mathimagics lists, which permute lines";
  EXPECT_EQ(symmetry_group(problem("2x2", "latin")).order(), 2 * 24 * 24);
}

TEST(SymmetryGroup, GeneratorsKeepWhichCellsDiffer) {
  for (const std::string rules : {"classic", "diagonal", "windows", "toroidal_anti_knight", "disjoint_groups"}) {
    const auto seen = cells_seen(problem("3x3", rules));
    for (const PointImages& map : symmetry_generators(problem("3x3", rules))) {
      for (std::size_t cell = 0; cell < seen.size(); ++cell) {
        std::vector<int> images;
        for (const int other : seen[cell]) images.push_back(map[static_cast<std::size_t>(other)]);
        std::ranges::sort(images);
        EXPECT_EQ(images, seen[map[cell]]) << rules;
      }
    }
  }
}

TEST(CarriedOver, AnyMapOfCellsWillDo) {
  const auto are_one = [](const Problem& one, const Problem& other, Quantity quantity = Quantity::grids) {
    return is_carried_over(quantity, one, other) && is_carried_over(quantity, other, one);
  };
  EXPECT_TRUE(are_one(problem("2x3", "diagonal"), problem("3x2", "diagonal"))) << "transposition";
  EXPECT_TRUE(
      are_one(problem("3x3", "diagonal"), problem("3x3", "region:r1c9.r2c8.r3c7.r4c6.r5c5.r6c4.r7c3.r8c2.r9c1")));
  EXPECT_TRUE(are_one(problem("2x3", "latin"), problem("1x6", "classic"))) << "Latin squares both";
  EXPECT_FALSE(are_one(problem("2x3", "latin"), problem("1x6", "classic"), Quantity::essentially_different))
      << "rows and columns of 1x6 are not exchanged";
  EXPECT_TRUE(are_one(problem("1x6", "classic"), problem("6x1", "classic"), Quantity::essentially_different));
  EXPECT_FALSE(are_one(problem("2x3", "diagonal"), problem("2x3", "diagonals")));
  EXPECT_FALSE(are_one(problem("2x3", "classic"), problem("1x6", "classic")));
  EXPECT_FALSE(are_one(problem("2x3", "latin"), problem("3x2", "latin"), Quantity::bands));
}

}  // namespace
}  // namespace gridcensus
