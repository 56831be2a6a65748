// Comparisons between the runs of one execution, and the inputs and mathematics that they depend on.
#include "host/graph/engine.hpp"
#include "host/verify/symmetries.hpp"
#include "host/verify/verify.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::find_comparison;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using gridcensus::testing::TemporaryFolder;

TEST(EngineComparisons, ReportAFalseBoundAsADisagreement) {
  const auto exit_code = [](const Outcome& bound) {
    ScriptedExperiment scripted;
    scripted.add("exact").conclude = [](const Tally&, std::uint64_t) {
      return Report{{{Quantity::grids, Exact{288}}}, {}};
    };
    Script script;
    script.yields = {{Quantity::grids, kind_of(bound)}};
    script.conclude = [bound](const Tally&, std::uint64_t) { return Report{{{Quantity::grids, bound}}, {}}; };
    scripted.add("bound", script);
    return scripted.run("problems: [{shape: 2x2}]\nstrategies: {exact: {}, bound: {}}\n").exit_code();
  };
  EXPECT_EQ(exit_code(LowerBound{288}), ExitCode::all_agree);
  EXPECT_EQ(exit_code(LowerBound{312}), ExitCode::disagreement);
  EXPECT_EQ(exit_code(UpperBound{288}), ExitCode::all_agree);
  EXPECT_EQ(exit_code(UpperBound{264}), ExitCode::disagreement);
}

/// Runs 2x2 by the exact strategy `other`, and by many configurations of the sampler `one`, of which at most one
/// estimates another value, and the first ones fail.
ExperimentResult run_configurations(std::size_t number, std::size_t wrong = 0, std::size_t failing = 0) {
  ScriptedExperiment scripted;
  std::size_t counted = 0;
  Script sampler;
  sampler.yields = {{Quantity::grids, Kind::estimate}};
  sampler.units = 1;
  sampler.run = [&](std::uint64_t, const UnitContext&) {
    if (++counted <= failing) throw std::runtime_error{"too few samples"};
    return Tally{}.add("sum", Integer{counted == wrong ? 192 : 288});
  };
  sampler.conclude = [](const Tally& total, std::uint64_t) {
    const Real value = to_real(total.sum("sum"));
    return Report{{{Quantity::grids, Estimate{.value = value,
                                              .standard_error = 1,
                                              .low = value - 2,
                                              .high = value + 2,
                                              .confidence = 0.95,
                                              .samples = 1'000'000}}},
                  {}};
  };
  scripted.add("one", sampler);
  scripted.add("other").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  std::string yaml = "problems: [{shape: 2x2}]\nstrategies:\n";
  for (std::size_t i = 1; i < number; ++i) yaml += "  c" + std::to_string(i) + ": {strategy: one}\n";
  return scripted.run(yaml + "  other: {}\n", {.threads = 1});
}

std::size_t compared_runs(const ExperimentResult& result) {
  return static_cast<std::size_t>(std::ranges::count_if(result.comparisons, [](const Comparison& comparison) {
    return comparison.left.origin.kind == OriginKind::run && comparison.right.origin.kind == OriginKind::run;
  }));
}

TEST(EngineComparisons, GrowAsTheNumberOfRuns) {
  EXPECT_EQ(compared_runs(run_configurations(32)), 32 * 31 / 2) << "all pairs";
  EXPECT_EQ(compared_runs(run_configurations(100)), 99 + 98) << "each with the first of each strategy";
  EXPECT_EQ(compared_runs(run_configurations(200)), 199 + 198);
}

TEST(EngineComparisons, AreWithTheFirstRunsThatDoNotFail) {
  const auto result = run_configurations(100, 0, 2);
  EXPECT_EQ(compared_runs(result), 99 + 98) << "those that fail have no value to compare";
  EXPECT_EQ(find_comparison(result, "c3", "c99").verdict, Verdict::consistent);
}

TEST(EngineComparisons, FindTheDifferingOneOfManyRuns) {
  EXPECT_EQ(run_configurations(100).exit_code(), ExitCode::all_agree);
  for (const std::size_t wrong : {1U, 2U, 50U, 99U}) {
    EXPECT_EQ(run_configurations(100, wrong).exit_code(), ExitCode::disagreement) << wrong;
  }
}

TEST(EngineComparisons, DetectAWrongTotalByTheDivisorTheorem) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{289}}}, {}};
  };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  EXPECT_EQ(find_comparison(result, "fake", "divisor theorem").verdict, Verdict::broken);
  EXPECT_EQ(result.exit_code(), ExitCode::disagreement);
}

// Formulas and divisors are in two libraries, which share no code: the comparison, and `verify`.
TEST(EngineComparisons, RefuteEachValueThatVerifyRefutes) {
  const auto integer = [](const verify::GmpInteger& value) { return *parse_integer(value.get_str()); };
  const auto true_value = [&](Quantity quantity, Shape box) {
    if (quantity == Quantity::symmetry_group_order) return integer(verify::symmetry_group_order(box));
    if (quantity == Quantity::bands) {
      return integer(verify::bands_of(box).value_or(verify::bands_per_normalised(box)));
    }
    const Integer divisor = integer(verify::grid_divisor(box));
    return quantity == Quantity::grids ? divisor : Integer{divisor / factorial(box.side())};
  };
  int refuted = 0;
  int accepted = 0;
  for (const Quantity quantity :
       {Quantity::grids, Quantity::relabelling_classes, Quantity::bands, Quantity::symmetry_group_order}) {
    for (const Shape box : {Shape{1, 4}, Shape{2, 2}, Shape{2, 3}, Shape{3, 1}, Shape{3, 3}, Shape{4, 2}}) {
      const Integer right = true_value(quantity, box);
      for (const Integer& value : {right, Integer{right + 1}, Integer{right + right / 2}}) {
        const TemporaryFolder folder;
        ScriptedExperiment scripted;
        Script& script = scripted.add("fake");
        script.yields = {{quantity, Kind::exact}};
        script.units = 1;
        script.run = [&](std::uint64_t, const UnitContext&) { return Tally{}.add("sum", value); };
        script.conclude = [&](const Tally& total, std::uint64_t) {
          return Report{{{quantity, Exact{total.sum("sum")}}}, {}};
        };
        ExitCode exit = ExitCode::all_agree;
        {
          Ledger ledger{folder / "x.ledger"};
          exit = scripted
                     .run("problems: [{shape: " + to_string(box) +
                              "}]\nstrategies: {fake: {quantities: " + std::string{name_of(quantity)} + "}}\n",
                          {.ledger = &ledger})
                     .exit_code();
        }
        const bool holds = verify::verify(verify::Tables{folder / "x.ledger"}, nullptr, {}).checks.all_hold();
        EXPECT_EQ(exit, holds ? ExitCode::all_agree : ExitCode::disagreement)
            << name_of(quantity) << " of " << to_string(box) << " = " << value;
        ++(holds ? accepted : refuted);
      }
    }
  }
  EXPECT_GE(refuted, 48);
  EXPECT_GE(accepted, 24);
}

TEST(EngineComparisons, ReportDifferentValuesAsADisagreement) {
  ScriptedExperiment scripted;
  const auto giving = [](int value) {
    return [value](const Tally&, std::uint64_t) { return Report{{{Quantity::grids, Exact{value}}}, {}}; };
  };
  scripted.add("left").conclude = giving(288);
  scripted.add("right").conclude = giving(288 - 96);
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {left: {}, right: {}}\n", {.threads = 2});
  const auto& comparison = find_comparison(result, "left", "right");
  EXPECT_EQ(comparison.verdict, Verdict::disagree);
  EXPECT_EQ(comparison.left.value, "288");
  EXPECT_EQ(comparison.right.value, "192");
  EXPECT_EQ(result.exit_code(), ExitCode::disagreement);
}

TEST(EngineComparisons, PassConvertedValuesBetweenRuns) {
  ScriptedExperiment scripted;
  scripted.add("source").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  Script script;
  script.needs = {Quantity::relabelling_classes};
  script.yields = {{Quantity::essentially_different, Kind::exact}};
  Integer received = 0;
  script.prepare = [&](const Request& request) { received = request.inputs.at(Quantity::relabelling_classes); };
  script.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::essentially_different, Exact{2}}}, {}};
  };
  scripted.add("consumer", script);
  const auto result =
      scripted.run("problems: [{shape: 2x2}]\nstrategies: {consumer: {}, source: {}}\n", {.threads = 2});
  // Converted in between: 288
  // 4!.
  EXPECT_EQ(received, 12);
  EXPECT_EQ(result.exit_code(), ExitCode::all_agree);
}

TEST(EngineComparisons, SkipValuesThatOneRunTookFromTheOther) {
  ScriptedExperiment scripted;
  scripted.add("source").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  Script script;
  script.needs = {Quantity::grids};
  script.yields = {{Quantity::relabelling_classes, Kind::exact}, {Quantity::bands, Kind::exact}};
  script.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::relabelling_classes, Exact{12}}, {Quantity::bands, Exact{96}}}, {}};
  };
  scripted.add("consumer", script);
  Script bands;
  bands.yields = {{Quantity::bands, Kind::exact}};
  bands.conclude = [](const Tally&, std::uint64_t) { return Report{{{Quantity::bands, Exact{96}}}, {}}; };
  scripted.add("witness", bands);
  const auto result =
      scripted.run("problems: [{shape: 2x2}]\nstrategies: {source: {}, consumer: {}, witness: {}}\n", {.threads = 2});
  const auto& circular = find_comparison(result, "source", "consumer");
  EXPECT_EQ(circular.verdict, Verdict::not_comparable);
  EXPECT_EQ(circular.note, "consumer takes grids from source");
  EXPECT_EQ(find_comparison(result, "consumer", "witness").verdict, Verdict::equal);
}

constexpr auto two_on_one_input =
    "problems: [{shape: 2x2}]\n"
    "strategies:\n"
    "  left: {inputs: {grids: {value: 288, source: a paper}}}\n"
    "  right: {inputs: {grids: {value: 288, source: a paper}}}\n";

Script averaging() {
  Script script;
  script.needs = {Quantity::grids};
  script.yields = {{Quantity::essentially_different, Kind::exact}};
  script.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::essentially_different, Exact{2}}}, {}};
  };
  return script;
}

TEST(EngineComparisons, NameASharedInput) {
  ScriptedExperiment scripted;
  scripted.add("left", averaging());
  scripted.add("right", averaging());
  const auto result = scripted.run(two_on_one_input);
  const auto& comparison = find_comparison(result, "left", "right");
  EXPECT_EQ(comparison.verdict, Verdict::equal);
  ASSERT_EQ(comparison.shared.size(), 1);
  EXPECT_EQ(comparison.shared[0].kind, SharedKind::given);
  EXPECT_EQ(comparison.note, "both take grids = 288 as given");
  // The value itself is checked against its invariants.
  EXPECT_EQ(find_comparison(result, "given", "divisor theorem").verdict, Verdict::holds);
}

TEST(EngineComparisons, NameNoSharedInputForAnIndependentFinding) {
  ScriptedExperiment scripted;
  Script script = averaging();
  script.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::essentially_different, Exact{2}}},
                  {{"group", {.value = Exact{128}, .help = "", .rests_on_inputs = false}},
                   {"sum", {.value = Exact{256}, .help = ""}}}};
  };
  scripted.add("left", script);
  scripted.add("right", script);
  const auto result = scripted.run(two_on_one_input);
  for (const auto& comparison : result.comparisons) {
    if (comparison.subject == "finding group of 2x2") {
      EXPECT_TRUE(comparison.shared.empty());
    }
    if (comparison.subject == "finding sum of 2x2") {
      EXPECT_EQ(comparison.shared.size(), 1);
    }
  }
}

TEST(EngineComparisons, NameMathematicsOnlyForTheQuantitiesThatUseIt) {
  ScriptedExperiment scripted;
  Script script;
  script.yields = {{Quantity::grids, Kind::exact}, {Quantity::bands, Kind::exact}};
  script.mathematics = "band_recursion=bands";
  script.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}, {Quantity::bands, Exact{96}}}, {}};
  };
  scripted.add("left", script);
  scripted.add("right", script);
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {left: {}, right: {}}\n");
  for (const auto& comparison : result.comparisons) {
    if (comparison.right.origin.name != "right") continue;
    if (comparison.subject == "grids of 2x2") {
      EXPECT_TRUE(comparison.shared.empty());
    }
    if (comparison.subject == "bands of 2x2") {
      EXPECT_EQ(comparison.note, "both count by band_recursion");
    }
  }
}

/// Returns a sampler of standard error 1 whose estimate depends on one random number.
Script one_number_sampler(std::function<Real(std::uint64_t)> value_of) {
  Script script;
  script.units = 1;
  script.yields = {{Quantity::grids, Kind::estimate}};
  script.run = [](std::uint64_t, const UnitContext& context) {
    auto random = context.random;
    return Tally{}.add("number", Integer{random()});
  };
  script.conclude = [value_of = std::move(value_of)](const Tally& total, std::uint64_t) {
    const Real value = value_of(total.sum("number").convert_to<std::uint64_t>());
    return Report{{{Quantity::grids, Estimate{value, 1, value - 2, value + 2, 0.95, 1'000'000}}}, {}};
  };
  return script;
}

TEST(EngineComparisons, TestAllSeedsTogether) {
  const auto run = [](std::function<Real(std::uint64_t)> value_of) {
    ScriptedExperiment scripted;
    scripted.add("exact").conclude = [](const Tally&, std::uint64_t) {
      return Report{{{Quantity::grids, Exact{288}}}, {}};
    };
    scripted.add("mc", one_number_sampler(std::move(value_of)));
    return scripted.run("problems: [{shape: 2x2}]\nstrategies: {exact: {}, mc: {}}\nseed: [1, 2, 3, 4, 5, 6, 7, 8]\n",
                        {.threads = 2});
  };
  const auto good = run([](std::uint64_t number) { return 287 + static_cast<Real>(number % 3); });
  EXPECT_EQ(good.runs.size(), 9U) << "exact runs are counted once";
  EXPECT_EQ(good.exit_code(), ExitCode::all_agree);
  const auto& spread = find_comparison(good, "mc", "the same mean with every seed");
  EXPECT_EQ(spread.subject, "spread of grids of 2x2 by mc over 8 seeds");
  EXPECT_EQ(spread.verdict, Verdict::consistent);
  EXPECT_EQ(find_comparison(good, "exact", "mc@seed=3").verdict, Verdict::consistent);
  EXPECT_THROW(find_comparison(good, "mc@seed=1", "mc@seed=2"), std::out_of_range)
      << "the test of the spread replaces it";

  // With each seed it is 3 standard errors off, which nine tests allow, but together they are too far off.
  const auto wild = run([](std::uint64_t number) { return number % 2 == 0 ? Real{285} : Real{291}; });
  EXPECT_EQ(find_comparison(wild, "exact", "mc@seed=1").verdict, Verdict::consistent);
  EXPECT_EQ(find_comparison(wild, "mc", "the same mean with every seed").verdict, Verdict::disagree);
  EXPECT_EQ(wild.exit_code(), ExitCode::disagreement);
}

/// Returns a sampler like the one above, with a table that is the same with every seed except those for which `row_of`
/// differs.
Script sampler_with_table(std::function<Integer(std::uint64_t seed)> row_of) {
  Script script = one_number_sampler([](std::uint64_t number) { return 287 + static_cast<Real>(number % 3); });
  script.run = [row_of = std::move(row_of)](std::uint64_t, const UnitContext& context) {
    auto random = context.random;
    const std::uint64_t number = random();
    Table table{.key = "class", .columns = {"size"}, .rows = {}};
    table.add("a", {row_of(number)});
    return Tally{}.add("number", Integer{number}).add("sizes", table);
  };
  script.conclude = [conclude = script.conclude](const Tally& total, std::uint64_t units) {
    Report report = conclude(total, units);
    report.findings["sizes"] = {total.table("sizes"), "sizes"};
    report.findings["least"] = {LowerBound{1}, "a bound"};
    return report;
  };
  return script;
}

std::string seeds_to(int last) {
  std::string text = "1";
  for (int seed = 2; seed <= last; ++seed) text += ", " + std::to_string(seed);
  return "problems: [{shape: 2x2}]\nstrategies: {exact: {}, one: {}, other: {}}\nseed: [" + text + "]\n";
}

TEST(EngineComparisons, GrowLinearlyWithTheNumberOfSeeds) {
  const auto comparisons = [](int seeds) {
    ScriptedExperiment scripted;
    scripted.add("exact").conclude = [](const Tally&, std::uint64_t) {
      return Report{{{Quantity::grids, Exact{288}}}, {}};
    };
    scripted.add("one", sampler_with_table([](std::uint64_t) { return 7; }));
    scripted.add("other", sampler_with_table([](std::uint64_t) { return 7; }));
    const auto result = scripted.run(seeds_to(seeds), {.threads = 2});
    EXPECT_EQ(result.exit_code(), ExitCode::all_agree);
    const auto& against_all = find_comparison(result, "one@seed=2", "other");
    EXPECT_EQ(against_all.verdict, Verdict::consistent);
    EXPECT_THAT(against_all.note, ::testing::HasSubstr("other is the mean over " + std::to_string(seeds) + " seeds"));
    EXPECT_THROW(find_comparison(result, "one@seed=2", "other@seed=2"), std::out_of_range);
    EXPECT_EQ(find_comparison(result, "one@seed=1", "one@seed=3").verdict, Verdict::equal) << "their tables";
    return result.comparisons.size();
  };
  EXPECT_EQ(comparisons(12) - comparisons(8), comparisons(8) - comparisons(4));
}

TEST(EngineComparisons, ReportATableThatDiffersForAnySeed) {
  for (const int odd : {1, 2, 4}) {
    ScriptedExperiment scripted;
    scripted.add("exact");
    int runs = 0;
    scripted.add("one", sampler_with_table([&runs, odd](std::uint64_t) { return ++runs == odd ? 8 : 7; }));
    scripted.add("other");
    const auto result =
        scripted.run("problems: [{shape: 2x2}]\nstrategies: {one: {}}\nseed: [1, 2, 3, 4]\n", {.threads = 1});
    EXPECT_EQ(result.exit_code(), ExitCode::disagreement) << odd;
  }
  // If the first run has no table, the first run that has one is compared with.
  ScriptedExperiment scripted;
  int runs = 0;
  Script script = sampler_with_table([&runs](std::uint64_t) { return ++runs == 3 ? 8 : 7; });
  int concluded = 0;
  script.conclude = [&concluded, conclude = script.conclude](const Tally& total, std::uint64_t units) {
    // Called for the record of convergence, too.
    if (concluded++ < 2) throw std::runtime_error{"too few samples"};
    return conclude(total, units);
  };
  scripted.add("one", script);
  const auto result =
      scripted.run("problems: [{shape: 2x2}]\nstrategies: {one: {}}\nseed: [1, 2, 3, 4]\n", {.threads = 1});
  EXPECT_EQ(result.exit_code(), ExitCode::disagreement);
}

}  // namespace
