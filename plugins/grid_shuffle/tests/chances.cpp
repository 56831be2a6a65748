#include "grid_shuffle/collisions.hpp"
#include "grid_shuffle/exchange_words.hpp"
#include "grid_shuffle/random_exchanges.hpp"
#include "support/all_grid_maps.hpp"
#include "support/sample_grids.hpp"

#include <boost/math/distributions/poisson.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;
using namespace gridcensus::grid_shuffle;
using gridcensus::testing::all_permutations;
using gridcensus::testing::scrambled_grid;
using ::testing::HasSubstr;

/// Returns all maps that exchange two things of one block.
std::vector<Images> all_exchanges(int count, int block_size) {
  std::vector<Images> all;
  for (int one = 0; one < count; ++one) {
    for (int other = one + 1; other < count && other / block_size == one / block_size; ++other) {
      Images images = unmoved();
      std::swap(images[static_cast<std::size_t>(one)], images[static_cast<std::size_t>(other)]);
      all.push_back(images);
    }
  }
  return all;
}

/// Returns the number of sequences of so many exchanges that make each permutation, by making all of them.
std::map<Images, Integer> products(const std::vector<Images>& exchanges, int length) {
  std::map<Images, Integer> counts{{unmoved(), 1}};
  for (int i = 0; i < length; ++i) {
    std::map<Images, Integer> longer;
    for (const auto& [images, count] : counts) {
      for (const Images& exchange : exchanges) longer[composed(images, exchange)] += count;
    }
    counts = std::move(longer);
  }
  return counts;
}

TEST(Words, AgreeWithATrialOfAllSequences) {
  for (int size = 1; size <= 5; ++size) {
    TranspositionWords transpositions;
    for (int length = 0; length <= 5; ++length) {
      const auto counted = products(all_exchanges(size, size), length);
      for (const Images& images : all_permutations(size)) {
        const auto found = counted.find(images);
        EXPECT_EQ(transpositions.words(cycle_type_of(images, static_cast<std::size_t>(size)), length),
                  found == counted.end() ? Integer{0} : found->second);
      }
    }
  }
}

// Hurwitz (1891): n^(n-2) words of n - 1 transpositions make a cycle of all n.
TEST(Words, SatisfyHurwitzsFormulaForALongCycle) {
  TranspositionWords transpositions;
  for (int n = 2; n <= 12; ++n) EXPECT_EQ(transpositions.words({n}, n - 1), power(n, n - 2));
}

TEST(Words, AgreeWithATrialInBlocks) {
  const auto counted = products(all_exchanges(6, 3), 4);
  TranspositionWords transpositions;
  Integer total = 0;
  for (const auto& [images, count] : counted) {
    EXPECT_EQ(transpositions.words_in_blocks({cycle_type_of(images, 0, 3), cycle_type_of(images, 3, 3)}, 4), count);
    total += count;
  }
  EXPECT_EQ(total, power(6, 4));
}

// A block of two has one transposition, so the words are the ways to divide the length among the blocks: half of
// 2^length, because each block's part is odd or even. The largest length that a parameter can have has binomials of 97
// bits.
TEST(Words, AcceptTheLongestParameterInBlocks) {
  TranspositionWords transpositions;
  EXPECT_EQ(transpositions.words_in_blocks({{2}, {1, 1}}, 99), power(2, 98));
  EXPECT_EQ(transpositions.words_in_blocks({{1, 1}, {1, 1}}, 100), power(2, 99));
  EXPECT_EQ(transpositions.words_in_blocks({{2}, {1, 1}}, 100), 0);
}

TEST(ReturningMaps, AgreeWithATrialOfAllSequences) {
  for (const Grid& grid : {base_grid({2, 2}), base_grid({2, 3}), base_grid({3, 2}), scrambled_grid({2, 2}, 1)}) {
    const Shape shape = grid.shape;
    const auto maps = ReturningMaps::of(grid);
    ASSERT_TRUE(maps.has_value());
    for (const Exchanges exchanges : {Exchanges{2, 1, 2}, Exchanges{2, 2, 2}, Exchanges{3, 2, 1}, Exchanges{0, 0, 0}}) {
      Integer returning = 0;
      for (const auto& [labels, label_count] : products(all_exchanges(shape.side(), shape.side()), exchanges.labels)) {
        for (const auto& [rows, row_count] : products(all_exchanges(shape.side(), shape.box_rows), exchanges.rows)) {
          for (const auto& [columns, column_count] :
               products(all_exchanges(shape.side(), shape.box_cols), exchanges.columns)) {
            if (apply({rows, columns, labels, false}, grid) == grid)
              returning += label_count * row_count * column_count;
          }
        }
      }
      EXPECT_EQ(maps->sequences(exchanges), returning) << to_line(grid);
    }
  }
}

TEST(ReturningMaps, AreEvenInEverySignIfBoxSidesAreOdd) {
  for (const Shape shape : {Shape{3, 3}, {3, 5}, {5, 5}}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Grid grid = seed == 0 ? base_grid(shape) : scrambled_grid(shape, seed, static_cast<int>(seed));
      const auto signs = ReturningMaps::of(grid)->signs();
      EXPECT_EQ(signs.size(), 1U) << to_line(grid);
      EXPECT_TRUE(signs.contains("even even even"));
      EXPECT_EQ(ReturningMaps::of(grid)->sequences({9, 7, 7}), 0);
    }
  }
}

// The claim of the source for any odd number of exchanges, and a grid for which it fails: five exchanges.
TEST(ReturningMaps, MayBeOddIfTheSideIsEven) {
  const auto maps = ReturningMaps::of(base_grid({2, 2}));
  EXPECT_EQ(maps->signs(), (std::map<std::string, Integer>{{"even even even", 2}, {"odd even even", 2}}));
  EXPECT_EQ(maps->sequences({2, 1, 2}), 8);
}

TEST(Exchanges, AreCountedAndRefused) {
  EXPECT_EQ(exchange_sequences({3, 3}, {1, 1, 1}), 36 * 9 * 9);
  EXPECT_EQ(exchange_sequences({2, 3}, {2, 1, 0}), 15 * 15 * 3);
  EXPECT_EQ(why_no_exchange({3, 3}, {}), std::nullopt);
  EXPECT_THAT(why_no_exchange({1, 3}, {}).value_or(""), HasSubstr("row_exchanges"));
  EXPECT_THAT(why_no_exchange({3, 1}, {}).value_or(""), HasSubstr("column_exchanges"));
  EXPECT_THAT(why_no_exchange({1, 1}, {}).value_or(""), HasSubstr("label_exchanges"));
  EXPECT_EQ(why_no_exchange({1, 3}, {9, 0, 7}), std::nullopt);
}

TEST(ExchangeShuffler, ReturnsAfterNoExchangesAndNeverAfterOne) {
  Random random{1, 2, 3};
  const Grid grid = base_grid({3, 3});
  EXPECT_EQ(ExchangeShuffler(grid, {0, 0, 0}).returning(100, random, {}), 100U);
  for (const Exchanges exchanges : {Exchanges{1, 0, 0}, Exchanges{0, 1, 0}, Exchanges{0, 0, 1}}) {
    EXPECT_EQ(ExchangeShuffler(grid, exchanges).returning(1000, random, {}), 0U);
  }
  // A second exchange undoes the first with probability 1/9 for rows, 1/9 for columns, 1/36 for labels.
  EXPECT_NEAR(static_cast<double>(ExchangeShuffler(grid, {0, 2, 0}).returning(90000, random, {})), 10000, 500);
  EXPECT_NEAR(static_cast<double>(ExchangeShuffler(grid, {0, 0, 2}).returning(90000, random, {})), 10000, 500);
  EXPECT_NEAR(static_cast<double>(ExchangeShuffler(grid, {2, 0, 0}).returning(36000, random, {})), 1000, 160);
}

TEST(Share, HasTheIntervalOfClopperAndPearson) {
  // 4 of 20 at 95 %: 0.0573 to 0.4366 (Brown, Cai, DasGupta 2001, and any table).
  const ShareEstimate share = estimate_share(4, 20);
  EXPECT_NEAR(static_cast<double>(share.low), 0.0573, 5e-5);
  EXPECT_NEAR(static_cast<double>(share.high), 0.4366, 5e-5);
  const ShareEstimate none = estimate_share(0, 1000);
  EXPECT_EQ(none.standard_error, 0);
  EXPECT_NEAR(static_cast<double>(none.high), 1 - std::pow(0.025, 0.001), 1e-12);
  EXPECT_EQ(estimate_share(7, 7).high, 1);
  const ShareEstimate many = estimate_share(1'000'000, 1'000'000'000'000);
  EXPECT_NEAR(static_cast<double>(many.standard_error), 1e-9, 1e-12);
  // Tests rest on the hits, whatever the number of trials.
  EXPECT_EQ(share.degrees_of_freedom, 3);
  EXPECT_EQ(many.degrees_of_freedom, 999'999);
  EXPECT_EQ(none.degrees_of_freedom, 1);
  EXPECT_EQ(estimate_share(1, 1000).degrees_of_freedom, 1);
}

TEST(Collisions, AreFoundForEqualImagesOnly) {
  // Without moves all images are the grid; with the relabellings of 1x3 there are 6 images.
  Random random{1, 2, 3};
  EXPECT_EQ(ImageSampler(base_grid({3, 3}), {}).colliding_pairs(1000, random, {}), 1000U * 999 / 2);
  const ImageSampler sampler{base_grid({1, 3}), {.labels = true}};
  std::set<Fingerprint> prints;
  for (int i = 0; i < 1000; ++i) prints.insert(sampler.draw(random));
  EXPECT_EQ(prints.size(), 6U);
}

TEST(Collisions, FingerprintsOfAllImagesOf2x2AreAsManyAsTheOrbit) {
  Random random{1, 2, 3};
  for (const Moves& moves : {all_moves({2, 2}), Moves{.transposition = true}, Moves{.rows = true, .stacks = true}}) {
    const Grid grid = scrambled_grid({2, 2}, 4);
    std::set<Fingerprint> prints;
    const ImageSampler sampler{grid, moves};
    for (int i = 0; i < 10000; ++i) prints.insert(sampler.draw(random));
    EXPECT_EQ(group_order({2, 2}, moves) / StabiliserChain(grid, moves).order(), prints.size());
  }
}

TEST(Collisions, AreAboutFortyInADefaultBatch) {
  EXPECT_EQ(default_batch(1), 8U);
  EXPECT_EQ(default_batch(500'000), 6324U);
  EXPECT_EQ(default_batch(power(10, 30)), 2097152U);
}

TEST(Collisions, GiveNoEstimateIfThereAreNone) {
  EXPECT_FALSE(estimate_orbit(1000000, 0));
  EXPECT_TRUE(estimate_orbit(1000000, 1));
}

TEST(Collisions, HaveGarwoodsInterval) {
  // Ten events at 95 %: 4.795 to 18.390 (Garwood 1936, table).
  const auto estimate = estimate_orbit(1'000'000, 10);
  EXPECT_NEAR(static_cast<double>(1e6L / estimate->low), 18.390, 1e-3);
  EXPECT_NEAR(static_cast<double>(1e6L / estimate->high), 4.795, 1e-3);
  EXPECT_NEAR(static_cast<double>(estimate->size), 1e6 / 11, 1e-6);
  EXPECT_EQ(estimate->degrees_of_freedom, 9);
  const auto many = estimate_orbit(power(10, 30), power(10, 12));
  EXPECT_NEAR(static_cast<double>(many->standard_error / many->size), 1e-6, 1e-9);
  // At a million degrees of freedom one formula replaces the other, without a jump.
  const auto below = estimate_orbit(500'000, 500'000);
  const auto above = estimate_orbit(500'001, 500'001);
  EXPECT_NEAR(static_cast<double>(below->low / above->low), 1, 1e-8);
  EXPECT_NEAR(static_cast<double>(below->high / above->high), 1, 1e-8);
}

// The host tests by the half of the interval that points towards the truth, with Student's t. At Poisson counts around
// 20 the error of the usual formula, value / sqrt(count), calls a sound estimate a disagreement 8 times too often at
// the level 0.001.
TEST(Collisions, TestsByTheIntervalAreAsStrictAsTheyClaim) {
  for (const double mean : {5.0, 7.0, 10.0, 20.0, 40.0, 100.0, 1000.0}) {
    const boost::math::poisson_distribution<double> poisson{mean};
    double usual_alarms = 0;
    std::map<double, double> alarms{{0.05, 0}, {0.01, 0}, {0.001, 0}};
    for (int count = 1; count < mean + 20 * std::sqrt(mean) + 50; ++count) {
      const auto estimate = estimate_orbit(1'000'000'000, count);
      const double difference = static_cast<double>(estimate->size) - 1e9 / mean;
      const boost::math::students_t_distribution<double> student{estimate->degrees_of_freedom};
      const auto p_value = [&](double error) {
        return 2 * boost::math::cdf(boost::math::complement(student, std::fabs(difference) / error));
      };
      const Real half = difference > 0 ? estimate->size - estimate->low : estimate->high - estimate->size;
      const double p = p_value(static_cast<double>(half) / boost::math::quantile(student, 0.975));
      for (auto& [level, alarm] : alarms) alarm += p < level ? boost::math::pdf(poisson, count) : 0;
      if (p_value(static_cast<double>(estimate->size) / std::sqrt(count)) < 0.001) {
        usual_alarms += boost::math::pdf(poisson, count);
      }
    }
    for (const auto& [level, alarm] : alarms) EXPECT_LT(alarm, level) << mean;
    if (mean > 9 && mean < 50) {
      EXPECT_GT(usual_alarms, 0.004) << "the usual error would have done";
    }
  }
}

}  // namespace
