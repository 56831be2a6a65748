#include "host/base/sha256.hpp"
#include "host/experiment/experiment.hpp"
#include "host/experiment/experiment_form.hpp"
#include "host/experiment/override.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::testing::parse_experiment;
using gridcensus::testing::read_experiment_file;

using gridcensus::testing::experiment_catalog;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* full_file = R"(title: Do they agree?
problems:
  - {shape: 2x3}
  - {shape: [2x2, 3x2], rules: classic}
  - {shape: [1x1, 1x2]}
strategies:
  enumeration: {max_side: 5, share: 0.25, check_all: true}
  band_classes:
  transposed:
    strategy: band_classes
    orientation: "transposed"
    note: 010
    quantities: [grids, bands]
    only: [2x3, 3x2]
    budget: {seconds: 1.5, memory: 8 GiB}
  burnside: {inputs: {grids: enumeration}}
seed: 18446744073709551615
threads: 1024
compare: {confidence: 0.5}
expect:
  - {shape: 2x3, quantity: grids, value: "28200960", source: Pettersen}
  - {shape: 2x2, quantity: relabelling_classes, value: 12, source: "288 / 4!"}
budget: {seconds: 3600, memory: 500MiB}
ledger: some/where.ledger
)";

Experiment read(const std::string& text) { return parse_experiment(text, "f.yaml", experiment_catalog()); }

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

Problem problem(int box_rows, int box_cols) { return {{box_rows, box_cols}, {}}; }

TEST(ExperimentFile, RefusesTooManyProblems) {
  std::string shapes = "1x1";
  for (int i = 0; i < 10000; ++i) shapes += ", 1x1";
  EXPECT_EQ(refusal("problems: [{shape: [" + shapes + "]}]\nstrategies: {enumeration: {}}\n"),
            "f.yaml:1:11: problems: has 10001 problems; expected at most 10000");
}

TEST(ExperimentFile, ReadsEveryKey) {
  const auto experiment = read(full_file);
  EXPECT_EQ(experiment.title, "Do they agree?");
  EXPECT_EQ(experiment.file, "f.yaml");
  EXPECT_EQ(experiment.sha256, sha256_of(full_file));
  EXPECT_THAT(experiment.problems,
              ElementsAre(problem(2, 3), problem(2, 2), problem(3, 2), problem(1, 1), problem(1, 2)));
  EXPECT_THAT(experiment.seeds, ElementsAre(18446744073709551615U));
  EXPECT_EQ(experiment.threads, 1024);
  EXPECT_EQ(experiment.confidence, 0.5);
  EXPECT_EQ(experiment.budget, (Budget{3600, 500ULL << 20U}));
  EXPECT_EQ(experiment.ledger, "some/where.ledger");
  ASSERT_EQ(experiment.expectations.size(), 2U);
  EXPECT_EQ(experiment.expectations[0].value, 28200960);
  EXPECT_EQ(experiment.expectations[0].problem, problem(2, 3));
  EXPECT_EQ(experiment.expectations[1].quantity, Quantity::relabelling_classes);
  EXPECT_EQ(experiment.expectations[1].source, "288 / 4!");
  EXPECT_EQ(experiment.expectations[1].where, (Location{"f.yaml", 22, 5}));
}

TEST(ExperimentFile, CompletesTheParametersOfConfigurations) {
  const auto experiment = read(full_file);
  ASSERT_EQ(experiment.configurations.size(), 4U);
  const auto& enumeration = experiment.configurations[0];
  EXPECT_EQ(enumeration.name, "enumeration");
  EXPECT_EQ(enumeration.plugin, experiment_catalog().find("enumeration"));
  EXPECT_EQ(enumeration.parameters,
            (ParameterValues{
                {"max_side", std::int64_t{5}}, {"check_all", true}, {"share", 0.25}, {"block", std::int64_t{64}}}));
  EXPECT_THAT(enumeration.quantities, IsEmpty());
  EXPECT_THAT(enumeration.only, IsEmpty());
  EXPECT_EQ(enumeration.where, (Location{"f.yaml", 7, 3}));

  const auto& transposed = experiment.configurations[2];
  EXPECT_EQ(transposed.plugin, experiment_catalog().find("band_classes"));
  EXPECT_EQ(transposed.parameters.at("orientation"), ParameterValue{std::string{"transposed"}});
  EXPECT_EQ(transposed.parameters.at("note"), ParameterValue{std::string{"010"}})
      << "a text parameter takes any scalar";
  EXPECT_THAT(transposed.quantities, ElementsAre(Quantity::grids, Quantity::bands));
  EXPECT_THAT(transposed.only, ElementsAre(problem(2, 3), problem(3, 2)));
  EXPECT_EQ(transposed.budget, (Budget{1.5, 8ULL << 30U}));
  EXPECT_EQ(experiment.configurations[3].input_sources.at(Quantity::grids), InputSource{"enumeration"});
}

std::vector<std::string> names_in(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const auto& configuration : experiment.configurations) names.push_back(configuration.name);
  return names;
}

TEST(Sweeps, MakeAConfigurationOfEveryCombination) {
  const auto experiment = read(R"(problems: [{shape: 2x2}]
strategies:
  some: {strategy: enumeration, check_all: true, block: [1_000, 64], max_side: [4, 5]}
)");
  // In the order in which the strategy declares its parameters: the order of the file does not change names.
  EXPECT_THAT(names_in(experiment), ElementsAre("some@max_side=4@block=1000", "some@max_side=4@block=64",
                                                "some@max_side=5@block=1000", "some@max_side=5@block=64"));
  for (const auto& configuration : experiment.configurations) {
    EXPECT_EQ(configuration.parameters.at("check_all"), ParameterValue{true});
    EXPECT_EQ(configuration.parameters.at("share"), ParameterValue{0.5}) << "the default";
  }
  EXPECT_EQ(experiment.configurations[2].parameters.at("max_side"), ParameterValue{std::int64_t{5}});
  EXPECT_EQ(experiment.configurations[2].parameters.at("block"), ParameterValue{std::int64_t{1000}});
}

TEST(Sweeps, AcceptAListInPlaceOrUnderSweep) {
  const std::string begin = "problems: [{shape: 2x2}]\nstrategies: {enumeration: ";
  const auto in_place = read(begin + "{share: [0.25, 1], max_side: [4, 5]}}");
  const auto swept = read(begin + "{sweep: {max_side: [4, 5], share: [0.25, 1]}}}");
  const auto mixed = read(begin + "{share: [0.25, 1], sweep: {max_side: [4, 5]}}}");
  EXPECT_EQ(names_in(in_place), names_in(swept));
  EXPECT_EQ(names_in(in_place), names_in(mixed));
  EXPECT_THAT(names_in(in_place), ::testing::Contains("enumeration@max_side=5@share=0.25"));
}

TEST(Sweeps, NumberValuesThatNeedQuotes) {
  const auto experiment = read(R"(problems: [{shape: 2x2}]
strategies: {band_classes: {note: [plain, "two words", "a/b", a_text_of_more_than_24_characters]}}
)");
  EXPECT_THAT(names_in(experiment), ElementsAre("band_classes@note=plain", "band_classes@note=value_2",
                                                "band_classes@note=value_3", "band_classes@note=value_4"));
}

TEST(Sweeps, CanProduceAnInputByName) {
  const auto experiment = read(R"(problems: [{shape: 2x2}]
strategies:
  enumeration: {max_side: [4, 5]}
  burnside: {inputs: {grids: enumeration@max_side=5}}
)");
  EXPECT_EQ(experiment.configurations.at(2).input_sources.at(Quantity::grids), InputSource{"enumeration@max_side=5"});
}

TEST(Seeds, RepeatOnlySamplingRuns) {
  const auto experiment = read(R"(problems: [{shape: 2x2}]
strategies:
  enumeration: {}
  sampler: {}
  classes: {strategy: sampler, quantities: signature_classes}
  burnside: {inputs: {grids: enumeration}}
seed: [7, 1_000]
)");
  EXPECT_THAT(experiment.seeds, ElementsAre(7U, 1000U));
  EXPECT_THAT(names_in(experiment),
              ElementsAre("enumeration", "sampler@seed=7", "sampler@seed=1000", "classes", "burnside"));
  EXPECT_EQ(experiment.configurations[2].seed, 1000U);
  EXPECT_EQ(experiment.configurations[2].base_configuration, "sampler");
  EXPECT_EQ(experiment.configurations[0].seed, 7U) << "the first, for what has one";
}

TEST(Seeds, MayBeAListOfOne) {
  const std::string begin = "problems: [{shape: 2x2}]\nstrategies: {sampler: }\nseed: ";
  const auto several = read(begin + "[3, 5]");
  const auto single = read(begin + "5");
  EXPECT_EQ(seedless_name(several.configurations[1]), seedless_name(single.configurations[0]))
      << "its random numbers are the same, so that a ledger has them";
  EXPECT_EQ(several.configurations[1].seed, single.configurations[0].seed);
}

/// Applies --set to a file, and returns the mistakes.
std::string with_set(const std::vector<std::string>& typed, Experiment* made = nullptr) {
  auto text = parse_experiment_text(full_file, "f.yaml");
  try {
    std::vector<Override> overrides;
    for (const auto& each : typed) overrides.push_back(read_override(each, at_option("--set " + each)));
    override_values(text, overrides);
    auto experiment = read_experiment(text, experiment_catalog());
    if (made != nullptr) *made = std::move(experiment);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Overrides, ChangeAnyValueOfTheFile) {
  Experiment made;
  EXPECT_EQ(with_set({"strategies.enumeration.max_side=4", "strategies.band_classes.note=a: b # c", "threads=2",
                      "compare.confidence=0.9", "budget.seconds=7", "title=Another", "expect[0].value=28,200,960",
                      "problems[1].shape=[2x2, 3x2]", "seed=[1, 2]"},
                     &made),
            "accepted");
  EXPECT_EQ(made.configurations[0].parameters.at("max_side"), ParameterValue{std::int64_t{4}});
  EXPECT_EQ(made.configurations[1].parameters.at("note"), ParameterValue{std::string{"a: b # c"}});
  EXPECT_EQ(made.threads, 2);
  EXPECT_EQ(made.confidence, 0.9);
  EXPECT_EQ(made.budget.seconds, 7);
  EXPECT_EQ(made.title, "Another");
  EXPECT_THAT(made.seeds, ElementsAre(1U, 2U));
  EXPECT_EQ(made.sha256, sha256_of(full_file)) << "of the file; what was put over it stands beside it";
  ASSERT_EQ(made.overrides.size(), 9U);
  EXPECT_EQ(made.overrides[0], "strategies.enumeration.max_side=4");
}

TEST(Overrides, AreLocatedWhereTheyWereTyped) {
  EXPECT_EQ(with_set({"strategies.enumeraton.max_side=4"}),
            "command line: --set strategies.enumeraton.max_side=4: this file has no configuration enumeraton "
            "(did you mean enumeration?); known: enumeration, band_classes, transposed, burnside");
  EXPECT_THAT(with_set({"strategies.enumeration.max_sied=4"}),
              ::testing::AllOf(HasSubstr("command line: --set strategies.enumeration.max_sied=4: unknown parameter"),
                               HasSubstr("(did you mean max_side?)")));
  EXPECT_EQ(with_set({"strategies.enumeration.max_side=x"}),
            "command line: --set strategies.enumeration.max_side=x: expected integer from 2 to 9; got x");
  EXPECT_THAT(with_set({"compar.confidence=0.9"}), HasSubstr("(did you mean compare?)"));
  EXPECT_THAT(with_set({"seed.x=1"}), HasSubstr("seed is not a map of keys and values, but 18446744073709551615"));
  EXPECT_THAT(with_set({"expect[7].value=1"}), HasSubstr("expect[7] does not exist: the list has 2 entries"));
  EXPECT_THAT(with_set({"threads=1", "threads=2"}), HasSubstr("threads is given twice"));
  for (const std::string typed : {"", "=", "threads", "a..b=1", "a[x]=1", ".a=1", "[0]=1"}) {
    EXPECT_THAT(with_set({typed}), HasSubstr("expected the path of a key and its value")) << typed;
  }
  EXPECT_THAT(with_set({"seed=[1"}), HasSubstr("--set seed=[1: "));
}

TEST(ExperimentFile, SetsIsolation) {
  const auto experiment = read(R"(problems: [{shape: 2x2}]
strategies:
  enumeration: {isolate: none}
  band_classes: {isolate: {memory: 4 GiB, unit_seconds: 0.5}}
  burnside: {isolate: {}}
  transposed: {strategy: band_classes}
isolate: process
)");
  EXPECT_EQ(experiment.isolation, (Isolation{true, std::nullopt, std::nullopt}));
  const auto& configurations = experiment.configurations;
  EXPECT_EQ(configurations[0].isolation, (Isolation{false, std::nullopt, std::nullopt}));
  EXPECT_EQ(configurations[1].isolation, (Isolation{true, 4ULL << 30U, 0.5}));
  EXPECT_EQ(configurations[2].isolation, (Isolation{true, std::nullopt, std::nullopt}));
  EXPECT_EQ(configurations[3].isolation, std::nullopt);
}

TEST(ExperimentFile, HasDefaults) {
  const auto experiment =
      parse_experiment("problems: [{shape: 2x2}]\nstrategies: {sampler: }", "some/f.yaml", experiment_catalog());
  EXPECT_EQ(experiment.title, "f.yaml");
  EXPECT_THAT(experiment.seeds, ElementsAre(1U));
  EXPECT_EQ(experiment.threads, std::nullopt);
  EXPECT_EQ(experiment.confidence, 0.99);
  EXPECT_EQ(experiment.budget, Budget{});
  EXPECT_FALSE(experiment.isolation.is_wanted);
  EXPECT_EQ(experiment.ledger, std::nullopt);
  EXPECT_EQ(experiment.configurations[0].parameters.at("seconds"), ParameterValue{}) << "optional, not set";
}

TEST(ExperimentFile, RequiresAllPartsOfAKnownAnswer) {
  const std::vector<std::pair<std::string, std::string>> parts{
      {"shape", "2x2"}, {"quantity", "grids"}, {"value", "288"}, {"source", "OEIS A107739"}};
  const auto refusal_without = [&parts](const std::string& missing) {
    std::string answer;
    for (const auto& [key, value] : parts) {
      if (key != missing) answer.append(answer.empty() ? "" : ", ").append(key).append(": ").append(value);
    }
    return refusal("problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\nexpect: [{" + answer + "}]\n");
  };
  EXPECT_EQ(refusal_without("nothing"), "accepted");
  for (const auto& [key, value] : parts) EXPECT_THAT(refusal_without(key), HasSubstr(key)) << key;
}

TEST(ExperimentFile, AcceptsInputsFromLaterConfigurations) {
  EXPECT_EQ(
      refusal("problems: [{shape: 2x2}]\nstrategies: {burnside: {inputs: {grids: enumeration}}, enumeration: {}}"),
      "accepted");
}

TEST(ExperimentFile, AcceptsAGivenInputWithItsSource) {
  const auto experiment = read(
      "problems: [{shape: 2x2}]\n"
      "strategies: {burnside: {inputs: {grids: {value: 288, source: \"a paper, table 2\"}}}}");
  EXPECT_EQ(experiment.configurations[0].input_sources.at(Quantity::grids),
            (InputSource{Given{288, "a paper, table 2"}}));
  const auto refused = [](const std::string& given) {
    return refusal("problems: [{shape: 2x2}]\nstrategies: {burnside: {inputs: {grids: " + given + "}}}");
  };
  EXPECT_EQ(refused("{value: \"288\", source: me}"), "accepted");
  EXPECT_THAT(refused("{value: 28e1, source: me}"), HasSubstr("f.yaml:2:49: strategies.burnside.inputs.grids.value:"));
  EXPECT_THAT(refused("{value: 288}"), HasSubstr("source"));
  EXPECT_THAT(refused("{source: me}"), HasSubstr("value"));
  EXPECT_THAT(refused("{value: 288, sauce: me}"), HasSubstr("did you mean source?"));
}

TEST(ExperimentFile, LimitsTheNumberOfRunsBeforeExpandingThem) {
  std::string text = "problems:\n- shape: [";
  for (int rows = 1; rows <= 64; ++rows) {
    for (int cols = 1; rows * cols <= 64; ++cols) text += std::to_string(rows) + "x" + std::to_string(cols) + ",";
  }
  text += "]\nstrategies:\n";
  for (int i = 0; i < 1072; ++i) text += "  s" + std::to_string(i) + ": {strategy: enumeration}\n";
  EXPECT_EQ(refusal(text),
            "f.yaml:4:3: strategies: has 300160 runs (280 problems, 1072 configurations); expected at most 300000");
  // One fewer is accepted: 1071 * 280 = 299880.
  EXPECT_EQ(refusal(text.substr(0, text.rfind("  s"))), "accepted");
}

TEST(ExperimentFile, ReportsMistakesOfYamlAndContentTogether) {
  EXPECT_EQ(refusal("seed: 1\nproblems: [{shape: 2x2}]\nseed: 2\nstrategies: {enumeration: {max_side: 10}}\n"),
            "f.yaml:3:1: duplicate key seed; first given in line 1\n"
            "f.yaml:4:38: strategies.enumeration.max_side: expected integer from 2 to 9; got 10");
}

TEST(ExperimentFile, CutsLongTextsInMessages) {
  const auto message =
      refusal("problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\nseed: " + std::string(100'000, '9'));
  EXPECT_EQ(message, "f.yaml:3:7: seed: expected an integer from 0 to 18446744073709551615, or a list of such; got " +
                         std::string(60, '9') + "...");
}

TEST(ExperimentFile, CountsTheMistakesBeyondAHundred) {
  std::string text = "problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\n";
  for (int i = 0; i < 1000; ++i) text += "key_" + std::to_string(i) + ": 1\n";
  EXPECT_THAT(refusal(text), HasSubstr("f.yaml: and 900 more mistakes"));
}

TEST(ExperimentFile, IsReadFromDisk) {
  EXPECT_THROW(read_experiment_file("/nonexistent/f.yaml", experiment_catalog()), BadInput);
}

RC_GTEST_PROP(ExperimentFile, ReadsAnyTextOrRefusesItWithAPlace, (const std::vector<std::uint8_t>& choices)) {
  // Pieces of experiment files in any order reach more code than random bytes.
  static const std::vector<std::string> pieces{
      "problems: ", "strategies: ", "\n",          "  ",  "- ",  "{",  "}",   "[",        "]", ", ",
      "shape: ",    "2x2",          "enumeration", ": ",  "&a ", "*a", "!t ", "\"",       "'", "? ",
      "<<: ",       "---\n",        "...\n",       "|\n", "#",   "~",  "\t",  "\xC3\xA9", "%", "0"};
  std::string text;
  for (const auto choice : choices) text += pieces[choice % pieces.size()];
  try {
    const auto experiment = read(text);
    RC_ASSERT(!experiment.problems.empty());
    RC_ASSERT(!experiment.configurations.empty());
  } catch (const BadInput& error) {
    RC_ASSERT(!error.diagnostics().empty());
    for (const auto& diagnostic : error.diagnostics()) {
      RC_ASSERT(diagnostic.where.file == "f.yaml");
      RC_ASSERT(!diagnostic.message.empty());
    }
  }
}

// The checker, the schema and the reference follow from one form, so these must agree, too.

void check_examples(const Form& form, const std::string& path) {
  for (const auto& field : form.fields) {
    const auto here = path + field.key;
    EXPECT_FALSE(field.help.empty()) << here;
    if (!field.example.empty()) {
      std::vector<Diagnostic> diagnostics;
      Node root = parse_document("value: " + field.example + "\n", here, diagnostics);
      Node* const value = root.find("value");
      ASSERT_NE(value, nullptr) << here;
      check_form(*value, field.form, here, diagnostics);
      for (const auto& diagnostic : diagnostics) ADD_FAILURE() << to_string(diagnostic);
    }
    check_examples(field.form, here + ".");
  }
  for (const auto& element : form.element) check_examples(element, path + "*.");
}

TEST(ExperimentForm, AcceptsItsExamples) { check_examples(experiment_form(experiment_catalog()), ""); }

TEST(ExperimentForm, ReservesTheSameNamesAsTheCatalog) {
  const auto form = experiment_form(Catalog{});
  const auto strategies = std::ranges::find(form.fields, "strategies", &Field::key);
  ASSERT_NE(strategies, form.fields.end());
  std::vector<std::string> keys;
  for (const auto& field : strategies->form.element.at(0).fields) keys.push_back(field.key);
  EXPECT_THAT(keys, ::testing::UnorderedElementsAreArray(reserved_parameter_names()));
}

TEST(ExperimentForm, ReadsMemorySizes) {
  EXPECT_EQ(parse_memory("8 GiB"), 8ULL << 30U);
  EXPECT_EQ(parse_memory("1KiB"), 1024U);
  EXPECT_EQ(parse_memory("8388607 TiB"), 8388607ULL << 40U);
  for (const auto* const text :
       {"8", "8 GB", "0 GiB", "-1 GiB", "08 GiB", "1.5 GiB", "8  GiB", "8388608 TiB", "GiB", " GiB", ""}) {
    EXPECT_EQ(parse_memory(text), std::nullopt) << text;
  }
}

TEST(ExperimentFile, ReadsIntegersWithAnExponent) {
  const auto experiment =
      read("problems: [{shape: 2x2}]\nstrategies: {enumeration: {max_side: [3e0, 6]}}\nseed: 1e6\nthreads: 1.2e1\n");
  EXPECT_THAT(experiment.seeds, ElementsAre(1'000'000U));
  EXPECT_EQ(experiment.threads, 12);
  ASSERT_EQ(experiment.configurations.size(), 2U);
  EXPECT_EQ(experiment.configurations[0].name, "enumeration@max_side=3");
  EXPECT_EQ(experiment.configurations[0].parameters.at("max_side"), ParameterValue{std::int64_t{3}});
  for (const std::string value : {"1e-3", "1.55e1", "1e99", "\"1e3\""}) {
    EXPECT_THAT(refusal("problems: [{shape: 2x2}]\nstrategies: {enumeration: {max_side: " + value + "}}\n"),
                HasSubstr("expected integer from 2 to 9; got "))
        << value;
  }
  // A known answer in this notation is rarely exact.
  EXPECT_THAT(refusal("problems: [{shape: 2x2}]\nstrategies: {enumeration: }\n"
                      "expect: [{shape: 2x2, quantity: grids, value: 2.88e2, source: me}]\n"),
              HasSubstr("expected a whole number in decimal digits; got 2.88e2"));
}

TEST(ExperimentFile, LimitsAnOffsetToAPartOfTheGrid) {
  const auto problem_of = [](const std::string& rules) {
    return read("problems: [{shape: 2x3, " + rules + "}]\nstrategies: {enumeration: }\n").problems.front();
  };
  // The diagonal neighbours (down and right) in rows 1 and 2, pair by pair.
  const auto pairs = problem_of("different: [[r1c1, r2c2], [r1c2, r2c3], [r1c3, r2c4], [r1c4, r2c5], [r1c5, r2c6]]");
  EXPECT_EQ(problem_of("different: [{offset: [1, 1], within: {rows: 1-2}}]"), pairs);
  EXPECT_EQ(problem_of("different: [{offset: [1, 1], within: {rows: 1-2, columns: 1-6}}]"), pairs);
  EXPECT_EQ(problem_of("different: [{offset: [1, 1], within: [r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, "
                       "r2c1, r2c2, r2c3, r2c4, r2c5, r2c6]}]"),
            pairs);
  EXPECT_NE(problem_of("different: [{offset: [1, 1]}]"), pairs);
  // A torus: columns 1 and 6 are neighbours.
  EXPECT_EQ(problem_of("different: [{offset: [1, 1], wrap: true, within: [r1c6, r2c1]}]"),
            problem_of("different: [[r1c6, r2c1]]"));
  // One column, whose cells differ anyway.
  EXPECT_EQ(problem_of("different: [{offset: [1, 0], within: {columns: 2}}]"), problem(2, 3));
  EXPECT_EQ(problem_of("relations: [{offset: [0, 1], within: {rows: 3, columns: 1-3}, difference: 2}]"),
            problem_of("relations: [{cells: [r3c1, r3c2], difference: 2}, {cells: [r3c2, r3c3], difference: 2}]"));
}

TEST(ExperimentFile, RefusesAnInvalidPartOfTheGrid) {
  const auto refusal_of = [](const std::string& rules) {
    return refusal("problems: [{shape: 2x2, " + rules + "}]\nstrategies: {enumeration: }\n");
  };
  EXPECT_THAT(refusal_of("different: [{offset: [1, 1], within: {rows: 2-5}}]"),
              HasSubstr("f.yaml:1:69: problems[0].different: expected rows from 1 to 4, such as 2 or 1-3; got 2-5"));
  EXPECT_THAT(refusal_of("different: [{offset: [1, 1], within: {columns: 3-2}}]"), HasSubstr("expected columns from"));
  EXPECT_THAT(refusal_of("different: [{offset: [1, 1], within: {rows: 1}}]"),
              HasSubstr("no two cells of this part have this offset"));
  EXPECT_THAT(refusal_of("different: [{offset: [1, 1], within: [r9c1]}]"), HasSubstr("expected a cell of 2x2"));
  EXPECT_THAT(refusal_of("different: [{offset: [1, 1], within: {}}]"), HasSubstr("empty; expected at least one key"));
  EXPECT_THAT(refusal_of("different: [{offset: [1, 1], within: {row: 1}}]"), HasSubstr("did you mean rows?"));
  EXPECT_THAT(refusal_of("relations: [{cells: [r1c1, r1c2], within: {rows: 1}, sum: 4}]"),
              HasSubstr("`within` limits an offset"));
}

TEST(ExperimentForm, ReadsPlainRealNumbers) {
  EXPECT_EQ(parse_plain_real("0.25"), 0.25);
  EXPECT_EQ(parse_plain_real("-1e3"), -1000);
  EXPECT_EQ(parse_plain_real("0"), 0);
  for (const auto* const text :
       {"", "-", "+1", ".5", "5.", "00.5", "010", "1_000", "inf", "nan", ".inf", "0x10", "1e400", "1 "}) {
    EXPECT_EQ(parse_plain_real(text), std::nullopt) << text;
  }
}

TEST(ExperimentSchema, DescribesEveryStrategyWithItsParameters) {
  const auto schema = nlohmann::json::parse(experiment_schema(experiment_catalog()));
  EXPECT_EQ(schema.at("$schema"), "http://json-schema.org/draft-07/schema#");
  EXPECT_THAT(schema.at("required"), ElementsAre("problems", "strategies"));
  EXPECT_EQ(schema.at("additionalProperties"), false);
  for (const auto& [id, plugin] : experiment_catalog().plugins()) {
    EXPECT_EQ(schema.at("properties").at("strategies").at("properties").at(id).at("$ref"), "#/definitions/" + id);
  }
  const auto& enumeration = schema.at("definitions").at("enumeration");
  EXPECT_EQ(enumeration.at("description"), "Visits every grid.");
  // One value or a list of them, each with or without separators.
  const auto& max_side = enumeration.at("properties").at("max_side");
  EXPECT_EQ(max_side.at("description"), "Largest side accepted. [cells]");
  const auto& single = max_side.at("anyOf").at(0);
  EXPECT_EQ(single.at("default"), 6);
  EXPECT_EQ(single.at("anyOf").at(0), nlohmann::json::parse(R"({"type": "integer", "minimum": 2, "maximum": 9})"));
  EXPECT_EQ(max_side.at("anyOf").at(1).at("items"), single);
  EXPECT_EQ(enumeration.at("properties").at("sweep").at("properties").at("max_side").at("items"), single);
  const auto& band_classes = schema.at("definitions").at("band_classes").at("properties");
  EXPECT_THAT(band_classes.at("orientation").at("anyOf").at(0).at("enum"),
              ElementsAre("auto", "straight", "transposed"));
  EXPECT_THAT(band_classes.at("quantities").at("anyOf").at(0).at("enum"),
              ElementsAre("grids", "relabelling_classes", "bands", "signature_classes"));
  EXPECT_EQ(schema.at("properties").at("seed").at("anyOf").at(0).at("anyOf").at(0).at("maximum").get<std::uint64_t>(),
            18446744073709551615U);
}

TEST(ExperimentReference, ShowsEveryKey) {
  const auto form = experiment_form(Catalog{});
  const auto reference = reference_of("The file", form);
  for (const auto& field : form.fields) EXPECT_THAT(reference, HasSubstr("| `" + field.key + "` |"));
  EXPECT_THAT(reference, HasSubstr("## strategies"));
  EXPECT_THAT(reference, HasSubstr("Either `cells` or `offset` must be there."));
}

}  // namespace
TEST(ExperimentFile, ReadsGivensInAnyFormAndNotesIt) {
  const auto of = [](const std::string& givens) {
    return read("problems:\n  - shape: 2x2\n    givens: " + givens + "\nstrategies: {enumeration: }\n");
  };
  const auto plain = of("12.....3.......4");
  EXPECT_TRUE(plain.notes.empty());
  for (const std::string& givens : {
           std::string{"[[1, 2, 0, 0], [0, 0, 0, 3], [0, 0, 0, 0], [0, 0, 0, 4]]"},
           std::string{R"(["1200", "0003", "0000", "0004"])"},
           std::string{"|\n      +--+--+\n      |12|00|\n      |00|03|\n      +--+--+\n      |00|00|\n      |00|04|\n"},
       }) {
    const auto experiment = of(givens);
    EXPECT_EQ(experiment.problems, plain.problems) << givens;
    EXPECT_EQ(experiment.notes, (std::set<std::string>{"givens: 0 is a blank"}));
  }
  const auto refused = [](const std::string& givens) {
    return refusal("problems:\n  - shape: 2x2\n    givens: " + givens + "\nstrategies: {enumeration: }\n");
  };
  EXPECT_THAT(refused("0..12......03..."), HasSubstr("0 can be a blank, with the symbols 1..4, or a symbol of 0..3"));
  EXPECT_THAT(refused("|\n      12..\n      ...5\n      ....\n      ....\n"),
              HasSubstr("f.yaml:5:13: problems[0].givens: row 2, column 4: expected one of 1..4 or a blank, not '5'"));
}

}  // namespace gridcensus::host
