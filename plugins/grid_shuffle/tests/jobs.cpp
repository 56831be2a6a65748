// The jobs as the host runs them: every unit, and the conclusion from the sum.
#include "support/jobs.hpp"

#include "grid_shuffle/orbit_size.hpp"
#include "grid_shuffle/quantities.hpp"
#include "grid_shuffle/returning_sequences.hpp"
#include "grid_shuffle/shuffle_job.hpp"
#include "grid_shuffle/stabiliser_counts.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace {

using namespace gridcensus;
using namespace gridcensus::grid_shuffle;
using gridcensus::testing::report_of;
using gridcensus::testing::sum_of_units;
using ::testing::HasSubstr;

Question question_of(Shape shape, const Exchanges& exchanges = {}) {
  return {mathematics::base_grid(shape), {.labels = true, .rows = true, .columns = true}, exchanges};
}

SamplingLimits limit_of(std::int64_t samples) {
  SamplingLimits limits;
  limits.samples = samples;
  return limits;
}

Integer exact(const Report& report, Quantity quantity) { return std::get<Exact>(report.outcomes.at(quantity)).value; }

std::set<Quantity> all_quantities() { return {shuffle_options, stabiliser_order, orbit_size, returning_sequences}; }

TEST(StabiliserJob, CountsEveryRequestedQuantity) {
  const Report report = report_of(*count_by_stabiliser(question_of({2, 2}, {2, 1, 2}), all_quantities()));
  EXPECT_EQ(exact(report, shuffle_options), 384);
  EXPECT_EQ(exact(report, stabiliser_order), 4);
  EXPECT_EQ(exact(report, orbit_size), 96);
  EXPECT_EQ(exact(report, returning_sequences), 8);
  for (const std::string name : {"relabellings", "row_and_column_orders", "few_exchanges_options"}) {
    EXPECT_TRUE(report.findings.contains(name)) << name;
  }
  EXPECT_TRUE(report.findings.contains("signs_of_returning_maps"));
}

TEST(StabiliserJob, GivesOneOutcomeForEachQuantityOfTheRequest) {
  for (const Quantity quantity : all_quantities()) {
    const Report report = report_of(*count_by_stabiliser(question_of({2, 3}), {quantity}));
    EXPECT_EQ(report.outcomes.size(), 1U);
    EXPECT_TRUE(report.outcomes.contains(quantity));
  }
}

// Lagrange: a stabiliser of order 5 in a group of order 384 is wrong, whichever of the two quantities is wanted.
TEST(StabiliserJob, BreaksAnInvariantIfTheOrderDoesNotDivideTheGroups) {
  for (const Quantity quantity : {stabiliser_order, orbit_size}) {
    const auto job = count_by_stabiliser(question_of({2, 2}), {quantity});
    EXPECT_NO_THROW(job->conclude(Tally{}.add("stabiliser_order", Integer{4}), 1));
    try {
      job->conclude(Tally{}.add("stabiliser_order", Integer{5}), 1);
      FAIL() << "an order of 5 was accepted";
    } catch (const BrokenInvariant& broken) {
      EXPECT_THAT(broken.what(), HasSubstr("384 is not a multiple of 5"));
    }
  }
}

TEST(CollisionsJob, DegreesOfFreedomAreTheCollidingPairsMinusOne) {
  const auto job = estimate_orbit_size(question_of({2, 2}), {orbit_size}, limit_of(1000), 500);
  EXPECT_EQ(job->units(), 2U);
  const Tally total = sum_of_units(*job);
  const Report report = job->conclude(total, job->units());
  const auto& estimate = std::get<Estimate>(report.outcomes.at(orbit_size));
  EXPECT_EQ(estimate.samples, 1000U);
  EXPECT_EQ(estimate.degrees_of_freedom, total.sum("colliding").convert_to<double>() - 1);
  EXPECT_TRUE(estimate.low < 96 && 96 < estimate.high);
}

// Twenty images in units of five give 40 pairs, and 384 options need 1920, however many pairs were equal.
TEST(CollisionsJob, IsUnfinishedWithTooFewPairs) {
  const auto reason_for = [](const Integer& pairs, int colliding) {
    const auto job = estimate_orbit_size(question_of({2, 2}), {orbit_size}, limit_of(20), 5);
    const Tally total = Tally{}.add("images", pairs / 2).add("pairs", pairs).add("colliding", colliding);
    const Report report = job->conclude(total, job->units());
    const auto* const unfinished = std::get_if<Unfinished>(&report.outcomes.at(orbit_size));
    return unfinished == nullptr ? "" : unfinished->reason;
  };
  EXPECT_THAT(reason_for(40, 0), HasSubstr("20 samples are too few to state an error: about 961 samples would do"));
  EXPECT_EQ(reason_for(40, 0), reason_for(40, 40));
  EXPECT_NE(reason_for(1919, 20), "");
  EXPECT_EQ(reason_for(1920, 20), "");
  EXPECT_EQ(reason_for(1920, 1), "");
  EXPECT_THAT(reason_for(1920, 0), HasSubstr("no two images were equal"));
}

TEST(CollisionsJob, EndsByItsErrorAfterAHundredEqualPairs) {
  SamplingLimits limits;
  limits.relative_error = 1;
  const auto job = estimate_orbit_size(question_of({2, 2}), {orbit_size}, limits, 5);
  const auto is_enough = [&](int pairs, int colliding) {
    return job->is_enough(Tally{}.add("images", 0).add("pairs", pairs).add("colliding", colliding), 1);
  };
  EXPECT_FALSE(is_enough(100'000, 99));
  EXPECT_TRUE(is_enough(100'000, 100));
  EXPECT_FALSE(is_enough(1919, 100));
}

TEST(ExchangesJob, DegreesOfFreedomAreTheReturningShufflesMinusOne) {
  const auto job =
      estimate_returning_sequences(question_of({2, 2}, {2, 1, 2}), {returning_sequences}, limit_of(20000), 10000);
  const Tally total = sum_of_units(*job);
  const Report report = job->conclude(total, job->units());
  const auto& sequences = std::get<Estimate>(report.outcomes.at(returning_sequences));
  const auto& share = std::get<Estimate>(report.findings.at("return_share").value);
  EXPECT_GT(total.sum("returning"), 0);
  EXPECT_EQ(sequences.degrees_of_freedom, total.sum("returning").convert_to<double>() - 1);
  EXPECT_EQ(share.degrees_of_freedom, sequences.degrees_of_freedom);
  EXPECT_TRUE(sequences.low < 8 && 8 < sequences.high);
}

// If no shuffle or one returned, one cannot be subtracted.
TEST(ExchangesJob, DegreesOfFreedomAreAtLeastOne) {
  const auto job = estimate_returning_sequences(question_of({3, 3}), {returning_sequences}, limit_of(1000), 1000);
  for (const int returning : {0, 1, 2}) {
    const Tally total = Tally{}.add("shuffles", Integer{1000}).add("returning", Integer{returning});
    const Report report = job->conclude(total, 1);
    EXPECT_EQ(std::get<Estimate>(report.outcomes.at(returning_sequences)).degrees_of_freedom, 1);
  }
}

TEST(ShuffleOptions, AreKnownWithoutSampling) {
  const Report report = report_of(*count_shuffle_options(question_of({3, 3})));
  EXPECT_EQ(report.outcomes.size(), 1U);
  EXPECT_EQ(exact(report, shuffle_options), Integer{16930529280});
  EXPECT_EQ(report.findings.size(), 3U) << "the source's numbers";
  EXPECT_EQ(std::get<Exact>(report.findings.at("few_exchanges_options").value).value, 117573120);
}

}  // namespace
