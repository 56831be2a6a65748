// Sweeps as tables with axes, and their summaries over seeds.
#include "host/report/sweep_tables.hpp"

#include "host/report/views.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Documents of runs of one sampler on 2x2, whose number of grids is 288.
class Sweep {
 public:
  void add(const std::string& configuration, std::map<std::string, std::string> parameters, Real value,
           Real standard_error, double seconds = 2) {
    const ResultsDocument::RunId run_id{{.shape = {2, 2}}, "sampler", configuration};
    const Estimate estimate{.value = value,
                            .standard_error = standard_error,
                            .low = value - 2 * standard_error,
                            .high = value + 2 * standard_error,
                            .samples = 100};
    document.runs.push_back({.run_id = run_id,
                             .version = "1",
                             .plugin_sha256 = "",
                             .parameters = std::move(parameters),
                             .state = RunState::concluded,
                             .seconds = seconds});
    document.outcomes.push_back(
        {.run_id = run_id, .quantity = Quantity::grids, .outcome = estimate, .standing = Standing::estimated});
    ResultsDocument::VerdictEntry verdict{
        .subject = "grids of 2x2", .verdict = Verdict::consistent, .left = {}, .right = {}};
    verdict.left = {.kind = OriginKind::run,
                    .name = configuration,
                    .problem = run_id.problem,
                    .quantity = Quantity::grids,
                    .value = "about 288"};
    verdict.right = {.kind = OriginKind::published,
                     .name = "published",
                     .source = "OEIS",
                     .problem = run_id.problem,
                     .quantity = Quantity::grids,
                     .value = "288"};
    verdict.z = static_cast<double>((value - 288) / standard_error);
    document.verdicts.push_back(verdict);
  }
  /// Adds two numbers of samples by so many seeds, each off by half of its error, up or down.
  void add_samples_by_seeds(int seeds) {
    for (const auto& [samples, error] : {std::pair<std::string, Real>{"100", 8}, {"400", 4}}) {
      for (int seed = 1; seed <= seeds; ++seed) {
        add(fmt::format("mc@samples={}@seed={}", samples, seed), {{"samples", samples}, {"mode", "sharp"}},
            288 + (seed % 2 == 0 ? error : -error) / 2, error);
      }
    }
  }
  std::vector<SweepTable> tables() {
    document.build_index();
    return sweep_tables(document);
  }

  ResultsDocument document;
};

TEST(SweepTables, HaveVaryingParametersAsAxes) {
  Sweep sweep;
  sweep.add_samples_by_seeds(1);
  const auto tables = sweep.tables();
  ASSERT_EQ(tables.size(), 1);
  const SweepTable& table = tables.front();
  EXPECT_EQ(table.configuration, "mc");
  EXPECT_THAT(table.axes, ElementsAre("samples"));
  ASSERT_EQ(table.rows.size(), 2);
  EXPECT_THAT(table.rows[0].values, ElementsAre("100"));
  EXPECT_THAT(table.rows[1].values, ElementsAre("400"));
  ASSERT_TRUE(table.rows[1].distance);
  EXPECT_DOUBLE_EQ(*table.rows[1].distance, -0.5) << "of one run, with its sign";
  EXPECT_FALSE(table.has_seeds());
}

TEST(SweepTables, TakeLongValuesFromTheParameters) {
  Sweep sweep;
  sweep.add("mc@grid=value_1", {{"grid", "a text that is too long for a name"}}, 288, 4);
  sweep.add("mc@grid=value_2", {{"grid", "another text that is too long"}}, 288, 4);
  const auto tables = sweep.tables();
  ASSERT_EQ(tables.size(), 1);
  ASSERT_EQ(tables.front().rows.size(), 2);
  EXPECT_THAT(tables.front().rows[0].values, ElementsAre("a text that is too long for a name"));
  EXPECT_THAT(tables.front().rows[1].values, ElementsAre("another text that is too long"));
}

TEST(SweepTables, OmitRunsThatDoNotVary) {
  Sweep sweep;
  sweep.add("mc", {}, 288, 4);
  sweep.add("other@seed=1", {}, 288, 4);
  EXPECT_TRUE(sweep.tables().empty());
}

TEST(SweepTables, OmitConstantMultiplesOfAnEstimate) {
  Sweep sweep;
  sweep.add_samples_by_seeds(2);
  const auto whole = sweep.document.outcomes;
  for (auto entry : whole) {
    auto& estimate = std::get<Estimate>(entry.outcome);
    estimate.value /= 96;
    estimate.standard_error /= 96;
    entry.quantity = Quantity::essentially_different;
    sweep.document.outcomes.push_back(entry);
  }
  const auto tables = sweep.tables();
  ASSERT_EQ(tables.size(), 1);
  EXPECT_EQ(tables.front().quantity, Quantity::grids);
}

TEST(SweepTables, SummarizeSeeds) {
  Sweep sweep;
  sweep.add_samples_by_seeds(4);
  const auto tables = sweep.tables();
  ASSERT_EQ(tables.size(), 1);
  EXPECT_TRUE(tables.front().has_seeds());
  const auto& rows = tables.front().rows;
  ASSERT_EQ(rows.size(), 2);
  EXPECT_THAT(rows[0].values, ElementsAre("100"));
  EXPECT_EQ(rows[0].runs, 4);
  EXPECT_EQ(rows[0].estimates, 4);
  EXPECT_EQ(rows[0].mean, 288);
  EXPECT_EQ(rows[0].standard_error, 8);
  ASSERT_TRUE(rows[0].spread);
  EXPECT_NEAR(static_cast<double>(*rows[0].spread), std::sqrt(4 * 16.0 / 3), 1e-9);
  ASSERT_TRUE(rows[1].distance);
  EXPECT_DOUBLE_EQ(*rows[1].distance, 0.5);
  EXPECT_EQ(rows[1].seconds, 2);
}

TEST(SweepTables, AreOnTheScreenOneRowForAllSeeds) {
  Sweep one;
  one.add_samples_by_seeds(1);
  one.document.build_index();
  const std::string single = verdict_screen(one.document, 80, Colour::off);
  EXPECT_THAT(single, HasSubstr("grids of 2x2 by mc\nsamples  value  1 s.e.  off by [s.e.]   time\n"));
  EXPECT_THAT(single, HasSubstr("\n    400    286   1.4 %           -0.5  2.0 s\n"));
  Sweep many;
  many.add_samples_by_seeds(40);
  many.document.build_index();
  const std::string means = verdict_screen(many.document, 80, Colour::off);
  EXPECT_THAT(means, HasSubstr("samples  seeds  value  1 s.e.  spread  rms off by [s.e.]   time\n"));
  EXPECT_THAT(means, HasSubstr("\n    100     40    288   2.8 %   1.4 %               0.50  2.0 s\n"));
  EXPECT_THAT(means, Not(HasSubstr("@seed=7")));
}

}  // namespace
