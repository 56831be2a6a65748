#include "gridcensus/rules.hpp"
#include "host/judge/answers.hpp"
#include "support/evidence.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::ScriptedExperiment;

constexpr auto three = "problems: [{shape: 1x3, layouts: all}]\nstrategies: {fake: {}}\n";

/// Returns the totals of an experiment whose runs have these outcomes, by problem.
std::vector<AttributedOutcome> totals_with(ScriptedExperiment& scripted, const std::string& yaml,
                                           const std::function<Outcome(const Problem&)>& outcome) {
  scripted.add("fake").rules = SupportedRules::any;
  scripted.run(yaml);
  std::vector<RunResult> runs(scripted.plan().runs.size());
  for (const Run& run : scripted.plan().runs) runs[run.number].outcomes.emplace(Quantity::grids, outcome(run.problem));
  return totals_of(scripted.experiment(), scripted.plan(), runs);
}

Outcome total_with(const std::function<Outcome(const Problem&)>& outcome) {
  ScriptedExperiment scripted;
  const auto totals = totals_with(scripted, three, outcome);
  return totals.size() == 1 ? totals[0].outcome : Outcome{Unfinished{std::to_string(totals.size()) + " totals"}};
}

bool is_latin(const Problem& problem) { return problem.rules.are_classic(); }

TEST(Totals, SumOverLayouts) {
  // Two of the ten layouts are the rows and the columns.
  const auto total = total_with([](const Problem& problem) { return Exact{is_latin(problem) ? 12 : 7}; });
  EXPECT_EQ(total, Outcome{Exact{2 * 12 + 8 * 7}});
}

TEST(Totals, AddUpEstimatesWithTheirErrors) {
  const auto total = total_with([](const Problem& problem) -> Outcome {
    if (is_latin(problem)) return Exact{12};
    return Estimate{.value = 7, .standard_error = 0.5, .low = 6, .high = 8, .samples = 1000};
  });
  ASSERT_TRUE(std::holds_alternative<Estimate>(total));
  const auto& sum = std::get<Estimate>(total);
  EXPECT_EQ(sum.value, 2 * 12 + 8 * 7);
  // The eight layouts are one class, so its estimate is counted eight times.
  EXPECT_NEAR(static_cast<double>(sum.standard_error), 8 * 0.5, 1e-12);
  EXPECT_LT(sum.low, sum.value);
  EXPECT_GT(sum.high, sum.value);
  EXPECT_EQ(sum.samples, 1000U);
}

TEST(Totals, KeepTheKindOfBoundsAndApproximations) {
  EXPECT_EQ(total_with([](const Problem&) { return LowerBound{3}; }), Outcome{LowerBound{30}});
  EXPECT_EQ(total_with([](const Problem& problem) -> Outcome {
              return is_latin(problem) ? Outcome{Exact{1}} : Outcome{UpperBound{3}};
            }),
            Outcome{UpperBound{26}});
  EXPECT_EQ(total_with([](const Problem&) { return Approximation{1.5}; }), Outcome{Approximation{15}});
  EXPECT_TRUE(std::holds_alternative<Unfinished>(total_with([](const Problem& problem) -> Outcome {
    return is_latin(problem) ? Outcome{LowerBound{1}} : Outcome{UpperBound{3}};
  })));
}

TEST(Totals, AreIncompleteIfATermIs) {
  const auto total = total_with([](const Problem& problem) -> Outcome {
    return is_latin(problem) ? Outcome{Unfinished{"stopped"}} : Outcome{Exact{3}};
  });
  EXPECT_EQ(total, Outcome{Unfinished{"1 of 2 problems missing, 2 of 10 layouts"}});
}

TEST(Totals, AreGivenForEachList) {
  ScriptedExperiment scripted;
  const auto totals =
      totals_with(scripted, "problems: [{shape: [1x2, 1x3], layouts: all}, {shape: 2x2}]\nstrategies: {fake: {}}\n",
                  [](const Problem&) { return Exact{1}; });
  ASSERT_EQ(totals.size(), 2U);
  EXPECT_EQ(totals[0].origin.list, "1x2 layouts:all");
  EXPECT_EQ(totals[0].outcome, Outcome{Exact{2}});
  EXPECT_EQ(totals[1].outcome, Outcome{Exact{10}});
}

TEST(Totals, AreComparedWithExpectedValues) {
  for (const auto& [value, verdict] : {std::pair{"600", Verdict::equal}, {"606", Verdict::disagree}}) {
    ScriptedExperiment scripted;
    auto& script = scripted.add("fake");
    script.rules = SupportedRules::any;
    script.conclude = [](const Tally&, std::uint64_t) { return Report{{{Quantity::grids, Exact{60}}}, {}}; };
    const auto result =
        scripted.run(std::string{three} + "expect:\n  - {shape: 1x3, layouts: all, quantity: grids, value: " + value +
                     ", source: none}\n");
    EXPECT_EQ(gridcensus::testing::find_comparison(result, "fake (total)", "expected").verdict, verdict);
    EXPECT_EQ(gridcensus::testing::find_comparison(result, "fake (total)", "expected").subject,
              "total grids of 1x3 layouts:all");
    EXPECT_EQ(result.document.exit == ExitCode::disagreement, verdict == Verdict::disagree);
  }
}

TEST(Totals, AddUpTensOfThousandsOfProblems) {
  if (!gridcensus::testing::is_evidence()) GTEST_SKIP() << "takes minutes";
  ScriptedExperiment scripted;
  auto& script = scripted.add("fake");
  script.rules = SupportedRules::any;
  script.units = 1;
  script.conclude = [](const Tally&, std::uint64_t) { return Report{{{Quantity::grids, Exact{720}}}, {}}; };
  const auto result = scripted.run("problems: [{shape: 1x6, layouts: all}]\nstrategies: {fake: {}}\n", {.threads = 2});
  std::map<Quantity, Outcome> totals;
  for (const auto& total : result.document.totals) totals.emplace(total.quantity, total.outcome);
  const Integer layouts = 451206;  // OEIS A172477
  EXPECT_EQ(totals, (std::map<Quantity, Outcome>{{Quantity::grids, Exact{layouts * 720}},
                                                 {Quantity::relabelling_classes, Exact{layouts}}}));
  EXPECT_EQ(result.document.exit, ExitCode::disagreement) << "the layout of 2x3 boxes has a published number";
  for (const auto& each : result.document.verdicts) {
    if (each.verdict != Verdict::disagree) continue;
    EXPECT_EQ(each.right.kind, OriginKind::published) << each.subject;
  }
}

}  // namespace
