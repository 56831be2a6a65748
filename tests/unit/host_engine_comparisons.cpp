// Comparisons between the runs of one execution, and the inputs and mathematics that they depend on.
#include "host/compare/theorems.hpp"
#include "host/graph/engine.hpp"
#include "support/places.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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
    return scripted.run("problems: [{shape: 2x2}]\nstrategies: {exact: {}, bound: {}}\n").document.exit;
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
  return static_cast<std::size_t>(std::ranges::count_if(result.document.verdicts, [](const Comparison& comparison) {
    return comparison.left.kind == OriginKind::run && comparison.right.kind == OriginKind::run;
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
  EXPECT_EQ(run_configurations(100).document.exit, ExitCode::all_agree);
  for (const std::size_t wrong : {1U, 2U, 50U, 99U}) {
    EXPECT_EQ(run_configurations(100, wrong).document.exit, ExitCode::disagreement) << wrong;
  }
}

TEST(EngineComparisons, DetectAWrongTotalByTheDivisorTheorem) {
  ScriptedExperiment scripted;
  scripted.add("fake").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{289}}}, {}};
  };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  EXPECT_EQ(find_comparison(result, "fake", "divisor theorem").verdict, Verdict::broken);
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
}

// Formulas and divisors are there twice, in two languages: in the comparison, and in `verify`.
/// Runs problems by strategies that give certain reports, and reads the ledgers with `verify`.
class Refutations {
 public:
  /// Expects that `verify` refutes the same values.
  void expect_from_verify() const {
    const std::string script = (gridcensus::testing::source_folder() / "tests/support/refuted.py").string();
    const std::string found = folder_ / "refuted";
    const std::string command = "python3 '" + script + "' '" + folder_.path().string() + "' >'" + found + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c)
    std::ifstream lines{found};
    std::set<std::string> by_verify;
    for (std::string name; std::getline(lines, name);) by_verify.insert(name);
    EXPECT_EQ(by_verify, refuted_);
  }

  /// Runs a problem.
  ///
  /// @return  true if the comparison refutes the values
  bool is_refuted(Shape box, const std::vector<Report>& reports) {
    ScriptedExperiment scripted;
    std::string strategies;
    for (const Report& report : reports) {
      const std::string name = "s" + std::to_string(strategies.size());
      Script& script = scripted.add(name);
      script.units = 1;
      script.yields.clear();
      std::string quantities;
      for (const auto& [quantity, outcome] : report.outcomes) {
        script.yields.push_back({quantity, kind_of(outcome)});
        quantities += (quantities.empty() ? "" : ", ") + std::string{name_of(quantity)};
      }
      script.conclude = [&report](const Tally&, std::uint64_t) { return report; };
      strategies += "  " + name + ": {quantities: [" + quantities + "]}\n";
    }
    const std::string file = std::to_string(++number_) + ".ledger";
    Ledger ledger{folder_ / file};
    const auto exit =
        scripted.run("problems: [{shape: " + to_string(box) + "}]\nstrategies:\n" + strategies, {.ledger = &ledger})
            .document.exit;
    if (exit == ExitCode::disagreement) refuted_.insert(file);
    return exit != ExitCode::all_agree;
  }

 private:
  const TemporaryFolder folder_;
  int number_ = 0;
  std::set<std::string> refuted_;
};

TEST(EngineComparisons, RefuteEachOutcomeThatVerifyRefutes) {
  Refutations refutations;
  int refuted = 0;
  int accepted = 0;
  for (const Quantity quantity :
       {Quantity::grids, Quantity::relabelling_classes, Quantity::bands, Quantity::symmetry_group_order}) {
    for (const Shape box : {Shape{1, 4}, Shape{2, 2}, Shape{2, 3}, Shape{3, 1}, Shape{3, 3}, Shape{4, 2}}) {
      const Integer right = closed_formula(quantity, {box}).value_or(known_divisor(quantity, {box}));
      for (const Integer& value : {right, Integer{right + 1}, Integer{right + right / 2}}) {
        SCOPED_TRACE(std::string{name_of(quantity)} + " of " + to_string(box) + " = " + to_decimal(value));
        ++(refutations.is_refuted(box, {{{{quantity, Exact{value}}}, {}}}) ? refuted : accepted);
      }
    }
  }
  refutations.expect_from_verify();
  EXPECT_GE(refuted, 48);
  EXPECT_GE(accepted, 21);
}

const Quantity shuffle_options{{.name = "shuffle_options", .definition = "Combinations of moves.", .unit = "moves"}};
const Quantity stabiliser_order{
    {.name = "stabiliser_order", .definition = "Moves that change nothing.", .unit = "moves"}};
const Quantity orbit_size{{.name = "orbit_size", .definition = "Grids that moves make.", .unit = "grids"}};

/// Returns what strategies could say of 2x2, with every finding that a theorem is on. Where a number is made up, it
/// obeys the theorems.
Report report_on_2x2() {
  const auto table = [](std::vector<std::string> columns, std::map<std::string, std::vector<Integer>> rows) {
    return Finding{Table{"class", std::move(columns), std::move(rows)}, "made up"};
  };
  Report report;
  for (const auto& [quantity, value] : std::map<Quantity, int>{{Quantity::grids, 288},
                                                               {Quantity::bands, 96},
                                                               {Quantity::essentially_different, 2},
                                                               {Quantity::symmetry_group_order, 128},
                                                               {Quantity::conjugacy_classes, 2},
                                                               {Quantity::classes_with_fixed_grids, 2},
                                                               {shuffle_options, 12},
                                                               {stabiliser_order, 3},
                                                               {orbit_size, 4}}) {
    report.outcomes.emplace(quantity, Exact{value});
  }
  for (const std::string prefix : {"", "transposed_"}) {
    report.findings[prefix + "signature_class_table"] =
        table({"size", "completions"}, {{"13 24", {1, 2}}, {"14 23", {1, 1}}});
    report.findings[prefix + "signature_class_sizes"] = table({"size"}, {{"13 24", {1}}, {"14 23", {1}}});
    report.findings[prefix + "latin_square_family"] =
        table({"bands_each", "times_binomial"}, {{"0", {4, 4}}, {"1", {2, 4}}});
    report.findings[prefix + "first_moment"] = {Exact{96}, "made up"};
    report.findings[prefix + "first_moment"].quantity = Quantity::bands;
  }
  report.findings["symmetry_class_sizes"] = table({"size", "order"}, {{"a", {1, 1}}, {"b", {127, 2}}});
  report.findings["fixed_grids_of_classes"] = table({"size", "fixed_grids"}, {{"a", {1, 12}}, {"b", {61, 4}}});
  report.findings["essentially_different_by_automorphisms"] =
      table({"essentially_different"}, {{"16", {1}}, {"32", {1}}});
  report.findings["bookkeeping_reduced"] = table({"count"}, {{"solutions_after_bookkeeping", {3}}});
  for (const auto& [name, value] : std::map<std::string, int>{{"symmetry_group_order_with_relabelling", 3072},
                                                              {"burnside_sum", 256},
                                                              {"band_fillings", 96},
                                                              {"stack_fillings", 96},
                                                              {"listed_bands", 4}}) {
    report.findings[name] = {Exact{value}, "made up"};
  }
  return report;
}

/// Returns the report with one number changed at a time, or one row left out, by what was changed. `all` has every
/// change that some theorem refutes.
std::map<std::string, Report> changes_of(const Report& report) {
  std::map<std::string, Report> changes;
  for (const auto& [quantity, outcome] : report.outcomes) {
    ++std::get<Exact>(changes.emplace(name_of(quantity), report).first->second.outcomes.at(quantity)).value;
  }
  for (const auto& [name, finding] : report.findings) {
    const auto changed = [&, &name = name](const std::string& what) -> FindingValue& {
      return changes.emplace(name + what, report).first->second.findings.at(name).value;
    };
    if (std::holds_alternative<Exact>(finding.value)) ++std::get<Exact>(changed("")).value;
    const auto* const table = std::get_if<Table>(&finding.value);
    if (table == nullptr) continue;
    for (const auto& [row, cells] : table->rows) {
      std::get<Table>(changed(": without " + row)).rows.erase(row);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        ++std::get<Table>(changed(": " + table->columns[i] + " of " + row)).rows.at(row)[i];
      }
    }
  }
  return changes;
}

TEST(EngineComparisons, RefuteEachFindingThatVerifyRefutes) {
  Refutations refutations;
  const Report report = report_on_2x2();
  ASSERT_FALSE(refutations.is_refuted({2, 2}, {report}));
  std::set<std::string> accepted;
  for (const auto& [what, changed] : changes_of(report)) {
    SCOPED_TRACE(what);
    if (!refutations.is_refuted({2, 2}, {changed})) accepted.insert(what);
  }
  refutations.expect_from_verify();
  // No theorem is on the order of a class of symmetries, and a square is left if a row of the family is.
  EXPECT_THAT(accepted, ::testing::UnorderedElementsAre(
                            "symmetry_class_sizes: order of a", "symmetry_class_sizes: order of b",
                            "latin_square_family: without 0", "latin_square_family: without 1",
                            "transposed_latin_square_family: without 0", "transposed_latin_square_family: without 1",
                            "bookkeeping_reduced: without solutions_after_bookkeeping"));
}

/// Returns a report of one outcome.
Report only(Quantity quantity, Outcome outcome) { return {{{quantity, std::move(outcome)}}, {}}; }

/// Returns 288 grids, and a finding.
Report with_finding(const std::string& name, FindingValue value, bool lacks_rows = false) {
  Report report = only(Quantity::grids, Exact{288});
  report.findings[name] = {std::move(value), "made up"};
  report.findings[name].lacks_rows = lacks_rows;
  return report;
}

Table rows(std::map<std::string, std::vector<Integer>> rows) { return {"row", {"number"}, std::move(rows)}; }

TEST(EngineComparisons, RefuteAllThatVerifyRefutesInSeveralValues) {
  Refutations refutations;
  const auto estimate = [](Real value, Real half, double freedom = 999) {
    return Estimate{.value = value,
                    .standard_error = half / 2,
                    .low = value - half,
                    .high = value + half,
                    .confidence = 0.95,
                    .samples = 1000,
                    .degrees_of_freedom = freedom};
  };
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Report grids = only(Quantity::grids, Exact{288});
  const auto own = [&](Outcome classes) {
    Report report = grids;
    report.outcomes.emplace(Quantity::relabelling_classes, std::move(classes));
    return std::vector{report};
  };
  using Reports = std::vector<Report>;
  const std::vector<std::pair<std::string, Reports>> wrong{
      {"another total", {grids, only(Quantity::grids, Exact{384})}},
      {"another total of the third run", {grids, grids, only(Quantity::grids, Exact{384})}},
      {"other classes", {grids, only(Quantity::relabelling_classes, Exact{16})}},
      {"a false bound", {grids, only(Quantity::grids, LowerBound{289})}},
      {"a false bound of classes", {grids, only(Quantity::relabelling_classes, UpperBound{11})}},
      {"other classes of the same run", own(Exact{16})},
      {"a false lower bound of the same run", own(LowerBound{13})},
      {"a false upper bound of the same run", own(UpperBound{11})},
      {"a far estimate of the same run", own(estimate(100, 1))},
      {"a far estimate", {grids, only(Quantity::grids, estimate(278, 2))}},
      {"a far estimate of few samples", {grids, only(Quantity::grids, estimate(278, 2, 5))}},
      {"another finding", {with_finding("x", Exact{3}), with_finding("x", Exact{4})}},
      {"another finding of the transposed problem",
       {with_finding("x", Exact{3}), with_finding("transposed_x", Exact{4})}},
      {"another table", {with_finding("x", rows({{"a", {1}}})), with_finding("x", rows({{"a", {2}}}))}},
      {"another table that lacks rows",
       {with_finding("x", rows({{"a", {1}}, {"b", {1}}}), true),
        with_finding("x", rows({{"a", {2}}, {"c", {1}}}), true)}}};
  for (const auto& [what, reports] : wrong) {
    SCOPED_TRACE(what);
    EXPECT_TRUE(refutations.is_refuted({2, 2}, reports));
  }
  Estimate without_end = estimate(278, 2);
  without_end.high = infinity;
  const std::vector<std::pair<std::string, Reports>> right{
      {"the same total", {grids, grids}},
      {"the bounds of the same run", own(UpperBound{12})},
      {"a near estimate", {grids, only(Quantity::grids, estimate(287, 2))}},
      {"a near estimate of the same run", own(estimate(12, 1))},
      {"an estimate without spread", {grids, only(Quantity::grids, estimate(278, 0))}},
      {"an estimate without an end", {grids, only(Quantity::grids, without_end)}},
      {"an estimate of known spread", {grids, only(Quantity::grids, estimate(287, 2, static_cast<double>(infinity)))}},
      {"another kind of finding", {with_finding("x", Exact{3}), with_finding("x", rows({{"a", {1}}}))}},
      {"tables that lack rows",
       {with_finding("x", rows({{"a", {1}}, {"b", {1}}}), true),
        with_finding("x", rows({{"a", {1}}, {"c", {1}}}), true)}}};
  for (const auto& [what, reports] : right) {
    SCOPED_TRACE(what);
    EXPECT_FALSE(refutations.is_refuted({2, 2}, reports));
  }
  refutations.expect_from_verify();
}

TEST(EngineComparisons, FailARunWhoseTableHasRaggedRows) {
  ScriptedExperiment scripted;
  scripted.add("one").conclude = [](const Tally&, std::uint64_t) { return with_finding("x", rows({{"a", {1, 2}}})); };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {one: {}}\n");
  EXPECT_EQ(result.document.exit, ExitCode::run_failed);
  EXPECT_THAT(result.runs.at(0).message, ::testing::HasSubstr("row \"a\" has 2 numbers, and the table has 1 column"));
}

TEST(EngineComparisons, NameBothNumbersOfABrokenTheoremOnAFinding) {
  Report report = report_on_2x2();
  std::get<Table>(report.findings.at("signature_class_table").value).rows.at("14 23")[1] = 2;
  ScriptedExperiment scripted;
  Script& script = scripted.add("one");
  script.yields = {{Quantity::grids, Kind::exact}};
  script.conclude = [&](const Tally&, std::uint64_t) { return report; };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {one: {}}\n");
  const auto& comparison = find_comparison(result, "one", "grids = sum of size * completions * symmetries");
  EXPECT_EQ(comparison.verdict, Verdict::broken);
  EXPECT_EQ(comparison.subject, "finding signature_class_table of 2x2");
  EXPECT_EQ(comparison.left.value, "384");
  EXPECT_EQ(comparison.right.value, "288");
}

TEST(EngineComparisons, CheckATableAgainstTheInputOfItsRun) {
  ScriptedExperiment scripted;
  scripted.add("source").conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}}, {}};
  };
  Script& script = scripted.add("consumer");
  script.yields = {{Quantity::essentially_different, Kind::exact}};
  script.needs = {Quantity::grids};
  script.conclude = [](const Tally&, std::uint64_t) {
    Report report{{{Quantity::essentially_different, Exact{2}}}, {}};
    report.findings["essentially_different_by_automorphisms"] = {
        Table{"automorphisms", {"essentially_different"}, {{"16", {2}}}}, "made up"};
    return report;
  };
  const auto result =
      scripted.run("problems: [{shape: 2x2}]\nstrategies: {source: {}, consumer: {inputs: {grids: source}}}\n");
  const auto& comparison = find_comparison(result, "consumer", "grids = sum of orbits * relabellings");
  EXPECT_EQ(comparison.left.value + " against " + comparison.right.value, "384 against 288");
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
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
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
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
  EXPECT_EQ(result.document.exit, ExitCode::all_agree);
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
  for (const auto& comparison : result.document.verdicts) {
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
  for (const auto& comparison : result.document.verdicts) {
    if (comparison.right.name != "right") continue;
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
  EXPECT_EQ(good.document.exit, ExitCode::all_agree);
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
  EXPECT_EQ(wild.document.exit, ExitCode::disagreement);
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
    EXPECT_EQ(result.document.exit, ExitCode::all_agree);
    const auto& against_all = find_comparison(result, "one@seed=2", "other");
    EXPECT_EQ(against_all.verdict, Verdict::consistent);
    EXPECT_THAT(against_all.note, ::testing::HasSubstr("other is the mean over " + std::to_string(seeds) + " seeds"));
    EXPECT_THROW(find_comparison(result, "one@seed=2", "other@seed=2"), std::out_of_range);
    EXPECT_EQ(find_comparison(result, "one@seed=1", "one@seed=3").verdict, Verdict::equal) << "their tables";
    return result.document.verdicts.size();
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
    EXPECT_EQ(result.document.exit, ExitCode::disagreement) << odd;
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
  EXPECT_EQ(result.document.exit, ExitCode::disagreement);
}

}  // namespace
