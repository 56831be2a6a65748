#include "gridcensus/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace gridcensus {
namespace {

Integer integer(const char* text) { return parse_integer(text).value(); }

TEST(Quantities, HaveDefinitionsAndAnOrderInTheSdk) {
  const auto all = built_in_quantities();
  ASSERT_EQ(all.size(), 8U);
  EXPECT_TRUE(std::ranges::is_sorted(all));
  EXPECT_EQ(all.front(), Quantity{});
  std::set<std::string_view> names;
  for (const Quantity quantity : all) {
    const QuantityInfo& info = quantity.info();
    EXPECT_FALSE(info.definition.empty()) << info.name;
    EXPECT_FALSE(info.unit.empty()) << info.name;
    EXPECT_TRUE(names.insert(info.name).second) << info.name << " twice";
    EXPECT_EQ(find_quantity(info.name), quantity);
    EXPECT_EQ(name_of(quantity), info.name);
  }
  EXPECT_EQ(find_quantity("Grids"), std::nullopt) << "names are exact";
  EXPECT_EQ(find_quantity(""), std::nullopt);
}

TEST(Quantities, CanBeDeclared) {
  const Quantity pairs{{.name = "test_pairs", .definition = "Pairs of a test.", .unit = "pairs"}};
  const Quantity classes{{.name = "test_classes",
                          .definition = "Pairs up to relabelling.",
                          .unit = "classes",
                          .relabelling_classes_of = "test_pairs"}};
  EXPECT_EQ(find_quantity("test_pairs"), pairs);
  EXPECT_EQ(pairs.info().definition, "Pairs of a test.");
  EXPECT_EQ(pairs, quantity_named("test_pairs"));
  EXPECT_EQ(reduction(classes, Problem{{2, 2}}).base, pairs);
  EXPECT_EQ(reduction(classes, Problem{{2, 2}}).divisor, 24);
  EXPECT_EQ(relation(classes), "test_pairs / relabellings");
  const std::set<Quantity> sorted{pairs, classes, Quantity::classes_with_fixed_grids, Quantity::grids};
  EXPECT_EQ(std::vector<Quantity>(sorted.begin(), sorted.end()),
            (std::vector<Quantity>{Quantity::grids, Quantity::classes_with_fixed_grids, classes, pairs}))
      << "those of the SDK in their order, then by name";
}

TEST(Quantities, HaveOnePlaceInTheOrderForEachName) {
  const auto built_in = built_in_quantities();
  const std::set<Quantity> known{built_in.begin(), built_in.end()};
  for (const Quantity quantity : built_in) {
    const Quantity other{{.name = quantity.info().name, .definition = "Another meaning.", .unit = "none"}};
    EXPECT_TRUE(known.contains(other)) << name_of(quantity);
  }
}

TEST(Quantities, HaveNoDefinitionUnlessDeclared) {
  const Quantity unknown = quantity_named("test_unknown");
  EXPECT_EQ(name_of(unknown), "test_unknown");
  EXPECT_EQ(unknown.info().definition, "");
  EXPECT_EQ(find_quantity("test_unknown"), std::nullopt);
  EXPECT_EQ(unknown, quantity_named("test_unknown"));
  EXPECT_NE(unknown, Quantity::grids);
}

TEST(Quantities, FollowFromOneAnother) {
  const auto relabelled = reduction(Quantity::relabelling_classes, Problem{{2, 2}});
  EXPECT_EQ(relabelled.base, Quantity::grids);
  EXPECT_EQ(relabelled.divisor, 24);
  const auto itself = reduction(Quantity::bands, Problem{{2, 2}});
  EXPECT_EQ(itself.base, Quantity::bands);
  EXPECT_EQ(itself.divisor, 1);
}

TEST(Quantities, CountOtherBandsOfTheTransposedShape) {
  EXPECT_TRUE(is_carried_over(Quantity::grids, Problem{{2, 3}}, Problem{{3, 2}}));
  EXPECT_FALSE(is_carried_over(Quantity::bands, Problem{{2, 3}}, Problem{{3, 2}})) << "b(2,3) = 25920, b(3,2) = 460800";
}

struct Known {
  Shape shape;
  const char* divisor;  ///< nullptr: not tabulated
  const char* grids;
};

// Totals with their sources: OEIS A107739, A291187 (2xN), A002860 (1xN); 3x4 Pettersen and Silver 2006, Silver 2022.
const std::vector<Known> known{
    {{2, 2}, "96", "288"},
    {{2, 3}, "34560", "28200960"},
    {{2, 4}, "46448640", "29136487207403520"},
    {{2, 5}, "167215104000", "1903816047972624930994913280000"},
    {{2, 6}, "1324343623680000", "38296278920738107863746324732012492486187417600000"},
    {{3, 3}, "1881169920", "6670903752021072936960"},
    {{3, 4}, "715145556787200", "81171437193104932746936103027318645818654720000"},
    {{1, 1}, nullptr, "1"},
    {{1, 2}, nullptr, "2"},
    {{1, 3}, nullptr, "12"},
    {{1, 4}, nullptr, "576"},
    {{1, 5}, nullptr, "161280"},
    {{1, 6}, nullptr, "812851200"},
    {{1, 7}, nullptr, "61479419904000"},
    {{1, 8}, nullptr, "108776032459082956800"},
    {{1, 9}, nullptr, "5524751496156892842531225600"},
    {{1, 10}, nullptr, "9982437658213039871725064756920320000"},
    {{1, 11}, nullptr, "776966836171770144107444346734230682311065600000"},
};

TEST(DivisorTheorem, DividesEveryPublishedTotal) {
  for (const auto& [shape, divisor, grids] : known) {
    const Integer total = integer(grids);
    EXPECT_EQ(total % known_divisor(Quantity::grids, {shape}), 0) << to_string(shape);
    EXPECT_EQ(total % known_divisor(Quantity::grids, {shape.transposed()}), 0) << to_string(shape) << " transposed";
    const Integer classes = total / factorial(shape.side());
    EXPECT_EQ(classes % known_divisor(Quantity::relabelling_classes, {shape}), 0) << to_string(shape);
  }
}

TEST(DivisorTheorem, HasTheTabulatedDivisors) {
  for (const auto& [shape, divisor, grids] : known) {
    const auto& tabulated =
        divisor != nullptr ? integer(divisor) : factorial(shape.side()) * factorial(shape.side() - 1);
    EXPECT_EQ(known_divisor(Quantity::grids, {shape}), tabulated) << to_string(shape);
    EXPECT_EQ(known_divisor(Quantity::grids, {shape.transposed()}), tabulated) << "D(R,C) = D(C,R)";
  }
}

TEST(DivisorTheorem, DetectsATotalThatIsOffByOneRelabelling) {
  const Integer total = integer("6670903752021072936960");
  const Integer divisor = known_divisor(Quantity::grids, {{3, 3}});
  EXPECT_NE((total + 1) % divisor, 0);
  EXPECT_NE((total + factorial(9)) % divisor, 0);
}

TEST(DivisorTheorem, DoesNotApplyToOtherQuantities) {
  EXPECT_EQ(known_divisor(Quantity::bands, {{3, 3}}), 1);
  EXPECT_EQ(known_divisor(Quantity::essentially_different, {{3, 3}}), 1);
}

}  // namespace
}  // namespace gridcensus
