#include "gridcensus/sampling.hpp"
#include "host/compare/comparer.hpp"
#include "host/compare/theorems.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::data_folder;
using ::testing::HasSubstr;

AttributedOutcome origin(const std::string& name, Shape shape, Quantity quantity, Outcome outcome) {
  const Witness witness{
      .configuration = name, .strategy = name, .problem = {shape}, .mathematics = {}, .inputs = {}, .given = {}};
  return {
      {.kind = OriginKind::run, .name = name, .problem = {shape}, .witness = witness}, quantity, std::move(outcome)};
}

/// Returns an estimate with the interval of Student's t, like `estimate_mean`.
Estimate estimate(Real value, Real error, std::uint64_t samples = 1'000'000) {
  Moments moments{.count = samples, .mean = value};
  moments.squares = error * error * static_cast<Real>(samples) * static_cast<Real>(samples - 1);
  return estimate_mean(moments, 1);
}

/// Returns the same from many samples, of which the given number dominate the spread.
Estimate heavy_estimate(Real value, Real error, std::uint64_t spread_samples) {
  Estimate heavy = estimate(value, error, spread_samples);
  heavy.samples = 1'000'000;
  return heavy;
}

TEST(Compare, RequiresEqualExactValues) {
  const auto left = origin("a", {3, 3}, Quantity::grids, Exact{Integer{"6670903752021072936960"}});
  const auto same = origin("b", {3, 3}, Quantity::grids, Exact{Integer{"6670903752021072936960"}});
  const auto other = origin("b", {3, 3}, Quantity::grids, Exact{Integer{"6670903752021072936961"}});
  EXPECT_EQ(compare(left, same).verdict, Verdict::equal);
  EXPECT_EQ(compare(left, other).verdict, Verdict::disagree);
}

TEST(Compare, ConvertsQuantitiesThatFollowFromOneAnother) {
  const auto grids = origin("a", {2, 2}, Quantity::grids, Exact{288});
  const auto classes = origin("b", {2, 2}, Quantity::relabelling_classes, Exact{12});
  ASSERT_TRUE(are_comparable(grids, classes));
  const auto comparison = compare(grids, classes);
  EXPECT_EQ(comparison.verdict, Verdict::equal);
  EXPECT_EQ(comparison.right.value, "288");
  EXPECT_EQ(comparison.note, "relabelling_classes = grids / relabellings");
  EXPECT_EQ(compare(grids, origin("b", {2, 2}, Quantity::relabelling_classes, Exact{13})).verdict, Verdict::disagree);
}

TEST(Compare, TransposesAShapeOnlyIfTheQuantityAllowsIt) {
  const auto wide = origin("a", {2, 3}, Quantity::grids, Exact{28200960});
  const auto tall = origin("b", {3, 2}, Quantity::grids, Exact{28200960});
  EXPECT_TRUE(are_comparable(wide, tall));
  EXPECT_THAT(compare(wide, tall).note, HasSubstr("2x3 = 3x2 by transposition"));
  EXPECT_FALSE(are_comparable(origin("a", {2, 3}, Quantity::bands, Exact{25920}),
                              origin("b", {3, 2}, Quantity::bands, Exact{460800})));
  EXPECT_FALSE(are_comparable(wide, origin("b", {2, 4}, Quantity::grids, Exact{1})));
  EXPECT_FALSE(are_comparable(wide, origin("b", {2, 3}, Quantity::bands, Exact{1})));
}

TEST(Compare, SkipsAnswersToDifferentQuestions) {
  const auto asked = [](const std::string& grid) {
    auto answer = origin("a", {2, 2}, quantity_named("orbit_size"), Exact{288});
    answer.origin.question = {{"grid", grid}};
    return answer;
  };
  EXPECT_TRUE(are_comparable(asked("1234341221434321"), asked("1234341221434321")));
  EXPECT_FALSE(are_comparable(asked("1234341221434321"), asked("1234341223414123")));
  EXPECT_FALSE(are_comparable(asked("1234341221434321"), origin("b", {2, 2}, quantity_named("orbit_size"), Exact{96})));
  auto expected = origin("expected", {2, 2}, quantity_named("orbit_size"), Exact{288});
  expected.origin.kind = OriginKind::expected;
  EXPECT_TRUE(are_comparable(asked("1234341223414123"), expected)) << "a file expects it of what the file asks";

  AttributedFinding finding{asked("1234341221434321").origin, "returns", Exact{1}};
  AttributedFinding other = finding;
  EXPECT_TRUE(are_comparable(finding, other));
  other.origin.question.clear();
  EXPECT_FALSE(are_comparable(finding, other));
}

TEST(Compare, JudgesEstimatesByTheirErrors) {
  const auto truth = origin("exact", {2, 2}, Quantity::grids, Exact{288});
  std::vector<Comparison> comparisons{
      compare(truth, origin("near", {2, 2}, Quantity::grids, estimate(290, 1))),
      compare(truth, origin("far", {2, 2}, Quantity::grids, estimate(294, 1))),
  };
  ASSERT_TRUE(comparisons[0].z.has_value());
  EXPECT_NEAR(*comparisons[0].z, -2, 1e-12);
  // Two-sided normal tail beyond 2: 0.0455.
  EXPECT_NEAR(*comparisons[0].p_value, 0.0455, 0.0001);
  Comparer::judge(comparisons, 0.99);
  EXPECT_EQ(comparisons[0].verdict, Verdict::consistent);
  EXPECT_EQ(comparisons[1].verdict, Verdict::disagree);
}

TEST(Compare, HasWiderTailsWithFewSamples) {
  // Student's t with 9 degrees of freedom: P(|t| > 2.26216) = 0.05.
  const auto comparison = compare(origin("exact", {2, 2}, Quantity::grids, Exact{288}),
                                  origin("few", {2, 2}, Quantity::grids, estimate(288 + 2.26216L, 1, 10)));
  EXPECT_NEAR(*comparison.p_value, 0.05, 1e-5);
}

TEST(Compare, UsesTheDegreesOfFreedomOfTheInterval) {
  // A million samples, of which a few dominate the spread: Student's t with 9 degrees of freedom.
  const auto truth = origin("exact", {2, 2}, Quantity::grids, Exact{288});
  EXPECT_NEAR(*compare(truth, origin("heavy", {2, 2}, Quantity::grids, heavy_estimate(288 + 2.26216L, 1, 10))).p_value,
              0.05, 1e-5);
  // Welch and Satterthwaite: equal errors, 9 degrees of freedom and a million, are 36. P(|t| > 2.02809) = 0.05.
  const Real error = std::sqrt(0.5L);
  const auto heavy = origin("heavy", {2, 2}, Quantity::grids, heavy_estimate(288 + 2.02809L, error, 10));
  const auto light = origin("light", {2, 2}, Quantity::grids, estimate(288, error));
  EXPECT_NEAR(*compare(heavy, light).p_value, 0.05, 1e-4);
}

// Of a program with a guarantee only the probability is known that its interval misses the truth.
TEST(Compare, JudgesASingleSampleByItsGuarantee) {
  const auto program = origin(
      "approxmc", {2, 2}, Quantity::grids,
      Estimate{.value = 1800, .standard_error = 900, .low = 1000, .high = 3240, .confidence = 0.8, .samples = 1});
  const auto p_value = [&](int truth) {
    return compare(program, origin("ours", {2, 2}, Quantity::grids, Exact{truth})).p_value.value_or(-1);
  };
  EXPECT_NEAR(p_value(1800), 1, 1e-9);
  EXPECT_NEAR(p_value(1000), 0.2, 1e-9) << "the lower end";
  EXPECT_NEAR(p_value(3240), 0.2, 1e-9) << "the upper end";
  // Student's t with one degree of freedom, the heaviest tail in use here: 0.05 at four times the interval.
  EXPECT_GT(p_value(1800 + 4 * 1440), 0.05) << "not much is known beyond";
}

TEST(Compare, UsesTheHalfOfTheIntervalTowardsTheOtherValue) {
  // The truth may be three times as far above as below: at an end of the interval the test is exactly as strict as it
  // claims.
  Estimate skew = estimate(288, 1);
  const Real quantile = skew.high - skew.value;
  skew.high = skew.value + 3 * quantile;
  const auto p_value = [](const Estimate& one, const Outcome& other) {
    return *compare(origin("skew", {2, 2}, Quantity::grids, one), origin("other", {2, 2}, Quantity::grids, other))
                .p_value;
  };
  const auto exact = [](int value) { return Exact{value}; };
  EXPECT_NEAR(p_value(skew, exact(294)), 0.0455, 1e-4) << "two of the errors of the upper half";
  EXPECT_NEAR(p_value(skew, exact(286)), 0.0455, 1e-4) << "two of the errors of the lower half";
  // With another estimate, the two halves between them count: 3 and 4 are 5.
  Estimate other = estimate(298, 4);
  EXPECT_NEAR(p_value(skew, other), 0.0455, 1e-4);
  other.high += 1000;
  EXPECT_NEAR(p_value(skew, other), 0.0455, 1e-4) << "the half on the far side plays no part";
  other.low -= 1000;
  EXPECT_GT(p_value(skew, other), 0.9);
}

TEST(Compare, ChecksABoundAgainstAnExactValue) {
  const auto verdict = [](const Outcome& bound, int value) {
    const auto bounding = origin("bound", {2, 2}, Quantity::grids, bound);
    const auto exact = origin("exact", {2, 2}, Quantity::grids, Exact{value});
    EXPECT_EQ(compare(bounding, exact).verdict, compare(exact, bounding).verdict);
    return compare(bounding, exact).verdict;
  };
  EXPECT_EQ(verdict(LowerBound{288}, 287), Verdict::disagree);
  EXPECT_EQ(verdict(LowerBound{288}, 288), Verdict::consistent);
  EXPECT_EQ(verdict(LowerBound{288}, 289), Verdict::consistent);
  EXPECT_EQ(verdict(UpperBound{288}, 287), Verdict::consistent);
  EXPECT_EQ(verdict(UpperBound{288}, 288), Verdict::consistent);
  EXPECT_EQ(verdict(UpperBound{288}, 289), Verdict::disagree);
}

TEST(Compare, RejectsALowerBoundAboveAnUpperBound) {
  const auto verdict = [](const Outcome& left, const Outcome& right) {
    const auto one = origin("one", {2, 2}, Quantity::grids, left);
    const auto other = origin("other", {2, 2}, Quantity::grids, right);
    EXPECT_EQ(compare(one, other).verdict, compare(other, one).verdict);
    return compare(one, other).verdict;
  };
  EXPECT_EQ(verdict(LowerBound{288}, UpperBound{288}), Verdict::consistent);
  EXPECT_EQ(verdict(LowerBound{289}, UpperBound{288}), Verdict::disagree);
  EXPECT_EQ(verdict(LowerBound{1}, LowerBound{288}), Verdict::not_comparable);
  EXPECT_EQ(verdict(UpperBound{1}, UpperBound{288}), Verdict::not_comparable);
  EXPECT_EQ(verdict(UpperBound{1}, Approximation{288}), Verdict::not_comparable);
}

TEST(Compare, RejectsEstimatesOnlyOnTheWrongSideOfABound) {
  const auto p_value = [](const Outcome& bound, Real value) {
    const auto bounding = origin("bound", {2, 2}, Quantity::grids, bound);
    const auto sampled = origin("mc", {2, 2}, Quantity::grids, estimate(value, 1));
    EXPECT_EQ(compare(bounding, sampled).p_value, compare(sampled, bounding).p_value);
    return compare(bounding, sampled).p_value.value();
  };
  // One-sided normal tail beyond 2: 0.02275.
  EXPECT_NEAR(p_value(LowerBound{288}, 286), 0.02275, 0.00005);
  EXPECT_NEAR(p_value(LowerBound{288}, 290), 1 - 0.02275, 0.00005);
  EXPECT_NEAR(p_value(UpperBound{288}, 290), 0.02275, 0.00005);
  EXPECT_NEAR(p_value(UpperBound{288}, 286), 1 - 0.02275, 0.00005);
  std::vector<Comparison> comparisons{compare(origin("bound", {2, 2}, Quantity::grids, UpperBound{288}),
                                              origin("mc", {2, 2}, Quantity::grids, estimate(294, 1)))};
  Comparer::judge(comparisons, 0.99);
  EXPECT_EQ(comparisons[0].verdict, Verdict::disagree);
}

TEST(Compare, ConvertsBoundsLikeExactValues) {
  const auto bound = origin("a", {2, 2}, Quantity::relabelling_classes, LowerBound{13});
  EXPECT_EQ(compare(bound, origin("b", {2, 2}, Quantity::grids, Exact{288})).verdict, Verdict::disagree);
  EXPECT_EQ(compare(bound, origin("b", {2, 2}, Quantity::grids, Exact{13 * 24})).verdict, Verdict::consistent);
}

AttributedFinding number(const std::string& who, Shape shape, const std::string& name, int value,
                         bool same_when_transposed = false) {
  return {origin(who, shape, Quantity::grids, Exact{0}).origin, name, Exact{value}, same_when_transposed};
}

TEST(Compare, MatchesATransposedFindingWithThatOfTheTransposedProblem) {
  const auto here = number("a", {2, 3}, "transposed_first_moment", 460800);
  EXPECT_TRUE(are_comparable(here, number("b", {3, 2}, "first_moment", 1)));
  EXPECT_TRUE(are_comparable(here, number("b", {2, 3}, "transposed_first_moment", 1)));
  EXPECT_FALSE(are_comparable(here, number("b", {2, 3}, "first_moment", 1)));
  EXPECT_FALSE(are_comparable(here, number("b", {3, 2}, "transposed_first_moment", 1)));
  const auto comparison = compare(here, number("b", {3, 2}, "first_moment", 460800));
  EXPECT_EQ(comparison.subject, "finding first_moment of 3x2");
  EXPECT_EQ(comparison.verdict, Verdict::equal);
}

TEST(Compare, MatchesFindingsThatTranspositionPreserves) {
  const auto wide = number("a", {2, 3}, "box_algebra", 7, true);
  EXPECT_TRUE(are_comparable(wide, number("b", {3, 2}, "box_algebra", 7, true)));
  EXPECT_FALSE(are_comparable(wide, number("b", {2, 4}, "box_algebra", 7, true)));
  EXPECT_FALSE(are_comparable(number("a", {2, 3}, "box_algebra", 7), number("b", {3, 2}, "box_algebra", 7)));
  EXPECT_EQ(compare(wide, number("b", {3, 2}, "box_algebra", 8, true)).verdict, Verdict::disagree);
}

// Two samplers that drew different classes were once called a disagreement.
TEST(Compare, ComparesIncompleteTablesInTheirCommonRows) {
  const auto table = [](const std::vector<std::pair<std::string, int>>& rows, bool lacks_rows) {
    Table value{.key = "class", .columns = {"size"}, .rows = {}};
    for (const auto& [row, size] : rows) value.add(row, {size});
    AttributedFinding drawn = number("a", {3, 3}, "drawn_class_table", 0);
    drawn.value = value;
    drawn.lacks_rows = lacks_rows;
    return drawn;
  };
  const auto some = table({{"x", 1}, {"y", 2}}, true);
  const auto compared = compare(some, table({{"y", 2}, {"z", 3}}, true));
  EXPECT_EQ(compared.verdict, Verdict::equal);
  EXPECT_THAT(compared.note, HasSubstr("in both: 1 row"));
  EXPECT_EQ(compare(some, table({{"y", 3}, {"z", 3}}, true)).verdict, Verdict::disagree);
  EXPECT_EQ(compare(some, table({{"x", 1}, {"y", 2}, {"z", 3}}, false)).verdict, Verdict::equal);
  EXPECT_EQ(compare(some, table({{"z", 3}}, true)).verdict, Verdict::not_comparable);
  EXPECT_EQ(compare(table({{"x", 1}}, false), table({{"x", 1}, {"z", 3}}, false)).verdict, Verdict::disagree);
}

TEST(Compare, AddsTheErrorsOfTwoEstimates) {
  const auto comparison = compare(origin("a", {2, 2}, Quantity::grids, estimate(100, 3)),
                                  origin("b", {2, 2}, Quantity::grids, estimate(110, 4)));
  EXPECT_NEAR(*comparison.z, -2, 1e-12);
}

TEST(Compare, ComparesValuesBeyondTheRangeOfADouble) {
  const auto comparison = compare(origin("a", {5, 5}, Quantity::grids, estimate(4.364e308L, 1e305L)),
                                  origin("b", {5, 5}, Quantity::grids, estimate(4.366e308L, 1e305L)));
  EXPECT_NEAR(*comparison.z, -1.414213562, 1e-6);
}

TEST(Compare, CorrectsForTheNumberOfAllTests) {
  // p = 0.0073 at z = 2.68: alone it fails 99 %; among ten it is no surprise.
  const auto truth = origin("exact", {2, 2}, Quantity::grids, Exact{288});
  const auto outlier = compare(truth, origin("b", {2, 2}, Quantity::grids, estimate(288 - 2.68L, 1)));
  std::vector<Comparison> alone{outlier};
  Comparer::judge(alone, 0.99);
  EXPECT_EQ(alone[0].verdict, Verdict::disagree);
  std::vector<Comparison> among_ten(10, compare(truth, origin("c", {2, 2}, Quantity::grids, estimate(288, 1))));
  among_ten[4] = outlier;
  Comparer::judge(among_ten, 0.99);
  EXPECT_EQ(among_ten[4].verdict, Verdict::consistent);
}

TEST(Compare, TreatsAnEstimateWithoutSpreadAsNoClaim) {
  const auto truth = origin("exact", {2, 2}, Quantity::grids, Exact{288});
  std::vector<Comparison> comparisons{compare(truth, origin("b", {2, 2}, Quantity::grids, estimate(288, 0))),
                                      compare(truth, origin("c", {2, 2}, Quantity::grids, estimate(289, 0)))};
  Comparer::judge(comparisons, 0.99);
  EXPECT_EQ(comparisons[0].verdict, Verdict::consistent);
  EXPECT_EQ(comparisons[1].verdict, Verdict::not_comparable);
  EXPECT_THAT(comparisons[1].note, HasSubstr("no spread"));
}

TEST(Compare, NeverJudgesApproximationsOrMissingValues) {
  const auto truth = origin("exact", {2, 2}, Quantity::grids, Exact{288});
  const auto closed_form = compare(origin("ksp", {2, 2}, Quantity::grids, Approximation{256}), truth);
  EXPECT_EQ(closed_form.verdict, Verdict::not_comparable);
  EXPECT_THAT(closed_form.note, HasSubstr("ksp / exact - 1 = -0.1111"));
  EXPECT_FALSE(closed_form.z || closed_form.p_value);
  const auto unfinished = compare(truth, origin("slow", {2, 2}, Quantity::grids, Unfinished{"out of time"}));
  EXPECT_EQ(unfinished.verdict, Verdict::not_comparable);
  EXPECT_EQ(unfinished.note, "slow on 2x2 is unfinished: out of time");
}

TEST(Compare, ShowsTheDeviationOfAnApproximation) {
  const auto rough = origin("ksp", {2, 2}, Quantity::grids, Approximation{256});
  const auto exact = origin("exact", {2, 2}, Quantity::relabelling_classes, Exact{12});
  for (const auto& comparison : {compare(rough, exact), compare(exact, rough)}) {
    ASSERT_TRUE(comparison.relative_error.has_value());
    EXPECT_DOUBLE_EQ(*comparison.relative_error, 256.0 / 288 - 1);
    EXPECT_EQ(comparison.relative_error_uncertainty, 0);
    EXPECT_THAT(comparison.note, HasSubstr("ksp / exact - 1 = -0.1111"));
  }
  const auto sampled = compare(rough, origin("mc", {2, 2}, Quantity::grids, estimate(320, 16)));
  EXPECT_DOUBLE_EQ(sampled.relative_error.value(), -0.2);
  EXPECT_DOUBLE_EQ(sampled.relative_error_uncertainty.value(), 0.05);
  EXPECT_FALSE(compare(rough, rough).relative_error.has_value()) << "two of them tell nothing of either";
  EXPECT_FALSE(compare(exact, exact).relative_error.has_value());
  auto contested = origin("published", {2, 2}, Quantity::grids, Exact{289});
  contested.origin.contested_by = "all others";
  EXPECT_FALSE(compare(rough, contested).relative_error.has_value());
}

TEST(Compare, RecordsThatRunsOfOneStrategyAreNotIndependent) {
  auto left = origin("a", {2, 2}, Quantity::grids, Exact{288});
  auto right = origin("b", {2, 2}, Quantity::grids, Exact{288});
  right.origin.witness.strategy = left.origin.witness.strategy;
  EXPECT_EQ(compare(left, right).note, "same strategy");
}

TEST(Compare, ComparesTablesRowByRow) {
  const auto finding = [](Table table) {
    return AttributedFinding{{.kind = OriginKind::run, .name = "a", .problem = {{3, 3}}}, "classes", std::move(table)};
  };
  Table table{.key = "class", .columns = {"size"}, .rows = {}};
  table.add("x", {5});
  table.add("y", {7});
  Table changed = table;
  changed.rows["y"] = {8};
  Table shorter = table;
  shorter.rows.erase("x");
  Table renamed = table;
  renamed.columns = {"weight"};
  EXPECT_EQ(compare(finding(table), finding(table)).verdict, Verdict::equal);
  EXPECT_EQ(compare(finding(table), finding(changed)).note, "first difference at class \"y\": 7 against 8");
  EXPECT_EQ(compare(finding(table), finding(shorter)).note, "first difference at class \"x\": 5 against no such row");
  EXPECT_EQ(compare(finding(shorter), finding(table)).note, "first difference at class \"x\": no such row against 5");
  EXPECT_EQ(compare(finding(table), finding(renamed)).verdict, Verdict::not_comparable);
}

TEST(Compare, SkipsAConversionIfTheQuantityItselfIsThere) {
  const std::vector<AttributedOutcome> left{origin("a", {2, 2}, Quantity::grids, Exact{288}),
                                            origin("a", {2, 2}, Quantity::relabelling_classes, Exact{12})};
  const std::vector<AttributedOutcome> both{origin("b", {2, 2}, Quantity::grids, Exact{288}),
                                            origin("b", {2, 2}, Quantity::relabelling_classes, Exact{12})};
  const std::vector<AttributedOutcome> classes_only{both[1]};
  EXPECT_EQ(compare_all(left, both).size(), 2);
  EXPECT_EQ(compare_all(left, classes_only).size(), 1);
  EXPECT_EQ(compare_all({left[0]}, classes_only).size(), 1);
}

TEST(Compare, SkipsValuesThatTheHostDerivedOnBothSides) {
  auto made = [](const std::string& name) {
    auto outcome = origin(name, {2, 2}, Quantity::relabelling_classes, Exact{12});
    outcome.follows = true;
    return outcome;
  };
  const auto counted = [](const std::string& name) { return origin(name, {2, 2}, Quantity::grids, Exact{288}); };
  EXPECT_EQ(compare_all({counted("a"), made("a")}, {counted("b"), made("b")}).size(), 1);
  // If one side counted the classes themselves, that is another comparison.
  const auto classes = origin("b", {2, 2}, Quantity::relabelling_classes, Exact{12});
  EXPECT_EQ(compare_all({counted("a"), made("a")}, {counted("b"), classes}).size(), 2);
  // If grids were not requested, this is the only comparison.
  EXPECT_EQ(compare_all({made("a")}, {made("b")}).size(), 1);
}

AttributedOutcome given_grids(int value, Shape shape = {2, 2}) {
  auto given = origin("given", shape, Quantity::grids, Exact{value});
  given.origin.kind = OriginKind::given;
  given.origin.witness = {
      .configuration = {}, .strategy = {}, .problem = {shape}, .mathematics = {}, .inputs = {}, .given = value};
  return given;
}

const Comparison& only(const std::vector<Comparison>& comparisons) {
  EXPECT_EQ(comparisons.size(), 1);
  return comparisons.at(0);
}

TEST(Comparer, ComparesAGivenValueWithInvariantsAndExpectations) {
  auto expected = origin("expected", {2, 2}, Quantity::grids, Exact{288});
  expected.origin.kind = OriginKind::expected;
  const auto verdicts = [&](int value) {
    std::map<std::string, Verdict> found;
    for (const auto& comparison : Comparer{{given_grids(value), expected}, nullptr}.compare_known()) {
      found[comparison.right.name] = comparison.verdict;
    }
    return found;
  };
  EXPECT_EQ(verdicts(288),
            (std::map<std::string, Verdict>{{"divisor theorem", Verdict::holds}, {"expected", Verdict::equal}}));
  EXPECT_EQ(verdicts(289),
            (std::map<std::string, Verdict>{{"divisor theorem", Verdict::broken}, {"expected", Verdict::disagree}}));
}

TEST(Comparer, ComparesGivenValuesInProportionToTheirNumber) {
  // Each also has the divisor theorem.
  const auto compared = [](std::size_t number, std::size_t wrong) {
    std::vector<AttributedOutcome> known(number, given_grids(288));
    known[0].origin.kind = OriginKind::expected;
    if (wrong < number) known[wrong].outcome = Exact{576};
    const auto found = Comparer{known, nullptr}.compare_known();
    const bool is_found = std::ranges::any_of(
        found, [](const Comparison& comparison) { return comparison.verdict == Verdict::disagree; });
    EXPECT_EQ(is_found, wrong < number) << number << " values, wrong is number " << wrong;
    return found.size() - (number - 1);
  };
  EXPECT_EQ(compared(32, 32), 32 * 31 / 2) << "all pairs";
  EXPECT_EQ(compared(100, 100), 99) << "each with the first given one";
  EXPECT_EQ(compared(200, 200), 199);
  for (const std::size_t wrong : {0U, 1U, 2U, 99U}) compared(100, wrong);
}

TEST(Comparer, ComparesAGivenValueWithPublishedOnes) {
  const auto published = read_published_values(data_folder() / "published_values");
  const auto verdict = [&](int value) {
    for (const auto& comparison : Comparer{{given_grids(value)}, &published}.compare_known()) {
      if (comparison.right.kind == OriginKind::published) return comparison.verdict;
    }
    return Verdict::not_comparable;
  };
  EXPECT_EQ(verdict(288), Verdict::equal);
  EXPECT_EQ(verdict(192), Verdict::disagree);
}

TEST(Comparer, DoesNotCompareAnAnswerWithItsGivenInput) {
  auto answer = origin("a", {2, 2}, Quantity::relabelling_classes, Exact{12});
  answer.origin.witness.inputs.push_back({Quantity::grids, given_grids(288).origin.witness});
  const Comparer comparer{{given_grids(288)}, nullptr};
  for (const auto& comparison : comparer.compare_with_known({.outcomes = {answer}, .findings = {}})) {
    if (comparison.right.kind == OriginKind::given) {
      EXPECT_EQ(comparison.verdict, Verdict::not_comparable);
      EXPECT_EQ(comparison.note, "a takes grids as given");
    }
  }
  // Another answer is evidence, and a contradiction always counts.
  const auto independent = origin("b", {2, 2}, Quantity::grids, Exact{288});
  EXPECT_EQ(only(compare_all({independent}, {given_grids(288)})).verdict, Verdict::equal);
  answer.outcome = Exact{13};
  bool is_seen = false;
  for (const auto& comparison : comparer.compare_with_known({.outcomes = {answer}, .findings = {}})) {
    is_seen = is_seen || comparison.verdict == Verdict::disagree;
  }
  EXPECT_TRUE(is_seen);
}

TEST(Comparer, ComparesFindingsThatAreQuantitiesWithAnswers) {
  const auto found = [](const std::string& who, Shape shape, int value) {
    return origin(who + " (first_moment)", shape, Quantity::bands, Exact{value});
  };
  const RunValues finder{.outcomes = {origin("a", {2, 3}, Quantity::grids, Exact{28200960})},
                         .findings = {},
                         .quantities_found = {found("a", {2, 3}, 25920)}};
  const RunValues counter{.outcomes = {origin("b", {2, 3}, Quantity::bands, Exact{25920})}, .findings = {}};
  const RunValues wrong{.outcomes = {origin("c", {2, 3}, Quantity::bands, Exact{25921})}, .findings = {}};
  EXPECT_EQ(only(Comparer::compare_runs(finder, counter)).verdict, Verdict::equal);
  EXPECT_EQ(only(Comparer::compare_runs(counter, finder)).verdict, Verdict::equal);
  EXPECT_EQ(only(Comparer::compare_runs(finder, wrong)).verdict, Verdict::disagree);
  // If the run answers the quantity itself, its finding adds nothing.
  RunValues both = finder;
  both.outcomes.push_back(origin("a", {2, 3}, Quantity::bands, Exact{25920}));
  EXPECT_EQ(only(Comparer::compare_runs(both, counter)).left.name, "a");
  const auto published = read_published_values(data_folder() / "published_values");
  bool is_published = false;
  for (const auto& comparison : Comparer{{}, &published}.compare_with_known(finder)) {
    is_published =
        is_published || (comparison.left.name == "a (first_moment)" && comparison.right.kind == OriginKind::published);
  }
  EXPECT_EQ(is_published, std::ranges::any_of(published.outcomes, [](const AttributedOutcome& value) {
              return value.quantity == Quantity::bands && value.origin.problem == Problem{{2, 3}};
            }));
}

TEST(CheckInvariants, DetectsAWrongTotal) {
  const auto check = [](Quantity quantity, const Integer& value) {
    const auto checks = check_invariants(origin("a", {3, 3}, quantity, Exact{value}));
    return checks.at(0).verdict;
  };
  const Integer grids{"6670903752021072936960"};
  EXPECT_EQ(check(Quantity::grids, grids), Verdict::holds);
  EXPECT_EQ(check(Quantity::grids, grids + 1), Verdict::broken);
  EXPECT_EQ(check(Quantity::grids, grids / 2), Verdict::holds) << "some errors respect the symmetry";
  EXPECT_EQ(check(Quantity::relabelling_classes, Integer{"18383222420692992"}), Verdict::holds);
  EXPECT_EQ(check(Quantity::relabelling_classes, Integer{"18383222420692993"}), Verdict::broken);
  EXPECT_EQ(check(Quantity::bands, -1), Verdict::broken);
  EXPECT_EQ(check(Quantity::bands, 1), Verdict::broken) << "the bands of three rows have a closed formula";
  EXPECT_TRUE(check_invariants(origin("a", {3, 3}, Quantity::essentially_different, Exact{1})).empty());
}

TEST(CheckRelations, DetectsInconsistentQuantitiesOfARun) {
  const auto checks = [](int classes) {
    return check_relations({origin("a", {2, 2}, Quantity::grids, Exact{288}),
                            origin("a", {2, 2}, Quantity::relabelling_classes, Exact{classes})});
  };
  ASSERT_EQ(checks(12).size(), 1);
  EXPECT_EQ(checks(12)[0].verdict, Verdict::holds);
  EXPECT_EQ(checks(13)[0].verdict, Verdict::broken);
}

/// Returns the comparison of estimates of one configuration with several seeds.
Comparison spread(const std::vector<Estimate>& estimates, double confidence = 0.99) {
  std::vector<const Estimate*> all;
  for (const auto& each : estimates) all.push_back(&each);
  Side first = origin("mc@seed=1", {3, 3}, Quantity::grids, estimates.front()).origin;
  first.quantity = Quantity::grids;
  std::vector comparisons{compare_spread("grids of 3x3", "mc", first, all)};
  Comparer::judge(comparisons, confidence);
  return comparisons.front();
}

TEST(Spread, IsChiSquaredIfErrorsAreKnown) {
  // Mean 100, and squares 1 + 0 + 4 + 9 of the distances: 14 with 3 degrees of freedom has p = 0.002905...
  const auto wide = spread({estimate(99, 1), estimate(100, 1), estimate(98, 1), estimate(103, 1)});
  EXPECT_EQ(wide.subject, "spread of grids of 3x3 by mc over 4 seeds");
  EXPECT_THAT(wide.left.value, HasSubstr("100 +- 0.5 over 4 seeds"));
  EXPECT_EQ(wide.right.value, "chi-squared 14, 3 expected");
  EXPECT_NEAR(wide.p_value.value(), 0.0029051, 1e-6);
  EXPECT_EQ(wide.verdict, Verdict::disagree);
  EXPECT_EQ(spread({estimate(99, 1), estimate(100, 1), estimate(98, 1), estimate(103, 1)}, 0.999).verdict,
            Verdict::consistent);
  ASSERT_EQ(wide.shared.size(), 1U);
  EXPECT_EQ(wide.shared[0].kind, SharedKind::strategy);
}

TEST(Spread, WeighsFewSamplesLittle) {
  // Two means are Welch's t, squared: the same p as the comparison of the two.
  const auto left = estimate(100, 3, 6);
  const auto right = estimate(112, 2, 9);
  const auto pair = compare(origin("a", {3, 3}, Quantity::grids, left), origin("b", {3, 3}, Quantity::grids, right));
  EXPECT_NEAR(spread({left, right}).p_value.value(), pair.p_value.value(), 1e-9);
  EXPECT_LT(spread({estimate(100, 3), estimate(112, 2)}).p_value.value(), pair.p_value.value())
      << "with many samples the errors are known";
}

TEST(Spread, HandlesNumbersBeyondDoubles) {
  const Real huge = std::pow(Real{10}, Real{2400});
  const auto far = spread({estimate(99 * huge, huge), estimate(101 * huge, huge)});
  EXPECT_NEAR(far.p_value.value(), 0.15730, 1e-4) << "chi-squared 2 with 1 degree of freedom";
}

TEST(Spread, SkipsTheTestWithoutAnError) {
  const auto unknown = spread({estimate(99, 0), estimate(100, 1)});
  EXPECT_EQ(unknown.verdict, Verdict::not_comparable);
  EXPECT_FALSE(unknown.p_value);
}

}  // namespace
