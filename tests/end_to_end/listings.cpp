#include "program.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::lines_of;
using gridcensus::testing::Program;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::size_t columns = 80;

/// Runs a command on a terminal of 80 columns, and checks that it prints lines, and none that is wider.
void expect_to_fit(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {},
                   int status = 0) {
  const auto ended =
      Program::run(arguments, {.folder = folder, .environment = {"COLUMNS=" + std::to_string(columns)}, .to_file = {}});
  const std::string command = testing::PrintToString(arguments);
  EXPECT_EQ(ended.status, status) << command << ended.err;
  EXPECT_FALSE(ended.out.empty()) << command;
  for (const auto& line : lines_of(ended.out)) EXPECT_LE(line.size(), columns) << command << ":\n" << line;
}

TEST(Listings, FitEightyColumns) {
  std::vector<std::vector<std::string>> commands{
      {"--help"}, {"doctor"}, {"conformance", "enumeration", "--only", "values"}};
  for (const auto& command : lines_of(Program::run({"complete", ""}).out)) {
    if (!command.starts_with("-")) commands.push_back({command, "--help"});
  }
  for (const std::string what : {"strategies", "quantities", "rules"}) commands.push_back({"list", what});
  for (const std::string what : {"1", "12", "64"}) commands.push_back({"list", "shapes", what});
  for (const auto& line : lines_of(Program::run({"complete", "describe", ""}).out)) {
    const bool is_strategy = line.find_first_of("0123456789") != 0;
    if (is_strategy) commands.push_back({"describe", line});
  }
  for (const std::string shape : {"1x1", "3x3", "7", "5x5", "41", "8x8"}) commands.push_back({"describe", shape});
  commands.push_back({"describe", "3x3", "--rules", "all_windows,toroidal_anti_knight,non_consecutive"});
  EXPECT_GT(commands.size(), 50U);
  for (const auto& arguments : commands) expect_to_fit(arguments);
}

// The names that users choose are as long as they like.
TEST(Listings, FitEightyColumnsIfNamesAreLong) {
  const TemporaryFolder folder;
  const std::string nested =
      "a_folder_with_a_long_name/that_is/nested_deeply_and_has/no_blanks_at_all/" + std::string(90, 'x');
  std::filesystem::create_directories(folder.path() / nested);
  const std::string file = nested + "/an_experiment_with_a_long_name.yaml";
  std::ofstream{folder.path() / file} << R"(
problems: [{shape: [2x2, 2x3]}, {shape: 2x3, rules: [diagonals, disjoint_groups, anti_king, non_consecutive]}]
strategies:
  a_configuration_whose_name_somebody_has_chosen_to_be_longer_than_the_width_of_a_terminal: {strategy: enumeration}
  )" << std::string(100, 'y') << R"(: {strategy: band_classes, orientation: as_given, only: [2x2, 2x3]}
  russell_jarvis: {inputs: {grids: a_configuration_whose_name_somebody_has_chosen_to_be_longer_than_the_width_of_a_terminal}, only: [2x3]}
)";
  const std::string ledger = nested + "/a_ledger_with_a_long_name.ledger";
  const std::string of_part = nested + "/the_ledger_of_the_first_of_three_parts.ledger";
  // Before, between and after the runs.
  expect_to_fit({"check", file}, folder.path());
  expect_to_fit({"plan", file}, folder.path());
  expect_to_fit({"plan", file, "--measure", "0", "-q"}, folder.path());
  expect_to_fit({"plan", file, "--parts", "3", "-q"}, folder.path());
  expect_to_fit({"run", file, "--part", "1/3", "--ledger", of_part, "-q"}, folder.path());
  expect_to_fit({"plan", file, "--measure", "0", "--parts", "3", "--ledger", of_part, "-q"}, folder.path());
  expect_to_fit({"run", file, "--ledger", ledger, "-q"}, folder.path());
  expect_to_fit({"status", of_part, ledger}, folder.path());
  for (const std::string& each : {of_part, ledger}) {
    expect_to_fit({"verify", each}, folder.path());
    expect_to_fit({"verify", each, "--repair"}, folder.path());
  }
  expect_to_fit({"show", ledger}, folder.path());
  const auto status =
      Program::run({"status", ledger}, {.folder = folder.path(), .environment = {"COLUMNS=80"}, .to_file = {}});
  EXPECT_GE(std::ranges::count(status.out, 'x'), 90) << "names are broken, and nothing of them is lost";
}

TEST(Describe, NamesTheShapesOfAStrategyAndOneThatItRefuses) {
  const auto text = Program::run({"describe", "band_classes"}).out;
  EXPECT_LT(std::ranges::count(text, '\n'), 100) << "about two screens";
  const auto enumeration = Program::run({"describe", "enumeration"}).out;
  EXPECT_THAT(enumeration, HasSubstr("  1x1 to 1x6, 2x2,"));
  EXPECT_THAT(enumeration, HasSubstr("1x7: side 7 exceeds"));
  // The JSON lists each of them.
  const auto document = Program::run({"describe", "enumeration", "--json", "-"}).json();
  const auto refused =
      std::ranges::count_if(document["refused"], [](const auto& each) { return each["shape"] == "2x4"; });
  EXPECT_EQ(refused, 2) << "grids and relabelling_classes";
}

TEST(Describe, DrawsAProblemAndListsItsStrategies) {
  const auto ended = Program::run({"describe", "2x3", "--rules", "diagonals"});
  EXPECT_THAT(ended.out, StartsWith("2x3 diagonals: 6 rows and columns, 36 cells, boxes of 2 rows and 3 columns\n"));
  EXPECT_THAT(ended.out, HasSubstr("a a a b b b    a . . . . b\n"));
  EXPECT_THAT(ended.out, HasSubstr("Both long diagonals (Sudoku-X)."));
  EXPECT_THAT(ended.out, HasSubstr("burnside_bfs (needs grids)"));
  EXPECT_THAT(ended.out, HasSubstr("  it needs classic rules"));
  const auto document = Program::run({"describe", "2x3", "--rules", "diagonals", "--json", "-"}).json();
  EXPECT_EQ(document["symmetries"], "8");
  // A strategy counts the problem exactly if and only if it is listed.
  for (const std::string id : {"enumeration", "band_classes"}) {
    const bool is_listed = std::ranges::any_of(document["counted_by"], [&](const auto& each) {
      return each["strategy"] == id && each["quantity"] == "grids" && each["kind"] == "exact";
    });
    const auto counted =
        Program::run({"count", "2x3", "--rules", "diagonals", "--with", id, "--quantity", "grids", "-q"});
    EXPECT_EQ(counted.status == 0, is_listed) << id;
  }
}

TEST(Describe, WritesAProblemForOtherPrograms) {
  const TemporaryFolder folder;
  const std::vector<std::string> problem{"describe", "2x2", "--rules", "layout:abcc/abbc/aabc/dddd,diagonal"};
  const auto as = [&](const std::string& format) {
    auto arguments = problem;
    arguments.insert(arguments.end(), {"--format", format});
    auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended;
  };
  EXPECT_EQ(as("layout").out, "abcc\nabbc\naabc\ndddd\n");
  EXPECT_THAT(as("layout").err, HasSubstr("the problem also has the rules diagonal"));
  EXPECT_EQ(nlohmann::json::parse(as("json").out)["side"], 4);
  EXPECT_THAT(as("cnf").out, HasSubstr("\np cnf 64 "));
  EXPECT_THAT(as("asp").out, HasSubstr("side(4)."));
  EXPECT_THAT(as("exact-cover").out, HasSubstr("\nc0 r"));
  // The YAML is the beginning of an experiment on the same problem; a file of layouts accepts the layout.
  const std::string file = folder / "x.yaml";
  std::ofstream{file} << as("yaml").out << "strategies: {enumeration: {quantities: grids}}\n";
  const auto run = Program::run({"run", file, "--no-ledger", "-q", "--json", "-"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.json()["experiment"]["problems"][0]["rules"], nlohmann::json::parse(as("json").out)["rules"]);
  auto to_file = problem;
  to_file.insert(to_file.end(), {"--format", "layout", "-q", "-o", folder / "layouts.txt"});
  EXPECT_EQ(Program::run(to_file).out, "");
  std::ofstream{folder / "list.yaml"} << "problems: [{shape: 2x2, layouts: layouts.txt}]\n"
                                         "strategies: {enumeration: {quantities: grids}}\n";
  EXPECT_EQ(Program::run({"check", folder / "list.yaml"}).status, 0);
}

TEST(Describe, RefusesFormatsThatAProblemDoesNotHave) {
  const auto error_of = [](const std::vector<std::string>& arguments) {
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 2) << ended.err;
    EXPECT_EQ(ended.out, "");
    return ended.err;
  };
  EXPECT_THAT(error_of({"describe", "2x2", "--rules", "latin", "--format", "layout"}),
              HasSubstr("--format layout: 2x2 latin has no boxes"));
  EXPECT_THAT(error_of({"describe", "2x2", "--format", "layuot"}), HasSubstr("did you mean layout?"));
  EXPECT_THAT(error_of({"describe", "2x2", "--format", "json", "--json", "-"}), HasSubstr("contradicts --format"));
  EXPECT_THAT(error_of({"describe", "2x2", "-o", "x"}), HasSubstr("needs --format, too"));
  EXPECT_THAT(error_of({"describe", "enumeration", "--rules", "latin"}),
              HasSubstr("--rules: applies to a problem only"));
  EXPECT_THAT(error_of({"describe", "9x9"}), HasSubstr("the 9x9 grid has boxes of 3x3"));
}

// A rule within one band, given as an offset or pair by pair, is one problem with one number.
TEST(Within, GivesTheSameProblemAsItsPairs) {
  const TemporaryFolder folder;
  const auto outcome_of = [&](const std::string& rules) {
    std::ofstream{folder / "x.yaml"} << "problems: [{shape: 2x2, " << rules << "}]\n"
                                     << "strategies: {enumeration: {quantities: grids}, "
                                        "exact_cover: {quantities: grids}}\n";
    const auto ended = Program::run({"run", folder / "x.yaml", "--ledger", folder / "x.ledger", "-q", "--json", "-"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended.json();
  };
  const auto within = outcome_of("different: [{offset: [1, 1], within: {rows: 2-3}}]");
  const auto by_pairs = outcome_of("different: [[r3c2, r2c1], [r2c2, r3c3], [r2c3, r3c4]]");
  const auto whole = outcome_of("different: [{offset: [1, 1]}]");
  EXPECT_EQ(by_pairs["experiment"]["problems"][0]["rules"], within["experiment"]["problems"][0]["rules"]);
  for (const std::size_t run : {0U, 1U}) {
    EXPECT_EQ(within["runs"][run]["reused"], false);
    EXPECT_EQ(by_pairs["runs"][run]["reused"], true) << "the ledger knows the problem";
    EXPECT_EQ(whole["runs"][run]["reused"], false);
    EXPECT_EQ(within["outcomes"][run]["value"], within["outcomes"][0]["value"]);
    EXPECT_NE(within["outcomes"][run]["value"], whole["outcomes"][run]["value"]);
  }
}

}  // namespace
