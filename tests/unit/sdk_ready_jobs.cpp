#include "gridcensus/ready_jobs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus {
namespace {

Integer square(std::uint64_t unit, const Poll& /*poll*/) { return Integer{unit} * unit; }

Tally run_unit(const Job& job, std::uint64_t unit, const Poll& poll = {}) {
  return job.run(unit, {{1, 0, unit}, poll});
}

Report report_of(const Job& job) {
  Tally total;
  for (std::uint64_t unit = 0; unit < job.units(); ++unit) total.add(run_unit(job, unit));
  return job.conclude(total, job.units());
}

TEST(ExactSumJob, AddsUpTheCountsOfItsUnits) {
  const auto job = exact_sum({.quantity = Quantity::bands, .units = 5, .count = square});
  EXPECT_EQ(job->units(), 5U);
  EXPECT_EQ(job->weight(3), 1);
  const Report report = report_of(*job);
  EXPECT_EQ(report.outcomes, (Outcomes{{Quantity::bands, Exact{0 + 1 + 4 + 9 + 16}}}));
  EXPECT_TRUE(report.findings.empty());
}

TEST(ExactSumJob, HasOneUnitAndCountsGridsByDefault) {
  const auto job = exact_sum({.count = [](std::uint64_t, const Poll&) { return Integer{288}; }});
  EXPECT_EQ(report_of(*job).outcomes, (Outcomes{{Quantity::grids, Exact{288}}}));
}

TEST(ExactSumJob, MultipliesTheSumAndPassesItToTheFindings) {
  const auto job = exact_sum({.units = 4,
                              .count = square,
                              .times = 12,
                              .divisor = 7,
                              .weight = [](std::uint64_t unit) { return static_cast<double>(unit) + 0.5; },
                              .findings =
                                  [](const Integer& sum) {
                                    return Findings{{"sum_of_squares", {.value = Exact{sum}, .help = "0 + 1 + 4 + 9"}}};
                                  }});
  const Report report = report_of(*job);
  EXPECT_EQ(report.outcomes.at(Quantity::grids), Outcome{Exact{14 * 12}});
  EXPECT_EQ(report.findings.at("sum_of_squares").value, FindingValue{Exact{14}});
  EXPECT_EQ(job->weight(3), 3.5);
  // The host checks the sum of a unit against this.
  const auto divisors = job->divisors(2);
  ASSERT_EQ(divisors.size(), 1U);
  EXPECT_EQ(divisors.begin()->second, 7);
  EXPECT_EQ(run_unit(*job, 2).sum(divisors.begin()->first), 4) << "the divisor is of the very sum";
}

TEST(ExactSumJob, NeedsACount) { EXPECT_THROW(exact_sum({.count = {}}), std::invalid_argument); }

TEST(ExactSumJob, StopsMidwayThroughAUnit) {
  bool shall_stop = false;
  const auto job = exact_sum({.count = [&shall_stop](std::uint64_t, const Poll& poll) -> Integer {
    poll();
    shall_stop = true;
    poll();
    ADD_FAILURE() << "the poll must not return";
    return 1;
  }});
  const Poll stopping = [&shall_stop] {
    if (shall_stop) throw Stopped{};
  };
  EXPECT_THROW(run_unit(*job, 0, stopping), Stopped);
  EXPECT_THROW(run_unit(*job, 0, stopping), Stopped) << "before the count begins";
}

Request request_for(std::set<Quantity> quantities) {
  return {.problem = {{2, 2}}, .quantities = std::move(quantities), .inputs = {}, .poll = {}};
}

/// Returns draws of 0, 1 or 2 with equal probability.
DrawSample small_numbers() {
  return [](Random& random, const Poll& poll) {
    poll();
    return static_cast<Real>(random.below(3));
  };
}

MeanOfSamples thousand_samples() {
  return {.limits = {.samples = 1000, .seconds = {}, .relative_error = {}}, .batch = 64, .begin_unit = small_numbers};
}

TEST(MeanOfSamplesJob, DrawsAsManyAsItsLimit) {
  const auto job = mean_of_samples(thousand_samples(), request_for({Quantity::grids}));
  EXPECT_EQ(job->units(), 16U);
  const Report report = report_of(*job);
  const auto estimate = std::get<Estimate>(report.outcomes.at(Quantity::grids));
  EXPECT_EQ(estimate.samples, 1000U);
  // The mean is 1, the variance 2/3.
  EXPECT_LT(std::abs(estimate.value - 1), 4 * estimate.standard_error);
  EXPECT_NEAR(static_cast<double>(estimate.standard_error), std::sqrt(2.0 / 3 / 1000), 0.001);
  EXPECT_TRUE(estimate.tail.has_value()) << "it watches the tail of its samples";
  EXPECT_EQ(report_of(*job).outcomes, report.outcomes);
}

TEST(MeanOfSamplesJob, GivesEveryQuantityThatFollowsFromItsOwn) {
  MeanOfSamples samples = thousand_samples();
  samples.quantity = Quantity::relabelling_classes;
  samples.scale = 12;
  const auto job =
      mean_of_samples(samples, request_for({Quantity::grids, Quantity::relabelling_classes, Quantity::bands}));
  const Report report = report_of(*job);
  ASSERT_EQ(report.outcomes.size(), 2U) << "bands do not follow";
  const auto classes = std::get<Estimate>(report.outcomes.at(Quantity::relabelling_classes));
  const auto grids = std::get<Estimate>(report.outcomes.at(Quantity::grids));
  EXPECT_LT(std::abs(classes.value - 12), 4 * classes.standard_error);
  EXPECT_NEAR(static_cast<double>(grids.value / classes.value), 24, 1e-12);
  EXPECT_NEAR(static_cast<double>(grids.standard_error / classes.standard_error), 24, 1e-12);
}

TEST(MeanOfSamplesJob, PassesItsSamplesToTheConclusion) {
  MeanOfSamples samples = thousand_samples();
  std::uint64_t zeros = 0;
  Moments all;
  samples.conclude = [&](const SplitSample& halves, std::uint64_t zero_samples, Report& report) {
    zeros = zero_samples;
    all = halves.all();
    report.findings.emplace("seen", Finding{.value = Exact{1}, .help = "it was called"});
  };
  const Report report = report_of(*mean_of_samples(samples, request_for({Quantity::grids})));
  EXPECT_TRUE(report.findings.contains("seen"));
  EXPECT_EQ(all.count, 1000U);
  // Binomial(1000, 1/3): mean 333, standard deviation 15.
  EXPECT_NEAR(static_cast<double>(zeros), 333, 60);
}

TEST(MeanOfSamplesJob, KeepsStateForEachUnit) {
  MeanOfSamples samples = thousand_samples();
  std::atomic<int> begun{0};
  samples.begin_unit = [&begun]() -> DrawSample {
    ++begun;
    return [drawn = 0](Random&, const Poll&) mutable { return static_cast<Real>(++drawn); };
  };
  const auto job = mean_of_samples(samples, request_for({Quantity::grids}));
  const auto first = report_of(*job).outcomes;
  EXPECT_EQ(begun, 16);
  // 15 units of 64 samples 1, 2, .., 64, and one of 40.
  const Real mean = (15 * 64 * 65 + 40 * 41) / 2.0L / 1000;
  EXPECT_NEAR(static_cast<double>(std::get<Estimate>(first.at(Quantity::grids)).value), static_cast<double>(mean),
              1e-9);
}

TEST(MeanOfSamplesJob, StopsWhenItIsPreciseEnough) {
  MeanOfSamples samples = thousand_samples();
  samples.limits = {.samples = {}, .seconds = {}, .relative_error = 0.1};
  const auto job = mean_of_samples(samples, request_for({Quantity::grids}));
  Tally total;
  std::uint64_t unit = 0;
  while (!job->is_enough(total, unit)) {
    ASSERT_LT(unit, 100U);
    total.add(run_unit(*job, unit));
    ++unit;
  }
  // sqrt(2/3) / sqrt(n) = 0.1 at n = 67 samples.
  EXPECT_GE(unit, 2U);
  EXPECT_LE(unit, 10U);
}

TEST(MeanOfSamplesJob, NeedsASamplerAndABatch) {
  MeanOfSamples mute = thousand_samples();
  mute.begin_unit = {};
  EXPECT_THROW(mean_of_samples(mute, request_for({Quantity::grids})), std::invalid_argument);
  MeanOfSamples empty = thousand_samples();
  empty.batch = 0;
  EXPECT_THROW(mean_of_samples(empty, request_for({Quantity::grids})), std::invalid_argument);
}

}  // namespace
}  // namespace gridcensus
