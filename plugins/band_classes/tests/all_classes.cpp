#include "band_classes/all_classes.hpp"

#include "band_classes/class_table.hpp"
#include "band_classes/latin_square_family.hpp"
#include "support/jobs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;
using gridcensus::testing::report_of;
using gridcensus::testing::sum_of_units;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::unique_ptr<Job> prepared(Shape shape, const std::set<Quantity>& quantities,
                              const std::vector<CountedShape>& counted) {
  return sum_over_all_classes(counted,
                              {.problem = {.shape = shape}, .quantities = quantities, .inputs = {}, .poll = {}});
}

Integer exact(const Report& report, Quantity quantity) { return std::get<Exact>(report.outcomes.at(quantity)).value; }

/// Returns the value of a finding that is declared as a number of bands.
Integer bands_found(const Report& report, const std::string& name) {
  const Finding& finding = report.findings.at(name);
  EXPECT_EQ(finding.quantity, Quantity::bands) << name;
  return std::get<Exact>(finding.value).value;
}

/// Returns a table of counts to be added to those of a job.
Table one_more(std::size_t place, const Integer& count) {
  Table table{.key = "class", .columns = {"count"}, .rows = {}};
  table.add(std::to_string(place), {count});
  return table;
}

// b(3,3): Felgenhauer and Jarvis (2005); b(3,2) and b(2,3) by the closed formulas; b(4,2): Lin (2026).
TEST(FirstMoment, IsFoundWheneverGridsAreCounted) {
  const Report square = report_of(*prepared({3, 3}, {Quantity::grids}, {{{3, 3}, Work::count_grids}}));
  EXPECT_EQ(bands_found(square, "first_moment"), Integer{"948109639680"});
  EXPECT_FALSE(square.findings.contains("transposed_first_moment"));

  const Report transposed = report_of(*prepared({2, 3}, {Quantity::grids}, {{{3, 2}, Work::count_grids}}));
  EXPECT_EQ(bands_found(transposed, "transposed_first_moment"), 460800);
  EXPECT_FALSE(transposed.findings.contains("first_moment"));

  const Report four_bands = report_of(*prepared({2, 4}, {Quantity::grids}, {{{2, 4}, Work::count_grids}}));
  EXPECT_EQ(bands_found(four_bands, "first_moment"), Integer{"23224320"});

  const Report latin = report_of(*prepared({1, 5}, {Quantity::grids}, {{{5, 1}, Work::count_grids}}));
  EXPECT_EQ(bands_found(latin, "transposed_first_moment"), 161280);
}

TEST(FirstMoment, IsOmittedIfBandsAreAnOutcomeExceptForTwoColumns) {
  const std::set<Quantity> both{Quantity::grids, Quantity::bands};
  const Report square = report_of(*prepared({3, 3}, both, {{{3, 3}, Work::count_grids}}));
  EXPECT_EQ(exact(square, Quantity::bands), Integer{"948109639680"});
  EXPECT_FALSE(square.findings.contains("first_moment"));

  const Report two_columns = report_of(*prepared({4, 2}, both, {{{4, 2}, Work::count_grids}}));
  EXPECT_EQ(exact(two_columns, Quantity::bands), Integer{"828396011520"});
  EXPECT_EQ(bands_found(two_columns, "first_moment"), Integer{"828396011520"});

  const Report of_two_shapes =
      report_of(*prepared({2, 3}, both, {{{3, 2}, Work::count_grids}, {{2, 3}, Work::count_bands}}));
  EXPECT_EQ(exact(of_two_shapes, Quantity::bands), 25920);
  EXPECT_EQ(bands_found(of_two_shapes, "transposed_first_moment"), 460800);
  EXPECT_FALSE(of_two_shapes.findings.contains("first_moment"));
}

// No other count of bands is involved here: a wrong number that the symmetries allow is reported as it is, and the host
// compares it with those of other strategies.
TEST(FirstMoment, EqualsTheCountedBands) {
  const auto job = prepared({4, 2}, {Quantity::grids}, {{{4, 2}, Work::count_grids}});
  const SignatureClasses classes{4, 2};
  const auto family = latin_square_family(classes);
  std::size_t place = 0;
  while (std::ranges::find(family, place) != family.end()) ++place;
  const Integer more = bands_per_normalised({4, 2}) * completion_symmetries({4, 2});
  Tally total = sum_of_units(*job);
  total.add("counts", one_more(place, more));
  EXPECT_EQ(bands_found(job->conclude(total, job->units()), "first_moment"),
            Integer{"828396011520"} + Integer{classes.signatures(classes.classes()[place])} * more);
}

TEST(AllClasses, BreaksAnInvariantIfSymmetriesDoNotDivideAClass) {
  const auto grids = prepared({3, 3}, {Quantity::grids}, {{{3, 3}, Work::count_grids}});
  Tally total = sum_of_units(*grids);
  total.add("counts", one_more(7, 1));
  EXPECT_THAT([&] { grids->conclude(total, grids->units()); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("the completions of a band")));

  const auto bands = prepared({2, 4}, {Quantity::bands}, {{{2, 4}, Work::count_bands}});
  Tally of_bands = sum_of_units(*bands);
  of_bands.add("counts", one_more(4, 1));  // two equal boxes: few signatures, so one more band of each is too few
  EXPECT_THAT([&] { bands->conclude(of_bands, bands->units()); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("the bands of a signature class")));
}

TEST(AllClasses, BreaksAnInvariantIfTheLatinSquareFamilyIsUneven) {
  const auto job = prepared({4, 2}, {Quantity::grids}, {{{4, 2}, Work::count_grids}});
  Tally total = sum_of_units(*job);
  const SignatureClasses classes{4, 2};
  // Divisible as required.
  total.add("counts", one_more(latin_square_family(classes).back(),
                               bands_per_normalised({4, 2}) * completion_symmetries({4, 2})));
  EXPECT_THAT([&] { job->conclude(total, job->units()); }, ThrowsMessage<BrokenInvariant>(HasSubstr("is uneven")));
}

TEST(AllClasses, BreaksAnInvariantIfRelabellingsDoNotDivideTheGrids) {
  const auto job = prepared({3, 3}, {Quantity::grids, Quantity::relabelling_classes}, {{{3, 3}, Work::count_grids}});
  Tally total = sum_of_units(*job);
  EXPECT_EQ(exact(job->conclude(total, job->units()), Quantity::relabelling_classes), Integer{"18383222420692992"});
  total.add("counts", Integer{1});
  EXPECT_THROW(job->conclude(total, job->units()), BrokenInvariant);
}

// L_4 = 576 (OEIS A002860): 576^2 = 331776.
TEST(LatinSquareTable, AcceptsOnlyTheSquareOfOneNumber) {
  const Table table = latin_square_table(4, std::vector<Integer>{331776, 82944, 55296});
  EXPECT_EQ(table.rows.at("0"), (std::vector<Integer>{331776, 331776}));
  EXPECT_EQ(table.rows.at("1"), (std::vector<Integer>{82944, 331776}));
  EXPECT_EQ(table.rows.at("2"), (std::vector<Integer>{55296, 331776}));
  EXPECT_THROW(latin_square_table(4, std::vector<Integer>{331776, 82944, 55295}), BrokenInvariant);
}

TEST(ClassTable, DividesBySymmetriesThatActFreely) {
  const Shape shape{3, 3};
  EXPECT_EQ(bands_per_normalised(shape), factorial(9) * 72);
  EXPECT_EQ(completion_symmetries(shape), 72);
  // Russell's class 147 258 369 | 147 258 369.
  const Integer bands = 4 * factorial(9) * 72;
  const Integer completions = Integer{108374976} * 72;
  EXPECT_EQ(class_row(shape, bands, completions), (std::vector<Integer>{4, 108374976}));
  EXPECT_EQ(class_row(shape, bands, std::nullopt), std::vector<Integer>{4});
  EXPECT_THROW(class_row(shape, bands + 1, completions), BrokenInvariant);
  EXPECT_THROW(class_row(shape, bands, completions + 1), BrokenInvariant);
  EXPECT_EQ(empty_class_table(true).columns, (std::vector<std::string>{"size", "completions"}));
  EXPECT_EQ(empty_class_table(false).columns, std::vector<std::string>{"size"});
}

}  // namespace
