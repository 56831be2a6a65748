#include "program.hpp"
#include "support/places.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using gridcensus::testing::fault_folder;
using gridcensus::testing::lines_of;
using gridcensus::testing::Program;
using gridcensus::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Count, CountsThreeByThreeExactly) {
  const auto ended = Program::run({"count", "3x3", "--with", "band_classes", "--quantity", "grids", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto json = ended.json();
  ASSERT_EQ(json["outcomes"].size(), 1);
  const auto& outcome = json["outcomes"][0];
  EXPECT_EQ(outcome["value"], "6670903752021072936960");
  EXPECT_EQ(outcome["kind"], "exact");
  EXPECT_EQ(outcome["quantity"], "grids");
  EXPECT_EQ(outcome["strategy"], "band_classes");
  EXPECT_EQ(outcome["problem"]["shape"], "3x3");
  EXPECT_EQ(outcome["standing"], "published");
  EXPECT_TRUE(outcome["seconds"].is_number());
  EXPECT_EQ(json["exit"], 0);
  EXPECT_FALSE(json["verdicts"].empty());
  EXPECT_TRUE(json["findings"].is_array());
}

TEST(Count, GivesSymmetryClassesTheirPublishedNames) {
  const auto ended =
      Program::run({"count", "3x3", "--with", "band_classes", "--with", "russell_jarvis", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto json = ended.json();
  for (const auto& outcome : json["outcomes"]) {
    if (outcome["quantity"] != "essentially_different") continue;
    EXPECT_EQ(outcome["value"], "5472730538");
    EXPECT_EQ(outcome["standing"], "published");
  }
  const std::string half_turn = "1(2+1) 2(1+1+1) | 1(2+1) 2(1+1+1)";
  for (const auto& finding : json["findings"]) {
    const auto name = finding["name"].get<std::string>();
    const bool is_of_classes = name.starts_with("symmetry_class_") || name == "fixed_grids_of_classes";
    EXPECT_EQ(finding.contains("row_names"), is_of_classes) << name;
    if (finding["name"] != "fixed_grids_of_classes") continue;
    EXPECT_THAT(finding["row_names"][half_turn], HasSubstr("Russell and Jarvis 79"));
    EXPECT_EQ(finding["rows"][half_turn], nlohmann::json::array({"2916", "155492352"}));
  }
}

TEST(Count, ReportsTheDeviationOfAnApproximationWithoutJudgingIt) {
  const auto ended =
      Program::run({"count", "2x3", "--with", "enumeration", "--with", "ksp", "--quantity", "grids", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto json = ended.json();
  nlohmann::json deviations;
  for (const auto& finding : json["findings"]) {
    if (finding["name"] == "deviation_of_grids") deviations = finding["deviations"];
  }
  ASSERT_EQ(deviations.size(), 2U) << "from enumeration, and from the published value";
  // Silver: 26542080 for 28200960.
  for (const auto& deviation : deviations)
    EXPECT_NEAR(deviation["relative"].get<double>(), 26542080.0 / 28200960 - 1, 1e-12);
  for (const auto& outcome : json["outcomes"]) {
    if (outcome["strategy"] != "ksp") continue;
    EXPECT_EQ(outcome["kind"], "approximation");
    EXPECT_FALSE(outcome.contains("standard_error"));
  }
}

TEST(Count, GivesEqualValuesByTwoStrategiesOnSixBySix) {
  for (const std::string shape : {"2x3", "3x2"}) {
    const auto ended = Program::run(
        {"count", shape, "--with", "enumeration", "--with", "band_classes", "--quantity", "grids", "--json", "-"});
    ASSERT_EQ(ended.status, 0) << ended.err;
    const auto json = ended.json();
    ASSERT_EQ(json["outcomes"].size(), 2);
    for (const auto& outcome : json["outcomes"]) EXPECT_EQ(outcome["value"], "28200960");
  }
}

TEST(Count, ReportsErrorIntervalAndSamplesOfAnEstimate) {
  const std::vector<std::string> arguments{
      "count",  "2x3", "--with", "sampler", "--param", "samples=20000", "--plugin-dir", fault_folder("sampler"),
      "--seed", "5",   "--json", "-"};
  const auto ended = Program::run(arguments);
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto outcome = ended.json()["outcomes"][0];
  EXPECT_EQ(outcome["kind"], "estimate");
  const double value = std::stod(outcome["value"].get<std::string>());
  EXPECT_LT(outcome["low"].get<double>(), value);
  EXPECT_GT(outcome["high"].get<double>(), value);
  EXPECT_GT(outcome["standard_error"].get<double>(), 0);
  EXPECT_EQ(outcome["samples"], 20000);
  EXPECT_EQ(outcome["confidence"], 0.95);
  EXPECT_EQ(Program::run(arguments).json()["outcomes"][0]["value"], outcome["value"]);
}

TEST(Count, DetectsABiasedSampler) {
  const auto ended = Program::run({"count", "2x3", "--with", "sampler", "--with", "band_classes", "--param",
                                   "sampler.samples=20000", "--param", "sampler.factor_percent=110", "--plugin-dir",
                                   fault_folder("sampler"), "--quantity", "grids"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.out, HasSubstr("DISAGREE: grids of 2x3"));
}

TEST(Count, CountsAndReportsAMissingInputFirst) {
  const auto ended = Program::run(
      {"count", "2x3", "--with", "needs_input", "--plugin-dir", fault_folder("needs_input"), "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("band_classes"));
  const auto json = ended.json();
  ASSERT_EQ(json["outcomes"].size(), 2);
  EXPECT_EQ(json["outcomes"][0]["strategy"], "band_classes");
  EXPECT_EQ(json["outcomes"][1]["strategy"], "needs_input");
  EXPECT_EQ(json["outcomes"][1]["value"], "39168");
}

TEST(Count, TakesAGivenInput) {
  const std::vector<std::string> base{
      "count", "2x3", "--with", "needs_input", "--plugin-dir", fault_folder("needs_input"), "--json", "-", "--input"};
  auto given = base;
  given.emplace_back("grids=28200960");
  const auto ended = Program::run(given);
  ASSERT_EQ(ended.status, 0) << ended.err;
  ASSERT_EQ(ended.json()["outcomes"].size(), 1);
  EXPECT_EQ(ended.json()["runs"][0]["inputs"]["grids"], "28200960");
  auto bad = base;
  bad.emplace_back("bands=5");
  EXPECT_EQ(Program::run(bad).status, 2);
}

TEST(Count, TakesAnInputFromANamedStrategy) {
  const auto ended = Program::run({"count", "2x2", "--with", "exact_cover", "--with", "burnside_bfs", "--set",
                                   "strategies.burnside_bfs.inputs.grids=exact_cover", "-q"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("Do burnside_bfs and exact_cover agree on 2x2?"));
  const auto both = Program::run({"count", "2x2", "--with", "exact_cover", "--with", "burnside_bfs", "--set",
                                  "strategies.burnside_bfs.inputs.grids=exact_cover", "--input", "grids=288", "-q"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err,
              HasSubstr("no strategy of this count takes grids as input; burnside_bfs takes it from exact_cover"));
}

TEST(Count, ReportsWhyNoStrategyTakesAGivenInput) {
  const auto ended = Program::run({"count", "2x4", "--rules", "latin", "--with", "burnside_bfs", "--quantity",
                                   "essentially_different", "--input", "grids=108776032459082956800", "-q"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err,
              HasSubstr("no strategy of this count takes grids as input; burnside_bfs refuses essentially_different of "
                        "2x4 latin: "));
}

TEST(Count, WritesTheSameDocumentForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  std::vector<std::string> documents;
  for (const std::string threads : {"1", "2", "16"}) {
    const std::string file = folder / (threads + ".json");
    const auto ended = Program::run({"count", "2x2", "--with", "sampler", "--param", "relative_error=0.02",
                                     "--plugin-dir", fault_folder("sampler"), "--threads", threads, "--json", file});
    ASSERT_EQ(ended.status, 0) << ended.err;
    std::ifstream stream{file};
    auto json = nlohmann::json::parse(stream);
    json.erase("produced");
    for (const std::string list : {"runs", "outcomes"}) {
      for (auto& entry : json[list]) {
        entry.erase("seconds");
        entry.erase("unit_seconds");
      }
    }
    documents.push_back(json.dump());
  }
  EXPECT_EQ(documents[0], documents[1]);
  EXPECT_EQ(documents[0], documents[2]);
}

TEST(Count, ReportsOneErrorForEachBadInput) {
  const auto error_of = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "count");
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 2) << ended.err;
    EXPECT_THAT(ended.out, IsEmpty());
    return ended.err;
  };
  EXPECT_THAT(error_of({"3x", "--with", "band_classes"}), HasSubstr("expected box rows x box columns"));
  EXPECT_THAT(error_of({"0x3", "--with", "band_classes"}), HasSubstr("SHAPE"));
  EXPECT_THAT(error_of({"1000000000x1000000000", "--with", "band_classes"}), HasSubstr("at most 64"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_clases"}), HasSubstr("did you mean band_classes?"));
  EXPECT_THAT(error_of({"3x3", "--wit", "band_classes"}), HasSubstr("did you mean --with?"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--quantity", "grid"}), HasSubstr("did you mean grids?"));
  EXPECT_THAT(error_of({"3x3", "--with", "enumeration", "--param", "max_sied=9"}), HasSubstr("did you mean max_side?"));
  EXPECT_THAT(error_of({"3x3", "--with", "enumeration", "--param", "max_side=010"}),
              HasSubstr("expected integer from"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--threads", "-1"}), HasSubstr("from 1 to 1024"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--seed", "18446744073709551616"}), HasSubstr("--seed"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--seed", "1", "--seed", "2"}), HasSubstr("seed"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--json", ""}), HasSubstr("json"));
  EXPECT_THAT(error_of({"9x9"}), HasSubstr("the 9x9 grid has boxes of 3x3"));
  EXPECT_THAT(error_of({"--with", "band_classes"}), HasSubstr("SHAPE"));
  EXPECT_THAT(error_of({"3x3", "4x4", "--with", "band_classes"}),
              HasSubstr("too many arguments: 4x4; expected: gridcensus count SHAPE"));
  EXPECT_THAT(error_of({"3x3", "quantity", "grids", "--with", "band_classes"}),
              HasSubstr("too many arguments: quantity grids; "));
  EXPECT_THAT(error_of({"3x3", "quantity", "grids", "--with", "band_classes"}), HasSubstr("did you mean --quantity?"));
  EXPECT_THAT(error_of({"3x3", "-w", "band_classes"}), HasSubstr("did you mean --with?"));
  EXPECT_THAT(error_of({"3x3", "-Q"}), HasSubstr("did you mean -q?"));
  EXPECT_THAT(error_of({"3x3", "--quantities", "grids"}), HasSubstr("did you mean --quantity?"));
  EXPECT_THAT(error_of({"3x3", "--nothing"}), Not(HasSubstr("did you mean")));
  EXPECT_THAT(error_of({"5x5", "--with", "band_classes"}), HasSubstr("cannot count 5x5"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--rules", "diagonl"}),
              HasSubstr("--rules: expected one of: classic, latin, diagonal"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--rules", "diagonals,killer"}),
              HasSubstr("a sum of three or more cells needs `cages`"));
  EXPECT_THAT(error_of({"2x2", "--with", "enumeration", "--given", "12"}),
              HasSubstr("--given: expected 16 symbols or blanks, a grid of 2x2, or 4, a row of it; found 2"));
  EXPECT_THAT(error_of({"2x2", "--with", "enumeration", "--given", "/dev"}),
              HasSubstr("/dev: expected a regular file"));
  EXPECT_THAT(error_of({"2x2", "--with", "enumeration", "--given", "puzzle.txt"}),
              HasSubstr("--given: there is no file puzzle.txt"));
  EXPECT_THAT(error_of({"2x2", "--with", "band_classes", "--rules", "non_consecutive"}),
              HasSubstr("needs classic rules"));
  EXPECT_THAT(error_of({"2x3", "--with", "enumeration", "--rules", "windows"}), HasSubstr("windows on 2x3"));
  EXPECT_THAT(error_of({"3x3", "--with", "band_classes", "--rules", "diagonals"}), HasSubstr("needs classic rules"));
  EXPECT_THAT(error_of({"3x3", "--with", "row_sampler", "--quantity", "grids"}),
              HasSubstr("no limit is given: set samples, seconds or relative_error"));
  const auto two = error_of({"3y3", "--with", "band_clases"});
  EXPECT_EQ(std::ranges::count(two, '\n'), 2) << two;
  EXPECT_THAT(two, HasSubstr("unknown strategy (did you mean band_classes?); known: ")) << two;
}

TEST(CommandLine, ListsSearchedFoldersAndRefusalsForAnUnknownStrategy) {
  const std::string folders = fault_folder("newer_release").string() + ":" + fault_folder("sampler").string();
  const Program::Options options{.folder = {}, .environment = {"GRIDCENSUS_PLUGIN_DIR=" + folders}, .to_file = {}};
  const auto unknown = Program::run({"count", "2x2", "--with", "samplerr"}, options);
  EXPECT_EQ(unknown.status, 5);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("unknown strategies: samplerr; searched "),
                                 HasSubstr(fault_folder("newer_release").string() + " (1 plugin, 1 refused), "),
                                 HasSubstr(fault_folder("sampler").string() + " (1 plugin), "),
                                 HasSubstr("which is newer than this gridcensus")));
  // A variable persists, so a bad plugin there stops only commands that need it.
  const auto known = Program::run({"count", "2x2", "--with", "sampler", "--param", "samples=1000"}, options);
  EXPECT_EQ(known.status, 0) << known.err;
  const auto missing =
      Program::run({"list"}, {.folder = {}, .environment = {"GRIDCENSUS_PLUGIN_DIR=/no/such/folder"}, .to_file = {}});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("environment: GRIDCENSUS_PLUGIN_DIR: plugin directory /no/such/folder"));
}

std::size_t longest_line(const std::string& text) {
  return std::ranges::max(lines_of(text), {}, &std::string::size).size();
}

TEST(CommandLine, PrintsHelpOfOneScreen) {
  const auto help = Program::run({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_LE(std::ranges::count(help.out, '\n'), 40);
  EXPECT_LE(longest_line(help.out), 80U) << help.out;
  EXPECT_THAT(help.err, IsEmpty());
  const auto without_arguments = Program::run({});
  EXPECT_EQ(without_arguments.status, 2);
  EXPECT_EQ(without_arguments.out, help.out);
}

TEST(CommandLine, PrintsHelpOfEveryCommandInEightyColumns) {
  const std::string overview = Program::run({"--help"}).out;
  int commands = 0;
  for (const auto& command : lines_of(Program::run({"complete", ""}).out)) {
    if (command.starts_with("-")) continue;
    SCOPED_TRACE(command);
    ++commands;
    EXPECT_THAT(overview, HasSubstr("  " + command + " "));
    const auto help = Program::run({command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, StartsWith("gridcensus " + command + " "));
    EXPECT_THAT(help.out, HasSubstr("\nExamples:\n"));
    EXPECT_LE(longest_line(help.out), 80U) << help.out;
    EXPECT_THAT(help.out, Not(HasSubstr(" \n")));
    EXPECT_THAT(help.err, IsEmpty());
    EXPECT_EQ(Program::run({"help", command}).out, help.out);
  }
  EXPECT_EQ(commands, 25);
}

TEST(CommandLine, GivesALetterOneMeaning) {
  static const std::regex form{" -([A-Za-z]), --([a-z-]+)"};
  std::map<std::string, std::string> options;
  for (const auto& command : lines_of(Program::run({"complete", ""}).out)) {
    if (command.starts_with("-")) continue;
    const std::string help = Program::run({command, "--help"}).out;
    for (std::sregex_iterator found{help.begin(), help.end(), form}; found != std::sregex_iterator{}; ++found) {
      const auto [known, is_new] = options.emplace((*found)[1], (*found)[2]);
      EXPECT_EQ(known->second, (*found)[2]) << "-" << known->first << " of " << command;
    }
  }
  EXPECT_GE(options.size(), 4);
}

TEST(CommandLine, PrintsItsVersion) {
  EXPECT_THAT(Program::run({"--version"}).out, HasSubstr("\nplugin interface "));
  EXPECT_EQ(Program::run({"-V"}).out, Program::run({"--version"}).out);
}

// Errors of the command line propose options, not keys of a file.
TEST(CommandLine, ProposesOptionsInsteadOfKeys) {
  const auto error_of = [](const std::vector<std::string>& arguments) {
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 2) << ended.err;
    return ended.err;
  };
  const std::vector<std::string> count{"count", "2x3", "--with", "enumeration"};
  const auto with = [&](const std::vector<std::string>& more) {
    auto arguments = count;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return error_of(arguments);
  };
  EXPECT_THAT(with({"--rules", "clues"}), HasSubstr("in --given TEXT and --rules allowed:1.3:r1c1"));
  EXPECT_THAT(error_of({"sample", "2x3", "--rules", "clues"}), HasSubstr("in --given TEXT and --rules allowed:"));
  EXPECT_THAT(with({"--param", "max_sied=4"}), HasSubstr("(did you mean max_side?); known here: max_side, max_nodes"));
  EXPECT_THAT(with({"--seed", "1,x"}), HasSubstr("got x"));
  EXPECT_THAT(with({"--seed", "x"}), HasSubstr("or several with commas between; got x"));
  EXPECT_THAT(with({"--set", "strategies.enum.max_side=4"}), HasSubstr("--with gives no strategy enum"));
  EXPECT_THAT(with({"--with", "burnside_bfs", "--set", "strategies.burnside_bfs.inputs.grids=foo"}),
              HasSubstr("expected another strategy of --with (enumeration); got foo"));
  EXPECT_THAT(with({"--with", "exact_cover", "--with", "burnside_bfs"}),
              HasSubstr("name one of them: --set strategies.burnside_bfs.inputs.grids="));
}

TEST(CommandLine, AcceptsIntegersInScientificNotation) {
  EXPECT_EQ(Program::run({"sample", "2x2", "--count", "1e1", "--format", "line"}).out,
            Program::run({"sample", "2x2", "--count", "10", "--format", "line"}).out);
  const auto ended = Program::run({"count", "2x3", "--with", "row_sampler", "--quantity", "grids", "--param",
                                   "samples=1.5e3", "--threads", "1e0", "--seed", "2e0", "--json", "-", "-q"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.json()["runs"][0]["parameters"]["samples"], "1500");
  EXPECT_EQ(ended.json()["experiment"]["seed"], 2);
  const auto refused = Program::run({"sample", "2x2", "--count", "1e-3"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("--count 1e-3: expected an integer from 1 to"));
}

TEST(CommandLine, NamesTheNearestCommand) {
  EXPECT_THAT(Program::run({"--hlep"}).err, HasSubstr("unknown option --hlep; expected a command, --help or "
                                                      "--version (did you mean --help?)"));
  const auto unknown = Program::run({"cuont"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean count?"));
}

TEST(CommandLine, ListsAndDescribes) {
  EXPECT_THAT(Program::run({"list"}).out, HasSubstr("band_classes"));
  EXPECT_THAT(Program::run({"list", "quantities"}).out, HasSubstr("grids / relabellings"));
  EXPECT_EQ(Program::run({"list", "shape"}).status, 2);
  EXPECT_THAT(Program::run({"describe", "enumeration"}).out, HasSubstr("max_side"));
  EXPECT_THAT(Program::run({"describe", "enumeratoin"}).err, HasSubstr("did you mean enumeration?"));
  EXPECT_THAT(Program::run({"describe", "3y3"}).err, HasSubstr("did you mean 3x3?"));
  EXPECT_THAT(Program::run({"list", "shapes", "4", "3"}).err, HasSubstr("too many arguments: 3; "));
  EXPECT_THAT(Program::run({"list", "rules", "3"}).err, HasSubstr("too many arguments: 3; "));
  EXPECT_THAT(Program::run({"list", "shapes", "65"}).err, HasSubstr("expected a side from 1 to 64"));
  EXPECT_EQ(Program::run({"describe", "band_classes", "--json", "-"}).json()["strategy"], "band_classes");
  EXPECT_EQ(Program::run({"schema"}).json()["$schema"], "http://json-schema.org/draft-07/schema#");
}

TEST(CommandLine, ColoursOutputOnlyOnRequest) {
  const std::vector<std::string> arguments{"count", "2x2", "--with", "band_classes", "--quantity", "grids"};
  const std::string escape = "\x1b[";
  EXPECT_THAT(Program::run(arguments).out, Not(HasSubstr(escape)));
  EXPECT_THAT(Program::run(arguments, {.folder = {}, .environment = {"CLICOLOR_FORCE=1"}, .to_file = {}}).out,
              HasSubstr(escape));
  EXPECT_THAT(
      Program::run(arguments, {.folder = {}, .environment = {"CLICOLOR_FORCE=1", "NO_COLOR=1"}, .to_file = {}}).out,
      Not(HasSubstr(escape)));
}

TEST(Output, KeepsPluginOutputOffStdout) {
  const auto ended = Program::run(
      {"count", "2x2", "--with", "prints_on_load", "--plugin-dir", fault_folder("prints_on_load"), "--json", "-"});
  // This plugin gives no value; the test checks only that its output is not in the document.
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_NO_THROW(ended.json()) << ended.out;
}

TEST(Output, WritesFilesAtomically) {
  const TemporaryFolder folder;
  const std::vector<std::string> count{"count",      "2x2",   "--with",  "band_classes",
                                       "--quantity", "grids", "--quiet", "--json"};
  auto good = count;
  good.push_back(folder / "result.json");
  const auto ended = Program::run(good);
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("288")) << "the table is still printed";
  std::ifstream file{folder / "result.json"};
  EXPECT_EQ(nlohmann::json::parse(file)["outcomes"][0]["value"], "288");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1) << "nothing else is left";

  auto nowhere = count;
  nowhere.push_back(folder / "missing/result.json");
  EXPECT_EQ(Program::run(nowhere).status, 6);
  auto into_folder = count;
  into_folder.push_back(folder.path());
  EXPECT_EQ(Program::run(into_folder).status, 6);
}

TEST(Output, RecognisesEveryNameOfStdout) {
  for (const std::string name : {"-", "/dev/stdout", "/proc/self/fd/1"}) {
    const auto ended = Program::run({"count", "2x2", "--with", "band_classes", "--quiet", "--json", name});
    EXPECT_EQ(ended.json()["exit"], 0) << name << ended.err;
    EXPECT_THAT(ended.err, ::testing::IsEmpty()) << name;
  }
}

// Process ids are reused, in a container soon, so they do not make the names of temporary files unique.
TEST(Output, LeavesNoPartialFileWhenKilled) {
  const TemporaryFolder folder;
  const std::string file = folder / "result.json";
  std::ofstream{file} << "what was there before";
  Program endless{{"count", "2x2", "--with", "slow_units", "--plugin-dir", fault_folder("slow_units"), "--json", file}};
  endless.wait_until_it_catches(SIGTERM);
  endless.send(SIGKILL);
  EXPECT_NE(endless.wait().status, 0);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1) << "something is left";
  std::string text;
  std::getline(std::ifstream{file}, text);
  EXPECT_EQ(text, "what was there before");
}

TEST(Output, ReportsAFullDeviceAsAStorageError) {
  const auto ended = Program::run({"count", "2x2", "--with", "band_classes"},
                                  {.folder = {}, .environment = {}, .to_file = "/dev/full"});
  EXPECT_EQ(ended.status, 6);
  EXPECT_THAT(ended.err, HasSubstr("stdout cannot be written"));
}

TEST(Plugins, AreNotLoadedFromTheCurrentDirectory) {
  const auto ended = Program::run({"list"}, {.folder = fault_folder("sampler"), .environment = {}, .to_file = {}});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, Not(HasSubstr("\nsampler "))) << "row_sampler is ours";
  const auto relative = Program::run({"list", "--plugin-dir", "."},
                                     {.folder = fault_folder("sampler"), .environment = {}, .to_file = {}});
  EXPECT_EQ(relative.status, 2);
  EXPECT_THAT(relative.err, HasSubstr("absolute"));
}

TEST(Show, PrintsWhatTheRunPrinted) {
  const TemporaryFolder folder;
  const auto json = (folder.path() / "results.json").string();
  const auto ledger = (folder.path() / "results.ledger").string();
  for (const std::string view : {"", "--full", "--findings"}) {
    const auto with_view = [&](std::vector<std::string> arguments) {
      if (!view.empty()) arguments.push_back(view);
      return Program::run(arguments);
    };
    const auto counted = with_view(
        {"count", "2x3", "--with", "enumeration", "--with", "band_classes", "--json", json, "--ledger", ledger});
    ASSERT_EQ(counted.status, 0) << counted.err;
    for (const auto& file : {json, ledger}) {
      const auto shown = with_view({"show", file});
      EXPECT_EQ(shown.status, 0) << shown.err;
      EXPECT_EQ(shown.out, counted.out) << file;
    }
  }
}

TEST(Show, PrintsOneFindingAsTextAndAsJson) {
  const TemporaryFolder folder;
  const auto json = (folder.path() / "results.json").string();
  ASSERT_EQ(Program::run({"count", "2x3", "--with", "band_classes", "--json", json}).status, 0);
  const auto shown = Program::run({"show", json, "signature_class_sizes:2x3"});
  EXPECT_THAT(shown.out, HasSubstr("14 26 35     3\n"));
  const auto as_json = Program::run({"show", json, "signature_class_sizes", "--json", "-"}).json();
  EXPECT_EQ(as_json[0]["rows"]["14 26 35"][0], "3");
  EXPECT_EQ(Program::run({"show", json, "--json", "-"}).json()["experiment"]["file"], "command line");
  const auto unknown = Program::run({"show", json, "signature_class_size"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean signature_class_sizes?"));
  EXPECT_EQ(Program::run({"show", json, "missing.json"}).status, 2);
  EXPECT_EQ(Program::run({"show"}).status, 2);
}

// The screen at 80 columns once threw if a short value was beside the name of many rules.
TEST(Show, PrintsShortValuesOfProblemsWithLongNames) {
  const TemporaryFolder folder;
  const std::string ledger = folder / "x.ledger";
  const auto counted = Program::run(
      {"count", "3x3", "--rules", "toroidal_anti_knight,toroidal_anti_king,disjoint_groups,diagonals", "--with",
       "exact_cover", "--quantity", "grids", "-q", "--ledger", ledger, "--json", folder / "x.json"},
      {.folder = {}, .environment = {"COLUMNS=80"}, .to_file = {}});
  EXPECT_EQ(counted.status, 0) << counted.err;
  EXPECT_THAT(counted.out, HasSubstr("  0  exact_cover  "));
  EXPECT_TRUE(std::filesystem::exists(folder / "x.json"));
  EXPECT_EQ(Program::run({"show", ledger}).out, counted.out);
}

// An edited title once left two documents in a ledger, and `show` printed both.
TEST(Show, ChoosesAmongTheExperimentsOfALedger) {
  const TemporaryFolder folder;
  const std::string ledger = folder / "x.ledger";
  const auto run = [&](const std::string& title, const std::string& shape) {
    std::ofstream{folder / "x.yaml"} << "# by " << title << "\ntitle: " << title << "\nproblems: [{shape: " << shape
                                     << "}]\nstrategies: {enumeration: {}}\n";
    const auto ended = Program::run({"run", folder / "x.yaml", "--ledger", ledger, "-q"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended.out;
  };
  const auto show = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"show", ledger};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return Program::run(arguments);
  };
  run("Frist", "2x2");
  const std::string first = run("First", "2x2");
  EXPECT_EQ(show({}).out, first) << "the same experiment, with another title";
  EXPECT_EQ(show({}).err, "");
  EXPECT_EQ(show({"--json", "-"}).json()["experiment"]["title"], "First");
  const std::string second = run("Second", "2x3");
  EXPECT_EQ(show({}).out, second) << "the newest";
  EXPECT_THAT(show({}).err, HasSubstr("1 older result of other experiments or seeds: --experiment 2 shows"));
  EXPECT_EQ(show({"--quiet"}).err, "");
  EXPECT_EQ(show({"--experiment", "2"}).out, first);
  EXPECT_EQ(show({"--experiment", "2", "--json", "-"}).json()["experiment"]["title"], "First");
  EXPECT_THAT(show({"--experiment", "all"}).out, AllOf(HasSubstr(first), HasSubstr(second)));
  const auto all = show({"--json", "-"}).json();
  ASSERT_EQ(all.size(), 2U) << "the oldest first, as Python loads them";
  EXPECT_EQ(all[1]["experiment"]["title"], "Second");
  for (const std::string wrong : {"3", "0", "Second"}) {
    const auto refused = show({"--experiment", wrong});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("--experiment: " + wrong), HasSubstr("; 1: Second, seed 1, 20"),
                                   HasSubstr("; 2: First, seed 1, 20")));
  }
}

TEST(Show, RejectsSpecialLargeAndMalformedFiles) {
  const TemporaryFolder folder;
  const std::string large = folder / "large.json";
  std::ofstream{large} << R"({"format_version": 7, "gridcensus": ")" << std::string(20'000'000, 'x') << "\"}";
  EXPECT_THAT(Program::run({"show", large}).err,
              HasSubstr("gridcensus: expected a text of at most 1 MiB, got one of 19.1 MiB"));
  for (const auto& [beginning, message] :
       {std::pair{"", "no JSON: "}, std::pair{R"({"format_version")", "is larger than 512 MiB"}}) {
    std::ofstream{folder / "huge.json"} << beginning;
    std::filesystem::resize_file(folder / "huge.json", std::uintmax_t{600} << 20U);
    EXPECT_THAT(Program::run({"show", folder / "huge.json"}).err, HasSubstr(message));
  }
  for (const std::string file : {"/dev/zero", "/", "/dev/stdin"}) {
    const auto ended = Program::run({"show", file});
    EXPECT_EQ(ended.status, 2) << file;
    EXPECT_THAT(ended.err, HasSubstr(file + ": is not a regular file; expected a ledger or a document"));
  }
  std::ofstream{folder / "list.json"} << "{\"a\":\n  [1, }";
  EXPECT_THAT(Program::run({"show", folder / "list.json"}).err, HasSubstr("list.json:2:7: no JSON: syntax error"));
}

TEST(Show, FitsTheGivenWidth) {
  const TemporaryFolder folder;
  const auto json = (folder.path() / "results.json").string();
  ASSERT_EQ(Program::run({"count", "3x3", "--with", "band_classes", "--json", json}).status, 0);
  const auto widest = [&](const std::string& columns) {
    const auto shown =
        Program::run({"show", json}, {.folder = {}, .environment = {"COLUMNS=" + columns}, .to_file = {}});
    std::istringstream lines{shown.out};
    std::size_t most = 0;
    for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
    return most;
  };
  EXPECT_LE(widest("50"), 50U);
  EXPECT_GT(widest("70"), 50U);
  EXPECT_LE(widest("no number"), 80U);
}

constexpr const char* two_seeds = R"(problems: [{shape: 2x2}]
strategies:
  enumeration: {max_side: [4, 5]}
  row_sampler: {samples: 500}
seed: [1, 2]
)";

std::string file_with(const TemporaryFolder& folder, const std::string& text) {
  std::string file = folder / "question.yaml";
  std::ofstream{file} << text;
  return file;
}

TEST(Seeds, AppearInTheDocumentAndAreReused) {
  const TemporaryFolder folder;
  const auto file = file_with(folder, "problems: [{shape: 2x3}]\nstrategies: {row_sampler: {samples: 500}}\n");
  const std::string ledger = folder / "all.ledger";
  ASSERT_EQ(Program::run({"run", file, "--ledger", ledger, "--seed", "2", "-q"}).status, 0);
  const auto ended = Program::run({"run", file, "--ledger", ledger, "--seed", "1,2", "-q", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto json = ended.json();
  EXPECT_EQ(json["experiment"]["seed"], 1);
  EXPECT_EQ(json["experiment"]["seeds"], nlohmann::json::array({1, 2}));
  ASSERT_EQ(json["runs"].size(), 2U);
  EXPECT_EQ(json["runs"][1]["configuration"], "row_sampler@seed=2");
  EXPECT_EQ(json["runs"][1]["base_configuration"], "row_sampler");
  EXPECT_EQ(json["runs"][1]["seed"], 2);
  EXPECT_EQ(json["runs"][0]["reused"], false);
  EXPECT_EQ(json["runs"][1]["reused"], true) << "with one seed or with several: the same numbers";
}

TEST(Overrides, AreRecordedInTheDocument) {
  const TemporaryFolder folder;
  const auto file = file_with(folder, two_seeds);
  const auto ended = Program::run({"run", file, "--no-ledger", "-q", "--json", "-", "--set",
                                   "strategies.enumeration.max_side=6", "--set", "title=Another question"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto json = ended.json();
  EXPECT_EQ(json["experiment"]["title"], "Another question");
  EXPECT_EQ(json["experiment"]["overrides"],
            nlohmann::json::array({"strategies.enumeration.max_side=6", "title=Another question"}));
  EXPECT_EQ(json["runs"][0]["parameters"]["max_side"], "6");
}

TEST(StandardInput, IsReadAsAnExperiment) {
  const TemporaryFolder folder;
  const auto file = file_with(folder, "problems: [{shape: 2x2}]\nstrategies: {enumeration: }\n");
  const auto run = [&](const std::vector<std::string>& arguments) {
    return Program::run(arguments, {.folder = folder.path(), .environment = {}, .to_file = {}, .from_file = file});
  };
  const auto ended = run({"run", "-", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.json()["experiment"]["file"], "standard input");
  EXPECT_THAT(ended.err, HasSubstr("nothing will be saved"));
  EXPECT_EQ(run({"run", "-", "--ledger", "named.ledger", "-q"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "named.ledger"));
  EXPECT_EQ(run({"check", "-"}).status, 0);
  EXPECT_EQ(run({"run", "-", "--part", "1/2"}).status, 2) << "a part needs a ledger";
  EXPECT_EQ(Program::run({"slurm", "-", "--parts", "2"}).status, 2);
}

// Two wordings of one set of pairs are one problem, which is counted once; the user's wording is shown beside its name.
TEST(Rules, AreReportedAsTheUserWroteThem) {
  const TemporaryFolder folder;
  const auto file = file_with(folder, R"(problems:
  - {shape: 1x4, rules: classic, layout: [abcc, abbc, aabc, dddd]}
  - {shape: 1x4, layout: [qrss, qrrs, qqrs, tttt]}
  - {shape: 2x2, regions: [[r1c1, r2c2, r3c3, r4c4]]}
strategies: {enumeration: , orbit_search: }
)");
  const auto ended = Program::run({"run", file, "--ledger", folder / "x.ledger"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr(" in line 3, column 13 is the same problem as in line 2, column 13, written "));
  EXPECT_THAT(ended.out, HasSubstr("2x2 diagonal: given as region:r1c1.r2c2.r3c3.r4c4"));
  const auto problems = Program::run({"show", folder / "x.ledger", "--json", "-"}).json()["experiment"]["problems"];
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[1]["rules"], "diagonal");
  EXPECT_EQ(problems[1]["asked"], "region:r1c1.r2c2.r3c3.r4c4");
  EXPECT_THAT(Program::run({"check", file}).out, HasSubstr("given as region:r1c1"));
  EXPECT_THAT(Program::run({"show", folder / "x.ledger"}).out, HasSubstr("given as region:r1c1"));
}

TEST(Environment, SetsFoldersUnlessTheyAreTyped) {
  const TemporaryFolder folder;
  const auto file = file_with(folder, "problems: [{shape: 2x2}]\nstrategies: {enumeration: }\n");
  const auto ledger_in = [&](const std::string& name) {
    return std::filesystem::exists(folder / name / (std::filesystem::path{file}.stem().string() + ".ledger"));
  };
  for (const auto* const name : {"a", "b"}) std::filesystem::create_directory(folder / name);
  const Program::Options options{
      .folder = {}, .environment = {"GRIDCENSUS_LEDGER_DIR=" + (folder / "a").string()}, .to_file = {}};
  ASSERT_EQ(Program::run({"run", file, "-q", "--ledger-dir", folder / "b"}, options).status, 0);
  EXPECT_TRUE(ledger_in("b") && !ledger_in("a"));
  ASSERT_EQ(Program::run({"run", file, "-q"}, options).status, 0);
  EXPECT_TRUE(ledger_in("a"));
  const auto typo =
      Program::run({"list", "quantities"}, {.folder = {}, .environment = {"GRIDCENSUS_LEDGERDIR=x"}, .to_file = {}});
  EXPECT_EQ(typo.status, 0);
  EXPECT_THAT(typo.err, HasSubstr("(did you mean GRIDCENSUS_LEDGER_DIR?)"));
}

TEST(Quantities, AreAskedOnlyOfStrategiesThatYieldThem) {
  const auto ended = Program::run(
      {"count", "2x3", "--with", "enumeration", "--with", "band_counts", "--quantity", "bands", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("enumeration does not yield bands and is skipped"));
  ASSERT_EQ(ended.json()["runs"].size(), 1U);
  EXPECT_EQ(ended.json()["runs"][0]["strategy"], "band_counts");
  EXPECT_EQ(Program::run({"count", "2x3", "--with", "enumeration", "--quantity", "bands"}).status, 2);
}

TEST(Doctor, ListsProblemsOrReportsNone) {
  const auto well = Program::run({"doctor", "--json", "-"});
  EXPECT_EQ(well.status, 0) << well.err;
  EXPECT_EQ(well.json()["is_well"], true) << well.out;
  const auto refused = Program::run({"doctor", "--plugin-dir", fault_folder("old_api")},
                                    {.folder = {}, .environment = {"COLUMNS=1000"}, .to_file = {}});
  EXPECT_EQ(refused.status, 5);
  EXPECT_THAT(refused.out, HasSubstr("problems: plugins"));
  EXPECT_THAT(refused.out, HasSubstr("old_api.so"));
}

}  // namespace
