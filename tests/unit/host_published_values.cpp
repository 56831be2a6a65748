#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/compare/comparer.hpp"
#include "host/compare/theorems.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::data_folder;

TEST(PublishedValues, SatisfyTheInvariants) {
  const auto published = read_published_values(data_folder() / "published_values");
  EXPECT_GE(published.outcomes.size(), 40);
  int checked = 0;
  for (const auto& value : published.outcomes) {
    for (const auto& check : check_invariants(value)) {
      EXPECT_EQ(check.verdict, Verdict::holds) << check.subject;
      ++checked;
    }
    EXPECT_FALSE(value.origin.source.empty());
  }
  EXPECT_EQ(checked, 51) << "42 totals, of which 1x1 has the divisor 1, and 10 numbers of bands and of symmetries";
}

/// Some authors published the number of grids up to relabelling: the source then has that number and the factor.
TEST(PublishedValues, AreTheProductsOfTheirSource) {
  const std::regex product{R"(: ([0-9]+) \* ([0-9]+)!)"};
  int checked = 0;
  for (const auto& value : read_published_values(data_folder() / "published_values").outcomes) {
    std::smatch parts;
    if (!std::regex_search(value.origin.source, parts, product)) continue;
    EXPECT_EQ(value.outcome, Outcome{Exact{Integer{parts[1].str()} * factorial(std::stoi(parts[2].str()))}})
        << value.origin.source;
    ++checked;
  }
  EXPECT_EQ(checked, 8) << "the hypercube, and seven of Kullmann and Zaikin";
}

TEST(PublishedValues, IncludeRussellsTableWhichAddsUp) {
  const auto published = read_published_values(data_folder() / "published_values");
  const auto found = std::ranges::find(published.findings, "signature_class_table", &AttributedFinding::name);
  ASSERT_NE(found, published.findings.end());
  const auto& table = std::get<Table>(found->value);
  Integer size = 0;
  Integer completions = 0;
  for (const auto& [row, values] : table.rows) {
    size += values[0];
    completions += values[0] * values[1];
  }
  EXPECT_EQ(table.rows.size(), 44);
  EXPECT_EQ(size, 36288);
  EXPECT_EQ(factorial(9) * 72 * 72 * completions, Integer{"6670903752021072936960"});
}

TEST(PublishedValues, IncludeRussellAndJarvissTableWhichAddsUp) {
  const auto published = read_published_values(data_folder() / "published_values");
  const auto found = std::ranges::find(published.findings, "fixed_grids_of_classes", &AttributedFinding::name);
  ASSERT_NE(found, published.findings.end());
  Integer symmetries = 0;
  Integer sum = 0;
  for (const auto& [row, values] : std::get<Table>(found->value).rows) {
    symmetries += values[0];
    sum += values[0] * values[1];
    EXPECT_TRUE(found->row_names.contains(row)) << row;
  }
  EXPECT_EQ(found->row_names.size(), 27);
  EXPECT_EQ(symmetries, 311409) << "Red Ed: symmetries that keep some grid";
  EXPECT_EQ(sum, Integer{"18384171550626816"});
}

/// A count reads only what it needs: start-up took three times as long when the rules of all variants were created.
TEST(PublishedValues, AreReadForTheGivenProblems) {
  const auto all = read_published_values(data_folder() / "published_values");
  const auto read_for = [](const Problem& problem) {
    return read_published_values(data_folder() / "published_values", std::vector{problem});
  };
  const auto for_3x3 = read_for({{3, 3}});
  EXPECT_GT(for_3x3.outcomes.size(), 2U);
  EXPECT_GT(for_3x3.findings.size(), 2U);
  for (const auto& origin : for_3x3.outcomes) EXPECT_TRUE(origin.origin.problem.rules.are_classic());
  const auto for_windows = read_for(parse_problem({3, 3}, "windows"));
  EXPECT_GT(for_windows.outcomes.size(), for_3x3.outcomes.size());
  EXPECT_TRUE(read_for({{7, 7}}).outcomes.empty());
  // The omitted values are not needed: no variant is a classic problem in other words.
  for (const auto& origin : all.outcomes) {
    const Problem& variant = origin.origin.problem;
    for (int rows = 1; !variant.rules.are_classic() && rows <= variant.shape.side(); ++rows) {
      if (variant.shape.side() % rows != 0) continue;
      EXPECT_FALSE(is_carried_over(origin.quantity, variant, {{rows, variant.shape.side() / rows}}))
          << to_string(variant);
    }
  }
}

TEST(PublishedValues, AreShownAndNeverJudgedIfContested) {
  const test_support::TemporaryFolder folder;
  std::ofstream{folder / "4.yaml"}
      << "values:\n"
         "  - {shape: 2x2, quantity: grids, value: 289, standing: contested, source: S, contested_by: all others}\n";
  const auto published = read_published_values(folder.path(), std::vector{Problem{{2, 2}}});
  const auto verdict_on = [&](const Outcome& outcome) {
    const AttributedOutcome run{{.kind = OriginKind::run, .name = "a", .problem = {{2, 2}}}, Quantity::grids, outcome};
    return compare(run, published.outcomes.at(0));
  };
  const Comparison other = verdict_on(Exact{288});
  EXPECT_EQ(other.verdict, Verdict::not_comparable);
  EXPECT_EQ(other.note, "published is 289, but contested: all others");
  std::vector<Comparison> estimates{verdict_on(Estimate{.value = 100, .standard_error = 1, .samples = 1000})};
  Comparer::judge(estimates, 0.95);
  EXPECT_EQ(estimates[0].verdict, Verdict::not_comparable);
  EXPECT_EQ(verdict_on(Exact{289}).verdict, Verdict::equal);
}

TEST(PublishedValues, ReportMistakesInTheDataFileWithTheirPlace) {
  const test_support::TemporaryFolder folder;
  std::ofstream{folder / "4.yaml"} << "values:\n"
                                      "  - {shape: 2x2, quantity: grids, value: 288, standing: verified, source: S}\n"
                                      "  - {shape: 2y2, quantity: grids, value: 288, standing: verified, source: S}\n"
                                      "  - {shape: 2x2, quantity: gridz, value: 288, standing: verified, source: S}\n"
                                      "  - {shape: 2x2, quantity: grids, value: 28e1, standing: verified, source: S}\n"
                                      "  - {shape: 2x2, quantity: grids, value: 288, standing: sure, source: S}\n"
                                      "  - {shape: 2x2, quantity: grids, value: 288, standing: contested, source: S}\n"
                                      "extra: []\n";
  try {
    read_published_values(folder.path(), std::vector{Problem{{2, 2}}});
    FAIL() << "expected BadInput";
  } catch (const BadInput& error) {
    ASSERT_EQ(error.diagnostics().size(), 6);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(error.diagnostics()[static_cast<std::size_t>(i)].where.line, 3 + i);
  }
}

}  // namespace
