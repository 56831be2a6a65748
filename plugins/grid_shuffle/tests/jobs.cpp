// The jobs as the host runs them: every unit, and what the sum means.
#include "support/jobs.hpp"

#include "grid_shuffle/orbit_size.hpp"
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

const std::set<Quantity> all{Quantity::shuffle_options, Quantity::stabiliser_order, Quantity::orbit_size,
                             Quantity::returning_sequences};

TEST(StabiliserJob, CountsAllThatIsAsked) {
  const Report report = report_of(*count_by_stabiliser(question_of({2, 2}, {2, 1, 2}), all));
  EXPECT_EQ(exact(report, Quantity::shuffle_options), 384);
  EXPECT_EQ(exact(report, Quantity::stabiliser_order), 4);
  EXPECT_EQ(exact(report, Quantity::orbit_size), 96);
  EXPECT_EQ(exact(report, Quantity::returning_sequences), 8);
  for (const std::string name : {"relabellings", "row_and_column_orders", "few_exchanges_options"}) {
    EXPECT_TRUE(report.findings.contains(name)) << name;
  }
  EXPECT_TRUE(report.findings.contains("signs_of_returning_maps"));
}

TEST(StabiliserJob, GivesOneOutcomeForEachQuantityOfTheRequest) {
  for (const Quantity quantity : all) {
    const Report report = report_of(*count_by_stabiliser(question_of({2, 3}), {quantity}));
    EXPECT_EQ(report.outcomes.size(), 1U);
    EXPECT_TRUE(report.outcomes.contains(quantity));
  }
}

// Lagrange: a stabiliser of order 5 in a group of order 384 is a wrong one, whichever of the two quantities is asked.
TEST(StabiliserJob, AnOrderThatDoesNotDivideTheGroupsIsABrokenInvariant) {
  for (const Quantity quantity : {Quantity::stabiliser_order, Quantity::orbit_size}) {
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

TEST(CollisionsJob, ItsDegreesOfFreedomAreTheCollidingPairsLessOne) {
  const auto job = estimate_orbit_size(question_of({2, 2}), {Quantity::orbit_size}, limit_of(1000), 500);
  EXPECT_EQ(job->units(), 2U);
  const Tally total = sum_of_units(*job);
  const Report report = job->conclude(total, job->units());
  const auto& estimate = std::get<Estimate>(report.outcomes.at(Quantity::orbit_size));
  EXPECT_EQ(estimate.samples, 1000U);
  EXPECT_EQ(estimate.degrees_of_freedom, total.sum("colliding").convert_to<double>() - 1);
  EXPECT_TRUE(estimate.low < 96 && 96 < estimate.high);
}

TEST(CollisionsJob, TooFewCollisionsAreUnfinished) {
  const Report report =
      report_of(*estimate_orbit_size(question_of({3, 3}), {Quantity::orbit_size}, limit_of(100), 100));
  EXPECT_THAT(std::get<Unfinished>(report.outcomes.at(Quantity::orbit_size)).reason, HasSubstr("samples would do"));
}

// Two pairs among 100 images are ten, as many as are needed, among 500. Where none was met: each image has four others
// in its unit, so 2 n pairs are met, each of equals in one of the 4! 4 4 options.
TEST(CollisionsJob, SaysHowManySamplesWouldDo) {
  const auto reason_for = [](int colliding) {
    const auto job = estimate_orbit_size(question_of({2, 2}), {Quantity::orbit_size}, limit_of(100), 5);
    const Tally total = Tally{}.add("images", 100).add("pairs", 200).add("colliding", colliding);
    return std::get<Unfinished>(job->conclude(total, job->units()).outcomes.at(Quantity::orbit_size)).reason;
  };
  EXPECT_THAT(reason_for(2), HasSubstr("at this rate about 500 samples"));
  EXPECT_THAT(reason_for(0), HasSubstr("; about 1,921 samples"));
}

TEST(ExchangesJob, ItsDegreesOfFreedomAreTheReturningShufflesLessOne) {
  const auto job = estimate_returning_sequences(question_of({2, 2}, {2, 1, 2}), {Quantity::returning_sequences},
                                                limit_of(20000), 10000);
  const Tally total = sum_of_units(*job);
  const Report report = job->conclude(total, job->units());
  const auto& sequences = std::get<Estimate>(report.outcomes.at(Quantity::returning_sequences));
  const auto& share = std::get<Estimate>(report.findings.at("return_share").value);
  EXPECT_GT(total.sum("returning"), 0);
  EXPECT_EQ(sequences.degrees_of_freedom, total.sum("returning").convert_to<double>() - 1);
  EXPECT_EQ(share.degrees_of_freedom, sequences.degrees_of_freedom);
  EXPECT_TRUE(sequences.low < 8 && 8 < sequences.high);
}

// Where none returned, or one, there is nothing to take one from.
TEST(ExchangesJob, ItsDegreesOfFreedomAreAtLeastOne) {
  const auto job =
      estimate_returning_sequences(question_of({3, 3}), {Quantity::returning_sequences}, limit_of(1000), 1000);
  for (const int returning : {0, 1, 2}) {
    const Tally total = Tally{}.add("shuffles", Integer{1000}).add("returning", Integer{returning});
    const Report report = job->conclude(total, 1);
    EXPECT_EQ(std::get<Estimate>(report.outcomes.at(Quantity::returning_sequences)).degrees_of_freedom, 1);
  }
}

TEST(ShuffleOptions, AreKnownWithoutSampling) {
  const Report report = report_of(*shuffle_options(question_of({3, 3})));
  EXPECT_EQ(report.outcomes.size(), 1U);
  EXPECT_EQ(exact(report, Quantity::shuffle_options), Integer{16930529280});
  EXPECT_EQ(report.findings.size(), 3U) << "the source's numbers";
  EXPECT_EQ(std::get<Exact>(report.findings.at("few_exchanges_options").value).value, 117573120);
}

}  // namespace
