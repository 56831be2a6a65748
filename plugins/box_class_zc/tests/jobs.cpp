// The jobs as the host runs them: every unit, its divisor, and the conclusion from the sum.
#include "box_class_zc/border_columns.hpp"
#include "box_class_zc/border_combinations.hpp"
#include "support/stopping.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace {

using namespace gridcensus;
using namespace gridcensus::box_class_zc;
using gridcensus::testing::told_to_stop;

Report count(const Job& job) {
  Tally total;
  for (std::uint64_t unit = 0; unit < job.units(); ++unit) {
    const UnitContext context{{1, 0, unit}};
    const Tally tally = job.run(unit, context);
    for (const auto& [name, divisor] : job.divisors(unit)) EXPECT_EQ(tally.sum(name) % divisor, 0) << name;
    total.add(tally);
  }
  return job.conclude(total, job.units());
}

Report count_two_lines(Shape shape) {
  return count(*sum_over_border_columns(
      {.problem = {.shape = shape}, .quantities = {Quantity::grids}, .inputs = {}, .poll = {}}));
}

Integer grids_of(const Report& report) { return std::get<Exact>(report.outcomes.at(Quantity::grids)).value; }

// OEIS A107739 for 2x2; Pettersen and Jarvis for 2x3 and 2x4 (en.wikipedia.org, "Mathematics of Sudoku").
TEST(BorderColumnsJob, CountsTheGridsOfTwoLines) {
  EXPECT_EQ(grids_of(count_two_lines({2, 2})), 288);
  EXPECT_EQ(grids_of(count_two_lines({2, 3})), 28200960);
  EXPECT_EQ(grids_of(count_two_lines({2, 4})), Integer{"29136487207403520"});
}

TEST(BorderColumnsJob, ReportsTheSameTableForTheTransposedShape) {
  for (const Shape shape : {Shape{2, 3}, Shape{2, 4}}) {
    const Report report = count_two_lines(shape);
    const Report transposed = count_two_lines(shape.transposed());
    EXPECT_EQ(grids_of(transposed), grids_of(report));
    const Finding& table = report.findings.at("box_algebra");
    EXPECT_TRUE(table.same_when_transposed);
    EXPECT_EQ(transposed.findings.at("box_algebra").value, table.value) << to_string(shape);
  }
}

TEST(BorderColumnsJob, StopsOnRequest) {
  const Request request{
      .problem = {.shape = {2, 4}}, .quantities = {Quantity::grids}, .inputs = {}, .poll = told_to_stop};
  EXPECT_THROW(sum_over_border_columns(request), Stopped);
}

TEST(BorderCombinationsJob, CountsTheGridsOf3x3AndNamesItsBookkeeping) {
  const auto job = sum_over_border_combinations(Mode::reduced, First::greater, fastest_kernel());
  EXPECT_LE(job->units(), units_of(Mode::reduced));
  const Report report = count(*job);
  // Felgenhauer and Jarvis (2005), "Enumerating possible Sudoku grids".
  EXPECT_EQ(grids_of(report), Integer{"6670903752021072936960"});
  EXPECT_TRUE(report.findings.contains("bookkeeping_reduced"));
  EXPECT_FALSE(report.findings.at("box_algebra").same_when_transposed);
}

TEST(BorderCombinationsJob, NamesTheBookkeepingOfTheSourceByItsVariant) {
  for (const First variant : {First::greater, First::lesser}) {
    const auto job = sum_over_border_combinations(Mode::faithful, variant, fastest_kernel());
    EXPECT_LE(job->units(), units_of(Mode::faithful));
    const UnitContext context{{1, 0, 0}};
    const Report report = job->conclude(job->run(0, context), 1);
    EXPECT_TRUE(
        report.findings.contains(variant == First::greater ? "bookkeeping_greater_first" : "bookkeeping_lesser_first"));
    EXPECT_FALSE(report.findings.contains("bookkeeping_reduced"));
  }
}

}  // namespace
