#include "host/base/sha256.hpp"
#include "host/experiment/experiment.hpp"
#include "host/experiment/experiment_form.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

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
  - {box_rows: 1, box_cols: [1, 2]}
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

Problem problem(int box_rows, int box_cols) { return {{box_rows, box_cols}, Rules::classic}; }

TEST(ExperimentFile, IsReadWhole) {
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

TEST(ExperimentFile, ConfigurationsHaveCompleteParameters) {
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
  EXPECT_EQ(experiment.configurations[3].supplies.at(Quantity::grids), Supply{"enumeration"});
}

TEST(ExperimentFile, SaysWhatIsIsolated) {
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

TEST(ExperimentFile, AKnownAnswerNeedsAllItsParts) {
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

TEST(ExperimentFile, WiringMayPointForward) {
  EXPECT_EQ(
      refusal("problems: [{shape: 2x2}]\nstrategies: {burnside: {inputs: {grids: enumeration}}, enumeration: {}}"),
      "accepted");
}

TEST(ExperimentFile, AnInputMayBeGivenWithItsSource) {
  const auto experiment = read(
      "problems: [{shape: 2x2}]\n"
      "strategies: {burnside: {inputs: {grids: {value: 288, source: \"a paper, table 2\"}}}}");
  EXPECT_EQ(experiment.configurations[0].supplies.at(Quantity::grids), (Supply{Given{288, "a paper, table 2"}}));
  const auto refused = [](const std::string& given) {
    return refusal("problems: [{shape: 2x2}]\nstrategies: {burnside: {inputs: {grids: " + given + "}}}");
  };
  EXPECT_EQ(refused("{value: \"288\", source: me}"), "accepted");
  EXPECT_THAT(refused("{value: 28e1, source: me}"), HasSubstr("f.yaml:2:49: strategies.burnside.inputs.grids.value:"));
  EXPECT_THAT(refused("{value: 288}"), HasSubstr("source"));
  EXPECT_THAT(refused("{source: me}"), HasSubstr("value"));
  EXPECT_THAT(refused("{value: 288, sauce: me}"), HasSubstr("did you mean source?"));
}

TEST(ExperimentFile, RunsAreCountedBeforeTheyAreMade) {
  std::string text = "problems:\n- shape: [";
  for (int rows = 1; rows <= 64; ++rows) {
    for (int cols = 1; rows * cols <= 64; ++cols) text += std::to_string(rows) + "x" + std::to_string(cols) + ",";
  }
  text += "]\nstrategies:\n";
  for (int i = 0; i < 60; ++i) text += "  s" + std::to_string(i) + ": {strategy: enumeration}\n";
  EXPECT_EQ(
      refusal(text),
      "f.yaml:4:3: strategies: comes to 16800 runs (280 problems, 60 configurations) and 1008000 comparisons of one "
      "with another; expected at most 1000000");
  // One fewer is accepted: 59 * 59 * 280 = 974680.
  EXPECT_EQ(refusal(text.substr(0, text.rfind("  s"))), "accepted");
}

TEST(ExperimentFile, MistakesOfYamlAndOfContentComeTogether) {
  EXPECT_EQ(refusal("seed: 1\nproblems: [{shape: 2x2}]\nseed: 2\nstrategies: {enumeration: {max_side: 10}}\n"),
            "f.yaml:3:1: duplicate key seed; it stands in line 1 already\n"
            "f.yaml:4:38: strategies.enumeration.max_side: expected integer from 2 to 9; got 10");
}

TEST(ExperimentFile, LongTextsAreCutInMessages) {
  const auto message =
      refusal("problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\nseed: " + std::string(100'000, '9'));
  EXPECT_EQ(message, "f.yaml:3:7: seed: expected an integer from 0 to 18446744073709551615; got " +
                         std::string(60, '9') + "...");
}

TEST(ExperimentFile, VeryManyMistakesAreCounted) {
  std::string text = "problems: [{shape: 2x2}]\nstrategies: {enumeration: {}}\n";
  for (int i = 0; i < 1000; ++i) text += "key_" + std::to_string(i) + ": 1\n";
  EXPECT_THAT(refusal(text), HasSubstr("f.yaml: and 900 more mistakes"));
}

TEST(ExperimentFile, IsReadFromDisk) {
  EXPECT_THROW(read_experiment_file("/nonexistent/f.yaml", experiment_catalog()), BadInput);
}

RC_GTEST_PROP(ExperimentFile, AnyTextIsReadOrRefusedWithAPlace, (const std::vector<std::uint8_t>& choices)) {
  // Pieces of experiment files in any order: nearer to the truth than random bytes.
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

// The checker, the schema and the reference follow from one description; so must these.

void check_examples(const Form& form, const std::string& path) {
  for (const auto& field : form.fields) {
    const auto here = path + field.key;
    EXPECT_FALSE(field.help.empty()) << here;
    if (!field.example.empty()) {
      std::vector<Diagnostic> diagnostics;
      const Node root = parse_document("value: " + field.example + "\n", here, diagnostics);
      const Node* const value = root.find("value");
      ASSERT_NE(value, nullptr) << here;
      FormChecker{diagnostics}.check(*value, field.form, here);
      for (const auto& diagnostic : diagnostics) ADD_FAILURE() << to_string(diagnostic);
    }
    check_examples(field.form, here + ".");
  }
  for (const auto& element : form.element) check_examples(element, path + "*.");
}

TEST(ExperimentForm, EveryExampleIsAccepted) { check_examples(experiment_form(experiment_catalog()), ""); }

TEST(ExperimentForm, ReservesTheNamesThatTheCatalogKeepsFromParameters) {
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
  EXPECT_EQ(enumeration.at("properties").at("max_side"),
            nlohmann::json::parse(R"({"type": "integer", "minimum": 2, "maximum": 9, "default": 6,
                                      "description": "Largest side accepted. [cells]"})"));
  const auto& band_classes = schema.at("definitions").at("band_classes").at("properties");
  EXPECT_THAT(band_classes.at("orientation").at("enum"), ElementsAre("auto", "straight", "transposed"));
  EXPECT_THAT(band_classes.at("quantities").at("anyOf").at(0).at("enum"),
              ElementsAre("grids", "relabelling_classes", "bands", "signature_classes"));
  EXPECT_EQ(schema.at("properties").at("seed").at("maximum").get<std::uint64_t>(), 18446744073709551615U);
}

TEST(ExperimentReference, ShowsEveryKey) {
  const auto reference = experiment_reference();
  const auto form = experiment_form(Catalog{});
  for (const auto& field : form.fields) EXPECT_THAT(reference, HasSubstr("| `" + field.key + "` |"));
  EXPECT_THAT(reference, HasSubstr("## strategies"));
  EXPECT_THAT(reference, HasSubstr("Either `shape` or `box_rows` and `box_cols` must be there."));
}

TEST(ExperimentReference, HasAnExampleThatIsAccepted) {
  const auto reference = experiment_reference();
  const std::string fence = "```yaml\n";
  const auto begin = reference.find(fence) + fence.size();
  EXPECT_EQ(refusal(reference.substr(begin, reference.find("```", begin) - begin)), "accepted");
}

}  // namespace
}  // namespace gridcensus::host
