// Displays for people: the table of results, the lists, and the lines of progress.
#include "host/judge/judge.hpp"
#include "host/report/listing.hpp"
#include "host/report/progress.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::ScriptedExperiment;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

std::string report_of(ScriptedExperiment& scripted, const std::string& yaml) {
  const auto result = scripted.run(yaml);
  return verdict_screen(result.document, 120, Colour::off, Extent::full);
}

Report grids_of_2x2(const Tally&, std::uint64_t) { return {{{Quantity::grids, Exact{288}}}, {}}; }

TEST(OutcomeTable, ShowsTheEvidenceOfEachOutcome) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = grids_of_2x2;
  scripted.add("other").conclude = grids_of_2x2;
  const std::string problem = "problems: [{shape: 2x2}]\nstrategies: ";
  EXPECT_THAT(report_of(scripted, problem + "{fake: {}}\n"), HasSubstr(" computed\n"));
  EXPECT_THAT(report_of(scripted, problem + "{fake: {}, other: {}}\n"), HasSubstr(" cross_checked\n"));
}

TEST(ProgressDisplay, PrintsOneLinePerRunThatEnds) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = grids_of_2x2;
  scripted.run("problems: [{shape: [2x2, 2x3]}]\nstrategies: {fake: {}}\n");
  ProgressBoard board{2};
  ::testing::internal::CaptureStderr();
  {
    const ProgressDisplay display{scripted.plan(), board, ProgressStyle::lines};
    board.run(0).begin(10, 10, {});
    board.run(1).begin(10, 10, {});
    board.run(1).end(7);
  }
  const std::string lines = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(lines, HasSubstr("ended, 7 units\n"));
  EXPECT_THAT(lines, Not(HasSubstr("fake on 2x2"))) << "it has not ended, and no time has passed";
}

/// Shows a sampling run that has been counting for 1000 seconds.
void count_for_1000_seconds(ProgressBoard::RunProgress& progress, const ProgressBoard::Limits& limits,
                            std::uint64_t units) {
  progress.begin(units, static_cast<double>(units), limits);
  progress.started_ns = ProgressBoard::now_ns() - 1'000'000'000'000;
  for (int unit = 0; unit < 100; ++unit) progress.finish(1, 10);
  progress.seconds_worked = 1000;
}

constexpr std::uint64_t endless = std::uint64_t{1} << 40U;

TEST(ProgressBoard, ForecastsTheEarliestEnd) {
  ProgressBoard board{4};
  count_for_1000_seconds(board.run(0), {.relative_error = 0.01}, endless);
  EXPECT_EQ(ProgressBoard::time_left(board.run(0)), std::nullopt) << "there is no estimate yet";
  // A tenth of the error needs a hundred times the samples: 100 of 100 x 50 units are done, at 10 s each.
  board.run(0).show({50, 1000, 100});
  EXPECT_NEAR(ProgressBoard::time_left(board.run(0)).value(), 49'000, 500);
  count_for_1000_seconds(board.run(1), {.relative_error = 0.01}, 300);
  board.run(1).show({50, 1000, 100});
  EXPECT_NEAR(ProgressBoard::time_left(board.run(1)).value(), 2000, 20) << "it has 300 units";
  count_for_1000_seconds(board.run(2), {.seconds = 1600, .relative_error = 0.01}, 300);
  EXPECT_NEAR(ProgressBoard::time_left(board.run(2)).value(), 600, 10) << "its time limit comes first";
  count_for_1000_seconds(board.run(3), {.relative_error = 0.5}, endless);
  board.run(3).show({50, 1000, 100});
  EXPECT_EQ(ProgressBoard::time_left(board.run(3)), 0) << "any moment";
}

TEST(ProgressBoard, ExcludesTimeInWhichARunWaits) {
  // Two samplers share one thread: each has worked half of the time, and has a sixth of its own time left.
  ProgressBoard board{2};
  for (const std::size_t run : {0U, 1U}) {
    count_for_1000_seconds(board.run(run), {.seconds = 600}, endless);
    board.run(run).seconds_worked = 500;
    board.run(run).thread_seconds = 500;
    EXPECT_NEAR(ProgressBoard::time_left(board.run(run)).value(), 200, 5);
  }
  EXPECT_NEAR(board.time_left().seconds, 200, 5);
  board.run(1).earlier_seconds = 100;
  EXPECT_NEAR(ProgressBoard::time_left(board.run(1)).value(), 250, 5) << "of 500 s, 400 are of this session";
}

TEST(ProgressBoard, GivesNoForecastForUnitsFarHeavierThanThoseBefore) {
  // 100 of 150 units have a thousandth of the weight: light ones come first, and weights are guesses.
  ProgressBoard board{1};
  auto& progress = board.run(0);
  count_for_1000_seconds(progress, {}, 150);
  progress.weight = 100'000;
  EXPECT_EQ(ProgressBoard::time_left(progress), std::nullopt);
  EXPECT_FALSE(board.time_left().is_all_known);
  progress.finish(1000, 100);
  EXPECT_NE(ProgressBoard::time_left(progress), std::nullopt) << "a hundredth of the weight is done";
  // Equal units allow a forecast from the first.
  ProgressBoard alike{1};
  alike.run(0).begin(10'000, 10'000, {});
  alike.run(0).started_ns = ProgressBoard::now_ns() - 1'000'000'000;
  alike.run(0).finish(1, 1);
  EXPECT_NEAR(ProgressBoard::time_left(alike.run(0)).value(), 9999, 500);
}

TEST(ProgressBoard, SumsTheKnownTimesLeftOfAllRuns) {
  ProgressBoard board{3, 2};
  EXPECT_EQ(board.time_left().seconds, 0);
  EXPECT_FALSE(board.time_left().is_all_known);
  count_for_1000_seconds(board.run(0), {}, 300);  // 2000 s left
  count_for_1000_seconds(board.run(1), {}, 200);  // 1000 s left
  EXPECT_NEAR(board.time_left().seconds, 1500, 20) << "the first gets both threads after the second has ended";
  EXPECT_FALSE(board.time_left().is_all_known);
  EXPECT_THAT(ProgressDisplay::last_line(board, 80),
              MatchesRegex("0 of 3 runs ended, at least 25 min 0. s left, 1 waiting"));
  board.run(2).end(0);
  EXPECT_TRUE(board.time_left().is_all_known);
  EXPECT_THAT(ProgressDisplay::last_line(board, 80), HasSubstr("1 of 3 runs ended, 25 min 0"));
  // One unit is left, which a second thread cannot speed up.
  for (int unit = 0; unit < 100; ++unit) board.run(1).finish(1, 10);
  board.run(1).end(200);
  for (int unit = 0; unit < 199; ++unit) board.run(0).finish(1, 0);
  EXPECT_NEAR(board.time_left().seconds, 3, 1);
}

TEST(ProgressDisplay, FitsEveryTerminalWithoutCuttingANumber) {
  ScriptedExperiment scripted;
  scripted.add("a_strategy_with_a_long_name").conclude = grids_of_2x2;
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {a_strategy_with_a_long_name: {}}\n");
  ProgressBoard board{1};
  count_for_1000_seconds(board.run(0), {.relative_error = 0.01}, endless);
  board.run(0).show({50, 6.6712345e21L, 2e19L});
  const auto line = [&](std::size_t width) { return ProgressDisplay::line(scripted.plan().runs[0], board, width); };
  EXPECT_EQ(line(120).substr(33), "ends soon, 6.671e21 +- 0.3 %, 100 units, 0.1/s");
  EXPECT_EQ(line(42), "a_str~on 2x2 ends soon, 6.671e21 +- 0.3 %");
  EXPECT_EQ(line(38), "a_strat~e on 2x2 ends soon, 100 units") << "a shorter part that matters less";
  EXPECT_EQ(line(29), "a_strate~me on 2x2 ends soon");
  const auto words_of = [](std::string text) {
    std::erase(text, ',');
    return " " + text + " ";
  };
  const std::string whole = words_of(line(200));
  for (std::size_t width = 16; width < 130; ++width) {
    EXPECT_LT(line(width).size(), width);
    EXPECT_LT(ProgressDisplay::last_line(board, width).size(), width);
    std::istringstream words{words_of(line(width))};
    for (std::string word; words >> word;) {
      if (word.find('~') != std::string::npos) continue;
      EXPECT_THAT(whole, HasSubstr(" " + word + " ")) << width;
    }
  }
}

TEST(UnfinishedText, ShowsInterimEstimateOrUnits) {
  EXPECT_EQ(unfinished_text(Estimate{.value = 6.665e21L, .standard_error = 2.666e19L}, 7, std::nullopt),
            "unfinished; so far 6.665e21 +- 0.4 %");
  EXPECT_EQ(estimate_text(28'200'960, 282'010), "2.82e7 +- 1 %");
  EXPECT_EQ(estimate_text(0.005L, 0.00001L), "0.005 +- 0.2 %");
  EXPECT_EQ(estimate_text(288, 0), "288");
  EXPECT_EQ(unfinished_text(std::nullopt, 120, 1632), "unfinished; 120 of 1632 units");
  EXPECT_EQ(unfinished_text(std::nullopt, 0, 1632), "unfinished");
  EXPECT_EQ(unfinished_text(std::nullopt, 5, std::nullopt), "unfinished");
}

}  // namespace
