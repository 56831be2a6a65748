// Pictures of the rules of problems.
#include "host/report/problem_picture.hpp"

#include "gridcensus/rules.hpp"
#include "host/document/document.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::HasSubstr;

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t number = 0;
  for (auto place = text.find(part); place != std::string::npos; place = text.find(part, place + 1)) ++number;
  return number;
}

/// Returns what is drawn: a picture without its style sheet.
std::string picture_of_rules(Shape shape, std::string_view rules) {
  const std::string picture = problem_svg(parse_problem(shape, rules));
  return picture.substr(picture.find("</style>"));
}

/// Returns the path of a class; empty if the picture has none.
std::string path_of(const std::string& picture, std::string_view name) {
  const std::string begin = "class=\"" + std::string{name} + "\" d=\"";
  const auto place = picture.find(begin);
  if (place == std::string::npos) return {};
  const auto from = place + begin.size();
  return picture.substr(from, picture.find('"', from) - from);
}

TEST(ProblemPicture, MatchesThePicturesOfTheDocs) {
  const std::vector<std::pair<std::string, Shape>> pictures{
      {"diagonals", {2, 3}},   {"windows", {3, 3}},   {"all_windows", {3, 3}},          {"disjoint_groups", {2, 3}},
      {"anti_knight", {3, 3}}, {"anti_king", {3, 3}}, {"toroidal_anti_knight", {2, 3}}, {"pandiagonal", {1, 5}},
      {"both_boxes", {2, 3}}};
  for (const auto& [rules, shape] : pictures) {
    const auto file = testing::source_folder() / "docs/pictures" / ("rules_" + rules + ".svg");
    EXPECT_EQ(read_text_file(file), problem_svg(parse_problem(shape, rules)))
        << "regenerate it: gridcensus describe " << to_string(shape) << " --rules " << rules << " --format svg > "
        << file;
  }
}

TEST(ProblemPicture, JigsawRegionsHaveThickBordersInsteadOfBoxes) {
  const std::string layout = "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee";
  const std::string boxes = picture_of_rules({2, 3}, "classic");
  const std::string jigsaw = picture_of_rules({2, 3}, layout);
  EXPECT_NE(path_of(boxes, "pp-box"), path_of(jigsaw, "pp-box"));
  EXPECT_EQ(path_of(jigsaw, "pp-other"), "");
}

TEST(ProblemPicture, BoxesThatAreRowsHaveNoBorders) {
  EXPECT_EQ(path_of(picture_of_rules({1, 4}, "classic"), "pp-box"),
            path_of(picture_of_rules({2, 2}, "latin"), "pp-box"));
}

TEST(ProblemPicture, FurtherRegionsAreTintedAndHaveLetters) {
  const std::string windows = picture_of_rules({3, 3}, "windows");
  EXPECT_EQ(occurrences(windows, "class=\"pp-t"), 4U + occurrences(windows, "class=\"pp-text"));
  for (const char letter : {'a', 'b', 'c', 'd'}) {
    EXPECT_EQ(occurrences(windows, std::string{'>', letter, '<'}), 9U) << letter;
  }
  EXPECT_EQ(occurrences(picture_of_rules({2, 2}, "classic"), "class=\"pp-t"), 0U);
}

TEST(ProblemPicture, DiagonalsAreLinesAndAreNotTinted) {
  const std::string one = picture_of_rules({2, 3}, "diagonal");
  const std::string two = picture_of_rules({2, 3}, "diagonals");
  EXPECT_EQ(occurrences(one, "pp-diagonal"), 1U);
  EXPECT_EQ(occurrences(two, "pp-diagonal"), 2U);
  EXPECT_EQ(occurrences(two, "pp-t0"), 0U);
  const std::string all = picture_of_rules({1, 5}, "pandiagonal");
  EXPECT_EQ(occurrences(all, "pp-diagonal"), 18U) << "two whole diagonals, and two pieces of each of eight";
  EXPECT_EQ(occurrences(all, "pp-t0"), 0U);
}

TEST(ProblemPicture, GivensAreDigitsAndRestrictedCellsHaveSmallOnes) {
  const std::string picture = picture_of_rules({2, 2}, "givens:1.....2..3......,allowed:1.3:r4c4");
  for (const std::string symbols : {"1", "2", "3", "13"}) EXPECT_THAT(picture, HasSubstr(">" + symbols + "<"));
  EXPECT_EQ(occurrences(picture, "pp-limited"), 1U);
  EXPECT_THAT(picture, HasSubstr("1 grey cell: the small symbols only."));
}

TEST(ProblemPicture, PairsAreLinesIfTheyAreFew) {
  EXPECT_EQ(occurrences(picture_of_rules({2, 3}, "different:r1c1.r6c6,different:r1c2.r5c5"), "pp-pair"), 2U);
  const std::string knight = picture_of_rules({3, 3}, "anti_knight");
  EXPECT_EQ(occurrences(knight, "pp-seen"), 8U) << "from the middle";
  EXPECT_THAT(knight, HasSubstr("anti_knight: Cells a knight's move apart"));
  EXPECT_EQ(occurrences(picture_of_rules({2, 3}, "toroidal_anti_knight"), "pp-seen"), 8U) << "from a corner";
}

TEST(ProblemPicture, InequalityPointsTowardsTheSmallerValue) {
  const std::string rising = picture_of_rules({2, 2}, "less:r1c1.r1c2");
  const std::string falling = picture_of_rules({2, 2}, "less:r1c2.r1c1");
  EXPECT_THAT(rising, HasSubstr("rotate(0)"));
  EXPECT_THAT(falling, HasSubstr("rotate(180)"));
  EXPECT_THAT(rising, HasSubstr("1 pair of cells, less: The first value"));
  EXPECT_THAT(picture_of_rules({2, 2}, "sum:5:r1c1.r2c1"), HasSubstr(">Σ5<"));
}

TEST(ProblemPicture, DrawsTheLargestShape) {
  const std::string picture = picture_of_rules({8, 8}, "disjoint_groups");
  EXPECT_EQ(occurrences(picture, "class=\"pp-t0\""), 8U) << "64 regions in eight tints";
}

}  // namespace
}  // namespace gridcensus::host
