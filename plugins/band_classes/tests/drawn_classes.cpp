#include "band_classes/drawn_classes.hpp"

#include "band_classes/countable_shapes.hpp"
#include "support/stopping.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
using gridcensus::testing::told_to_stop;

std::unique_ptr<Job> prepared(CountedShape counted, Quantity quantity, const Poll& poll = {}) {
  SamplingLimits limits;
  limits.samples = 20;
  return mean_over_drawn_classes(
      counted, limits, false,
      {.problem = {.shape = counted.shape}, .quantities = {quantity}, .inputs = {}, .poll = poll});
}

TEST(DrawnClasses, CountOneWholeClassPerUnit) {
  const auto job = prepared({{4, 2}, Work::count_bands}, Quantity::bands);
  EXPECT_EQ(job->units(), 20U);
  Tally total;
  for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
    const UnitContext context{{1, 0, unit}};
    total.add(job->run(unit, context));
    const Report report = job->conclude(total, unit + 1);
    EXPECT_EQ(std::holds_alternative<Estimate>(report.outcomes.at(Quantity::bands)), unit == 19)
        << "4x2 has few classes, of which some draws happen to be close";
  }
  const Table drawn = total.table("drawn");
  EXPECT_EQ(drawn.columns, (std::vector<std::string>{"draws", "count"}));
  Integer draws = 0;
  for (const auto& [place, row] : drawn.rows) draws += row[0];
  EXPECT_EQ(draws, 20);
}

TEST(DrawnClasses, ReportAnErrorFromThreeDrawsOn) {
  const auto job = prepared({{3, 3}, Work::count_grids}, Quantity::grids);
  Tally total;
  for (std::uint64_t unit = 0; unit < 3; ++unit) {
    const UnitContext context{{1, 0, unit}};
    total.add(job->run(unit, context));
    const Report report = job->conclude(total, unit + 1);
    EXPECT_EQ(std::holds_alternative<Estimate>(report.outcomes.at(Quantity::grids)), unit == 2);
  }
}

TEST(DrawnClasses, BreakAnInvariantIfSymmetriesDoNotDivideAClass) {
  const auto job = prepared({{4, 2}, Work::count_bands}, Quantity::bands);
  Table table{.key = "class", .columns = {"draws", "count"}, .rows = {}};
  table.add("0", {1, 1});
  Tally total;
  total.add("drawn", table).sample("count", 1).sample("count", 1);
  EXPECT_THROW(job->conclude(total, 2), BrokenInvariant);
}

TEST(DrawnClasses, StopOnRequest) {
  EXPECT_THROW(prepared({{3, 3}, Work::count_grids}, Quantity::grids, told_to_stop), Stopped);
  const auto job = prepared({{3, 3}, Work::count_grids}, Quantity::grids);
  const UnitContext context{{1, 0, 0}, told_to_stop};
  EXPECT_THROW(job->run(0, context), Stopped);
}

TEST(CountableShapes, DrawingNeedsSeveralClassesAndThreeBandsForGrids) {
  EXPECT_TRUE(cannot_draw({{1, 5}, Work::count_bands}, false));
  EXPECT_TRUE(cannot_draw({{5, 2}, Work::count_grids}, false));
  EXPECT_FALSE(cannot_draw({{3, 3}, Work::count_grids}, false));
  EXPECT_FALSE(cannot_draw({{5, 2}, Work::count_bands}, true));
  EXPECT_TRUE(cannot_draw({{4, 2}, Work::count_bands}, true));
  EXPECT_TRUE(cannot_draw({{4, 3}, Work::count_grids}, true));
}

}  // namespace
