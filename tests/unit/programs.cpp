// Programs that are strategies: what they declare, and their descriptions.
#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/fields/values.hpp"
#include "host/formats/problem_json.hpp"
#include "host/process/keeper.hpp"
#include "host/programs/declared.hpp"
#include "host/programs/description.hpp"
#include "host/programs/program_entry.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

namespace fs = std::filesystem;
using test_support::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string whole = R"({"protocol": 1, "id": "mine", "version": "2", "summary": "Counts.", "source": "me",
  "quantities": [{"name": "grids", "kind": "estimate"},
                 {"name": "corners", "definition": "Corners of all grids.", "unit": "corners",
                  "same_for": "symmetries"}],
  "takes": {"rules": "any", "largest_side": "6", "shapes": ["2x2", "2x3"]},
  "parameters": [{"name": "depth", "type": "integer", "default": 3, "unit": "rows", "help": "How deep.", "low": 1,
                  "high": "9", "speed_only": true},
                 {"name": "way", "type": "choice", "choices": ["up", "down"], "default": "up", "help": "Which way."},
                 {"name": "note", "type": "text", "default": null, "help": "Anything."}],
  "answers": ["offer", "conclude"]})";

TEST(Declared, ReadsEveryDeclarationOfAProgram) {
  const Declared declared = declared_in(Message::parse(whole));
  EXPECT_EQ(declared.about.id, "mine");
  EXPECT_EQ(declared.about.version, "2");
  EXPECT_EQ(declared.about.summary, "Counts.");
  EXPECT_EQ(declared.about.source, "me");
  EXPECT_EQ(declared.about.rules, SupportedRules::any);
  ASSERT_THAT(declared.about.yields, SizeIs(2));
  EXPECT_EQ(declared.about.yields[0].kind, Kind::estimate);
  EXPECT_EQ(declared.about.yields[1].kind, Kind::exact);
  EXPECT_EQ(declared.about.yields[1].quantity.info().under_maps, Preserved::symmetries);
  EXPECT_EQ(declared.takes.largest_side, 6U);
  EXPECT_THAT(declared.takes.shapes, ElementsAre(Shape{2, 2}, Shape{2, 3}));
  ASSERT_THAT(declared.parameters, SizeIs(3));
  EXPECT_EQ(declared.parameters[0].default_value, ParameterValue{std::int64_t{3}});
  EXPECT_EQ(declared.parameters[0].low, 1);
  EXPECT_EQ(declared.parameters[0].high, 9);
  EXPECT_TRUE(declared.parameters[0].speed_only);
  EXPECT_FALSE(declared.parameters[0].part_of_question);
  EXPECT_THAT(declared.parameters[1].choices, ElementsAre("up", "down"));
  EXPECT_EQ(declared.parameters[2].default_value, ParameterValue{});
  EXPECT_THAT(declared.answers, ElementsAre(OptionalCall::offer, OptionalCall::conclude));
}

TEST(Declared, GivesReasonsForRefusedShapes) {
  const auto takes = declared_in(Message::parse(whole)).takes;
  EXPECT_EQ(takes.why_not({2, 2}), std::nullopt);
  EXPECT_EQ(takes.why_not({3, 2}), "it takes the shapes 2x2, 2x3 only");
  EXPECT_EQ(takes.why_not({3, 3}), "it takes sides up to 6 only");
  EXPECT_EQ(AcceptedShapes{}.why_not({8, 8}), std::nullopt);
}

TEST(Declared, RejectsUnknownMembers) {
  const std::vector<std::pair<std::string, std::string>> patches{
      {R"({"anwers": []})", "unknown member 'anwers' of what it is (did you mean answers?)"},
      {R"({"answers": ["stop"]})", "answers[0]: expected one of: offer, traits, is_enough, conclude; got stop"},
      {R"({"answers": "offer"})", "expected a list"},
      {R"({"takes": {"rule": "any"}})", "unknown member 'rule' of takes (did you mean rules?)"},
      {R"({"takes": {"rules": "all"}})", "rules: expected one of: classic, different_cells, any; got all"},
      {R"({"takes": {"largest_side": -1}})", ""},
      {R"({"takes": {"shapes": ["2 by 2"]}})", ""},
      {R"({"takes": []})", "expected takes as an object"},
      {R"({"quantities": [{"name": "gird"}]})", "its quantity 'gird' is not known here, and has no definition"},
      {R"({"quantities": [{"name": "grids", "kind": "guess"}]})",
       "quantities[0]: kind: expected one of: exact, estimate, approximation, lower_bound, upper_bound; got guess"},
      {R"({"quantities": [{"name": "grids", "knd": "exact"}]})", "unknown member 'knd' of a quantity"},
      {R"({"quantities": ["grids"]})", "expected a quantity as an object"},
      {R"({"quantities": [{"name": "x", "definition": "X.", "unit": "x", "same_for": "all"}]})",
       "same_for: expected one of: nothing, transposes, symmetries; got all"},
      {R"({"quantities": null})", "expected a list"},
      {R"({"parameters": [{"name": "n", "type": "int", "help": ""}]})",
       "type: expected one of: boolean, integer, real, text, choice; got int"},
      {R"({"parameters": [{"name": "n", "type": "integer", "defualt": 3, "help": ""}]})", "(did you mean default?)"},
      {R"({"parameters": [{"name": "n", "type": "integer", "default": "three", "help": ""}]})",
       "the default of its parameter 'n': "},
      {R"({"parameters": [{"name": "n", "type": "integer", "default": 0, "low": 1, "help": ""}]})",
       "the default of its parameter 'n': "},
      {R"({"parameters": [{"name": "n", "low": "much", "help": ""}]})", ""},
      {R"({"parameters": [{"name": "n", "speed_only": 3, "help": ""}]})", ""},
      {R"({"id": 5})", ""},
      {R"({"id": null})", ""},
      {R"({"version": 1.5})", ""}};
  for (const auto& [patch, text] : patches) {
    Message message = Message::parse(whole);
    message.update(Message::parse(patch));
    try {
      declared_in(message);
      ADD_FAILURE() << patch;
    } catch (const std::exception& error) {
      EXPECT_THAT(error.what(), HasSubstr(text)) << patch;
    }
  }
  EXPECT_THROW(declared_in(Message::array()), WrongForm);
}

TEST(ProblemJson, DescribesTheWholeProblem) {
  EXPECT_EQ(problem_json(parse_problem(Shape{1, 2}, "classic")).dump(),
            R"({"shape":"1x2","box_rows":1,"box_cols":2,"side":2,"rules":"classic","classic":true,)"
            R"("symbols_are_alike":true,"regions":[[0,1],[2,3],[0,2],[1,3]],"pairs":[]})");
  const auto json = problem_json(parse_problem(Shape{2, 2}, "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4"));
  EXPECT_EQ(json["pairs"].dump(), "[[0,6]]");
  EXPECT_EQ(json["allowed"].size(), 16U);
  EXPECT_EQ(json["allowed"][15].dump(), "[1,3]");
  EXPECT_EQ(json["relations"].dump(), R"([{"cells":[0,1],"allowed":[[1,2],[1,3],[1,4],[2,3],[2,4],[3,4]]}])");
  EXPECT_EQ(json["symbols_are_alike"], false);
  EXPECT_EQ(json["classic"], false);
}

/// A folder with descriptions of programs.
class Descriptions : public ::testing::Test {
 protected:
  Descriptions() { keeper_settings().program = testing::program_file(); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream{folder_ / name} << text;
    return folder_ / name;
  }
  Description described(const std::string& text) const { return read_description(write("mine.strategy.yaml", text)); }

  const std::string head = "strategy: mine\nsummary: Counts.\nsource: me\nversion: '2'\nis: [mine, other]\n";

 private:
  TemporaryFolder folder_;
};

TEST_F(Descriptions, AcceptEveryKey) {
  const Description description = described(head + R"(command: [sh, ./count.sh, "{side}", "{depth}", "{input}"]
files: [./table.txt]
environment: [A=1, B]
limits: {seconds: 2.5, memory: 1 GiB, output: 3 KiB}
untried: true
quantities: [{name: grids, kind: lower_bound}]
takes: {rules: any, largest_side: 6, shapes: [2x2]}
parameters: [{name: depth, type: integer, default: 3, help: How deep.}]
input: cnf
first_row: fixed
units: "{side}"
success: [0, 10]
answer: {pattern: '^n ([0-9]+)$', times: side!}
)");
  EXPECT_EQ(description.id, "mine");
  EXPECT_EQ(description.declared.about.version, "2");
  EXPECT_THAT(description.is, ElementsAre("mine", "other"));
  EXPECT_THAT(description.command, ElementsAre("sh", "./count.sh", "{side}", "{depth}", "{input}"));
  EXPECT_THAT(description.files, ElementsAre("./table.txt"));
  EXPECT_THAT(description.environment, ElementsAre("A=1", "B"));
  EXPECT_EQ(description.limits.seconds, 2.5);
  EXPECT_EQ(description.limits.memory_bytes, std::uint64_t{1} << 30U);
  EXPECT_EQ(description.limits.output_bytes, 3U << 10U);
  EXPECT_TRUE(description.is_untried);
  EXPECT_EQ(description.declared.about.rules, SupportedRules::any);
  EXPECT_EQ(description.declared.about.yields.at(0).kind, Kind::lower_bound);
  EXPECT_EQ(description.declared.takes.largest_side, 6U);
  EXPECT_EQ(description.declared.parameters.at(0).default_value, ParameterValue{std::int64_t{3}});
  EXPECT_FALSE(description.declared.takes.needs_generators);
  EXPECT_THAT(description.declared.answers, ElementsAre(OptionalCall::offer, OptionalCall::conclude));
  ASSERT_TRUE(description.asked);
  EXPECT_EQ(description.asked->at("input"), "cnf");
  EXPECT_EQ(description.asked->at("first_row"), "fixed");
  EXPECT_EQ(description.asked->at("units"), "{side}");
  EXPECT_EQ(description.asked->at("success").dump(), R"(["0","10"])");
  EXPECT_EQ(description.asked->at("answer").dump(), R"({"pattern":"^n ([0-9]+)$","times":"side!"})");
}

TEST_F(Descriptions, HaveFourKeysForProgramsWithTheProtocol) {
  const Description description = described("strategy: mine\ncommand: [sh, ./mine.sh]\nprotocol: 1\nis: mine\n");
  EXPECT_FALSE(description.asked);
  EXPECT_THAT(description.is, ElementsAre("mine"));
  EXPECT_FALSE(description.limits.seconds);
  EXPECT_EQ(description.limits.output_bytes, 64U << 20U);
}

TEST_F(Descriptions, AreRejectedWithEveryMistake) {
  const std::string good = head + "command: [sh]\nquantities: [{name: grids}]\n";
  const std::vector<std::pair<std::string, std::string>> bad{
      {good + "answer: {pattern: '(x)', competition: {epsilon: 1, delta: 0.1}}\n", ""},
      {good + "answer: {competition: {epsilon: 0, delta: 0.5}}\n", "epsilon"},
      {good + "answer: pattern\n", ""},
      {good + "answer: competition\ninput: dimacs\n", ""},
      {good + "answer: competition\nsuccess: [256]\n", ""},
      {good + "answer: competition\nlimits: {second: 1}\n", "did you mean seconds?"},
      {good + "answer: competition\nfiles: [table.txt]\n", "expected ./NAME, a file beside the description"},
      {good + "answer: competition\nprotocol: 1\n", ""},
      {good, ""},
      {"strategy: mine\ncommand: [sh]\nprotocol: 3\nis: mine\n", "protocol"},
      {"strategy: mine\ncommand: [sh]\nprotocol: 1\nis: mine\ninput: cnf\n", "declares this itself"},
      {"strategy: mine\ncommand: []\nprotocol: 1\nis: mine\n", "command"},
      {"strategy: mine\ncommand: [sh]\nprotocol: 1\n", "is"},
      {"strategy: other\ncommand: [sh]\nprotocol: 1\nis: mine\n", "expected the name of the file, mine"},
      {"strategy: my mine\ncommand: [sh]\nprotocol: 1\nis: mine\n", "strategy"}};
  for (const auto& [text, mistake] : bad) {
    try {
      described(text);
      ADD_FAILURE() << text;
    } catch (const BadInput& error) {
      EXPECT_THAT(error.what(), HasSubstr(mistake)) << text;
      EXPECT_FALSE(error.diagnostics().empty());
    }
  }
}

TEST_F(Descriptions, GiveSamplersTheUsualLimits) {
  const auto parameters = [&](const std::string& kind, const std::string& answers) {
    write("mine.sh", R"(read line; cat << END
{"id": "1", "result": {"protocol": 2, "id": "mine", "version": "1", "summary": "S.", "source": "me",)"
                     R"( "quantities": [{"name": "grids", "kind": ")" +
                         kind + R"("}], "answers": [)" + answers + "]}}\nEND\n");
    const ProgramEntry entry{described("strategy: mine\ncommand: [sh, ./mine.sh]\nprotocol: 1\nis: mine\n"), true, 10};
    std::vector<std::string> names;
    for (const auto& spec : entry.parameters()) names.push_back(spec.name + (spec.ends_sampling ? "*" : ""));
    return names;
  };
  EXPECT_THAT(parameters("estimate", ""), ElementsAre("samples*", "seconds*", "relative_error*"));
  EXPECT_THAT(parameters("estimate", R"("offer", "traits")"), SizeIs(3));
  EXPECT_THAT(parameters("estimate", R"("conclude")"), IsEmpty());
  EXPECT_THAT(parameters("estimate", R"("is_enough")"), IsEmpty());
  EXPECT_THAT(parameters("exact", ""), IsEmpty());
}

}  // namespace
}  // namespace gridcensus::host
