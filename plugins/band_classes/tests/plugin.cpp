// The answers of the adapter of band_classes, without the host.
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"
#include "support/stopping.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

const PluginEntry& band_classes() {
  static const PluginEntry& plugin = load(plugin_file("band_classes"));
  return plugin;
}

Problem problem(const std::string& shape) { return {.shape = parse_shape(shape)}; }

std::set<Quantity> both_counts() { return {Quantity::grids, Quantity::relabelling_classes}; }

TEST(BandClasses, CountsTheSameInEveryOrientation) {
  for (const std::string shape : {"2x2", "2x3", "3x2", "1x3", "3x1", "2x4", "3x3"}) {
    const Report expected = count(*create(band_classes()), problem(shape), both_counts());
    for (const char* const orientation : {"as_given", "transposed"}) {
      const auto strategy = create(band_classes(), {{"orientation", std::string{orientation}}});
      EXPECT_EQ(count(*strategy, problem(shape), both_counts()).outcomes, expected.outcomes)
          << shape << " " << orientation;
    }
  }
}

TEST(BandClasses, CountsLargeShapes) {
  const auto strategy = create(band_classes());
  EXPECT_EQ(exact(count(*strategy, problem("3x3"), both_counts()), Quantity::grids), Integer{"6670903752021072936960"});
  EXPECT_EQ(exact(count(*strategy, problem("2x4"), both_counts()), Quantity::grids), Integer{"29136487207403520"});
  EXPECT_EQ(exact(count(*strategy, problem("4x2"), both_counts()), Quantity::grids), Integer{"29136487207403520"});
  EXPECT_EQ(exact(count(*strategy, problem("1x8"), both_counts()), Quantity::grids), Integer{"108776032459082956800"});
}

TEST(BandClasses, ReportsBandsAndClassesOfTheGivenShape) {
  const std::set<Quantity> all{Quantity::grids, Quantity::bands, Quantity::signature_classes};
  for (const char* const orientation : {"auto", "as_given", "transposed"}) {
    const auto strategy = create(band_classes(), {{"orientation", std::string{orientation}}});
    const Report wide = count(*strategy, problem("2x3"), all);
    EXPECT_EQ(exact(wide, Quantity::grids), 28200960);
    EXPECT_EQ(exact(wide, Quantity::bands), 25920);
    EXPECT_EQ(exact(wide, Quantity::signature_classes), 3);
    const Report tall = count(*strategy, problem("3x2"), all);
    EXPECT_EQ(exact(tall, Quantity::grids), 28200960);
    EXPECT_EQ(exact(tall, Quantity::bands), 460800);
    EXPECT_EQ(exact(tall, Quantity::signature_classes), 4);
  }
}

TEST(BandClasses, DoesOnlyTheRequestedWork) {
  const auto strategy = create(band_classes());
  const Report classes = count(*strategy, problem("3x3"), {Quantity::signature_classes});
  EXPECT_EQ(exact(classes, Quantity::signature_classes), 44);
  EXPECT_TRUE(classes.findings.empty());
  const Report bands = count(*strategy, problem("3x3"), {Quantity::bands});
  EXPECT_EQ(exact(bands, Quantity::bands), Integer{"948109639680"});
  EXPECT_TRUE(bands.findings.contains("signature_class_sizes"));
  EXPECT_EQ(bands.outcomes.size(), 1U);
}

TEST(BandClasses, NamesItsTableAfterTheCountedShape) {
  const auto table_of = [](const Report& report, const std::string& name) {
    return std::get<Table>(report.findings.at(name).value);
  };
  const auto as_given = create(band_classes(), {{"orientation", std::string{"as_given"}}});
  const auto transposed = create(band_classes(), {{"orientation", std::string{"transposed"}}});
  const Report tall = count(*as_given, problem("3x2"), {Quantity::grids});
  const Report wide = count(*transposed, problem("2x3"), {Quantity::grids});
  EXPECT_FALSE(wide.findings.contains("signature_class_table"));
  EXPECT_EQ(table_of(tall, "signature_class_table"), table_of(wide, "transposed_signature_class_table"));

  // sum of size * completions = grids / D, with D = 9! 72^2 for 3x3: Felgenhauer and Jarvis' 3546146300288.
  const Table russell =
      table_of(count(*create(band_classes()), problem("3x3"), {Quantity::grids}), "signature_class_table");
  EXPECT_EQ(russell.columns, (std::vector<std::string>{"size", "completions"}));
  Integer sum = 0;
  for (const auto& [key, row] : russell.rows) sum += row[0] * row[1];
  EXPECT_EQ(sum, Integer{"3546146300288"});
  EXPECT_EQ(russell.rows.at("147 258 369 | 147 258 369"), (std::vector<Integer>{4, 108374976}));
}

TEST(BandClasses, RefusesWithAReason) {
  const auto strategy = create(band_classes());
  const auto reason = [&](const std::string& shape, Quantity quantity) {
    return why_refused(*strategy, problem(shape), quantity);
  };
  EXPECT_THAT(reason("3x4", Quantity::grids), AllOf(HasSubstr("counted as 4x3:"), HasSubstr("set allow_long_runs")));
  EXPECT_THAT(reason("2x6", Quantity::grids), AllOf(HasSubstr("counted as 6x2:"), HasSubstr("set allow_long_runs")));
  EXPECT_EQ(reason("3x4", Quantity::bands), "");
  EXPECT_EQ(reason("4x3", Quantity::signature_classes), "");
  EXPECT_THAT(reason("6x2", Quantity::bands), HasSubstr("set allow_long_runs"));
  EXPECT_EQ(reason("6x2", Quantity::signature_classes), "");
  EXPECT_THAT(reason("4x4", Quantity::signature_classes), HasSubstr("too many to be listed"));
  EXPECT_THAT(reason("1x10", Quantity::grids), HasSubstr("Latin square of order 10"));
  EXPECT_THAT(reason("1x17", Quantity::grids), HasSubstr("side is above 16"));
  EXPECT_EQ(reason("10x1", Quantity::signature_classes), "");
  EXPECT_EQ(reason("1x10", Quantity::bands), "");
  EXPECT_EQ(reason("2x5", Quantity::grids), "");
  const auto as_given = create(band_classes(), {{"orientation", std::string{"as_given"}}});
  EXPECT_EQ(why_refused(*as_given, problem("2x4"), Quantity::grids), "");
  EXPECT_THAT(why_refused(*as_given, problem("2x5"), Quantity::grids), HasSubstr("5 bands"));
  const auto patient = create(band_classes(), {{"allow_long_runs", true}});
  EXPECT_EQ(why_refused(*patient, problem("3x4"), Quantity::grids), "");
  EXPECT_EQ(why_refused(*patient, problem("2x6"), Quantity::grids), "");
}

TEST(BandClasses, DrawsClassesAndCountsEachWhole) {
  const ParameterValues drawn{{"classes", std::string{"drawn"}}, {"samples", std::int64_t{20}}};
  ParameterValues of_two_rows = drawn;
  of_two_rows["orientation"] = std::string{"as_given"};
  const auto table_of = [](const Report& report, const std::string& name) {
    return std::get<Table>(report.findings.at(name).value);
  };
  // Every drawn class has the numbers that it has among all classes, in both orders of factorisation.
  ParameterValues checked = drawn;
  checked["check_orders"] = true;
  const std::vector<std::tuple<std::string, Quantity, ParameterValues, std::string>> cases{
      {"3x3", Quantity::grids, drawn, "signature_class_table"},
      {"2x3", Quantity::grids, of_two_rows, "signature_class_table"},
      {"4x2", Quantity::bands, drawn, "signature_class_sizes"},
      {"5x2", Quantity::bands, checked, "signature_class_sizes"}};
  for (const auto& [shape, quantity, parameters, all_table] : cases) {
    const auto strategy = create(band_classes(), parameters);
    EXPECT_EQ(strategy->offer(problem(shape), {quantity}).kinds.at(quantity), Kind::estimate);
    ASSERT_EQ(why_refused(*strategy, problem(shape), quantity), "") << shape;
    const Report some = count(*strategy, problem(shape), {quantity});
    EXPECT_EQ(std::get<Estimate>(some.outcomes.at(quantity)).samples, 20U);
    const ParameterValues as_given{{"orientation", std::string{"as_given"}}};
    const Table all = table_of(count(*create(band_classes(), as_given), problem(shape), {quantity}), all_table);
    const Table found = table_of(some, "drawn_class_table");
    EXPECT_EQ(found.columns, all.columns) << shape;
    EXPECT_GT(found.rows.size(), 1U) << shape;
    for (const auto& [name, row] : found.rows) EXPECT_EQ(row, all.rows.at(name)) << shape << " " << name;
  }
}

TEST(BandClasses, RefusesParametersThatContradictEachOther) {
  const ParameterValues drawn{{"classes", std::string{"drawn"}}, {"samples", std::int64_t{3}}};
  EXPECT_THROW(create(band_classes(), {{"samples", std::int64_t{2}}}), InvalidParameter);
  EXPECT_THROW(create(band_classes(), {{"check_orders", true}}), InvalidParameter);
  const auto reason = [&](const std::string& shape, Quantity quantity) {
    return why_refused(*create(band_classes(), drawn), problem(shape), quantity);
  };
  EXPECT_THAT(reason("6x2", Quantity::grids), HasSubstr("three bands only"));
  EXPECT_THAT(reason("3x3", Quantity::bands), HasSubstr("classes: all"));
  EXPECT_THAT(reason("1x5", Quantity::grids), HasSubstr("one class"));
  EXPECT_THAT(reason("6x2", Quantity::signature_classes), HasSubstr("not drawn"));
  EXPECT_EQ(reason("6x2", Quantity::bands), "");
  EXPECT_EQ(reason("3x4", Quantity::grids), "");
}

TEST(BandClasses, StopsByTheErrorOnlyAfterEnoughDraws) {
  // Three of eight seeds once stopped at two to four draws that were close by chance.
  const auto strategy = create(
      band_classes(), {{"classes", std::string{"drawn"}}, {"relative_error", 0.5}, {"samples", std::int64_t{100}}});
  const auto job =
      strategy->prepare({.problem = problem("3x3"), .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  Tally total;
  std::uint64_t units = 0;
  while (!job->is_enough(total, units)) {
    const auto context = context_of(units);
    total.add(job->run(units++, context));
  }
  EXPECT_EQ(units, 30U);
}

TEST(BandClasses, StopsOnRequest) {
  const auto strategy = create(band_classes());
  EXPECT_THROW(
      strategy->prepare({.problem = problem("3x3"), .quantities = both_counts(), .inputs = {}, .poll = told_to_stop}),
      Stopped);
  const auto job =
      strategy->prepare({.problem = problem("3x3"), .quantities = both_counts(), .inputs = {}, .poll = {}});
  const auto context = context_of(0, told_to_stop);
  EXPECT_THROW(job->run(0, context), Stopped);
}

}  // namespace
