#include "gridcensus/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace gridcensus {
namespace {

Table classes() { return {.key = "class", .columns = {"size", "completions"}, .rows = {}}; }

TEST(Moments, DescribeTheSamples) {
  Moments moments;
  for (const Real sample : {2.0L, 4.0L, 4.0L, 4.0L, 5.0L, 5.0L, 7.0L, 9.0L}) moments.add(sample);
  EXPECT_EQ(moments.count, 8U);
  EXPECT_DOUBLE_EQ(static_cast<double>(moments.mean), 5.0);
  EXPECT_DOUBLE_EQ(static_cast<double>(moments.squares), 32.0);
  EXPECT_DOUBLE_EQ(static_cast<double>(moments.variance()), 32.0 / 7);
  EXPECT_DOUBLE_EQ(static_cast<double>(moments.standard_error()), std::sqrt(32.0 / 7 / 8));
}

TEST(Moments, HaveNoSpreadBelowTwoSamples) {
  Moments moments;
  EXPECT_EQ(moments.variance(), 0);
  moments.add(3);
  EXPECT_EQ(moments.variance(), 0);
  EXPECT_EQ(moments.standard_error(), 0);
}

TEST(Moments, LoseNoDigitsToCancellation) {
  // The sum of squares minus the square of the sum would lose this spread: 1e15 squared has 30 digits.
  Moments moments;
  for (const Real sample : {1e15L + 4, 1e15L + 7, 1e15L + 13, 1e15L + 16}) moments.add(sample);
  EXPECT_DOUBLE_EQ(static_cast<double>(moments.variance()), 30.0);
}

TEST(Moments, StayUnchangedWhenMergedWithNone) {
  Moments moments;
  moments.add(1);
  moments.add(4);
  const Moments before = moments;
  moments.add(Moments{});
  EXPECT_EQ(moments, before);
  Moments empty;
  empty.add(before);
  EXPECT_EQ(empty, before);
}

TEST(Moments, HaveThirdAndFourthPowersOfDeviations) {
  // The mean of 1, 2, 6, 11 is 5: deviations -4, -3, 1, 6.
  Moments one_by_one;
  for (const Real sample : {1, 2, 6, 11}) one_by_one.add(sample);
  Moments merged;
  Moments rest;
  merged.add(1);
  for (const Real sample : {2, 6, 11}) rest.add(sample);
  merged.add(rest);
  for (const Moments& moments : {one_by_one, merged}) {
    EXPECT_NEAR(static_cast<double>(moments.squares), 62, 1e-12);
    EXPECT_NEAR(static_cast<double>(moments.cubes), 126, 1e-12);
    EXPECT_NEAR(static_cast<double>(moments.fourths), 1634, 1e-11);
  }
}

TEST(Moments, KeepTheRangeOfTheSamples) {
  Moments moments;
  moments.add(-3);
  EXPECT_EQ(moments.min, -3);
  EXPECT_EQ(moments.max, -3);
  moments.add(-5);
  Moments other;
  other.add(-1);
  moments.add(other);
  EXPECT_EQ(moments.min, -5);
  EXPECT_EQ(moments.max, -1);
}

TEST(Table, AddsRowByRow) {
  Table table = classes();
  table.add("a", {1, 10});
  table.add("a", {2, 20});
  table.add("b", {5, 50});
  Table other = classes();
  other.add("b", {1, 1});
  other.add("c", {7, 7});
  table.add(other);
  EXPECT_EQ(table.rows.at("a"), (std::vector<Integer>{3, 30}));
  EXPECT_EQ(table.rows.at("b"), (std::vector<Integer>{6, 51}));
  EXPECT_EQ(table.rows.at("c"), (std::vector<Integer>{7, 7}));
}

TEST(Table, RefusesRowsThatDoNotFit) {
  Table table = classes();
  EXPECT_THROW(table.add("a", {1}), std::invalid_argument);
  EXPECT_THROW(table.add("a", {1, 2, 3}), std::invalid_argument);
  EXPECT_TRUE(table.rows.empty()) << "a refused row leaves nothing behind";
  const Table other_key{.key = "gangster", .columns = {"size", "completions"}, .rows = {}};
  const Table other_columns{.key = "class", .columns = {"completions", "size"}, .rows = {}};
  EXPECT_THROW(table.add(other_key), std::invalid_argument);
  EXPECT_THROW(table.add(other_columns), std::invalid_argument);
}

TEST(Tally, AddsEachKindByName) {
  Table table = classes();
  table.add("a", {1, 2});
  Tally tally;
  tally.add("grids", 5).sample("weight", 2).add("table", table);
  Tally other;
  other.add("grids", 7).add("nodes", 1).sample("weight", 4).add("table", table);
  tally.add(other);
  EXPECT_EQ(tally.sum("grids"), 12);
  EXPECT_EQ(tally.sum("nodes"), 1);
  EXPECT_EQ(tally.moments("weight").count, 2U);
  EXPECT_EQ(tally.moments("weight").mean, 3);
  EXPECT_EQ(tally.table("table").rows.at("a"), (std::vector<Integer>{2, 4}));
}

TEST(Tally, ThrowsForTheSumOfAnUnknownName) {
  EXPECT_EQ(Tally{}.add("grids", 0).sum("grids"), 0);
  EXPECT_THROW(Tally{}.add("grid", 1).sum("grids"), std::out_of_range);
}

TEST(Tally, IsEmptyForAnUnknownName) {
  const Tally tally;
  EXPECT_EQ(tally.moments("weight").count, 0U);
  EXPECT_TRUE(tally.table("table").rows.empty());
}

TEST(Tally, RefusesTablesThatDoNotFit) {
  Tally tally;
  tally.add("table", classes());
  EXPECT_THROW(tally.add("table", Table{.key = "other", .columns = {}, .rows = {}}), std::invalid_argument);
  Table crooked = classes();
  crooked.rows["a"] = {1};  // one value for two columns
  EXPECT_THROW(Tally{}.add("table", crooked), std::invalid_argument);
}

TEST(Tally, CanBeAddedToItself) {
  Table table = classes();
  table.add("a", {1, 2});
  Tally tally;
  tally.add("grids", 5).sample("weight", 2).sample("weight", 4).add("table", table);
  tally.add(Tally{tally});
  EXPECT_EQ(tally.sum("grids"), 10);
  EXPECT_EQ(tally.moments("weight").count, 4U);
  EXPECT_EQ(tally.table("table").rows.at("a"), (std::vector<Integer>{2, 4}));
}

}  // namespace
}  // namespace gridcensus
