#include "gridcensus/build_id.hpp"
#include "host/plan/plan.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::testing::parse_experiment;

using gridcensus::testing::experiment_catalog;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Experiment experiment(const std::string& problems, const std::string& strategies) {
  return parse_experiment("problems: " + problems + "\nstrategies: " + strategies + "\n", "f", experiment_catalog());
}

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> names;
  for (const auto& run : plan.runs) names.push_back(run.name());
  return names;
}

std::vector<std::string> refusals(const Plan& plan) {
  std::vector<std::string> lines;
  for (const auto& refused : plan.not_applicable) {
    std::string line = refused.configuration->name + " on " + to_string(refused.problem) + ":";
    for (const auto quantity : refused.quantities) line += " " + std::string{name_of(quantity)};
    lines.push_back(line + ": " + refused.reason);
  }
  return lines;
}

std::string plan_refusal(const Experiment& made) {
  try {
    make_plan(made);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

const Run& run_of(const Plan& plan, const std::string& name) {
  for (const auto& run : plan.runs) {
    if (run.name() == name) return run;
  }
  throw std::out_of_range{name};
}

TEST(Plan, RunsEveryConfigurationOnEveryProblem) {
  const auto made = experiment("[{shape: 2x2}, {shape: 2x3}]", "{enumeration: {}, sampler: {}}");
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("enumeration on 2x2", "sampler on 2x2", "enumeration on 2x3", "sampler on 2x3"));
  for (std::size_t i = 0; i < plan.runs.size(); ++i) EXPECT_EQ(plan.runs[i].number, i);
  EXPECT_EQ(plan.runs[0].strategy, plan.runs[2].strategy) << "one strategy object serves a whole configuration";
  EXPECT_NE(plan.runs[0].strategy, plan.runs[1].strategy);
}

TEST(Plan, RefusesAPluginThatCreatesNoStrategy) {
  class Nothing final : public PluginEntry {
   public:
    const About& about() const override { return about_; }
    const std::vector<ParameterSpec>& parameters() const override { return parameters_; }
    std::unique_ptr<Strategy> create(const ParameterValues& /*values*/) const override { return nullptr; }

   private:
    About about_{"nothing", "1", "Makes nothing.", "none", {{Quantity::grids, Kind::exact}}};
    std::vector<ParameterSpec> parameters_;
  };
  const Nothing entry;
  Catalog catalog;
  catalog.add(entry, "");
  const auto made = parse_experiment("problems: [{shape: 2x2}]\nstrategies: {nothing: {}}\n", "f", catalog);
  EXPECT_THAT(plan_refusal(made), HasSubstr("strategy nothing returned no strategy object"));
}

TEST(Plan, RespectsOnlyAndQuantities) {
  const auto made = experiment("[{shape: 2x2}, {shape: 2x3}]",
                               "{band_classes: {only: 2x3, quantities: [bands, grids]}, enumeration: }");
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("enumeration on 2x2", "band_classes on 2x3", "enumeration on 2x3"));
  EXPECT_THAT(plan.runs[1].quantities, ElementsAre(Quantity::grids, Quantity::bands));
  EXPECT_EQ(plan.runs[1].offer.units, 2U);
  EXPECT_EQ(plan.runs[1].offer.memory_bytes, 1024U);
}

TEST(Plan, GroupsRefusedQuantitiesByReason) {
  const auto made = experiment("[{shape: 1x3}, {shape: 3x4}]", "{band_classes: {}}");
  const auto plan = make_plan(made);
  ASSERT_THAT(names(plan), ElementsAre("band_classes on 1x3"));
  EXPECT_THAT(plan.runs[0].quantities, ElementsAre(Quantity::grids, Quantity::relabelling_classes));
  EXPECT_THAT(plan.runs[0].counted, ElementsAre(Quantity::grids)) << "the classes follow from them";
  EXPECT_THAT(
      refusals(plan),
      ElementsAre("band_classes on 1x3: bands signature_classes: a band of one row has one signature",
                  "band_classes on 3x4: grids relabelling_classes bands signature_classes: too many signatures"));
}

TEST(Plan, CountsAClassicProblemInPlaceOfOneThatIsTheSameUpToAMapOfCells) {
  const std::string reason =
      "enumeration on 2x3 latin: grids relabelling_classes: counted as 1x6, which is the same up to a permutation of "
      "the cells; it needs classic rules: only rows, columns and boxes";
  const auto one = experiment("[{shape: 2x3, rules: latin}]", "{enumeration: {}}");
  const auto plan = make_plan(one);
  EXPECT_THAT(names(plan), ElementsAre("enumeration on 1x6"));
  EXPECT_THAT(refusals(plan), ElementsAre(reason));
  EXPECT_EQ(plan.not_applicable[0].counted_as, (Shape{1, 6}));
  EXPECT_THAT(unanswered_problems(one, plan), IsEmpty());
  EXPECT_THAT(
      names(make_plan(experiment("[{shape: 2x3, rules: latin}, {shape: 6}, {shape: 1x6}]", "{enumeration: {}}"))),
      ElementsAre("enumeration on 1x6"))
      << "once";
  const auto bands = make_plan(experiment("[{shape: 2x3, rules: latin}]", "{band_classes: {quantities: bands}}"));
  EXPECT_THAT(names(bands), IsEmpty()) << "a map of cells does not preserve bands";
  const auto refused = experiment("[{shape: 2x3, rules: diagonals}]", "{enumeration: {}}");
  const auto other = make_plan(refused);
  EXPECT_THAT(names(other), IsEmpty());
  EXPECT_EQ(other.not_applicable.at(0).counted_as, std::nullopt);
  EXPECT_EQ(unanswered_problems(refused, other), refused.problems);
}

TEST(Plan, ConnectsTheProducerOfAClassicProblemThatIsCountedInPlaceOfAnother) {
  auto made = experiment("[{shape: 2x3, rules: latin}]", "{burnside: {quantities: essentially_different}}");
  EXPECT_THAT(names(make_plan(made)), IsEmpty()) << "the symmetries differ";
  made = experiment("[{shape: 2x3, rules: latin}]", "{relabelling: {}, echo: {inputs: {grids: relabelling}}}");
  EXPECT_THAT(names(make_plan(made)), ElementsAre("relabelling on 1x6", "echo on 1x6"));
}

TEST(Plan, ConnectsTheOnlyExactProducerAndPutsItFirst) {
  const auto made = experiment("[{shape: 2x2}]", "{burnside: {}, sampler: {}, enumeration: {}}");
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("sampler on 2x2", "enumeration on 2x2", "burnside on 2x2"));
  EXPECT_EQ(std::get<std::size_t>(plan.runs[2].sources.at(Quantity::grids)), 1U) << "the sampler's grids are not exact";
}

TEST(Plan, TakesAQuantityFromWhichTheInputFollows) {
  const auto made = experiment("[{shape: 2x2}]", "{burnside: {}, relabelling: {}}");
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("relabelling on 2x2", "burnside on 2x2"));
  EXPECT_EQ(std::get<std::size_t>(plan.runs[1].sources.at(Quantity::grids)), 0U);
}

TEST(Plan, UsesTheProducersThatTheFileNames) {
  const auto made =
      experiment("[{shape: 2x2}]", "{burnside: {inputs: {grids: band_classes}}, enumeration: {}, band_classes: {}}");
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("enumeration on 2x2", "band_classes on 2x2", "burnside on 2x2"));
  EXPECT_EQ(std::get<std::size_t>(plan.runs[2].sources.at(Quantity::grids)), 1U);
}

TEST(Plan, RefusesAnAmbiguousInputOnce) {
  EXPECT_EQ(
      plan_refusal(experiment("[{shape: 2x2}, {shape: 2x3}]", "{burnside: {}, enumeration: {}, band_classes: {}}")),
      "f:2:14: strategies.burnside: needs grids, which enumeration and band_classes both count exactly; name one of "
      "them: inputs: {grids: enumeration}");
}

TEST(Plan, IsNotAmbiguousIfOneOfTwoRefuses) {
  const auto made = experiment("[{shape: 2x4}]", "{burnside: {}, enumeration: {}, band_classes: {}}");
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("band_classes on 2x4", "burnside on 2x4"));
}

TEST(Plan, ReportsAMissingInputWithTheReasonsOfItsProducers) {
  const auto made =
      experiment("[{shape: 3x4}, {shape: 2x2}]",
                 "{burnside: {}, sampler: {}, enumeration: {only: 2x2}, band_classes: {quantities: grids, "
                 "only: 3x4}, behind: {strategy: echo, inputs: {grids: echo}}, echo: {inputs: {grids: band_classes}}}");
  const auto plan = make_plan(made);
  EXPECT_THAT(
      refusals(plan),
      ElementsAre(
          "band_classes on 3x4: grids: too many signatures",
          "echo on 3x4: grids relabelling_classes: needs grids of 3x4 from band_classes, which does not count it (too "
          "many signatures)",
          "echo on 2x2: grids relabelling_classes: needs grids of 2x2 from band_classes, which does not count it (not "
          "used on 2x2)",
          "behind on 3x4: grids relabelling_classes: needs grids of 3x4 from echo, which does not count it (itself "
          "lacks an input)",
          "behind on 2x2: grids relabelling_classes: needs grids of 2x2 from echo, which does not count it (itself "
          "lacks an input)",
          "burnside on 3x4: essentially_different: needs grids of 3x4, which no configuration counts exactly "
          "(enumeration: not used on 3x4; band_classes: too many signatures; behind: itself lacks an input; echo: "
          "itself lacks an input)"));
  EXPECT_THAT(names(plan), ElementsAre("sampler on 3x4", "sampler on 2x2", "enumeration on 2x2", "burnside on 2x2"));
}

TEST(Plan, RefusesACircleOnce) {
  EXPECT_EQ(
      plan_refusal(
          experiment("[{shape: 2x2}, {shape: 2x3}]",
                     "{burnside: {inputs: {grids: one}}, one: {strategy: echo, inputs: {grids: two}}, "
                     "two: {strategy: echo, inputs: {grids: three}}, three: {strategy: echo, inputs: {grids: one}}}")),
      "f:2:48: strategies.one: the inputs form a cycle: one needs grids from two, two needs grids from three, three "
      "needs grids from one");
}

TEST(Plan, RefusesUnusedInputSources) {
  EXPECT_EQ(plan_refusal(experiment("[{shape: 2x2}]", "{enumeration: {}, sampler: {inputs: {grids: enumeration}}}")),
            "f:2:31: strategies.sampler: inputs.grids: the strategy does not take this input for any of the problems");
}

TEST(Plan, UsesGivenValues) {
  auto made = experiment("[{shape: 2x2}]", "{burnside: {}, enumeration: {}, band_classes: {}}");
  EXPECT_THAT(supply_given(made, {{Quantity::relabelling_classes, 12}, {Quantity::bands, 96}}, "a paper"),
              ElementsAre(::testing::Pair(Quantity::bands, "")))
      << "nobody needs it";
  const auto plan = make_plan(made);
  EXPECT_EQ(std::get<Given>(run_of(plan, "burnside on 2x2").sources.at(Quantity::grids)), (Given{288, "a paper"}));
}

TEST(Plan, LocatesParametersThatAStrategyRefuses) {
  EXPECT_EQ(
      plan_refusal(experiment("[{shape: 2x2}]", "{relabelling: {low: 3}, odd: {strategy: relabelling, low: -1}}")),
      "f:2:14: strategies.relabelling: low is above high\n"
      "f:2:37: strategies.odd: strategy relabelling failed to accept its parameters with something that is not a "
      "std::exception");
}

TEST(Plan, GivesRunsDistinctStableRandomStreams) {
  const auto made = experiment("[{shape: 2x2}, {shape: 2x3}]", "{sampler: {}, again: {strategy: sampler}}");
  const auto plan = make_plan(made);
  // printf 'sampler\n2x2' | sha256sum
  EXPECT_EQ(plan.runs[0].stream, 0x7be5297906dd32baU);
  std::set<std::uint64_t> streams;
  for (const auto& run : plan.runs) streams.insert(run.stream);
  EXPECT_EQ(streams.size(), 4U);
}

TEST(Plan, RefusesDuplicateExactRuns) {
  EXPECT_EQ(plan_refusal(experiment("[{shape: 2x2}]", "{enumeration: {}, twin: {strategy: enumeration}}")),
            "f:2:31: strategies.twin: counts grids exactly as enumeration does, by the same strategy with the same "
            "parameters; remove one of them");
  // Other parameters, problems or quantities are different work.
  EXPECT_EQ(make_plan(experiment("[{shape: 2x2}]", "{enumeration: {}, other: {strategy: enumeration, max_side: 5}}"))
                .runs.size(),
            2U);
  EXPECT_EQ(make_plan(experiment("[{shape: 2x2}, {shape: 2x3}]",
                                 "{enumeration: {only: 2x2}, other: {strategy: enumeration, only: 2x3}}"))
                .runs.size(),
            2U);
}

TEST(Plan, RefusesAnInputThatNoConfigurationCounts) {
  EXPECT_EQ(
      plan_refusal(experiment("[{shape: 2x2}]", "{burnside: {}}")),
      "f:2:14: strategies.burnside: needs grids, which no configuration counts exactly; add a strategy that does");
}

TEST(Derive, ConvertsExactly) {
  const Problem problem{{2, 2}, {}};
  EXPECT_EQ(derive(Quantity::grids, {{Quantity::relabelling_classes, Exact{12}}}, problem), Integer{288});
  EXPECT_EQ(derive(Quantity::relabelling_classes, {{Quantity::grids, Exact{288}}}, problem), Integer{12});
  EXPECT_EQ(derive(Quantity::relabelling_classes, {{Quantity::grids, Exact{287}}}, problem), std::nullopt);
  EXPECT_EQ(derive(Quantity::grids, {{Quantity::grids, Estimate{288}}}, problem), std::nullopt);
  EXPECT_EQ(derive(Quantity::grids, {{Quantity::bands, Exact{288}}}, problem), std::nullopt);
  EXPECT_EQ(derive(Quantity::grids, {{Quantity::grids, Exact{1}}, {Quantity::relabelling_classes, Exact{12}}}, problem),
            Integer{1})
      << "the quantity itself comes before what it follows from";
}

TEST(MissingProducers, AreAddedInFrontAndConnected) {
  auto made = experiment("[{shape: 2x4}]", "{burnside: {}}");
  EXPECT_THAT(add_missing_producers(made, experiment_catalog),
              ElementsAre("grids of 2x4 is counted first, by band_classes, because burnside needs it"));
  const auto plan = make_plan(made);
  EXPECT_THAT(names(plan), ElementsAre("band_classes on 2x4", "burnside on 2x4"));
  EXPECT_THAT(plan.runs[0].quantities, ElementsAre(Quantity::grids));
  EXPECT_EQ(std::get<std::size_t>(plan.runs[1].sources.at(Quantity::grids)), 0U);
}

TEST(MissingProducers, AreNotAddedIfTheInputHasASource) {
  auto yielded = experiment("[{shape: 2x2}]", "{burnside: {}, relabelling: {}}");
  EXPECT_THAT(add_missing_producers(yielded, experiment_catalog), IsEmpty());
  auto given = experiment("[{shape: 2x2}]", "{burnside: {}}");
  supply_given(given, {{Quantity::grids, 288}}, "a paper");
  EXPECT_THAT(add_missing_producers(given, experiment_catalog), IsEmpty());
  EXPECT_EQ(given.configurations.size(), 1U);
}

TEST(MissingProducers, GetADistinctName) {
  auto made = experiment("[{shape: 2x2}, {shape: 2x3}]",
                         "{burnside: {}, band_classes: {only: 2x2}, enumeration: {only: 2x2, quantities: grids}}");
  EXPECT_THAT(add_missing_producers(made, experiment_catalog),
              ElementsAre("grids of 2x3 is counted first, by band_classes, because burnside needs it"));
  EXPECT_EQ(made.configurations.front().name, "band_classes_input");
}

TEST(MissingProducers, AreBadInputIfTheCatalogLacksThem) {
  auto made = experiment("[{shape: 3x4}]", "{echo: {}}");
  const Catalog empty;
  try {
    add_missing_producers(made, [&empty]() -> const Catalog& { return empty; });
    FAIL() << "accepted";
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(),
                 "f:2:14: strategies.echo: needs grids of 3x4, which no strategy counts exactly without an input of "
                 "its own; give it: "
                 "--input grids=VALUE");
  }
}

std::string identity(const std::string& strategies, std::uint64_t seed, const Inputs& inputs = {}) {
  auto made = experiment("[{shape: 2x2}]", strategies);
  for (auto& configuration : made.configurations) configuration.seed = seed;
  const auto plan = make_plan(made);
  return identity_of(plan.runs.back(), inputs);
}

TEST(Identity, IsCanonicalJson) {
  EXPECT_EQ(identity("{enumeration: {}}", 1),
            R"({"strategy":"enumeration","version":"1","plugin":"","parameters":{"check_all":"false","max_side":"6",)"
            R"("share":"0.5"},"problem":{"shape":"2x2","rules":"classic"},"quantities":["grids"],"inputs":{}})");
  EXPECT_EQ(
      identity("{enumeration: {}, burnside: {}}", 1, {{Quantity::grids, 288}}),
      R"({"strategy":"burnside","version":"1","plugin":"","parameters":{},"problem":{"shape":"2x2","rules":"classic"},)"
      R"("quantities":["essentially_different"],"inputs":{"grids":"288"}})");
}

TEST(Identity, DependsOnEverythingThatCanChangeTheAnswer) {
  const auto exact = identity("{enumeration: {}}", 1);
  EXPECT_EQ(identity("{enumeration: {block: 128}}", 1), exact) << "a speed-only parameter";
  EXPECT_EQ(identity("{another_name: {strategy: enumeration}}", 1), exact) << "the name of the configuration";
  EXPECT_EQ(identity("{enumeration: {}}", 2), exact) << "an exact result has no seed";
  EXPECT_NE(identity("{enumeration: {max_side: 5}}", 1), exact);
}

TEST(Identity, IncludesSeedAndStreamOfSampledResults) {
  const auto sampled = identity("{sampler: {}}", 1);
  EXPECT_NE(identity("{sampler: {}}", 2), sampled);
  EXPECT_NE(identity("{again: {strategy: sampler}}", 1), sampled) << "another stream";
  const auto exact_part = identity("{sampler: {quantities: signature_classes}}", 1);
  EXPECT_EQ(identity("{sampler: {quantities: signature_classes}}", 2), exact_part);
}

}  // namespace
}  // namespace gridcensus::host
