#include "grids/grids.hpp"
#include "program.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace {

using gridcensus::Shape;
using gridcensus::mathematics::base_grid;
using gridcensus::mathematics::parse_line;
using gridcensus::mathematics::to_line;
using gridcensus::mathematics::to_plain;
using gridcensus::testing::lines_of;
using gridcensus::testing::Program;
using gridcensus::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Returns the stdout of `shuffle`, which must succeed.
std::string shuffled(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "shuffle");
  const auto ended = Program::run(arguments);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, IsEmpty());
  return ended.out;
}

TEST(Shuffle, PrintsValidGridsOfEveryShapeToFiveByFive) {
  for (int rows = 1; rows <= 5; ++rows) {
    for (int cols = 1; cols <= 5; ++cols) {
      const Shape shape{rows, cols};
      const auto lines = lines_of(shuffled({to_string(shape), "--count", "3", "--format", "line"}));
      ASSERT_EQ(lines.size(), 3U);
      for (const auto& line : lines) EXPECT_NO_THROW(parse_line(line, shape)) << line;
    }
  }
}

TEST(Shuffle, PrintsTheSameGridsInPlainForm) {
  const auto line = shuffled({"4x4", "--seed", "5", "--format", "line"});
  const auto plain = shuffled({"4x4", "--seed", "5"});
  EXPECT_EQ(to_plain(parse_line(line.substr(0, line.size() - 1), {4, 4})), plain);
  EXPECT_EQ(lines_of(plain).size(), 17U) << "16 rows and an empty line";
  EXPECT_EQ(shuffled({"7"}), shuffled({"1x7"})) << "a side alone";
}

TEST(Shuffle, IsDeterminedByTheSeed) {
  const std::vector<std::string> base{"3x3", "--count", "100", "--format", "line", "--seed"};
  const auto with_seed = [&base](const std::string& seed) {
    auto arguments = base;
    arguments.push_back(seed);
    return shuffled(arguments);
  };
  EXPECT_EQ(with_seed("7"), with_seed("7"));
  EXPECT_NE(with_seed("7"), with_seed("8"));
  EXPECT_THAT(with_seed("7"), StartsWith(shuffled({"3x3", "--count", "10", "--format", "line", "--seed", "7"})));
  const auto lines = lines_of(with_seed("7"));
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 100U);
}

TEST(Shuffle, MakesOnlyTheChosenMoves) {
  const std::string start = "1234341221434321";
  for (const auto& line :
       lines_of(shuffled({"2x2", "--grid", start, "--moves", "labels", "--count", "50", "--format", "line"}))) {
    // Equal symbols stay equal: the cells that had 1 at the start have one symbol.
    EXPECT_EQ(line[0], line[6]);
    EXPECT_EQ(line[0], line[9]);
    EXPECT_EQ(line[0], line[15]);
  }
  for (const auto& line :
       lines_of(shuffled({"2x2", "--grid", start, "--moves", "rows", "--count", "50", "--format", "line"}))) {
    EXPECT_THAT((std::vector<std::string>{"12343412", "34121234"}), ::testing::Contains(line.substr(0, 8)));
  }
  EXPECT_EQ(shuffled({"3x3", "--moves", "transposition"}).size(), 81 * 2 + 1);
  const auto images = lines_of(shuffled({"2x2", "--moves", "transposition", "--count", "64", "--format", "line"}));
  EXPECT_EQ(std::set<std::string>(images.begin(), images.end()),
            (std::set<std::string>{to_line(base_grid({2, 2})), to_line(transposed(base_grid({2, 2})))}));
}

TEST(Shuffle, ReadsAGridInBothForms) {
  const auto grid = base_grid({3, 4});
  EXPECT_EQ(shuffled({"3x4", "--grid", to_line(grid)}), shuffled({"3x4", "--grid", to_plain(grid)}));
  EXPECT_EQ(shuffled({"3x4", "--grid", to_line(grid)}), shuffled({"3x4"})) << "the base grid is the default";
}

TEST(Shuffle, WritesFilesAtomically) {
  const TemporaryFolder folder;
  const std::string place = folder / "grids.txt";
  EXPECT_THAT(shuffled({"2x3", "--count", "1000", "--output", place}), IsEmpty());
  std::ifstream file{place};
  const std::string content{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_EQ(content, shuffled({"2x3", "--count", "1000"}));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1) << "nothing else is left";
  EXPECT_EQ(Program::run({"shuffle", "2x3", "--output", folder / "missing/grids.txt"}).status, 6);
}

TEST(Shuffle, ReportsBadInput) {
  const auto error_of = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "shuffle");
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 2) << ended.err;
    EXPECT_THAT(ended.out, IsEmpty());
    return ended.err;
  };
  EXPECT_THAT(error_of({}), HasSubstr("SHAPE"));
  EXPECT_THAT(error_of({"3x"}), HasSubstr("expected box rows x box columns"));
  EXPECT_THAT(error_of({"5x6"}), HasSubstr("expected at most 25"));
  EXPECT_THAT(error_of({"3x3", "--count", "0"}), HasSubstr("from 1 to 1000000"));
  EXPECT_THAT(error_of({"3x3", "--moves", "label"}), HasSubstr("did you mean labels?"));
  EXPECT_THAT(error_of({"3x3", "--moves", "rows,rows"}), HasSubstr("given twice"));
  EXPECT_THAT(error_of({"3x3", "--moves", "rows,"}), HasSubstr("unknown move"));
  EXPECT_THAT(error_of({"2x3", "--moves", "transposition"}), HasSubstr("3x2"));
  EXPECT_THAT(error_of({"3x3", "--moves", "rows,transposition"}), HasSubstr("together"));
  EXPECT_THAT(error_of({"3x3", "--format", "lines"}), HasSubstr("did you mean line?"));
  EXPECT_THAT(error_of({"2x2", "--grid", "1234341221434312"}),
              HasSubstr("row 4, column 3: expected another symbol than 1, which row 2, column 3 has"));
  EXPECT_THAT(error_of({"3x3", "--sed", "1"}), HasSubstr("did you mean --seed?"));
  const auto three = error_of({"2x2", "--grid", "12", "--moves", "none", "--format", "none"});
  EXPECT_EQ(std::ranges::count(three, '\n'), 3) << three;
}

// Uses the plugin as the source would have used the program.
TEST(Shuffle, PluginCountsItsOptions) {
  const auto ended = Program::run({"count", "3x3", "--with", "grid_shuffle", "--json", "-", "--quiet"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto document = ended.json();
  std::map<std::string, std::string> values;
  for (const auto& outcome : document["outcomes"]) values[outcome["quantity"]] = outcome["value"];
  EXPECT_EQ(values["shuffle_options"], "16930529280");
  EXPECT_EQ(values["stabiliser_order"], "3");
  EXPECT_EQ(values["orbit_size"], "5643509760");
  EXPECT_EQ(values["returning_sequences"], "0");
  for (const std::string value : {"362880", "46656", "117573120"})
    EXPECT_THAT(document["findings"].dump(), HasSubstr(value));
}

TEST(Shuffle, PluginRejectsUnsupportedRequests) {
  const auto error_of = [](const std::string& shape, const std::vector<std::string>& parameters) {
    std::vector<std::string> arguments{"count", shape, "--with", "grid_shuffle", "--quiet"};
    for (const auto& parameter : parameters) arguments.insert(arguments.end(), {"--param", parameter});
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 2) << ended.out << ended.err;
    return ended.err;
  };
  EXPECT_THAT(error_of("2x13", {}), HasSubstr("side is above 25"));
  EXPECT_THAT(error_of("2x3", {"transposition=true"}), HasSubstr("3x2"));
  EXPECT_THAT(error_of("3x3", {"method=collisions"}),
              HasSubstr("no limit is given: set samples, seconds or relative_error"));
  EXPECT_THAT(error_of("3x3", {"grid=1234"}), HasSubstr("81 symbols"));
  EXPECT_THAT(error_of("3x3", {"grid=12345"}), HasSubstr("no grid has that many"));
  EXPECT_THAT(error_of("2x2", {"grid=1234341221434312"}), HasSubstr("row 4, column 3"));
}

TEST(Shuffle, PluginGivesNoEstimateFromTooFewCollisions) {
  const auto ended = Program::run({"count", "3x3", "--with", "grid_shuffle", "--param", "method=collisions", "--param",
                                   "samples=1000", "--quantity", "orbit_size", "--quiet"});
  EXPECT_EQ(ended.status, 2) << "the number is known before anything runs";
  EXPECT_THAT(ended.err, HasSubstr("1,000 samples are too few to state an error: about "));
}

}  // namespace
