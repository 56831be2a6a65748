// The reports of stack_product in addition to the estimates, without the host.
#include "gridcensus/sampling.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

namespace {

using namespace gridcensus;
using gridcensus::testing::create;
using gridcensus::testing::load;
using gridcensus::testing::plugin_file;

std::unique_ptr<Job> job_of(Shape shape, const ParameterValues& parameters) {
  const auto strategy = create(load(plugin_file("stack_product")), parameters);
  return strategy->prepare({.problem = {shape}, .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
}

/// Returns the report of the job on so many samples that are nearly 1, and one that is large.
Report report_of(const Job& job, int samples, Real great) {
  SplitSample halves;
  for (int i = 0; i < samples - 1; ++i) halves.add(1 + 0.001L * (i % 3));
  halves.add(great);
  Tally tally;
  halves.add_to(tally, "samples", 0);
  return job.conclude(tally.add("zeros", 0), 1);
}

TEST(StackProduct, GivesNoReciprocalOfAnIntervalWithZero) {
  const auto job = job_of({3, 3}, {{"samples", std::int64_t{100}}});
  const Report wide = report_of(*job, 100, 1000);
  EXPECT_LT(std::get<Estimate>(wide.outcomes.at(Quantity::grids)).low, 0);
  EXPECT_FALSE(wide.findings.contains("ksp_deviation"));
  const Report narrow = report_of(*job, 100, 1);
  EXPECT_GT(std::get<Estimate>(narrow.outcomes.at(Quantity::grids)).low, 0);
  const auto& deviation = std::get<Estimate>(narrow.findings.at("ksp_deviation").value);
  EXPECT_LE(deviation.low, deviation.value);
  EXPECT_LE(deviation.value, deviation.high);
}

TEST(StackProduct, ReportsNoRatioToTheApproximationIfItIsNotKnown) {
  // The bands of 7x2 are too many to be set up for a run.
  const auto job = job_of({2, 7}, {{"samples", std::int64_t{100}}});
  const Report report = report_of(*job, 100, 1);
  EXPECT_GT(std::get<Estimate>(report.outcomes.at(Quantity::grids)).value, 0);
  EXPECT_FALSE(report.findings.contains("grids_per_ksp"));
  EXPECT_FALSE(report.findings.contains("ksp_deviation"));
}

std::string reason_of(const Report& report) {
  const auto* const unfinished = std::get_if<Unfinished>(&report.outcomes.at(Quantity::grids));
  return unfinished == nullptr ? "" : unfinished->reason;
}

TEST(StackProduct, NeedsMoreSamplesIfFewCarryTheSpread) {
  const auto given = [](double repeats) {
    return ParameterValues{
        {"orientation", std::string{"as_given"}}, {"samples", std::int64_t{1000}}, {"repeats", repeats}};
  };
  // The three bands of 2x3 have ten row structures: without repeats all are alike in one sample of a hundred, and ten
  // such samples are needed.
  const auto seldom = job_of({2, 3}, given(0));
  EXPECT_NE(reason_of(report_of(*seldom, 900, 1)), "");
  EXPECT_EQ(reason_of(report_of(*seldom, 1100, 1)), "");
  EXPECT_EQ(report_of(*seldom, 900, 1).findings.size(), 0U);
  // Four of 2x4 have 35: one of 42,875.
  EXPECT_NE(reason_of(report_of(*job_of({2, 4}, given(0)), 100'000, 1)), "");
  EXPECT_EQ(reason_of(report_of(*job_of({2, 4}, given(0.2)), 2000, 1)), "") << "the plan's own chance";
}

}  // namespace
