// The screen with the verdict, from documents: word for word at two widths, and its properties at every width.
#include "host/base/text.hpp"
#include "host/judge/evidence.hpp"
#include "host/judge/judge.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"
#include "support/places.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::vector<std::string> golden_documents{"agreement", "disagreement", "interruption", "one_strategy",
                                                "forty_problems"};

std::string golden_file(const std::string& name) { return gridcensus::testing::golden_screens_folder() / name; }

ResultsDocument golden(const std::string& name) { return read_results_file(golden_file(name + ".json")); }

std::string golden_text(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream{golden_file(name)}.rdbuf();
  return text.str();
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines{text};
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

class Screens {
 public:
  ScriptedExperiment scripted;

  ResultsDocument document(const std::string& yaml) {
    const auto result = scripted.run(yaml);
    return result.document;
  }
  std::string of(const std::string& yaml) { return verdict_screen(document(yaml), 80, Colour::off); }

  Script& add(const std::string& id, const Outcome& outcome, Quantity quantity = Quantity::grids) {
    Script script;
    script.yields = {{quantity, kind_of(outcome)}};
    script.conclude = [=](const Tally&, std::uint64_t) { return Report{{{quantity, outcome}}, {}}; };
    return scripted.add(id, script);
  }
};

const std::string one_problem = "title: Well?\nproblems: [{shape: 2x2}]\nstrategies: ";

// The texts are what `COLUMNS=80 gridcensus show` prints of each document in tests/golden/screens.
TEST(VerdictScreen, EqualsTheGoldenScreensWordForWord) {
  for (const auto& name : golden_documents) {
    for (const std::size_t width : {80U, 120U}) {
      const std::string text = verdict_screen(golden(name), width, Colour::off);
      EXPECT_EQ(text, golden_text(name + "." + std::to_string(width) + ".txt")) << name << " at " << width;
    }
  }
}

TEST(VerdictScreen, HasNoLineWiderThanTheTerminal) {
  for (const auto& name : golden_documents) {
    const auto document = golden(name);
    for (std::size_t width = 40; width <= 200; ++width) {
      EXPECT_LE(widest_line(verdict_screen(document, width, Colour::off)), width) << name;
      EXPECT_LE(widest_line(verdict_screen(document, width, Colour::off, Extent::full)), width) << name;
      EXPECT_LE(widest_line(findings_listing(document, width, Colour::off)), width) << name;
    }
  }
}

TEST(VerdictScreen, FitsOnePageForTheMainExperiment) {
  const std::string text = verdict_screen(golden("agreement"), 80, Colour::off);
  EXPECT_LE(std::ranges::count(text, '\n'), 45);
}

TEST(VerdictScreen, ShowsNothingByColourAlone) {
  static const std::regex escapes{"\x1b\\[[0-9]*m"};
  for (const auto& name : golden_documents) {
    const auto document = golden(name);
    const std::string coloured = verdict_screen(document, 80, Colour::on);
    EXPECT_THAT(coloured, HasSubstr("\x1b["));
    EXPECT_EQ(std::regex_replace(coloured, escapes, ""), verdict_screen(document, 80, Colour::off));
  }
}

TEST(VerdictScreen, AnswersAccordingToTheComparisons) {
  Screens two;
  two.add("one", Exact{288});
  two.add("two", Exact{288});
  EXPECT_THAT(two.of(one_problem + "{one: {}, two: {}}\n"),
              StartsWith("Well?\n\nYES. 1 comparison agrees, 4 invariants hold."));
  Screens lone;
  lone.add("one", Exact{288});
  EXPECT_THAT(lone.of(one_problem + "{one: {quantities: grids}}\n"),
              HasSubstr("COUNTED. By one strategy alone: nothing to compare with, 1 invariant holds."));
  Screens sampled;
  sampled.add("one", Estimate{.value = 288, .standard_error = 1, .low = 286, .high = 290, .samples = 1000});
  const std::string estimate = sampled.of(one_problem + "{one: {quantities: grids}}\n");
  EXPECT_THAT(estimate, HasSubstr("ESTIMATED. By one strategy alone"));
  EXPECT_THAT(estimate, HasSubstr("Weakest: grids of 2x2: an estimate by one strategy alone"));
}

TEST(VerdictScreen, ShowsBothValuesOfADisagreementAndTheirOrigins) {
  Screens screens;
  screens.add("one", Exact{288});
  screens.add("two", Exact{192});
  const std::string text =
      screens.of(one_problem + "{one: {quantities: grids}, again: {strategy: two, quantities: grids}}\n");
  EXPECT_THAT(text, HasSubstr("NO. The only comparison disagrees, 2 invariants hold."));
  EXPECT_THAT(text,
              HasSubstr("DISAGREE: grids of 2x2\n  288  by one 1.0.0 on 2x2\n  192  by again: two 1.0.0 on 2x2\n"));
  EXPECT_THAT(text, HasSubstr("2x2      288  one         disputed\n2x2      192  two         disputed\n"));
}

TEST(VerdictScreen, DoesNotAnswerYesIfARunFailed) {
  Screens screens;
  screens.add("one", Exact{288});
  screens.add("two", Exact{288});
  screens.scripted.add("bad").run = [](std::uint64_t, const UnitContext&) -> Tally {
    throw std::runtime_error{"boom\x1b[2J"};
  };
  const std::string text = screens.of(one_problem + "{one: {}, two: {}, bad: {}}\n");
  EXPECT_THAT(text, HasSubstr("FAILED. 1 of 3 runs failed, 1 comparison agrees"));
  EXPECT_THAT(text, HasSubstr("FAILED: bad on 2x2: "));
  EXPECT_THAT(text, HasSubstr("boom"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(VerdictScreen, ShowsTheRemainderOfABrokenTheorem) {
  Screens screens;
  screens.add("one", Exact{289});
  const std::string text = screens.of(one_problem + "{one: {quantities: grids}}\n");
  EXPECT_THAT(text, HasSubstr("NO. The only invariant is broken"));
  EXPECT_THAT(text, HasSubstr("BROKEN: grids of 2x2\n  289  by one 1.0.0 on 2x2\n"
                              "  not divisible by 96  divisor theorem\n    the remainder is 1\n"));
}

TEST(VerdictScreen, DoesNotAnswerYesIfARunLacksAValue) {
  Screens screens;
  screens.add("one", Exact{288});
  screens.add("two", Exact{288});
  Script none;
  none.yields = {{Quantity::grids, Kind::estimate}};
  none.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Unfinished{"all samples are equal"}}}, {}};
  };
  screens.scripted.add("none", none);
  const std::string text = screens.of(one_problem + "{one: {}, two: {}, none: {quantities: grids}}\n");
  EXPECT_THAT(text, HasSubstr("NOT YET. 1 of 3 runs lacks a value, 1 comparison agrees"));
  EXPECT_THAT(text, HasSubstr("\nNO VALUE: none on 2x2: all samples are equal\n"));
}

TEST(VerdictScreen, NamesTheProblemsThatHaveNoAnswer) {
  Screens screens;
  screens.add("one", Exact{288});
  screens.add("two", Exact{288});
  const std::string problems = "title: Well?\nproblems: [{shape: [2x2, 1x4]}]\nstrategies: ";
  EXPECT_THAT(screens.of(problems + "{one: {only: 2x2}, two: {only: 2x2}}\n"),
              HasSubstr("NOT YET. 1 of 2 problems has no answer (1x4), 1 comparison agrees"));
}

TEST(VerdictScreen, PutsEqualTransposesOnOneLine) {
  Screens screens;
  screens.add("one", Exact{28200960});
  const std::string strategies = "strategies: {one: {quantities: grids}}\n";
  EXPECT_THAT(screens.of("problems: [{shape: [2x3, 3x2]}]\n" + strategies), HasSubstr("\n2x3 = 3x2  28,200,960  one "));
  Screens bands;
  bands.add("one", Exact{25920}, Quantity::bands);
  EXPECT_THAT(bands.of("problems: [{shape: [2x3, 3x2]}]\nstrategies: {one: {}}\n"), Not(HasSubstr("2x3 = 3x2")))
      << "the bands of a shape and of its transpose are different things";
}

TEST(VerdictScreen, NamesTheWeakestPoint) {
  Screens screens;
  screens.add("one", Exact{288});
  screens.add("two", Exact{288});
  EXPECT_THAT(screens.of(one_problem + "{one: {}, two: {}}\n"),
              HasSubstr("Weakest: no value rests on one strategy alone"));
  EXPECT_THAT(screens.of(one_problem + "{one: {}}\n"),
              HasSubstr("Weakest: grids of 2x2: one strategy alone, not published (one)"));
  const std::string expected = "expect: [{shape: 2x2, quantity: grids, value: 288, source: a paper}]\n";
  EXPECT_THAT(screens.of(one_problem + "{one: {}}\n" + expected),
              HasSubstr("Weakest: grids of 2x2: one strategy and the literature (one)"));
  Screens sampled;
  sampled.add("one", Estimate{.value = 288, .standard_error = 1, .low = 286, .high = 290, .samples = 1000});
  EXPECT_THAT(sampled.of(one_problem + "{one: {quantities: grids}}\n" + expected),
              HasSubstr("Weakest: grids of 2x2: one strategy and the literature (one)"));
}

TEST(VerdictScreen, AsksAboutAgreementOnlyAfterComparisons) {
  Screens screens;
  screens.add("one", Exact{288});
  const std::string untitled = "problems: [{shape: 2x2}]\nstrategies: {one: {}}\n";
  EXPECT_EQ(screens.document(untitled).answer.question, "What does one find for 2x2?")
      << "an invariant is no comparison";
  const std::string known = "expect: [{shape: 2x2, quantity: grids, value: 288, source: a}]\n";
  EXPECT_EQ(screens.document(untitled + known).answer.question, "Does one on 2x2 agree with what is known?");
}

TEST(VerdictScreen, NamesNoWeakestPointWithoutComparisons) {
  Screens screens;
  screens.add("a", Exact{288});
  auto document = screens.document(one_problem + "{a: {}}");
  document.verdicts.clear();
  add_evidence(document);
  EXPECT_THAT(verdict_screen(document, 80, Colour::off), HasSubstr("not published"));
  document.assembled = "from rows";
  add_evidence(document);
  EXPECT_THAT(verdict_screen(document, 80, Colour::off), Not(HasSubstr("not published")));
}

TEST(VerdictScreen, NamesTheGivenValueThatAllDependOn) {
  Screens screens;
  for (const auto* id : {"one", "two"})
    screens.add(id, Exact{2}, Quantity::essentially_different).needs = {Quantity::grids};
  auto document = screens.document(one_problem +
                                   "\n  one: {inputs: {grids: {value: 288, source: nobody}}}\n"
                                   "  two: {inputs: {grids: {value: 288, source: nobody}}}\n");
  EXPECT_THAT(verdict_screen(document, 120, Colour::off),
              HasSubstr("related strategies, not published (grids as given)"));
}

TEST(VerdictScreen, ComparesAnApproximationWithTheMostPreciseEstimate) {
  Screens screens;
  screens.add("rough", Approximation{290});
  screens.add("coarse", Estimate{280, 10, 260, 300, 0.95, 1000});
  screens.add("fine", Estimate{288, 0.1L, 287.8L, 288.2L, 0.95, 1000});
  EXPECT_THAT(screens.of(one_problem + "{rough: {}, coarse: {}, fine: {}}\n"),
              HasSubstr("Approximation: rough is off by +0.694 % (2x2)\n"));
}

TEST(VerdictScreen, CompressesRefusals) {
  Screens screens;
  screens.add("one", Exact{288});
  screens.scripted.add("small").why_not = "side 4 exceeds 3, and time grows";
  EXPECT_THAT(screens.of("problems: [{shape: [2x2, 1x4]}]\nstrategies: {one: {only: 2x2}, small: {}}\n"),
              HasSubstr("\nRefused: small on 2x2 1x4 (side 4 exceeds 3)\n"));
}

TEST(VerdictScreen, NamesRefusedQuantitiesBesideAnAnswer) {
  Screens screens;
  screens.add("one", Exact{288});
  auto document = screens.document(one_problem + "{one: {}}\n");
  document.not_applicable.push_back(
      {document.runs.front().run_id, {Quantity::essentially_different}, "too many grids have automorphisms, and more"});
  EXPECT_THAT(verdict_screen(document, 120, Colour::off),
              HasSubstr("\nRefused: one on 2x2: essentially_different (too many grids have automorphisms)\n"));
  document.not_applicable.back().is_by_name = false;
  EXPECT_THAT(verdict_screen(document, 120, Colour::off), Not(HasSubstr("Refused"))) << "not requested by name";
}

TEST(FullScreen, NamesRefusedQuantities) {
  Screens screens;
  screens.add("one", Exact{288});
  auto document = screens.document(one_problem + "{one: {}}\n");
  document.not_applicable.push_back(
      {document.runs.front().run_id, {Quantity::bands, Quantity::essentially_different}, "it takes days"});
  EXPECT_THAT(verdict_screen(document, 120, Colour::off, Extent::full),
              HasSubstr("\nNot applicable: one on 2x2, bands, essentially_different: it takes days\n"));
}

TEST(FullScreen, HasALinePerOutcomeWithTheWholeNumberIfItFits) {
  Screens screens;
  const Integer number = parse_integer("123456789012345678901234567890").value();
  screens.add("one", Exact{number});
  screens.add("a_strategy_with_quite_a_long_name", Exact{number});
  const auto document = screens.document(
      one_problem + "{one: {quantities: grids}, a_strategy_with_quite_a_long_name: {quantities: grids}}\n");
  const auto lines_of_2x2 = [&](std::size_t width, const std::string& text) {
    std::istringstream lines{verdict_screen(document, width, Colour::off, Extent::full)};
    std::size_t found = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("2x2 ") && line.find(text) != std::string::npos) ++found;
    }
    return found;
  };
  EXPECT_EQ(lines_of_2x2(120, "  123,456,789,012,345,678,901,234,567,890  "), 2);
  EXPECT_EQ(lines_of_2x2(60, ""), 2);
}

TEST(Values, CountASharedAgreement) {
  Screens screens;
  Script script;
  script.mathematics = "band_recursion";
  script.conclude = [](const Tally&, std::uint64_t) { return Report{{{Quantity::grids, Exact{288}}}, {}}; };
  screens.scripted.add("one", script);
  screens.scripted.add("two", script);
  const auto document = screens.document(one_problem + "{one: {quantities: grids}, two: {quantities: grids}}\n");
  EXPECT_THAT(document.answer.reason, StartsWith("1 comparison agrees"));
  ASSERT_EQ(document.values.size(), 1);
  EXPECT_EQ(document.strategies_of(document.values[0]).size(), 2);
  EXPECT_EQ(document.values[0].witnesses, 1) << "they count by the same mathematics";
}

TEST(Findings, AreConfirmedOnlyByIndependentStrategies) {
  const auto document = golden("agreement");
  const std::string listing = findings_listing(document, 80, Colour::off);
  EXPECT_THAT(listing, StartsWith("Findings: "));
  EXPECT_THAT(listing, HasSubstr("\nsignature_class_sizes: "));
  EXPECT_THAT(listing, HasSubstr(" alone\n"));
}

TEST(FindingInFull, ShowsAllRows) {
  const auto document = golden("agreement");
  const std::string text = finding_in_full(document, "signature_class_table:2x3", 80);
  EXPECT_THAT(text, HasSubstr("class     size  completions\n"));
  EXPECT_THAT(text, HasSubstr("14 25 36     1          176\n"));
  EXPECT_THAT(text, HasSubstr("3 rows\n"));
  EXPECT_THAT(text, Not(HasSubstr("of 3x3")));
  EXPECT_FALSE(finding_as_json(document, "signature_class_table").empty());
}

TEST(FindingInFull, RefusesAnUnknownNameWithTheNearestOne) {
  const auto document = golden("agreement");
  const auto refusal = [&](const std::string& asked) {
    try {
      finding_in_full(document, asked, 80);
    } catch (const BadInput& error) {
      return to_string(error.diagnostics().at(0));
    }
    return std::string{};
  };
  EXPECT_THAT(refusal("signature_class_tabel"), HasSubstr("did you mean signature_class_table?"));
  EXPECT_THAT(refusal("class_table"), HasSubstr("did you mean signature_class_table?"));
  EXPECT_THAT(refusal("signature_class_table:1x8"), HasSubstr("no signature_class_table of this shape"));
  EXPECT_THAT(refusal("signature_class_table:x"), HasSubstr("expected NAME or NAME:SHAPE"));
}

TEST(TextTable, AlignsColumnsAndLeavesOutThoseWithoutText) {
  using enum TextTable::Align;
  TextTable table{{{"name"}, {"empty"}, {"number", right}, {"last"}}};
  table.add({"a", "", "1", "x"});
  table.add({"longer", "", "1,000", ""});
  EXPECT_EQ(table.text(), "name    number  last\na            1  x\nlonger   1,000\n");
  EXPECT_EQ(table.text(19), "name   number  last\na           1  x\nlonger  1,000\n")
      << "a number uses what the cell on its left leaves";
  TextTable without_names{{{}, {}}};
  without_names.add({"a\n", "\u6570"});
  EXPECT_EQ(without_names.text(), "a\\n  \u6570\n") << "without names, there is no line for them";
  EXPECT_EQ(TextTable{{{"name"}}}.text(), "");
}

TEST(TextTable, BreaksWordsThenNamesThenNumbers) {
  using enum TextTable::Align;
  TextTable table{{{"name"}, {"number", right}}};
  table.add({"words_and_names of words", "1,234,567,890,123,456,789"});
  EXPECT_EQ(table.text(42),
            "name                                number\n"
            "words_and_names  1,234,567,890,123,456,789\nof words\n");
  EXPECT_EQ(table.text(41),
            "name                               number\n"
            "words_and_      1,234,567,890,123,456,789\nnames of words\n");
  EXPECT_EQ(table.text(36),
            "name                       number\n"
            "words_and_  1,...,789 (19 digits)\nnames of\nwords\n");
}

TEST(TextLayout, WrapsWhatDoesNotFit) {
  Lines lines{12, Colour::on};
  lines.add_wrapped("one  two", 2);
  lines.add_wrapped("one", shade::red, " two three four", 2);
  EXPECT_EQ(lines.text(), "one  two\n\x1b[31mone\x1b[0m two\n  three four\n");
}

TEST(TextLayout, ShortensNumbersAlone) {
  EXPECT_EQ(display_width("\u6570\u72ec \u2013"), 6);
  EXPECT_EQ(digits_within("1,234,567,890,123,456,789", 24), "1,...,789 (19 digits)");
  EXPECT_EQ(digits_within("at least 1,234,567,890,123,456,789", 33), "at least 1,...,789 (19 digits)");
  EXPECT_EQ(digits_within("123,456", 6), "123,456") << "it has no digits to lose";
  EXPECT_EQ(digits_within("1,234,567,890,123,456,789 of them", 10), "1,234,567,890,123,456,789 of them");
}

TEST(FirstNames, AreSixOfMany) {
  EXPECT_EQ(first_names({"1x1", "1x2", "1x3", "1x4", "1x5", "1x6"}), "1x1 1x2 1x3 1x4 1x5 1x6");
  EXPECT_EQ(first_names({"1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8"}),
            "1x1 1x2 1x3 1x4 1x5 1x6 and 2 more");
}

TEST(TotalsOfLayouts, ReplaceTheValuesOfVeryManyProblems) {
  Screens screens;
  screens.add("one", Exact{24}).rules = SupportedRules::any;
  const std::string text = screens.of(
      "problems: [{shape: [1x2, 2x2], layouts: all}]\nstrategies: {one: {quantities: grids}}\nexpect:\n"
      "  - {shape: 2x2, layouts: all, quantity: grids, value: 2808, source: 117 * 24}\n"
      "  - {shape: 1x2, layouts: all, quantity: grids, value: 50, source: a mistake}\n");
  EXPECT_THAT(text, HasSubstr("also  grids  23 shapes"));
  EXPECT_THAT(text, HasSubstr("total grids\n"
                              "list of layouts                            value  strategies  expected\n"
                              "1x2 layouts:all: 2 layouts, 1 problem         48  one         DISAGREES\n"
                              "2x2 layouts:all: 117 layouts, 22 problems  2,808  one         equal\n"));
  EXPECT_THAT(text, HasSubstr("DISAGREE: total grids of 1x2 layouts:all"));
  EXPECT_THAT(text, Not(HasSubstr("given as"))) << "their problems have no user-given names";
}

}  // namespace
