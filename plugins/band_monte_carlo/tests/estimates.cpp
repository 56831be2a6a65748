// The two estimates as jobs: the reports from their samples.
#include "band_monte_carlo/hit_rate_estimate.hpp"
#include "band_monte_carlo/low_variance_estimate.hpp"
#include "support/jobs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <variant>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;
using gridcensus::testing::report_of;
using gridcensus::testing::sum_of_units;

// 2x3 and 3x3: published totals (framework/data/published_values).
constexpr Real grids_of_2x3 = 28200960;
constexpr Real grids_of_3x3 = 6670903752021072936960.0L;

Request grids_of(Shape shape) {
  return {.problem = {shape}, .quantities = {Quantity::grids}, .inputs = {}, .poll = {}};
}

Params samples(std::int64_t number) {
  Params params;
  params.samples = number;
  return params;
}

Params source(LastBand last_band, std::int64_t number) {
  Params params = samples(number);
  params.mode = Mode::source;
  params.third_band = last_band == LastBand::scan ? ThirdBand::scan : ThirdBand::signature;
  return params;
}

template <class T>
T finding(const Report& report, const std::string& name) {
  return std::get<T>(report.findings.at(name).value);
}

Estimate estimate(const Report& report) { return std::get<Estimate>(report.outcomes.at(Quantity::grids)); }

/// Returns the distance in standard errors.
double distance(const Estimate& estimate, Real truth) {
  return static_cast<double>(std::abs(estimate.value - truth) / estimate.standard_error);
}

TEST(Estimates, CoverTheGridsOnly) {
  const Report low_variance = report_of(*low_variance_estimate(grids_of({3, 3}), samples(50'000)));
  const Report hit_rate = report_of(*hit_rate_estimate(grids_of({2, 3}), source(LastBand::signature, 50'000), {}));
  EXPECT_EQ(low_variance.outcomes.size(), 1U);
  EXPECT_EQ(hit_rate.outcomes.size(), 1U);
  EXPECT_LT(distance(estimate(low_variance), grids_of_3x3), 4);
  EXPECT_LT(distance(estimate(hit_rate), grids_of_2x3), 4);
}

TEST(Estimates, AgreeStageByStage) {
  const Report low_variance = report_of(*low_variance_estimate(grids_of({2, 3}), samples(50'000)));
  const Report hit_rate = report_of(*hit_rate_estimate(grids_of({2, 3}), source(LastBand::signature, 50'000), {}));
  for (const char* const name : {"first_stage_hit_rate", "second_stage_hit_rate", "combined_hit_rate"}) {
    const auto one = finding<Estimate>(low_variance, name);
    const auto other = finding<Estimate>(hit_rate, name);
    EXPECT_LT(std::abs(one.value - other.value), 4 * std::hypot(one.standard_error, other.standard_error)) << name;
  }
  EXPECT_EQ(finding<Exact>(low_variance, "listed_bands"), finding<Exact>(hit_rate, "listed_bands"));
}

TEST(Estimates, AreUnfinishedWithTooFewSamples) {
  const Report few = report_of(*low_variance_estimate(grids_of({3, 3}), samples(1999)));
  EXPECT_EQ(std::get<Unfinished>(few.outcomes.at(Quantity::grids)).reason, too_few_samples(1999, 2000));
  // Findings from the tables need no samples: 48 to 864, listed with one of! = 2 orders of rows each.
  EXPECT_EQ(finding<Exact>(few, "fewest_last_bands").value, 48);
  EXPECT_EQ(finding<Exact>(few, "most_last_bands").value, 864);
  EXPECT_EQ(finding<Exact>(few, "listed_bands").value, 1306368);
  EXPECT_FALSE(few.findings.contains("combined_hit_rate"));
  EXPECT_EQ(estimate(report_of(*low_variance_estimate(grids_of({3, 3}), samples(2000)))).samples, 2000U);
}

// One pair in 27,000 does not clash (README): five hits take some 140,000 trials, whatever the hits of a run.
TEST(Estimates, AreUnfinishedWithTooFewTrialsToHit) {
  const auto job = hit_rate_estimate(grids_of({3, 3}), source(LastBand::signature, 100'000), {});
  const auto reason_after = [&](const Integer& completed) {
    Moments all;
    all.add(Moments{.count = 100'000, .mean = 0, .squares = 0});
    const Tally total = Tally{}.add("pairs", all).add("all", all).add("completed", completed);
    return std::get<Unfinished>(job->conclude(total, job->units()).outcomes.at(Quantity::grids)).reason;
  };
  EXPECT_EQ(reason_after(0), reason_after(10));
  EXPECT_NE(reason_after(0).find("100000 samples are too few to state an error: at least 1"), std::string::npos)
      << reason_after(0);
}

TEST(Estimates, BaseTheirIntervalOnHits) {
  const auto job = hit_rate_estimate(grids_of({2, 3}), source(LastBand::signature, 5000), {});
  const Tally total = sum_of_units(*job);
  const Estimate grids = estimate(job->conclude(total, job->units()));
  EXPECT_EQ(grids.samples, 5000U);
  ASSERT_LT(total.sum("completed"), 2500) << "most pairs clash";
  EXPECT_LT(grids.degrees_of_freedom, static_cast<double>(total.sum("completed")));
}

TEST(Estimates, CountForTheSamePartialGridsInEveryRun) {
  Params scan = source(LastBand::scan, 100);
  Params signature = source(LastBand::signature, 50);
  for (Params* const params : {&scan, &signature}) params->pairs = 3;
  scan.pair = "0 0 0";
  EXPECT_EQ(given_partial_grids(signature), 3U);
  EXPECT_EQ(given_partial_grids(scan), 4U);
  const auto scanned =
      finding<Table>(report_of(*hit_rate_estimate(grids_of({2, 3}), scan, parse_pair(*scan.pair))), "last_bands");
  const auto counted =
      finding<Table>(report_of(*hit_rate_estimate(grids_of({2, 3}), signature, std::nullopt)), "last_bands");
  EXPECT_EQ(counted.rows.size(), 3U);
  EXPECT_EQ(scanned.rows.size(), 4U);
  EXPECT_EQ(scanned.rows.at("0 0 0").front(), 0) << "a band clashes with itself";
  for (const auto& [bands, numbers] : counted.rows) EXPECT_EQ(scanned.rows.at(bands), numbers) << bands;
}

}  // namespace
