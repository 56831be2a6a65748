// Tests of a user's first commands: a count that names no strategy, and a number to look up.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using gridcensus::testing::Program;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns the words of the command line that a count without strategies prints in a note, without the program.
std::vector<std::string> noted_command(const std::string& notes) {
  const auto begin = notes.find("\n  ") + 3;
  std::istringstream line{notes.substr(begin, notes.find('\n', begin) - begin)};
  std::vector<std::string> words;
  for (std::string word; line >> word;) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

std::set<std::string> strategies_in(const nlohmann::json& document) {
  std::set<std::string> strategies;
  for (const auto& run : document["runs"]) strategies.insert(run["strategy"]);
  return strategies;
}

TEST(Choice, IsTwoIndependentExactStrategiesIfTheyTakeSeconds) {
  for (const std::string shape : {"2x3", "3x3"}) {
    const auto ended = Program::run({"count", shape, "--json", "-"});
    ASSERT_EQ(ended.status, 0) << ended.err;
    const auto json = ended.json();
    EXPECT_EQ(strategies_in(json).size(), 2) << shape;
    for (const auto& outcome : json["outcomes"]) {
      if (outcome["quantity"] != "grids") continue;
      EXPECT_EQ(outcome["kind"], "exact");
      EXPECT_EQ(outcome["witnesses"], 2) << "the two are independent";
    }
    EXPECT_THAT(ended.err, AllOf(HasSubstr("count it exactly, independently of each other"),
                                 HasSubstr("to choose yourself: --with STRATEGY")));
  }
}

TEST(Choice, IsAnExactStrategyAndASamplerIfNoOtherIsIndependent) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "with ThreadSanitizer, no exact strategy finishes 1x9 in the time of a trial";
#endif
  const auto ended = Program::run({"count", "1x9", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  std::set<std::string> kinds;
  const auto json = ended.json();
  for (const auto& outcome : json["outcomes"]) {
    if (outcome["quantity"] == "grids") kinds.insert(outcome["kind"]);
  }
  // On a busy machine no exact strategy ends a unit in the time of a trial.
  if (ended.err.find("gave no forecast") != std::string::npos) {
    EXPECT_EQ(kinds, std::set<std::string>{"estimate"});
    return;
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"estimate", "exact"}));
  EXPECT_THAT(ended.err, HasSubstr("estimates it independently"));
}

/// Returns the kinds of the numbers of grids of the document, and the strategies that counted a classic problem
/// instead.
std::pair<std::set<std::string>, std::set<std::string>> kinds_and_handed_over(const nlohmann::json& document,
                                                                              const std::string& classic) {
  std::set<std::string> kinds;
  for (const auto& outcome : document["outcomes"]) {
    if (outcome["quantity"] == "grids") kinds.insert(outcome["kind"]);
  }
  std::set<std::string> handed_over;
  for (const auto& refused : document["not_applicable"]) {
    if (refused.value("counted_as", "") == classic) handed_over.insert(refused["strategy"]);
  }
  return {kinds, handed_over};
}

TEST(Choice, CountsAProblemExactlyThatIsAClassicOneUpToAMapOfCells) {
  // 8: Latin squares, as those of 1x8, but rows and columns may be exchanged; windows of 3x3: its other boxes follow.
  for (const auto& [shape, rules, classic] :
       {std::array<std::string, 3>{"8", "square", "1x8"}, {"3x3", "latin,windows", "3x3"}}) {
    std::vector<std::string> words{"count", shape, "--quantity", "grids", "--json", "-"};
    if (shape != "8") words.insert(words.end(), {"--rules", rules});
    const auto ended = Program::run(words);
    ASSERT_EQ(ended.status, 0) << ended.err;
    const auto [kinds, handed_over] = kinds_and_handed_over(ended.json(), classic);
    EXPECT_TRUE(kinds.contains("exact")) << shape << ended.err;
    EXPECT_FALSE(handed_over.empty()) << shape;
  }
}

TEST(Choice, LeavesOutSamplersThatCannotFinish) {
  // 50 samples of 5x5 are needed to state an error; they take longer than the budget on some machines. Then an
  // approximation is chosen.
  const auto ended = Program::run({"count", "5x5", "--quantity", "grids", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("trying "));
  const auto document = ended.json();
  for (const auto& outcome : document["outcomes"]) {
    EXPECT_THAT(outcome["kind"].get<std::string>(), AnyOf("estimate", "approximation"));
    if (outcome["kind"] == "approximation") {
      EXPECT_THAT(ended.err, HasSubstr("no estimate in 60 s ("));
    }
  }
}

TEST(Choice, RefusesWhatNoStrategyCountsInTime) {
  // No sample of 25 rows under these rules is ever completed.
  const auto ended = Program::run({"count", "5x5", "--rules", "non_consecutive,anti_knight", "--quantity", "grids"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_THAT(ended.err, AllOf(HasSubstr("no strategy answers in time"),
                               HasSubstr("a trial of row_sampler gave no error"), HasSubstr("--with STRATEGY")));
}

TEST(Choice, CountsTheTimeOfTheInputs) {
  // burnside_bfs itself takes no time, the grids that it needs take many minutes.
  const auto ended = Program::run({"count", "3x3", "--rules", "diagonals", "--quantity", "classes_with_fixed_grids"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("no strategy answers in time"), HasSubstr("burnside_bfs")));
}

TEST(Choice, PrintsACommandThatRepeatsTheCount) {
  const auto chosen = Program::run({"count", "2x4", "--quantity", "grids", "--json", "-"});
  ASSERT_EQ(chosen.status, 0) << chosen.err;
  const auto again = Program::run(noted_command(chosen.err));
  ASSERT_EQ(again.status, 0) << again.err;
  const auto one = chosen.json();
  const auto other = again.json();
  EXPECT_EQ(strategies_in(one), strategies_in(other));
  EXPECT_EQ(one["experiment"]["sha256"], other["experiment"]["sha256"]);
}

TEST(Choice, AcceptsRulesAndGivens) {
  const auto rules = Program::run({"count", "2x3", "--rules", "diagonals", "--json", "-"});
  ASSERT_EQ(rules.status, 0) << rules.err;
  EXPECT_EQ(strategies_in(rules.json()).size(), 2);
  const auto puzzle = Program::run({"count", "2x2", "--given", "1............3..", "--json", "-"});
  ASSERT_EQ(puzzle.status, 0) << puzzle.err;
  EXPECT_EQ(strategies_in(puzzle.json()).size(), 2);
}

TEST(Choice, PicksStrategiesThatYieldTheQuantity) {
  const auto ended = Program::run({"count", "2x3", "--quantity", "essentially_different", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  bool is_counted = false;
  const auto json = ended.json();
  for (const auto& outcome : json["outcomes"])
    is_counted = is_counted || (outcome["quantity"] == "essentially_different" && outcome["value"] == "49");
  EXPECT_TRUE(is_counted);
}

TEST(Choice, NamesTheBoxesOfAWholeGrid) {
  const auto ended = Program::run({"count", "6x6"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_THAT(ended.err, AllOf(HasSubstr("no strategy counts it"), HasSubstr("the 6x6 grid has boxes of 2x3"),
                               HasSubstr("gridcensus describe 6x6 lists all reasons")));
}

TEST(Choice, RefusesAParameterWithoutAStrategy) {
  const auto ended = Program::run({"count", "2x3", "--param", "samples=10"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("--param: a parameter belongs to a strategy; give --with STRATEGY, too"));
}

TEST(Choice, ReportsAMistakeOnce) {
  const auto ended = Program::run({"count", "2x3", "--rules", "diagonal,windosw"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("windows"));
}

TEST(Identify, PrintsAFewLinesOrJson) {
  const auto ended = Program::run({"identify", "6670903752021072936960"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("grids of 3x3 (the 9x9 grid)"), HasSubstr("published: "),
                               HasSubstr("found here: 2 independent ways")));
  EXPECT_LE(std::ranges::count(ended.out, '\n'), 15);
  const auto json = Program::run({"identify", "28,200,960", "--json", "-"}).json();
  EXPECT_EQ(json["matches"][0]["shape"], "2x3");
}

TEST(Identify, SearchesDocuments) {
  const gridcensus::test_support::TemporaryFolder folder;
  const auto file = (folder.path() / "x.json").string();
  ASSERT_EQ(Program::run({"count", "2x2", "--rules", "pandiagonal", "--with", "enumeration", "--json", file}).status,
            0);
  const auto counted = Program::run({"identify", "288", file});
  EXPECT_THAT(counted.out, Not(HasSubstr("found in")));
  ASSERT_EQ(Program::run({"count", "2x2", "--with", "enumeration", "--json", file}).status, 0);
  EXPECT_THAT(Program::run({"identify", "288", file}).out, HasSubstr("found in " + file + ": enumeration (published)"));
}

}  // namespace
