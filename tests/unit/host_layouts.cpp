#include "gridcensus/rules.hpp"
#include "host/experiment/experiment.hpp"
#include "host/experiment/layout_list.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::experiment_catalog;
using gridcensus::testing::parse_experiment;
using gridcensus::testing::read_experiment_file;
using ::testing::HasSubstr;

/// Returns the layouts of a file with this text, or its mistakes.
std::string read_list(const std::string& text, Shape shape = {1, 3}) {
  const TemporaryFolder folder;
  std::ofstream{folder / "list.txt"} << text;
  std::vector<Diagnostic> mistakes;
  LayoutList list = requested_list(shape, {}, "list.txt");
  const auto layouts = read_layout_file(folder / "list.txt", list, mistakes);
  std::string found;
  for (auto& mistake : mistakes) {
    mistake.where.file = "list";
    found += to_string(mistake) + "\n";
  }
  for (const auto& [letters, number] : layouts) found += letters + " " + std::to_string(number) + "\n";
  return found;
}

TEST(LayoutList, ReadsLinesAndBlocks) {
  EXPECT_EQ(read_list("# rows\n\n...111222 # by dots and digits\r\n  aab\n  acb\n  ccb\n\nxxx\nyyy\nzzz"),
            "aaabbbccc 2\naabacbccb 1\n");
  EXPECT_EQ(read_list("aab\nacb\nccb\naab\nacb\nccb\naaabbbccc\n"), "aabacbccb 2\naaabbbccc 1\n");
  EXPECT_EQ(read_list("q\n\nr\n", {1, 1}), "a 2\n");
}

TEST(LayoutList, LocatesMistakes) {
  EXPECT_EQ(read_list("aaabbbccc\n  aabaabccc\n\naab\nacb\n\naaabbb\naaab?bccc\naba\nbab\nccc\n"),
            "list:2:3: region a has 4 cells; expected 3\n"
            "list:2:3: region b has 2 cells; expected 3\n"
            "list:4:1: expected 3 lines of 3 letters from here on; got 2\n"
            "list:7:1: expected 9 letters, or 3 lines of 3 letters; got 6\n"
            "list:8:5: expected letters, digits, '.', '-' or '_', one for each cell; got ?bccc\n"
            "list:9:1: region a is not connected: r1c3 lies apart from r1c1; give cells that lie apart as `regions`\n"
            "list:10:1: region b is not connected: r2c1 lies apart from r1c2; give cells that lie apart as `regions`\n"
            "aaabbbccc 1\n");
  EXPECT_EQ(read_list("# none\n"), "list: it contains no layout; expected 9 letters, or 3 lines of 3 letters\n");
}

TEST(LayoutList, ReportsAtMostTwentyMistakes) {
  std::string text;
  for (int line = 0; line < 1000; ++line) text += "aabb\n";
  const auto mistakes = read_list(text);
  EXPECT_EQ(std::ranges::count(mistakes, '\n'), 20);
  EXPECT_THAT(mistakes, HasSubstr("list:20:1: expected 9 letters, or 3 lines of 3 letters; got 4; further mistakes of "
                                  "this list are not shown\n"));
}

Experiment read(const std::string& problems) {
  return parse_experiment("problems: " + problems + "\nstrategies: {enumeration: {}}\n", "f.yaml",
                          experiment_catalog());
}

std::string refusal(const std::string& problems) {
  try {
    read(problems);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Layout, MayBeOneLine) {
  const auto one_line = read("[{shape: 1x3, layout: aabacbccb}]").problems;
  EXPECT_EQ(one_line, read("[{shape: 1x3, layout: [aab, acb, ccb]}]").problems);
  EXPECT_EQ(one_line, read("[{shape: 1x3, layout: ['..1.x1xx1']}]").problems);
  EXPECT_EQ(one_line, read("\n  - shape: 1x3\n    layout: |\n      aabacbccb\n").problems);
  EXPECT_THAT(refusal("[{shape: 1x3, layout: aabacbcbc}]"),
              HasSubstr("f.yaml:1:33: problems[0].layout: region b is not connected"));
  EXPECT_THAT(refusal("[{shape: 1x3, layout: aabacbcc}]"), HasSubstr("expected 3 lines, one for each row; got 1"));
}

TEST(Layouts, AreOneProblemForEachSetOfRules) {
  const auto experiment = read("[{shape: 1x3, layouts: all}, {shape: 2x2, layouts: all, rules: diagonal}]");
  ASSERT_EQ(experiment.layout_lists.size(), 2U);
  const auto& [three, four] = std::pair{experiment.layout_lists[0], experiment.layout_lists[1]};
  EXPECT_EQ(three.name, "1x3 layouts:all");
  EXPECT_EQ(three.layouts(), 10U);
  EXPECT_EQ(three.weights.at({{1, 3}, {}}), 2U) << "rows and columns add nothing";
  EXPECT_EQ(four.name, "2x2 diagonal,layouts:all");
  EXPECT_EQ(four.layouts(), 117U);
  EXPECT_EQ(experiment.problems.size(), three.weights.size() + four.weights.size());
  EXPECT_GT(four.weights.size(), read("[{shape: 2x2, layouts: all}]").problems.size())
      << "half of the symmetries move the diagonal";
  EXPECT_TRUE(experiment.words.contains({{1, 3}, {}}));
}

TEST(Layouts, AreClassesUnderTheSymmetriesOfTheOtherRules) {
  const auto problems = [](const std::string& rules) {
    const auto experiment = read("[{shape: 4, layouts: all" + rules + "}]");
    EXPECT_EQ(experiment.layout_lists[0].layouts(), 117U) << rules;
    return experiment.problems.size();
  };
  EXPECT_EQ(problems(""), 22U);
  EXPECT_EQ(problems(", consecutive: never"), 22U) << "all eight";
  EXPECT_EQ(problems(", givens: {r1c1: 1}"), problems(", rules: diagonal, givens: {r1c1: 1}"))
      << "the reflection that keeps the diagonal";
  EXPECT_EQ(problems(", givens: {r1c2: 1}"), 116U) << "none";
  EXPECT_EQ(problems(", less: [[r1c1, r1c2]]"), 116U) << "none";
  EXPECT_GT(problems(", givens: {r1c1: 1}"), 22U);
}

TEST(Layouts, AddUpOnlyPreservedQuantities) {
  const Quantity classes = Quantity::essentially_different;
  const auto adds_up = [&](const std::string& problem) { return read(problem).layout_lists[0].adds_up(classes); };
  EXPECT_FALSE(adds_up("[{shape: 1x3, layouts: all}]")) << "rows are not exchanged with columns in 1x3";
  EXPECT_TRUE(adds_up("[{shape: 2x2, layouts: all}]"));
  EXPECT_TRUE(adds_up("[{shape: 3, layouts: all}]"));
  EXPECT_TRUE(read("[{shape: 1x3, layouts: all}]").layout_lists[0].adds_up(Quantity::grids));
}

TEST(Layouts, MergeByTheirRules) {
  const TemporaryFolder folder;
  std::ofstream{folder / "list.txt"} << "aaabbbccc\nabcabcabc\naabacbccb\n112132332\nabbaabccc\n";
  std::ofstream{folder / "f.yaml"} << "problems:\n  - {shape: 1x3, layouts: list.txt}\n  - {shape: 1x3}\n"
                                      "  - {shape: 1x3, layout: aabacbccb}\nstrategies: {enumeration: {}}\n";
  const auto experiment = read_experiment_file(folder / "f.yaml", experiment_catalog());
  ASSERT_EQ(experiment.layout_lists.size(), 1U);
  const auto& list = experiment.layout_lists[0];
  EXPECT_EQ(list.weights.at({{1, 3}, {}}), 2U);
  EXPECT_EQ(list.weights.at(parse_problem({1, 3}, "layout:aab/acb/ccb")), 2U);
  EXPECT_EQ(list.layouts(), 5U);
  EXPECT_EQ(experiment.problems.size(), 3U);
  EXPECT_EQ(list.sha256.size(), 64U);
  EXPECT_TRUE(experiment.notes.empty());
}

TEST(Layouts, AreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal("[{shape: 1x7, layouts: all}]"),
            "f.yaml:1:34: problems[0].layouts: `all` is available up to side 6; for 1x7 expected a file of "
            "layouts");
  EXPECT_EQ(refusal("[{shape: 1x3, layouts: all, layout: aabacbccb}]"),
            "f.yaml:1:34: problems[0].layouts: contradicts `layout`; give only one of the two");
  EXPECT_EQ(refusal("[{shape: 1x3, layouts: all}, {shape: 1x3, layouts: all}]"),
            "f.yaml:1:48: problems[1]: 1x3 layouts:all is repeated; first given in line 1, column 20");
  EXPECT_THAT(
      refusal("[{shape: 1x3, layouts: no_such_file}]"),
      HasSubstr("f.yaml:1:34: problems[0].layouts: expected `all` or a file of layouts; no_such_file: cannot be "
                "opened"));
}

TEST(Layouts, MayBeExpectedToHaveATotal) {
  const auto experiment = parse_experiment(
      "problems: [{shape: 1x3, layouts: all}]\nstrategies: {enumeration: {}}\nexpect:\n"
      "  - {shape: 1x3, layouts: all, quantity: grids, value: 72, source: OEIS A172478}\n",
      "f.yaml", experiment_catalog());
  ASSERT_EQ(experiment.expectations.size(), 1U);
  EXPECT_EQ(experiment.expectations[0].list, experiment.layout_lists[0].name);
  EXPECT_EQ(experiment.expectations[0].value, 72);
}

}  // namespace
}  // namespace gridcensus::host
