// The pooled values of several seeds.
#include "host/compare/measured.hpp"
#include "host/compare/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;

AttributedOutcome says(const Outcome& outcome, Quantity quantity = Quantity::grids) {
  return {{.kind = OriginKind::run, .name = "mc@seed=1", .problem = {{2, 2}}}, quantity, outcome};
}

AttributedFinding found(const std::string& name, const FindingValue& value) {
  return {{.kind = OriginKind::run, .name = "mc@seed=1", .problem = {{2, 2}}}, name, value};
}

Estimate sampled(Real value, Real error, std::uint64_t samples = 101) {
  const Real width = error * student_quantile(static_cast<double>(samples) - 1, 0.95);
  return {.value = value,
          .standard_error = error,
          .low = value - width,
          .high = value + 3 * width,
          .confidence = 0.95,
          .samples = samples};
}

RunValues pool(const std::vector<RunValues>& runs) {
  Repeats repeats{.name = "mc", .runs = {}};
  for (const auto& run : runs) repeats.runs.push_back(&run);
  return pool_of(repeats);
}

TEST(Pool, IsTheMeanOfEstimatesWithItsError) {
  const auto all = pool({{.outcomes = {says(sampled(10, 3))}, .findings = {}},
                         {.outcomes = {says(sampled(20, 4))}, .findings = {}},
                         {.outcomes = {says(Unfinished{"too few samples"})}, .findings = {}}});
  ASSERT_EQ(all.outcomes.size(), 1U);
  EXPECT_EQ(all.outcomes[0].origin.name, "mc");
  const auto& mean = std::get<Estimate>(all.outcomes[0].outcome);
  EXPECT_DOUBLE_EQ(static_cast<double>(mean.value), 15) << "not weighted, and without the run that has none";
  EXPECT_DOUBLE_EQ(static_cast<double>(mean.standard_error), 2.5);
  EXPECT_EQ(mean.samples, 202U);
  EXPECT_NEAR(mean.degrees_of_freedom.value(), 25. * 25 / (81 / 100. + 256 / 100.), 1e-9);
  const Real quantile = student_quantile(*mean.degrees_of_freedom, 0.95);
  EXPECT_NEAR(static_cast<double>((mean.value - mean.low) / quantile), 2.5, 1e-9);
  EXPECT_NEAR(static_cast<double>((mean.high - mean.value) / quantile), 7.5, 1e-9) << "halves from halves";
  // Far beyond the range of a double, and of squares of a Real.
  const auto huge = pool({{.outcomes = {says(sampled(1e4900L, 3e4899L))}, .findings = {}},
                          {.outcomes = {says(sampled(1e4900L, 4e4899L))}, .findings = {}}});
  const auto& wide = std::get<Estimate>(huge.outcomes.at(0).outcome);
  EXPECT_NEAR(static_cast<double>(wide.standard_error / 1e4899L), 2.5, 1e-12);
  EXPECT_NEAR(static_cast<double>(wide.value / 1e4900L), 1, 1e-12);
}

TEST(Pool, HasNoSpreadIfItsSamplesHaveNone) {
  const auto all = pool(
      {{.outcomes = {says(sampled(10, 0))}, .findings = {}}, {.outcomes = {says(sampled(10, 0))}, .findings = {}}});
  EXPECT_EQ(std::get<Estimate>(all.outcomes.at(0).outcome).standard_error, 0);
}

TEST(Pool, KeepsOneOfTheValuesThatMustBeEqual) {
  Table table{.key = "class", .columns = {"size"}, .rows = {}};
  table.add("a", {7});
  const auto all = pool({{.outcomes = {says(Exact{24}, Quantity::bands), says(LowerBound{3})},
                          .findings = {found("rate", sampled(1, 1))}},
                         {.outcomes = {says(Exact{24}, Quantity::bands), says(LowerBound{5})},
                          .findings = {found("sizes", table), found("rate", sampled(3, 1))}}});
  ASSERT_EQ(all.outcomes.size(), 2U);
  EXPECT_EQ(all.outcomes[0].outcome, Outcome{Exact{24}});
  EXPECT_EQ(all.outcomes[1].outcome, Outcome{LowerBound{5}}) << "the sharpest";
  ASSERT_EQ(all.findings.size(), 2U);
  EXPECT_EQ(all.findings[0].name, "rate");
  EXPECT_EQ(static_cast<double>(std::get<Estimate>(all.findings[0].value).value), 2);
  EXPECT_EQ(all.findings[1].value, FindingValue{table});
}

TEST(Pool, RevealsAWrongRun) {
  const auto run = [](Real value) {
    return RunValues{.outcomes = {says(sampled(value, 1, 1'000'001))}, .findings = {}};
  };
  const std::vector<RunValues> honest{run(100), run(101), run(99), run(100)};
  const std::vector<RunValues> odd{run(100), run(108), run(99), run(100)};
  const auto repeats = [](const std::string& name, const std::vector<RunValues>& runs) {
    Repeats all{.name = name, .runs = {}};
    for (const auto& each : runs) all.runs.push_back(&each);
    return all;
  };
  const auto disagreements = [&](const std::vector<RunValues>& other) {
    auto comparisons = Comparer::compare_repeats(repeats("a", honest), repeats("b", other));
    EXPECT_EQ(comparisons.size(), 8U) << "each run with the mean of the others";
    Comparer::judge(comparisons, 0.99);
    return std::ranges::count(comparisons, Verdict::disagree, &Comparison::verdict);
  };
  EXPECT_EQ(disagreements(honest), 0);
  EXPECT_EQ(disagreements(odd), 1);
}

}  // namespace
