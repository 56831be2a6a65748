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

Problem problem(const std::string& shape, const std::string& rules) { return parse_problem(parse_shape(shape), rules); }

/// Returns the canonical text of rules.
std::string text(const std::string& shape, const std::string& rules) { return problem(shape, rules).rules.text(); }

/// Returns the regions other than rows, columns and boxes.
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

TEST(RuleFamilies, MatchTheirDefinitions) {
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
  EXPECT_THAT(all_windows, Contains(ElementsAre(0, 4, 8, 36, 40, 44, 72, 76, 80))) << "the cells between windows";
  EXPECT_THAT(all_windows, SizeIs(9));
  EXPECT_THAT(further_regions(problem("2x2", "all_windows")), Contains(ElementsAre(1, 2, 13, 14)));
}

TEST(RuleFamilies, WrapAroundTheEdgeOnlyOnATorus) {
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

TEST(RuleFamilies, AreRefusedIfTheyAreNotDefined) {
  EXPECT_THAT(mistake_of("2x3", "windows"), HasSubstr("as many rows as columns"));
  EXPECT_THAT(mistake_of("3x3", "killer"), HasSubstr("a sum of three or more cells needs `cages`"));
  EXPECT_THAT(mistake_of("3x3", "sum:7:r1c1.r1c2.r2c1"), HasSubstr("needs `cages`, which are not available yet"));
  EXPECT_THAT(mistake_of("2x2", "layout:aabbaabbccddccdd,layout:abcdabcdabcdabcd"), HasSubstr("a second layout"));
  EXPECT_THAT(mistake_of("3x3", "thermometer"), HasSubstr("`less` and `relations`"));
  EXPECT_THAT(mistake_of("3x3", "even_cells"), HasSubstr("`givens` and `allowed`"));
  EXPECT_THAT(mistake_of("2x3", "square"), HasSubstr("elsewhere `latin` is a square"));
  EXPECT_THAT(mistake_of("3x3", "diagonal,latin,classic"), HasSubstr("latin leaves the boxes out"));
  EXPECT_THAT(mistake_of("3x3", "diaganol"), HasSubstr("expected one of: classic, latin, diagonal,"));
  EXPECT_THAT(mistake_of("3x3", "offset:9.0"), HasSubstr("from -8 to 8"));
  EXPECT_THAT(mistake_of("3x3", "offset:0.0"), HasSubstr("differ from itself"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1.r1c2.r5c1.r2c2"), HasSubstr("expected a cell of 2x2"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1.r1c2.r1c1.r2c2"), HasSubstr("is repeated in this region"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1.r1c2.r2c2.r3c3.r4c4"), HasSubstr("has from 2 to 4 cells"));
  EXPECT_THAT(mistake_of("2x2", "region:r1c1"), HasSubstr("has from 2 to 4 cells"));
  EXPECT_THAT(mistake_of("2x2", "givens:1234"), HasSubstr("each of the 16 cells of 2x2; got 4"));
  EXPECT_THAT(mistake_of("2x2", "givens:12345..........."), HasSubstr("r2c1: expected a symbol from 1 to 4"));
  EXPECT_THAT(mistake_of("2x2", "allowed:1.5:r1c1"), HasSubstr("expected a symbol from 1 to 4; got 5"));
  EXPECT_THAT(mistake_of("2x2", "allowed:r1c1"), HasSubstr("symbols, then cells"));
  EXPECT_THAT(mistake_of("2x2", "difference:r1c1.r1c2"), HasSubstr("behind a number or a table"));
  EXPECT_THAT(mistake_of("2x2", "difference:0:r1c1.r1c2"), HasSubstr("a number from 1; got 0"));
  EXPECT_THAT(mistake_of("2x2", "less:r1c1"), HasSubstr("expected two cells"));
  EXPECT_THAT(mistake_of("2x2", "ratio:2:r1c1.r1c2.r1c3"), HasSubstr("expected two cells"));
  EXPECT_THAT(mistake_of("2x2", "table:f.f.f:r1c1.r1c2"), HasSubstr("expected 4 hexadecimal numbers"));
  EXPECT_THAT(mistake_of("2x2", "table:f.f.f.10:r1c1.r1c2"), HasSubstr("expected 4 hexadecimal numbers"));
  EXPECT_THAT(mistake_of("2x2", "sandwich:r1c1"), HasSubstr("less:, difference:, consecutive:, ratio:, sum:, table:"));
  EXPECT_THAT(mistake_of("2x2", "layout:aabb/aabb/ccdd"), HasSubstr("expected 4 lines"));
  EXPECT_THAT(mistake_of("2x2", "layout:aabb/aabb/ccdd/ccddd"), HasSubstr("line 4 of the layout: expected 4 letters"));
  EXPECT_THAT(mistake_of("2x2", "layout:abab/aabb/ccdd/ccdd"), HasSubstr("not connected"));
  EXPECT_THAT(mistake_of("2x2", "layout:aaab/abbb/ccdd/cccd"), HasSubstr("region c has 5 cells"));
}

TEST(CanonicalRules, GiveOneNameToEachSetOfRules) {
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

TEST(CanonicalRules, RecogniseARegionGivenPairByPair) {
  std::string pairs = "latin";
  const std::vector<int> cells{0, 1, 2, 6, 7, 12};
  for (std::size_t one = 0; one < cells.size(); ++one) {
    for (std::size_t other = one + 1; other < cells.size(); ++other) {
      pairs += ",different:" + cell_name({2, 3}, cells[one]) + "." + cell_name({2, 3}, cells[other]);
    }
  }
  EXPECT_EQ(text("2x3", pairs), text("2x3", "latin,region:r3c1.r1c1.r2c2.r1c2.r1c3.r2c1"));
}

TEST(CanonicalRules, KeepTheFormOfLayouts) {
  const std::string jigsaw = "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee";
  EXPECT_EQ(text("2x3", jigsaw), jigsaw);
  EXPECT_EQ(text("2x3", "layout:aaabbbaaacbbdcccbedccfeeddfffeddffee"), jigsaw) << "in one line";
  EXPECT_EQ(text("2x3", jigsaw + ",diagonal"), "diagonal," + jigsaw);
  EXPECT_EQ(text("2x3", "classic,layout:aaabbb/aaabbb/ccdddd/ccccdd/eeefff/eeefff"),
            "different:r3c1.r4c4,different:r3c2.r4c4,different:r3c3.r4c5,different:r3c3.r4c6")
      << "all that the layout adds to the boxes";
  EXPECT_EQ(text("1x6", jigsaw), jigsaw);
  EXPECT_EQ(text("1x5", "layout:aaaaa/bbbcc/dbbcc/dddec/deeee"), "layout:aaaaa/bbbcc/dbbcc/dddec/deeee");
}

/// A layout replaces the boxes of R rows and C columns only if no rule has them.
TEST(RulesThatHaveBoxes, KeepThemBesideALayout) {
  const std::string jigsaw = ",layout:aabbcc/aabbcc/aabbcc/ddeeff/ddeeff/ddeeff";
  EXPECT_EQ(problem("2x3", "both_boxes" + jigsaw), problem("2x3", "both_boxes"));
  EXPECT_EQ(problem("2x3", "both_boxes" + jigsaw), problem("2x3", "classic" + jigsaw));
  EXPECT_NE(problem("2x3", "diagonal" + jigsaw), problem("2x3", "diagonal,classic" + jigsaw));
}

TEST(CanonicalRules, AreEqualGivenAsRegionsOrPairs) {
  EXPECT_EQ(problem("2x2", "latin,region:r1c2.r1c3.r1c4.r2c2"),
            problem("2x2", "latin,different:r1c3.r2c2,different:r1c4.r2c2"));
  EXPECT_EQ(problem("2x2", "region:r2c1.r2c2.r3c1.r3c2"), problem("2x2", "different:r2c1.r3c2,different:r2c2.r3c1"));
}

TEST(CanonicalRules, NameRestrictedAndRelatedCellsUniquely) {
  EXPECT_EQ(text("2x2", "givens:1..............."), "allowed:1:r1c1");
  EXPECT_EQ(text("2x2", "allowed:1.2:r1c1,allowed:1.3:r1c1"), "allowed:1:r1c1") << "both apply";
  EXPECT_EQ(text("2x2", "allowed:1:r1c1,allowed:2:r1c1"), "allowed:none:r1c1");
  EXPECT_EQ(text("2x2", "allowed:1.2.3.4:r1c1"), "classic");
  EXPECT_EQ(text("2x2", "allowed:3:r2c4,givens:12..............,allowed:4:r4c4"), "givens:12.....3.......4");
  EXPECT_EQ(text("2x2", "less:r1c1.r1c2.r1c3"), "less:r1c1.r1c2/r1c2.r1c3");
  EXPECT_EQ(text("2x2", "difference:1:r1c1.r4c4"), "different:r1c1.r4c4") << "to differ by 1 or more is to differ";
  EXPECT_EQ(text("2x2", "less:r4c4.r1c1"), "less:r4c4.r1c1") << "which implies that they differ";
  EXPECT_EQ(text("2x2", "less:r4c4.r1c1,different:r1c1.r4c4"), "less:r4c4.r1c1");
  EXPECT_EQ(text("2x2", "sum:5:r1c1.r1c2"), "sum:5:r1c1.r1c2");
  EXPECT_EQ(text("2x2", "table:e.d.b.7:r1c1.r1c2"), "classic");
  EXPECT_EQ(text("2x2", "table:f.f.f.f:r1c1.r4c4"), "classic");
  EXPECT_EQ(text("2x2", "table:8.1.c.3:r1c1.r2c1,difference:2:r1c1.r1c2"),
            "difference:2:r1c1.r1c2,table:8.1.8.3:r1c1.r2c1")
      << "3 with 3 is removed, because the two differ";
  const std::string by_hand =
      "difference:2:r1c1.r1c2/r1c2.r1c3/r1c3.r1c4/r2c1.r2c2/r2c2.r2c3/r2c3.r2c4/r3c1.r3c2/r3c2.r3c3/r3c3.r3c4/"
      "r4c1.r4c2/r4c2.r4c3/r4c3.r4c4/r1c1.r2c1/r2c1.r3c1/r3c1.r4c1/r1c2.r2c2/r2c2.r3c2/r3c2.r4c2/r1c3.r2c3/"
      "r2c3.r3c3/r3c3.r4c3/r1c4.r2c4/r2c4.r3c4/r3c4.r4c4";
  EXPECT_EQ(text("2x2", by_hand), "non_consecutive");
  EXPECT_EQ(text("2x2", by_hand + ",less:r1c1.r1c2"), text("2x2", "non_consecutive,less:r1c1.r1c2"));
  EXPECT_EQ(text("2x2", "non_consecutive,less:r1c2.r1c1"), "non_consecutive,less:r1c2.r1c1")
      << "which is not shown as the table of the values that both leave";
  EXPECT_EQ(text("2x3", "sum:8:r1c1.r1c2"), "sum:8:r1c1.r1c2") << "in one row, 4 and 4 is left out";
  EXPECT_EQ(text("2x3", "sum:8:r1c1.r6c6"), "sum:8:r1c1.r6c6");
  EXPECT_EQ(text("2x3", "table:0.20.10.0.4.2:r1c1.r6c6"), "table:0.20.10.0.4.2:r1c1.r6c6")
      << "the two differ by the table alone";
  EXPECT_EQ(text("1x7", "square,latin"), "square");
  EXPECT_EQ(to_string(problem("2x2", "givens:12.....3.......4")).substr(0, 11), "2x2 givens#");
}

TEST(Givens, AreCharactersOrFields) {
  const std::string line = "givens:12.....3.......4";
  const auto read = [](const std::string& text) {
    RuleSpec spec;
    add_givens({2, 2}, text, spec);
    return make_problem({2, 2}, spec);
  };
  EXPECT_EQ(read("1200000300000004"), problem("2x2", line));
  EXPECT_EQ(read("1 2 . . . . . 3 . . . . . . . 4"), problem("2x2", line));
  EXPECT_THROW(read("12..00.3.......4"), InvalidRules) << "0 may be a symbol";
  EXPECT_THROW(read("12"), InvalidRules);
  EXPECT_EQ(parse_symbol(16, "G"), 15);
  EXPECT_EQ(parse_symbol(16, "g"), 15);
  EXPECT_EQ(parse_symbol(16, "16"), 15);
  EXPECT_EQ(parse_symbol(16, "H"), std::nullopt);
  EXPECT_EQ(parse_symbol(16, "0"), std::nullopt);
  EXPECT_EQ(parse_symbol(49, "a"), 35);
  EXPECT_EQ(symbol_character(60), 'z');
  EXPECT_EQ(symbol_character(61), std::nullopt);
}

TEST(Problem, ListsRestrictionsAndRelations) {
  const Problem asked = problem("2x2", "allowed:1.3:r1c2,less:r2c1.r1c1,givens:...............4");
  EXPECT_FALSE(asked.symbols_are_alike());
  EXPECT_EQ(asked.allowed()[0], 0b1111U);
  EXPECT_EQ(asked.allowed()[1], 0b0101U);
  EXPECT_EQ(asked.allowed()[15], 0b1000U);
  const auto related = asked.related();
  ASSERT_THAT(related, SizeIs(1));
  EXPECT_EQ(related[0].cells, (CellPair{0, 4}));
  EXPECT_THAT(related[0].goes_with, ElementsAre(0b0000, 0b0001, 0b0011, 0b0111)) << "by r1c1: the symbols of r2c1";
  EXPECT_TRUE(problem("2x2", "diagonals").symbols_are_alike());
  EXPECT_TRUE(problem("1x7", "square").is_square());
  EXPECT_FALSE(problem("1x7", "classic").is_square());
  RuleSpec spec;
  EXPECT_EQ(add_shape("7", spec), (Shape{1, 7}));
  EXPECT_TRUE(make_problem({1, 7}, spec).is_square());
}

/// A problem that is given by all its pairs, one by one, is the same problem.
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

/// Parsing these took minutes, or did not end, because implied regions were multiplied without bound.
TEST(CanonicalRules, AreComputedInBoundedTime) {
  EXPECT_NE(text("1x5", "layout:aaaaa/bbbcc/ddbbc/edddc/eeeec"), "");
  EXPECT_NE(text("1x6", "layout:aaaaab/acbbbb/ccdddb/cddeff/cdeeff/ceeeff"), "");
  EXPECT_NE(text("2x3", "classic,layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee"), "");
  EXPECT_NE(text("2x3", "region:r1c5.r1c4.r1c6.r1c3.r2c6.r2c3"), "");
  // A dense set of pairs in no order: half of all pairs of 25x25.
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

/// Returns the problem whose regions are the boxes of 3x3 with the rows and the columns in another order, without the
/// first `left_out` of them.
Problem permuted_classic(int left_out) {
  RuleSpec spec;
  const Shape shape = add_shape("9", spec);
  for (int box = left_out; box < 9; ++box) {
    Region region;
    for (int row = box / 3; row < 9; row += 3) {
      for (int col = box % 3; col < 9; col += 3) region.push_back(row * 9 + col);
    }
    spec.regions.push_back(region);
  }
  return make_problem(shape, spec);
}

TEST(ClassUnderMaps, IsClassicForProblemsWithClassicGrids) {
  const std::string classic = class_under_maps({{3, 3}}, Preserved::grids);
  EXPECT_EQ(class_under_maps(permuted_classic(0), Preserved::grids), classic);
  EXPECT_EQ(class_under_maps(permuted_classic(1), Preserved::grids), classic) << "the last box follows";
  EXPECT_EQ(class_under_maps(problem("3x3", "latin,windows"), Preserved::grids), classic) << "five boxes follow";
  EXPECT_EQ(class_under_maps(permuted_classic(4), Preserved::grids), classic);
  EXPECT_NE(class_under_maps(permuted_classic(6), Preserved::grids), classic) << "no further box follows";
  EXPECT_EQ(class_under_maps(permuted_classic(0), Preserved::symmetries), classic);
  EXPECT_NE(class_under_maps(problem("3x3", "latin,windows"), Preserved::symmetries), classic)
      << "its pairs have fewer symmetries";
  RuleSpec square;
  const Problem seven = make_problem(add_shape("7", square), square);
  EXPECT_EQ(class_under_maps(seven, Preserved::grids), class_under_maps({{1, 7}}, Preserved::grids));
  EXPECT_NE(class_under_maps(seven, Preserved::symmetries), class_under_maps({{1, 7}}, Preserved::symmetries));
}

TEST(ImpliedRegions, FollowByTheLawOfLeftovers) {
  EXPECT_EQ(with_implied_regions(problem("3x3", "windows")), problem("3x3", "all_windows"));
  EXPECT_NE(problem("3x3", "windows"), problem("3x3", "all_windows")) << "but are no part of the question";
  EXPECT_EQ(with_implied_regions(problem("3x3", "classic")), problem("3x3", "classic"));
  EXPECT_EQ(with_implied_regions(problem("3x3", "diagonals")), problem("3x3", "diagonals"));
}

/// Returns the number of grids with the first row in order, cell by cell, if symbols are alike.
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
    for (auto left = random.below(10); left > 0; --left) {
      restrict_cell({2, 3}, static_cast<int>(random.below(36)),
                    random.below(3) == 0 ? random.below(64) : 1U << random.below(6), spec);
    }
    for (auto left = random.below(5); left > 0; --left) {
      const auto one = static_cast<int>(random.below(36));
      const Relation& relation = all_relations()[random.below(all_relations().size())];
      const auto number = static_cast<int>(random.below(7)) + 1;
      const bool is_drawn = random.below(3) == 0;
      relate(one, (one + 1 + static_cast<int>(random.below(35))) % 36,
             table_of(6,
                      [&](int of_one, int of_other) {
                        return is_drawn ? random.below(2) == 0 : relation.holds(of_one, of_other, number);
                      }),
             spec);
    }
    const Problem asked = make_problem({2, 3}, spec);
    const Problem again = parse_problem({2, 3}, asked.rules.text());
    EXPECT_EQ(again, asked) << asked.rules.text();
    EXPECT_EQ(cells_seen(again), cells_seen(asked));
    EXPECT_EQ(again.allowed(), asked.allowed());
    EXPECT_EQ(again.related(), asked.related());
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

TEST(SymmetryGroup, HasTheKnownOrderForClassicRules) {
  const auto factorial_power = [](int n, int exponent) { return power(factorial(n), exponent); };
  for (const auto& [rows, cols] :
       {std::pair{1, 2}, {1, 5}, {5, 1}, {2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 4}, {2, 5}, {4, 4}}) {
    const Integer lines = factorial_power(rows, cols) * factorial(cols) * factorial_power(cols, rows) * factorial(rows);
    EXPECT_EQ(symmetry_group({{rows, cols}, {}}).order(), rows == cols ? 2 * lines : lines) << rows << "x" << cols;
  }
}

TEST(SymmetryGroup, HasTheKnownOrderForVariants) {
  const auto order = [](const std::string& rules) { return symmetry_group(problem("3x3", rules)).order(); };
  EXPECT_EQ(order("diagonals"), 96);
  EXPECT_EQ(order("windows"), 128);
  EXPECT_EQ(order("all_windows"), 256) << "Michel 2007";
  EXPECT_EQ(order("anti_knight"), 8);
  EXPECT_EQ(order("disjoint_groups"), 10368) << "Mathimagics lists 2592 of them, which permute lines";
  EXPECT_EQ(symmetry_group(problem("2x2", "latin")).order(), 2 * 24 * 24);
}

TEST(SymmetryGroup, PreservesWhichCellsDiffer) {
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

/// Lists all maps of cells and symbols of 2x2 that preserve classic rules, and selects those of a problem by their
/// effect on its restrictions and relations.
TEST(SymmetryGroup, MovesCellsAndSymbolsTogether) {
  const Problem classic = problem("2x2", "classic");
  std::vector<PointImages> maps{PointImages(20)};
  for (std::size_t point = 0; point < 20; ++point) maps[0][point] = static_cast<Point>(point);
  std::set<PointImages> reached{maps.begin(), maps.end()};
  for (std::size_t next = 0; next < maps.size(); ++next) {
    for (const PointImages& generator : grid_symmetry_generators(classic)) {
      PointImages image = maps[next];
      for (Point& point : image) point = generator[point];
      if (reached.insert(image).second) maps.push_back(image);
    }
  }
  ASSERT_EQ(maps.size(), 128U * 24U);
  for (const std::string rules :
       {"givens:1...............", "givens:12..34..........", "allowed:1.3:r1c1.r2c2.r3c3.r4c4", "less:r1c1.r1c2",
        "non_consecutive", "sum:5:r1c1.r1c2/r4c4.r4c3", "difference:3:r2c2.r3c3,allowed:1.4:r1c1"}) {
    const Problem asked = problem("2x2", rules);
    const auto allowed = asked.allowed();
    // The symbols that two cells must not have together.
    std::set<std::vector<int>> forbidden;
    const auto seen = cells_seen(asked);
    for (int one = 0; one < 16; ++one) {
      for (const int other : seen[static_cast<std::size_t>(one)]) {
        for (int symbol = 0; symbol < 4; ++symbol) forbidden.insert({one, symbol, other, symbol});
      }
    }
    for (const auto& [cells, goes_with] : asked.related()) {
      for (int symbol = 0; symbol < 4; ++symbol) {
        for (int with = 0; with < 4; ++with) {
          if ((goes_with[static_cast<std::size_t>(symbol)] >> static_cast<unsigned>(with) & 1U) != 0) continue;
          forbidden.insert({cells.first, symbol, cells.second, with});
          forbidden.insert({cells.second, with, cells.first, symbol});
        }
      }
    }
    std::set<PointImages> of_cells;
    std::uint64_t number = 0;
    std::uint64_t of_symbols = 0;
    for (const PointImages& map : maps) {
      const auto image = [&](int cell) { return static_cast<int>(map[static_cast<std::size_t>(cell)]); };
      const auto symbol_image = [&](int symbol) {
        return static_cast<int>(map[16 + static_cast<std::size_t>(symbol)]) - 16;
      };
      bool keeps = true;
      for (int cell = 0; cell < 16 && keeps; ++cell) {
        for (int symbol = 0; symbol < 4; ++symbol) {
          const auto has = [&](int at, int what) {
            return (allowed[static_cast<std::size_t>(at)] >> static_cast<unsigned>(what) & 1U) != 0;
          };
          keeps = keeps && has(cell, symbol) == has(image(cell), symbol_image(symbol));
        }
      }
      keeps =
          keeps && std::ranges::all_of(forbidden, [&](const std::vector<int>& both) {
            return forbidden.contains({image(both[0]), symbol_image(both[1]), image(both[2]), symbol_image(both[3])});
          });
      if (!keeps) continue;
      ++number;
      of_cells.insert(PointImages(map.begin(), map.begin() + 16));
      if (std::ranges::is_sorted(map.begin(), map.begin() + 16)) ++of_symbols;
    }
    PermutationGroup group{20};
    for (const PointImages& generator : grid_symmetry_generators(asked)) group.insert(generator);
    EXPECT_EQ(group.order(), number) << rules;
    EXPECT_EQ(symmetry_group(asked).order(), of_cells.size()) << rules;
    EXPECT_EQ(relabellings(asked), of_symbols) << rules;
    EXPECT_EQ(reduction(Quantity::relabelling_classes, asked).divisor, of_symbols);
    EXPECT_EQ(known_divisor(Quantity::grids, asked), of_symbols);
  }
}

TEST(SymmetryGroup, ExchangesRowsAndColumnsOfASquare) {
  EXPECT_EQ(symmetry_group(problem("1x5", "classic")).order(), 120 * 120);
  EXPECT_EQ(symmetry_group(problem("1x5", "square")).order(), 2 * 120 * 120);
  EXPECT_EQ(symmetry_group(problem("1x5", "square,diagonals")).order(),
            2 * symmetry_group(problem("1x5", "diagonals")).order());
}

TEST(CarriedOver, IsTrueForAnyMapOfCellsAndSymbols) {
  const auto are_one = [](const Problem& one, const Problem& other, Quantity quantity = Quantity::grids) {
    return is_carried_over(quantity, one, other) && is_carried_over(quantity, other, one);
  };
  EXPECT_TRUE(are_one(problem("2x2", "givens:1..............."), problem("2x2", "allowed:3:r4c2")));
  EXPECT_TRUE(are_one(problem("2x2", "less:r1c1.r1c2"), problem("2x2", "less:r4c4.r3c4")))
      << "also with values reversed";
  EXPECT_FALSE(are_one(problem("2x2", "less:r1c1.r1c2"), problem("2x2", "less:r1c1.r2c2")));
  EXPECT_FALSE(are_one(problem("2x2", "givens:1..............."), problem("2x2", "classic")));
  EXPECT_FALSE(are_one(problem("2x2", "allowed:1.2:r1c1"), problem("2x2", "allowed:1.2.3:r1c1")));
  EXPECT_TRUE(are_one(problem("1x6", "square"), problem("2x3", "latin"), Quantity::essentially_different));
  EXPECT_FALSE(are_one(problem("1x6", "square"), problem("1x6", "classic"), Quantity::essentially_different));
  EXPECT_TRUE(are_one(problem("1x6", "square"), problem("1x6", "classic")));
}

TEST(CarriedOver, IsTrueForAnyMapOfCells) {
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
