// Identification of a number by published values, values that were found here, and documents.
#include "host/report/identify.hpp"

#include "host/base/errors.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Identify : public ::testing::Test {
 protected:
  Listing of(const std::string& text) const { return identify_number(text, published_, found_, {}, 1000); }

  const PublishedValues published_ = read_published_values(gridcensus::testing::data_folder() / "published_values");
  const std::vector<FoundValue> found_ = read_found_values(gridcensus::testing::data_folder() / "found_here.yaml");
};

TEST_F(Identify, NamesQuantityShapeSourceSequenceAndWays) {
  const auto listing = of("6,670,903,752,021,072,936,960");
  EXPECT_THAT(listing.text, AllOf(HasSubstr("grids of 3x3 (the 9x9 grid) = 6,670,903,752,021,072,936,960\n"),
                                  HasSubstr("Felgenhauer and Jarvis 2005"), HasSubstr("sequence: A107739(3)"),
                                  HasSubstr("found here: 2 independent ways"), HasSubstr("6.6571e21  -0.21 %")));
  ASSERT_EQ(listing.json["matches"].size(), 1);
  const auto& match = listing.json["matches"][0];
  EXPECT_EQ(match["quantity"], "grids");
  EXPECT_EQ(match["shape"], "3x3");
  EXPECT_GE(match["ways"], 2);
}

TEST_F(Identify, DerivesValuesFromAPublishedOne) {
  EXPECT_THAT(of("18383222420692992").text, AllOf(HasSubstr("relabelling_classes of 3x3"),
                                                  HasSubstr("[grids / relabellings]"), HasSubstr("A285180(3)")));
}

TEST_F(Identify, ReportsNoMoreWaysThanStrategies) {
  for (const auto& found : found_) {
    if (found.standard_error || found.quantity != Quantity::relabelling_classes) continue;
    const auto listing = of(found.value);
    for (const auto& match : listing.json["matches"]) {
      EXPECT_LE(match["ways"], match["strategies"].size()) << match;
    }
  }
}

TEST_F(Identify, NamesTheNearestValuesOfAnUnknownNumber) {
  const auto listing = of("6670903752021072936961");
  EXPECT_THAT(listing.text, AllOf(HasSubstr("is not a value that this program knows"),
                                  HasSubstr("6,670,903,752,021,072,936,960  0 %, differs first in digit 22 of 22")));
  EXPECT_TRUE(listing.json["matches"].empty());
  EXPECT_THAT(of("1000000000000007").text, Not(HasSubstr("Near it")));
}

TEST_F(Identify, MatchesAllNumbersThatRoundToARoundedOne) {
  EXPECT_THAT(of("6.671e21").text, HasSubstr("grids of 3x3 (the 9x9 grid) = 6,670,903,752,021,072,936,960\n"));
  EXPECT_THAT(of("6.672e21").text, HasSubstr("is not a value"));
  EXPECT_THAT(of("5.9584e98").text, AllOf(HasSubstr("grids of 4x4 (the 16x16 grid); approximation, published: Silver"),
                                          HasSubstr("5.962917e98")));
}

TEST_F(Identify, FindsNumbersInTablesOfPublishedFindings) {
  EXPECT_THAT(of("97961464").text,
              HasSubstr("completions in row 124 357 689 | 125 367 489 of the table signature_class_table of 3x3"));
}

TEST_F(Identify, ReportsThatAPublishedValueIsContested) {
  EXPECT_THAT(of("4743933602050718").text, HasSubstr("believed to be wrong: burnside_bfs and russell_jarvis"));
}

TEST_F(Identify, RefusesTextThatIsNotANumber) {
  for (const std::string text : {"", "abc", "-3", "1.5", "1e", "1e99999", "0x10", "nan", "12e3"}) {
    EXPECT_THROW(of(text), BadInput) << text;
  }
}

TEST_F(Identify, FoundValuesEqualThePublishedOnes) {
  int compared = 0;
  for (const auto& found : found_) {
    if (found.standard_error) continue;
    for (const auto& [origin, quantity, outcome, follows] : published_.outcomes) {
      if (quantity != found.quantity || origin.problem != found.problem || !origin.contested_by.empty()) continue;
      EXPECT_EQ(to_decimal(std::get<Exact>(outcome).value), found.value) << to_string(found.problem);
      ++compared;
    }
  }
  EXPECT_GT(compared, 20);
}

TEST_F(Identify, ReportsMistakesOfTheFileOfFoundValues) {
  const test_support::TemporaryFolder folder;
  const auto file = folder.path() / "found.yaml";
  for (const std::string wrong :
       {"values: [{shape: 2x2, quantity: grid, value: 288, strategies: [a], experiment: x}]",
        "values: [{shape: 2x2, quantity: grids, value: about 288, strategies: [a], experiment: x}]",
        "values: [{shape: 2x2, rules: nonsense, quantity: grids, value: 288, strategies: [a], experiment: x}]",
        "values: [{shape: 2x2, quantity: grids, value: 288, experiment: x}]"}) {
    std::ofstream{file} << wrong << '\n';
    EXPECT_THROW(read_found_values(file), BadInput) << wrong;
  }
}

}  // namespace
