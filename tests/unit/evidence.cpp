// The strength of the evidence for a result: the same lines in every view.
#include "host/judge/evidence.hpp"

#include "host/judge/judge.hpp"
#include "host/report/views.hpp"
#include "support/places.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Script yielding(const std::vector<std::pair<Quantity, Outcome>>& outcomes) {
  Script script;
  script.yields.clear();
  for (const auto& [quantity, outcome] : outcomes) script.yields.push_back({quantity, kind_of(outcome)});
  script.conclude = [outcomes](const Tally&, std::uint64_t) {
    Report report;
    for (const auto& [quantity, outcome] : outcomes) report.outcomes.emplace(quantity, outcome);
    return report;
  };
  return script;
}

Estimate estimate(Real value, Real error) {
  return {
      .value = value, .standard_error = error, .low = value - 2 * error, .high = value + 2 * error, .samples = 1000};
}

class Evidence : public ::testing::Test {
 protected:
  ResultsDocument document(const std::string& yaml) {
    const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies:\n" + yaml);
    return result.document;
  }

  ScriptedExperiment scripted;
};

TEST_F(Evidence, CountsValuesByTheirSupport) {
  scripted.add("one", yielding({{Quantity::grids, Exact{288}}, {Quantity::bands, Exact{96}}}));
  scripted.add("two", yielding({{Quantity::grids, Exact{288}}}));
  EXPECT_THAT(document("  one: {}\n  two: {}\n").evidence,
              ElementsAre("YES. 1 comparison agrees, 5 invariants hold.",
                          "Values: 2 exact (1 by independent strategies; 1 by one strategy alone, not published)",
                          "Weakest: bands of 2x2: one strategy alone, not published (one)"));
}

TEST_F(Evidence, CountsAnEstimateAndItsConstantMultipleOnce) {
  for (const std::string name : {"one", "two"}) {
    const Real off = name == "one" ? 1 : -1;
    scripted.add(name, yielding({{Quantity::grids, estimate(288 + off, 2)},
                                 {Quantity::essentially_different, estimate((288 + off) / 96, 2 / Real{96})}}));
  }
  const auto evidence = document("  one: {}\n  two: {}\n").evidence;
  EXPECT_EQ(evidence.front(), "YES. 1 comparison agrees.");
}

TEST_F(Evidence, IsTheSameInDocumentScreenAndListing) {
  scripted.add("one", yielding({{Quantity::grids, Exact{288}}}));
  scripted.add("two", yielding({{Quantity::grids, Exact{288}}}));
  const auto made = document("  one: {}\n  two: {}\n");
  const std::string screen = verdict_screen(made, 1000, Colour::off);
  const std::string listing = verdict_screen(made, 1000, Colour::off, Extent::full);
  ASSERT_GT(made.evidence.size(), 1);
  for (const auto& line : made.evidence) {
    EXPECT_THAT(screen, HasSubstr(line));
    EXPECT_THAT(listing, HasSubstr(line));
  }
}

TEST_F(Evidence, IsInheritedByAValueThatFollows) {
  scripted.add("one", yielding({{Quantity::grids, Exact{288}}}));
  scripted.add("two", yielding({{Quantity::grids, Exact{288}}}));
  const auto made = document("  one: {}\n  two: {}\n");
  ASSERT_EQ(made.values.size(), 2);
  EXPECT_EQ(made.values[1].follows_from, Quantity::grids);
  EXPECT_EQ(made.values[1].witnesses, made.values[0].witnesses);
  EXPECT_EQ(made.values[1].known, made.values[0].known);
}

TEST_F(Evidence, OfAMultipleIsThatOfItsBaseAlsoIfTheStrategyYieldedBoth) {
  scripted.add("one", yielding({{Quantity::grids, Exact{288}}, {Quantity::relabelling_classes, Exact{12}}}));
  scripted.add("two", yielding({{Quantity::grids, Exact{288}}}));
  const auto made = document("  one: {}\n  two: {quantities: grids}\n");
  for (const auto& entry : made.outcomes) {
    EXPECT_EQ(entry.standing, Standing::cross_checked)
        << name_of(entry.quantity) << " by " << entry.run_id.configuration;
    EXPECT_EQ(entry.witnesses, 2) << name_of(entry.quantity) << " by " << entry.run_id.configuration;
  }
}

TEST_F(Evidence, IsReadBackWithTheDocument) {
  scripted.add("one", yielding({{Quantity::grids, Exact{288}}, {Quantity::bands, Exact{96}}}));
  scripted.add("two", yielding({{Quantity::grids, Exact{192}}}));
  const auto made = document("  one: {}\n  two: {}\n");
  const auto read = read_results_document(to_json(made), "made.json");
  EXPECT_EQ(to_json(read), to_json(made));
  EXPECT_EQ(verdict_screen(read, 80, Colour::off), verdict_screen(made, 80, Colour::off));
}

TEST_F(Evidence, DoesNotCountInternalFindingsThatAgree) {
  for (const std::string name : {"one", "two"}) {
    Script script = yielding({{Quantity::grids, Exact{288}}});
    script.conclude = [name](const Tally&, std::uint64_t) {
      Report report{{{Quantity::grids, Exact{288}}}, {{"shown", {Exact{1}, "a number"}}}};
      report.findings.merge(internal({{"steps", {Exact{2}, "of the method"}}, {"loops", {Exact{name == "one"}, ""}}}));
      return report;
    };
    scripted.add(name, script);
  }
  const auto made = document("  one: {}\n  two: {}\n");
  EXPECT_EQ(made.evidence.back(), "Findings beside the values: 1 DISPUTED, 1 confirmed");
  const std::string listing = findings_listing(made, 80, Colour::off);
  for (const auto* name : {"shown", "steps", "loops"}) EXPECT_THAT(listing, HasSubstr(name));
}

TEST_F(Evidence, GivesEqualValuesOneStanding) {
  // `two` and `three` share a library, and each is independent of `one`.
  scripted.add("one", yielding({{Quantity::grids, Exact{288}}}));
  scripted.add("two", yielding({{Quantity::grids, Exact{288}}})).mathematics = "a_library";
  scripted.add("three", yielding({{Quantity::grids, Exact{288}}})).mathematics = "a_library";
  const auto made = document("  one: {}\n  two: {}\n  three: {}\n");
  for (const auto& entry : made.outcomes) {
    EXPECT_EQ(entry.standing, Standing::cross_checked) << entry.run_id.configuration;
    EXPECT_EQ(entry.witnesses, 2) << entry.run_id.configuration;
  }
}

}  // namespace
