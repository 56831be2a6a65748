// Dependencies that two answers share, so their agreement is not evidence.
#include "host/compare/witness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Witness witness(const std::string& strategy, std::vector<std::string> mathematics = {}, Shape shape = {2, 3}) {
  return {.configuration = strategy,
          .strategy = strategy,
          .problem = {shape},
          .mathematics = std::move(mathematics),
          .inputs = {}};
}

Witness given(const Integer& value, Shape shape = {2, 3}) { return {.problem = {shape}, .inputs = {}, .given = value}; }

Witness fed(Witness consumer, Quantity input, Witness source) {
  consumer.inputs.push_back({input, std::move(source)});
  return consumer;
}

std::vector<std::string> texts(const Witness& left, const Witness& right) {
  std::vector<std::string> found;
  for (const auto& shared : shared_by(left, "L", right, "R")) {
    found.push_back(std::string{name_of(shared.kind)} + " " + shared.name + ": " + shared.text);
  }
  return found;
}

TEST(SharedBy, IsEmptyForIndependentWitnesses) {
  EXPECT_THAT(texts(witness("a"), witness("b")), IsEmpty());
  EXPECT_THAT(texts(witness("a", {"x"}), witness("b", {"y"})), IsEmpty());
  EXPECT_THAT(texts(fed(witness("a"), Quantity::grids, witness("s")), fed(witness("b"), Quantity::grids, witness("t"))),
              IsEmpty());
}

TEST(SharedBy, NamesACommonStrategyWithItsLibraries) {
  EXPECT_THAT(texts(witness("a", {"x"}), witness("a", {"x"})), ElementsAre("strategy a: same strategy"));
}

TEST(MaxIndependentWitnesses, IsTheSizeOfTheLargestSet) {
  EXPECT_EQ(max_independent_witnesses({}), 0U);
  EXPECT_EQ(max_independent_witnesses({witness("a"), witness("b"), witness("c")}), 3U);
  EXPECT_EQ(max_independent_witnesses({witness("a"), witness("a", {"x"})}), 1U);
  // The first shares something with each of the others, which are pairwise independent.
  EXPECT_EQ(max_independent_witnesses(
                {witness("hub", {"x", "y", "z"}), witness("a", {"x"}), witness("b", {"y"}), witness("c", {"z"})}),
            3U);
  const auto ring = [](int members) {
    std::vector<Witness> witnesses;
    for (int member = 0; member < members; ++member) {
      const int next = (member + 1) % members;
      witnesses.push_back(
          witness(std::to_string(member), {"link" + std::to_string(member), "link" + std::to_string(next)}));
    }
    return max_independent_witnesses(witnesses);
  };
  EXPECT_EQ(ring(5), 2U);
  EXPECT_EQ(ring(6), 3U);
  EXPECT_EQ(ring(31), 15U);
  EXPECT_EQ(ring(32), 16U);
}

TEST(MaxIndependentWitnesses, CountsConfigurationsOfOneStrategyAndSourceOnce) {
  std::vector<Witness> witnesses{witness("b")};
  for (int configuration = 0; configuration < 100; ++configuration) {
    witnesses.insert(witnesses.begin(), witness("a"));
    witnesses.front().configuration = std::to_string(configuration);
  }
  EXPECT_EQ(max_independent_witnesses(witnesses), 2U) << "b stands behind a hundred that are one";
}

TEST(SharedBy, NamesCommonCountingLibraries) {
  EXPECT_THAT(texts(witness("a", {"x", "y", "z"}), witness("b", {"v", "x", "z"})),
              ElementsAre("mathematics x: both count by x", "mathematics z: both count by z"));
}

TEST(SharedBy, NamesCountingLibrariesOfASource) {
  const Witness counted = fed(witness("a"), Quantity::grids, fed(witness("s"), Quantity::bands, witness("t", {"x"})));
  EXPECT_THAT(texts(counted, witness("b", {"x"})), ElementsAre("mathematics x: both count by x"));
  EXPECT_THAT(texts(witness("b", {"x"}), counted), ElementsAre("mathematics x: both count by x"));
}

TEST(SharedBy, NamesTheSourceOfAnInput) {
  const Witness source = witness("s", {"x"});
  const Witness left = fed(witness("a"), Quantity::grids, source);
  EXPECT_THAT(texts(left, fed(witness("b"), Quantity::grids, source)),
              ElementsAre("strategy s: both take grids from s"));
  EXPECT_THAT(texts(left, fed(witness("b"), Quantity::bands, source)),
              ElementsAre("strategy s: both take inputs from s"));
  EXPECT_THAT(texts(left, source), ElementsAre("strategy s: L takes grids from s"));
  EXPECT_THAT(texts(source, left), ElementsAre("strategy s: R takes grids from s"));
  // A strategy is the same witness whatever problem and configuration it counted.
  Witness elsewhere = witness("s", {"x"}, {3, 2});
  elsewhere.configuration = "another";
  EXPECT_THAT(texts(left, elsewhere), ElementsAre("strategy s: L takes grids from s"));
}

TEST(SharedBy, NamesIndirectSources) {
  const Witness deep = fed(witness("a"), Quantity::grids, fed(witness("b"), Quantity::bands, witness("s")));
  EXPECT_THAT(texts(deep, fed(witness("c"), Quantity::grids, witness("s"))),
              ElementsAre("strategy s: both take grids from s"));
}

TEST(SharedBy, NamesACommonGivenValue) {
  const Witness left = fed(witness("a"), Quantity::grids, given(30'689'280));
  EXPECT_THAT(texts(left, fed(witness("b"), Quantity::grids, given(30'689'280))),
              ElementsAre("given grids: both take grids = 30,689,280 as given"));
  EXPECT_THAT(texts(left, given(30'689'280)), ElementsAre("given grids: L takes grids = 30,689,280 as given"));
  EXPECT_THAT(texts(left, fed(witness("b"), Quantity::grids, given(28'200'960))), IsEmpty()) << "another value";
  EXPECT_THAT(texts(left, fed(witness("b"), Quantity::grids, given(30'689'280, {3, 3}))), IsEmpty())
      << "the same number of another problem";
}

TEST(InputFrom, FindsTheInputThroughWhichAnAnswerDependsOnAnother) {
  const Witness source = witness("s");
  const Witness consumer = fed(witness("a"), Quantity::grids, source);
  const Witness behind = fed(witness("b"), Quantity::essentially_different, consumer);
  EXPECT_EQ(input_from(consumer, source), Quantity::grids);
  EXPECT_EQ(input_from(behind, consumer), Quantity::essentially_different);
  EXPECT_EQ(input_from(behind, source), Quantity::essentially_different) << "through a";
  EXPECT_EQ(input_from(source, consumer), std::nullopt);
  Witness other_run = source;
  other_run.configuration = "s2";
  EXPECT_EQ(input_from(consumer, other_run), std::nullopt) << "another run of the same strategy";
  EXPECT_EQ(input_from(consumer, witness("s", {}, {3, 2})), std::nullopt);
}

TEST(InputFrom, FindsGivenValues) {
  const Witness consumer = fed(witness("a"), Quantity::grids, given(288));
  EXPECT_EQ(input_from(consumer, given(288)), Quantity::grids);
  EXPECT_EQ(input_from(consumer, given(289)), std::nullopt);
  EXPECT_EQ(input_from(fed(witness("a"), Quantity::grids, witness("s")), given(288)), std::nullopt);
}

}  // namespace
}  // namespace gridcensus::host
