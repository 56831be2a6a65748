// Listings of problems, of rules and of what strategies count.
#include "host/report/problem_listing.hpp"

#include "gridcensus/random.hpp"
#include "host/report/shape_ranges.hpp"
#include "host/report/text_pictures.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::testing::experiment_catalog;
using gridcensus::testing::parse_experiment;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Shape> shapes_where(bool (*is_meant)(Shape)) {
  auto shapes = listed_shapes();
  std::erase_if(shapes, [&](Shape shape) { return !is_meant(shape); });
  return shapes;
}

TEST(ShapeRanges, NameRunsOfOneNumberOfRowsOrColumns) {
  EXPECT_EQ(shape_ranges({}), "none");
  EXPECT_EQ(shape_ranges({{2, 3}}), "2x3");
  EXPECT_EQ(shape_ranges({{2, 3}, {3, 2}}), "2x3, and transposed");
  EXPECT_EQ(shape_ranges({{2, 3}, {2, 4}, {2, 5}}), "2x3 to 2x5");
  EXPECT_EQ(shape_ranges({{3, 2}, {4, 2}, {5, 2}}), "3x2 to 5x2");
  EXPECT_EQ(shape_ranges(listed_shapes()), "1x1 to 1x25, 2x2 to 2x12, 3x3 to 3x8, 4x4 to 4x6, 5x5, and transposed");
  EXPECT_EQ(shape_ranges(shapes_where([](Shape shape) { return shape.side() < 7; })),
            "1x1 to 1x6, 2x2, 2x3, and transposed");
  EXPECT_EQ(shape_ranges(shapes_where([](Shape shape) { return shape.box_rows == 1 && shape.box_cols > 3; })),
            "1x4 to 1x25");
}

/// Returns the shapes that a text of ranges names.
std::vector<Shape> shapes_of(std::string text) {
  std::vector<Shape> shapes;
  const auto shape_of = [](const std::string& name) { return parse_shape(name); };
  for (text += ","; !text.empty();) {
    std::string part = text.substr(0, text.find(','));
    text.erase(0, part.size() + 1);
    part.erase(0, part.find_first_not_of(' '));
    const auto to = part.find(" to ");
    const std::string first = part.substr(0, to);
    const std::string last = to == std::string::npos ? first : part.substr(to + 4);
    if (part == "and transposed") {
      for (const auto shape : std::vector{shapes})
        if (shape.box_rows != shape.box_cols) shapes.push_back(shape.transposed());
    } else if (part != "none") {
      const Shape begin = shape_of(first);
      const Shape end = shape_of(last);
      for (int rows = begin.box_rows; rows <= end.box_rows; ++rows)
        for (int cols = begin.box_cols; cols <= end.box_cols; ++cols) shapes.push_back({rows, cols});
    }
  }
  std::ranges::sort(shapes);
  shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  return shapes;
}

TEST(ShapeRanges, NameExactlyTheGivenShapes) {
  const auto all = listed_shapes();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random{seed, 0, 0};
    // Few shapes, many shapes, and whole sides with and without their transposes.
    const auto share = 1 + random.below(8);
    const auto least = static_cast<int>(random.below(30));
    std::vector<Shape> shapes;
    for (const auto shape : all) {
      const bool is_whole = shape.side() >= least && (seed % 3 != 0 || shape.box_rows <= shape.box_cols);
      if (is_whole || random.below(share) == 0) shapes.push_back(shape);
    }
    EXPECT_EQ(shapes_of(shape_ranges(shapes)), shapes) << shape_ranges(shapes);
  }
}

TEST(TextPictures, ShowBoxesRegionsPairsAndGivens) {
  const auto lines_of = [](Shape shape, const std::string& words) {
    RuleSpec rules;
    add_rules(shape, words, rules);
    return side_by_side(pictures_of(make_problem(shape, rules), rules), 2);
  };
  EXPECT_THAT(lines_of({2, 2}, "classic"), ElementsAre("a a b b", "a a b b", "c c d d", "c c d d"));
  EXPECT_THAT(lines_of({2, 2}, "latin,diagonals"), ElementsAre("a . . b", ". a b .", ". b a .", "b . . a"));
  EXPECT_THAT(lines_of({1, 3}, "latin,pandiagonal"), ElementsAre("a b c  a b c", "c a b  b c a", "b c a  c a b"));
  EXPECT_THAT(lines_of({2, 2}, "layout:aabb/aabb/ccdd/ccdd,givens:1..............."),
              ElementsAre("a a b b  1 . . .", "a a b b  . . . .", "c c d d  . . . .", "c c d d  . . . ."));
  EXPECT_THAT(lines_of({1, 3}, "latin,different:r1c1.r2c2"), ElementsAre("o . .", ". x .", ". . ."));
  EXPECT_THAT(lines_of({1, 2}, "latin"), ElementsAre("x o", "o ."));
}

TEST(Layout, IsThatOfTheBoxesOrTheGivenOne) {
  EXPECT_THAT(*layout_of({2, 1}, {}), ElementsAre("ab", "ab"));
  RuleSpec rules;
  add_rules({1, 4}, "layout:aabb/aabb/ccdd/ccdd,diagonal", rules);
  EXPECT_THAT(*layout_of({1, 4}, rules), ElementsAre("aabb", "aabb", "ccdd", "ccdd"));
  RuleSpec latin;
  add_rules({2, 2}, "latin", latin);
  EXPECT_EQ(layout_of({2, 2}, latin), std::nullopt);
}

TEST(ProblemYaml, AsksForTheSameProblem) {
  const std::vector<std::pair<Shape, std::string>> asked{
      {{2, 3}, "classic"},
      {{2, 3}, "latin"},
      {{1, 7}, "square"},
      {{2, 3}, "diagonals,anti_king,offset:1.3,region:r1c1.r2c3.r3c2"},
      {{2, 3}, "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee,anti_king"},
      {{2, 2}, "classic,layout:abcc/abbc/aabc/dddd"},
      {{2, 2}, "classic,diagonal,layout:abcc/abbc/aabc/dddd"},
      {{2, 2}, "different:r1c1.r2c3,different:r1c1.r2c3"},
      {{2, 3}, "both_boxes,layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee"},
      {{2, 2}, "givens:1.....2..3......,allowed:1.3:r4c4"},
      {{2, 3}, "non_consecutive,less:r1c1.r1c2,difference:2:r3c1.r4c1,table:2.1.8.4.20.10:r6c1.r6c2"}};
  for (const auto& [shape, words] : asked) {
    RuleSpec rules;
    add_rules(shape, words, rules);
    const auto yaml = problem_yaml(shape, rules);
    const auto experiment = parse_experiment(yaml + "strategies: {enumeration: }\n", "f.yaml", experiment_catalog());
    EXPECT_THAT(experiment.problems, ElementsAre(make_problem(shape, rules))) << yaml;
  }
}

TEST(DescribeProblem, ListsCountedAndRefusedQuantities) {
  RuleSpec diagonal;
  add_rules({2, 2}, "diagonal", diagonal);
  const auto with_diagonal = describe_problem({2, 2}, diagonal, experiment_catalog(), 80);
  const auto classic = describe_problem({2, 2}, {}, experiment_catalog(), 80);
  EXPECT_EQ(with_diagonal.json["rules"], "diagonal");
  EXPECT_EQ(classic.json["symmetries"], "128");
  EXPECT_EQ(classic.json["relabellings"], "24");
  for (const auto& listing : {with_diagonal, classic}) {
    EXPECT_FALSE(listing.json["counted_by"].empty() && listing.json["refused"].empty());
    for (const auto& answer : listing.json["counted_by"])
      EXPECT_THAT(listing.text, HasSubstr(answer["strategy"].get<std::string>()));
    for (const auto& refusal : listing.json["refused"])
      EXPECT_THAT(listing.text, HasSubstr(refusal["strategy"].get<std::string>()));
  }
}

TEST(ListShapesOfSide, HasEachShapeOfTheSide) {
  const auto listing = list_shapes_of_side(12, experiment_catalog(), 80);
  std::vector<std::string> shapes;
  for (const auto& entry : listing.json) shapes.push_back(entry["shape"]);
  EXPECT_THAT(shapes, ElementsAre("1x12", "2x6", "3x4", "4x3", "6x2", "12x1"));
  for (const auto& shape : shapes) EXPECT_THAT(listing.text, HasSubstr("\n" + shape + " "));
}

}  // namespace
}  // namespace gridcensus::host
