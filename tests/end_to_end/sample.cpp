// Tests of `gridcensus sample`: its output, and that the statistical test that its draws pass rejects the shuffler.
#include "grids/grids.hpp"
#include "program.hpp"
#include "support/scripted_experiment.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace {

using gridcensus::parse_shape;
using gridcensus::mathematics::parse_line;
using gridcensus::mathematics::to_plain;
using gridcensus::testing::lines_of;
using gridcensus::testing::Program;
using gridcensus::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Returns the stdout of a command that must succeed.
std::string printed(std::vector<std::string> arguments) {
  arguments.emplace_back("--quiet");  // progress depends on the load of the machine
  const auto ended = Program::run(arguments);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, IsEmpty());
  return ended.out;
}

/// Returns the stderr of a command that must refuse.
std::string refusal(const std::vector<std::string>& arguments) {
  const auto ended = Program::run(arguments);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.out, IsEmpty());
  return ended.err;
}

TEST(Sample, DrawsGridsOfEveryExactlyCountedShape) {
  for (const char* const shape : {"1x1", "1x2", "2x2", "2x3", "3x2", "2x4", "4x2", "2x5", "3x3", "1x5", "5x1", "8x1"}) {
    const auto lines = lines_of(printed({"sample", shape, "--count", "20", "--format", "line"}));
    ASSERT_EQ(lines.size(), 20U) << shape;
    for (const auto& line : lines) EXPECT_NO_THROW(check(parse_line(line, parse_shape(shape)))) << shape << ' ' << line;
  }
}

TEST(Sample, GivesTheSameDrawsForAnyThreadsAndStart) {
  for (const char* const shape : {"3x3", "2x3"}) {
    const auto all = printed({"sample", shape, "--count", "7000", "--seed", "9", "--format", "line"});
    EXPECT_EQ(printed({"sample", shape, "--count", "7000", "--seed", "9", "--format", "line", "--threads", "1"}), all);
    const auto tail =
        printed({"sample", shape, "--count", "2500", "--from", "4500", "--seed", "9", "--format", "line"});
    EXPECT_EQ(all.substr(all.size() - tail.size()), tail);
    EXPECT_NE(printed({"sample", shape, "--count", "1", "--seed", "10", "--format", "line"}), all.substr(0, 82));
  }
}

TEST(Sample, WritesEveryFormat) {
  const std::vector<std::string> draws{"sample", "2x2", "--count", "2", "--from", "5", "--format"};
  const auto in = [&](const char* format) {
    auto arguments = draws;
    arguments.emplace_back(format);
    return printed(arguments);
  };
  const auto lines = lines_of(in("line"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(in("csv"), "draw,grid\n5," + lines[0] + "\n6," + lines[1] + "\n");
  EXPECT_EQ(in("jsonl"),
            "{\"draw\": 5, \"grid\": \"" + lines[0] + "\"}\n{\"draw\": 6, \"grid\": \"" + lines[1] + "\"}\n");
  EXPECT_EQ(in("grid"), to_plain(parse_line(lines[0], {2, 2})) + to_plain(parse_line(lines[1], {2, 2})));
}

TEST(Sample, WritesTheSameGridsToAFile) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "grids.txt";
  EXPECT_THAT(printed({"sample", "3x3", "--count", "5000", "--format", "line", "-o", file.string()}), IsEmpty());
  std::ifstream stream{file};
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  EXPECT_EQ(text, printed({"sample", "3x3", "--count", "5000", "--format", "line"}));
}

TEST(Sample, AcceptsRules) {
  const auto lines = lines_of(printed({"sample", "2x3", "--rules", "diagonals", "--count", "50", "--format", "line"}));
  ASSERT_EQ(lines.size(), 50U);
  for (const auto& line : lines) {
    std::set<char> falling;
    std::set<char> rising;
    for (std::size_t i = 0; i < 6; ++i) {
      falling.insert(line[7 * i]);
      rising.insert(line[5 * i + 5]);
    }
    EXPECT_EQ(falling.size() + rising.size(), 12U) << line;
  }
}

TEST(Sample, DrawsEssentiallyDifferentGrids) {
  std::set<std::string> seen;
  const auto lines =
      lines_of(printed({"sample", "2x3", "--essentially-different", "--count", "2000", "--format", "csv"}));
  ASSERT_EQ(lines.size(), 2001U);
  EXPECT_EQ(lines[0], "draw,grid,automorphisms");
  std::map<std::string, unsigned> automorphisms;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto grid = lines[i].find(',') + 1;
    const auto last = lines[i].rfind(',');
    const std::string line = lines[i].substr(grid, last - grid);
    automorphisms[line] = static_cast<unsigned>(std::stoul(lines[i].substr(last + 1)));
    EXPECT_EQ(line.substr(0, 6), "123456") << "the least grid of its class";
  }
  EXPECT_EQ(automorphisms.size(), 49U);
  unsigned grids = 0;
  for (const auto& [line, symmetries] : automorphisms) grids += 3456 / symmetries;
  EXPECT_EQ(grids, 39168U) << "grids up to relabelling";
  EXPECT_THAT(printed({"sample", "2x2", "--essentially-different", "--format", "jsonl"}),
              HasSubstr("\"automorphisms\": "));
}

TEST(Sample, ReportsThatAChainIsOnlyNearlyUniform) {
  const auto ended = Program::run({"sample", "4x4", "--approximate", "--count", "3", "--format", "line"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("approximate: each grid comes from a Markov chain"));
  const auto lines = lines_of(ended.out);
  ASSERT_EQ(lines.size(), 3U);
  for (const auto& line : lines) EXPECT_NO_THROW(check(parse_line(line, {4, 4})));
}

TEST(Sample, RanksAndUnranksGrids) {
  const auto grid_at = [](const std::string& shape, const std::string& index) {
    auto line = printed({"sample", shape, "--unrank", index, "--format", "line"});
    line.pop_back();
    return line;
  };
  for (const char* const index : {"0", "1", "6670903752021072936959", "1234567890123456789012"}) {
    EXPECT_EQ(printed({"sample", "3x3", "--rank", grid_at("3x3", index)}), std::string{index} + '\n');
  }
  EXPECT_EQ(grid_at("2x2", "0"), "1234341221434321") << "the first grid, row by row";
  EXPECT_EQ(printed({"sample", "2x3", "--rank", grid_at("2x3", "28200959")}), "28200959\n");
  EXPECT_EQ(
      printed({"sample", "2x3", "--rules", "diagonals", "--rank",
               [] {
                 auto line = printed({"sample", "2x3", "--rules", "diagonals", "--unrank", "77", "--format", "line"});
                 line.pop_back();
                 return line;
               }()}),
      "77\n");
}

TEST(Sample, RejectsUnsupportedRequests) {
  EXPECT_THAT(refusal({"sample", "4x4"}), AllOf(HasSubstr("4x4"), HasSubstr("--approximate")));
  EXPECT_THAT(refusal({"sample", "3x4"}), HasSubstr("each class of first bands"));
  EXPECT_THAT(refusal({"sample", "2x5", "--essentially-different"}), HasSubstr("2x2 to 2x4, 3x3"));
  EXPECT_THAT(refusal({"sample", "2x3", "--rules", "diagonals", "--approximate"}), HasSubstr("classic rules"));
  EXPECT_THAT(refusal({"sample", "2x3", "--essentially-different", "--approximate"}), HasSubstr("--approximate"));
  EXPECT_THAT(refusal({"sample", "3x3", "--rules", "diagonals"}), HasSubstr("3x3 diagonals"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rules", "anti_king"}), HasSubstr("no grids"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rules", "diagonls"}), HasSubstr("diagonals"));
  EXPECT_THAT(refusal({"sample", "2x2", "--unrank", "288"}), HasSubstr("0 to 287"));
  EXPECT_THAT(refusal({"sample", "2x2", "--unrank", "340282366920938463463374607431768211456"}), HasSubstr("0 to 287"));
  EXPECT_THAT(refusal({"sample", "2x2", "--unrank", "-1"}), HasSubstr("0 to 287"));
  EXPECT_THAT(refusal({"sample", "2x2", "--unrank", "1", "--count", "3"}), HasSubstr("--count"));
  EXPECT_THAT(refusal({"sample", "2x5", "--unrank", "1"}), HasSubstr("can be drawn, but are not numbered"));
  EXPECT_THAT(refusal({"sample", "2x2", "--count", "0"}), HasSubstr("--count"));
  EXPECT_THAT(refusal({"sample", "2x2", "--count", "2", "--from", "18446744073709551615"}), HasSubstr("2^64"));
  EXPECT_THAT(refusal({"sample", "2x2", "--format", "lines"}), HasSubstr("line"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rank", "123456456123231564564231312645645312"}), HasSubstr("--rank"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rank", "1234341221434322"}), HasSubstr("row 4"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rank", "1234341221434321", "--unrank", "0"}), HasSubstr("--unrank"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rank", "1234341221434321", "--seed", "7"}), HasSubstr("--seed"));
  EXPECT_THAT(refusal({"sample", "2x2", "--rank", "1234341221434321", "--format", "csv"}), HasSubstr("--format"));
}

/// Returns the chi-squared statistic of the lines over all 288 grids of 2x2, all expected equally often.
double statistic_over_all_grids(const std::vector<std::string>& lines) {
  constexpr double grids = 288;
  std::map<std::string, int> seen;
  for (const auto& line : lines) ++seen[line];
  EXPECT_LE(seen.size(), grids);
  const double expected = static_cast<double>(lines.size()) / grids;
  double statistic = (grids - static_cast<double>(seen.size())) * expected;
  for (const auto& [line, times] : seen) statistic += (times - expected) * (times - expected) / expected;
  return statistic;
}

TEST(Sample, PassesTheTestThatRejectsTheShuffler) {
  constexpr double level = 0.001;
  const double limit = quantile(boost::math::chi_squared{287}, 1 - level);
  const std::vector<std::string> count{"2x2", "--count", "57600", "--format", "line"};
  auto sample = count;
  sample.insert(sample.begin(), "sample");
  EXPECT_LT(statistic_over_all_grids(lines_of(printed(sample))), limit);
  auto shuffle = count;
  shuffle.insert(shuffle.begin(), "shuffle");
  EXPECT_GT(statistic_over_all_grids(lines_of(printed(shuffle))), 10 * limit);
}

}  // namespace
