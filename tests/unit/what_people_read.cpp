// What people read: the table of results, the lists, and the lines of progress.
#include "host/report/listing.hpp"
#include "host/report/progress.hpp"
#include "host/report/report.hpp"
#include "host/report/views.hpp"
#include "support/lab.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Lab;
using ::testing::HasSubstr;
using ::testing::Not;

std::string report_of(Lab& lab, const std::string& yaml) {
  const auto result = lab.run(yaml);
  return table_report(read_results_document(json_report({lab.experiment(), lab.plan(), result}), ""), Colour::off);
}

Report grids_of_2x2(const Tally&, std::uint64_t) { return {{{Quantity::grids, Exact{288}}}, {}}; }

TEST(TableReport, SaysFromWhatAValueFollowsIfThatIsShown) {
  Lab lab;
  lab.add("fake").conclude = grids_of_2x2;
  EXPECT_THAT(report_of(lab, "problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n"), HasSubstr("follows from grids"));
  const std::string alone =
      report_of(lab, "problems: [{shape: 2x2}]\nstrategies: {fake: {quantities: relabelling_classes}}\n");
  EXPECT_THAT(alone, Not(HasSubstr("follows from")));
  EXPECT_THAT(alone, HasSubstr("no other value"));
}

TEST(TableReport, SaysHowAValueStandsAndInHowManyWaysItWasReached) {
  Lab lab;
  lab.add("fake").conclude = grids_of_2x2;
  lab.add("other").conclude = grids_of_2x2;
  const std::string problem = "problems: [{shape: 2x2}]\nstrategies: ";
  EXPECT_THAT(report_of(lab, problem + "{fake: {}}\n"), HasSubstr(" computed "));
  EXPECT_THAT(report_of(lab, problem + "{fake: {}, other: {}}\n"), HasSubstr(" cross_checked, 2 ways "));
}

TEST(Lists, HaveEveryShapeToSide25Once) {
  Catalog catalog;
  std::size_t shapes = 0;
  for (int side = 1; side <= 25; ++side) {
    for (int rows = 1; rows <= side; ++rows) shapes += side % rows == 0 ? 1 : 0;
  }
  EXPECT_EQ(list_shapes(catalog).json.size(), shapes);
}

TEST(ProgressDisplay, PrintsALineForEachRunThatEnds) {
  Lab lab;
  lab.add("fake").conclude = grids_of_2x2;
  lab.run("problems: [{shape: [2x2, 2x3]}]\nstrategies: {fake: {}}\n");
  ProgressBoard board{2};
  ::testing::internal::CaptureStderr();
  {
    const ProgressDisplay display{lab.plan(), board, ProgressStyle::lines};
    board.lane(0).begin(10, 10, std::nullopt);
    board.lane(1).begin(10, 10, std::nullopt);
    board.lane(1).end(7);
  }
  const std::string lines = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(lines, HasSubstr("ended, 7 units\n"));
  EXPECT_THAT(lines, Not(HasSubstr("fake on 2x2"))) << "it has not ended, and no time has passed";
}

}  // namespace
