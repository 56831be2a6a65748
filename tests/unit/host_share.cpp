#include "host/graph/share.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace gridcensus::host {
namespace {

/// A job of units with given weights that do nothing.
class WeighedJob : public Job {
 public:
  explicit WeighedJob(std::vector<double> weights) : weights_{std::move(weights)} {}
  std::uint64_t units() const override { return weights_.size(); }
  double weight(std::uint64_t unit) const override { return weights_[unit]; }
  Tally run(std::uint64_t /*unit*/, const UnitContext& /*context*/) const override { return {}; }
  Report conclude(const Tally& /*total*/, std::uint64_t /*units*/) const override { return {}; }

 private:
  std::vector<double> weights_;
};

/// A job with too many units to ask for each weight.
class EndlessJob : public WeighedJob {
 public:
  explicit EndlessJob(std::uint64_t units) : WeighedJob{{}}, units_{units} {}
  std::uint64_t units() const override { return units_; }

 private:
  std::uint64_t units_;
};

/// Checks that each unit is in exactly one share, and that every share is in unit order and consistent.
void expect_partition(const Job& job, std::uint64_t parts, std::uint64_t turn) {
  std::map<std::uint64_t, int> times;
  std::uint64_t in_all = 0;
  for (std::uint64_t number = 1; number <= parts; ++number) {
    const Share share{job, {number, parts}, turn};
    in_all += share.size();
    for (std::uint64_t place = 0; place < share.size(); ++place) {
      const std::uint64_t unit = share.at(place);
      ++times[unit];
      EXPECT_TRUE(share.contains(unit));
      EXPECT_TRUE(place == 0 || share.at(place - 1) < unit) << "not in order";
    }
  }
  EXPECT_EQ(in_all, job.units());
  EXPECT_EQ(times.size(), job.units());
  EXPECT_THAT(times, ::testing::Each(::testing::Pair(::testing::Lt(job.units()), 1)));
}

std::vector<double> uneven_weights(std::size_t units) {
  std::vector<double> weights(units);
  for (std::size_t unit = 0; unit < units; ++unit)
    weights[unit] = 1 + std::fabs(1e3 * std::sin(static_cast<double>(unit)));
  return weights;
}

TEST(Shares, PartitionTheUnits) {
  for (const std::size_t units : {0U, 1U, 2U, 7U, 44U, 400U}) {
    const WeighedJob uneven{uneven_weights(units)};
    const WeighedJob even{std::vector<double>(units, 1)};
    const WeighedJob weightless{std::vector<double>(units, 0)};
    for (const std::uint64_t parts : {1U, 2U, 3U, 8U, 50U}) {
      for (const std::uint64_t turn : {0U, 1U, 13U}) {
        expect_partition(uneven, parts, turn);
        expect_partition(even, parts, turn);
        expect_partition(weightless, parts, turn);
      }
    }
  }
}

TEST(Shares, TakeEveryNthOfVeryManyUnits) {
  const EndlessJob job{1'000'007};
  expect_partition(job, 3, 1);
  const Share share{job, {2, 3}, 0};
  EXPECT_EQ(share.at(0), 1U);
  EXPECT_EQ(share.at(1), 4U);
  EXPECT_FALSE(share.contains(2));
  EXPECT_FALSE(share.contains(1'000'007));
}

TEST(Shares, HaveAboutEqualWeight) {
  const auto weights = uneven_weights(400);
  const WeighedJob job{weights};
  const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / 8;
  double heaviest = 0;
  for (std::uint64_t number = 1; number <= 8; ++number) {
    heaviest = std::max(heaviest, Share(job, {number, 8}, 0).weight());
  }
  EXPECT_LT(heaviest, 1.001 * mean);
  const Split split = split_of(job, 8);
  EXPECT_EQ(split.units, 400U);
  EXPECT_NEAR(split.max_weight, heaviest / (8 * mean), 1e-12);
}

TEST(Shares, AssignSingleUnitsToThePartsInTurn) {
  const WeighedJob job{{1}};
  for (std::uint64_t turn = 0; turn < 6; ++turn) {
    for (std::uint64_t number = 1; number <= 3; ++number) {
      EXPECT_EQ(Share(job, {number, 3}, turn).size(), number - 1 == turn % 3 ? 1U : 0U);
    }
  }
}

}  // namespace
}  // namespace gridcensus::host
