// The standing of a value, by its comparisons.
#include "host/judge/judge.hpp"
#include "support/scripted_experiment.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using gridcensus::testing::TemporaryFolder;

Script saying(Outcome outcome, Quantity quantity = Quantity::grids) {
  Script script;
  script.yields = {{quantity, kind_of(outcome)}};
  script.conclude = [=](const Tally&, std::uint64_t) { return Report{{{quantity, outcome}}, {}}; };
  return script;
}

class Standings {
 public:
  ScriptedExperiment scripted;

  ResultsDocument::OutcomeEntry evidence_for(const std::string& yaml, const std::string& name,
                                             Quantity quantity = Quantity::grids, const ExecuteOptions& options = {}) {
    const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies:\n" + yaml, options);
    for (const auto& entry : result.document.outcomes) {
      if (entry.run_id.configuration == name && entry.quantity == quantity) return entry;
    }
    throw std::out_of_range{name};
  }

  Standing of(const std::string& yaml, const std::string& name, Quantity quantity = Quantity::grids) {
    return evidence_for(yaml, name, quantity).standing;
  }
};

TEST(Standing, FollowsFromTheKindOfASingleValue) {
  for (const auto& [outcome, standing] :
       {std::pair<Outcome, Standing>{Exact{288}, Standing::computed},
        {LowerBound{24}, Standing::computed},
        {Approximation{256}, Standing::approximated},
        {Estimate{.value = 288, .standard_error = 1, .low = 286, .high = 290, .samples = 1000}, Standing::estimated}}) {
    Standings standings;
    standings.scripted.add("one", saying(outcome));
    EXPECT_EQ(standings.of("  one: {}\n", "one"), standing);
  }
  Standings failing;
  failing.scripted.add("one").run = [](std::uint64_t, const UnitContext&) -> Tally {
    throw std::runtime_error{"boom"};
  };
  EXPECT_EQ(failing.of("  one: {}\n", "one"), Standing::unfinished);
}

TEST(Standing, IsDisputedIfATableOfTheRunContradictsATotal) {
  Standings standings;
  standings.scripted.add("one").conclude = [](const Tally&, std::uint64_t) {
    Report report{{{Quantity::grids, Exact{288}}}, {}};
    report.findings["signature_class_table"] = {Table{"class", {"size", "completions"}, {{"13 24", {2, 2}}}}, "wrong"};
    return report;
  };
  standings.scripted.add("two", saying(Exact{288}));
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "one"), Standing::disputed);
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "two"), Standing::cross_checked);
}

TEST(Standing, IsCrossCheckedByIndependentStrategies) {
  Standings standings;
  standings.scripted.add("one", saying(Exact{288}));
  standings.scripted.add("two", saying(Exact{288}));
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "one"), Standing::cross_checked);
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "two", Quantity::relabelling_classes), Standing::cross_checked)
      << "the derived value has the same standing";
}

TEST(Standing, IsReplicatedIfTwoShareMathematics) {
  Standings standings;
  Script script = saying(Exact{288});
  script.mathematics = "band_recursion";
  standings.scripted.add("one", script);
  standings.scripted.add("two", script);
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "one"), Standing::replicated);
  standings.scripted.add("three", saying(Exact{288}));
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n  three: {}\n", "one"), Standing::cross_checked)
      << "one independent strategy is enough";
}

Script averaging() {
  Script script = saying(Exact{2}, Quantity::essentially_different);
  script.needs = {Quantity::grids};
  return script;
}

TEST(Standing, IsReplicatedIfTwoShareAGivenInput) {
  Standings standings;
  standings.scripted.add("one", averaging());
  standings.scripted.add("two", averaging());
  const std::string given = "{inputs: {grids: {value: 288, source: nobody}}}\n";
  EXPECT_EQ(standings.of("  one: " + given + "  two: " + given, "one", Quantity::essentially_different),
            Standing::replicated);
}

TEST(Standing, IsReplicatedFromOneInputRunAndCrossCheckedFromTwo) {
  const std::string sources = "  one: {inputs: {grids: first}}\n  first: {}\n  second: {}\n  two: ";
  for (const auto& [wiring, standing] : {std::pair{"{inputs: {grids: first}}\n", Standing::replicated},
                                         std::pair{"{inputs: {grids: second}}\n", Standing::cross_checked}}) {
    Standings standings;
    standings.scripted.add("first", saying(Exact{288}));
    standings.scripted.add("second", saying(Exact{288}));
    standings.scripted.add("one", averaging());
    standings.scripted.add("two", averaging());
    EXPECT_EQ(standings.of(sources + wiring, "one", Quantity::essentially_different), standing) << wiring;
  }
}

TEST(Standing, IsReplicatedIfOneStrategyFindsTheValueTwice) {
  Standings standings;
  standings.scripted.add("first", saying(Exact{288}));
  standings.scripted.add("second", saying(Exact{288}));
  standings.scripted.add("one", averaging());
  const auto evidence = standings.evidence_for(
      "  first: {}\n  second: {}\n  one: {inputs: {grids: first}}\n"
      "  again: {strategy: one, inputs: {grids: second}}\n",
      "one", Quantity::essentially_different);
  EXPECT_EQ(evidence.standing, Standing::replicated);
  EXPECT_EQ(evidence.witnesses, 1U) << "the same strategy again";
}

TEST(Standing, IsDisputedAfterAContradiction) {
  Standings standings;
  standings.scripted.add("one", saying(Exact{288}));
  standings.scripted.add("two", saying(Exact{288}));
  standings.scripted.add("bound", saying(UpperBound{264}));
  const std::string all = "  one: {}\n  two: {}\n  bound: {}\n";
  EXPECT_EQ(standings.of(all, "one"), Standing::disputed);
  EXPECT_EQ(standings.of(all, "bound"), Standing::disputed);
}

TEST(Standing, IsRecountedIfUnitsWereRecounted) {
  Standings standings;
  standings.scripted.add("one", saying(Exact{288}));
  standings.scripted.add("guess", saying(Approximation{256}));
  const TemporaryFolder folder;
  const std::string both = "  one: {}\n  guess: {}\n";
  const auto counted = [&](const std::string& name, bool recount) {
    Ledger ledger{folder / "one.ledger"};
    return standings.evidence_for(both, name, Quantity::grids, {.ledger = &ledger, .recount = recount}).standing;
  };
  EXPECT_EQ(counted("one", false), Standing::computed);
  EXPECT_EQ(counted("one", true), Standing::recounted);
  EXPECT_EQ(counted("one", false), Standing::recounted) << "the ledger has recorded it";
  EXPECT_EQ(counted("guess", true), Standing::approximated) << "recounting does not make it exact";
  standings.scripted.add("two", saying(Exact{288}));
  EXPECT_EQ(standings.of(both + "  two: {}\n", "one"), Standing::cross_checked)
      << "an independent strategy is stronger evidence";
}

TEST(WitnessCount, CountsIndependentStrategiesOnceEach) {
  Standings standings;
  Script recursion = saying(Exact{288});
  recursion.mathematics = "band_recursion";
  standings.scripted.add("alone", saying(Exact{288}));
  standings.scripted.add("bands", recursion);
  standings.scripted.add("more_bands", recursion);
  standings.scripted.add("bound", saying(LowerBound{1}));
  const auto witnesses = [&](const std::string& yaml, const std::string& name,
                             Quantity quantity = Quantity::grids) -> std::size_t {
    return standings.evidence_for(yaml, name, quantity).witnesses;
  };
  EXPECT_EQ(witnesses("  alone: {}\n", "alone"), 1U);
  const std::string all = "  alone: {}\n  bands: {}\n  more_bands: {}\n  bound: {}\n";
  EXPECT_EQ(witnesses(all, "alone"), 2U) << "two of the three depend on one library";
  EXPECT_EQ(witnesses(all, "bands"), 2U);
  EXPECT_EQ(witnesses(all, "bands", Quantity::relabelling_classes), 2U) << "the derived value was reached as often";
  EXPECT_EQ(witnesses(all, "bound"), 1U) << "a bound is equal to no other value";
  EXPECT_EQ(witnesses(all + "expect: [{shape: 2x2, quantity: grids, value: 288, source: nobody}]\n", "alone"), 2U)
      << "an expected value is not a count";
}

TEST(WitnessCount, IsZeroWithoutAValue) {
  Standings standings;
  standings.scripted.add("one").run = [](std::uint64_t, const UnitContext&) -> Tally {
    throw std::runtime_error{"boom"};
  };
  EXPECT_EQ(standings.evidence_for("  one: {}\n", "one").witnesses, 0U);
}

TEST(Standing, IsDisputedIfADerivedValueIsDisputed) {
  Standings standings;
  Script both = saying(Exact{288});
  both.yields.push_back({Quantity::relabelling_classes, Kind::exact});
  both.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}, {Quantity::relabelling_classes, Exact{12}}}, {}};
  };
  standings.scripted.add("both", both);
  standings.scripted.add("other", saying(Exact{312}));
  const std::string all = "  both: {}\n  other: {quantities: [grids]}\n";
  EXPECT_EQ(standings.of(all, "both", Quantity::grids), Standing::disputed);
  EXPECT_EQ(standings.of(all, "both", Quantity::relabelling_classes), Standing::disputed);
}

}  // namespace
