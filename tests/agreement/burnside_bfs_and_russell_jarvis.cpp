// Essentially different grids by two methods: symmetries listed one by one and grids filled row by row, against classes
// from theory and grids composed of bands. The number of grids comes from band_classes.
#include "gridcensus/broken_invariant.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"
#include "support/stopping.hpp"
#include "symmetry_names/symmetry_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;
using ::testing::HasSubstr;

const PluginEntry& burnside_bfs() {
  static const PluginEntry& plugin = load(plugin_file("burnside_bfs"));
  return plugin;
}

const PluginEntry& russell_jarvis() {
  static const PluginEntry& plugin = load(plugin_file("russell_jarvis"));
  return plugin;
}

std::set<Quantity> all_quantities() {
  return {Quantity::symmetry_group_order, Quantity::conjugacy_classes, Quantity::essentially_different,
          Quantity::classes_with_fixed_grids};
}

Integer grids_of(Shape shape) {
  static const PluginEntry& band_classes = load(plugin_file("band_classes"));
  static std::map<std::pair<int, int>, Integer> known;
  const auto [entry, is_new] = known.try_emplace({shape.box_rows, shape.box_cols});
  if (is_new) {
    const auto strategy = create(band_classes);
    entry->second = exact(count(*strategy, {.shape = shape}, {Quantity::grids}), Quantity::grids);
  }
  return entry->second;
}

/// Runs the units of a job on this number of threads, and checks that the declared divisors divide its sums.
Report report_of(const PluginEntry& plugin, Shape shape, const Integer& grids, std::size_t threads) {
  const Problem problem{.shape = shape};
  const auto strategy = create(plugin);
  const Offer offer = strategy->offer(problem, all_quantities());
  EXPECT_TRUE(offer.refused.empty());
  EXPECT_EQ(offer.inputs.at(Quantity::essentially_different), std::set{Quantity::grids});
  const auto job = strategy->prepare(
      {.problem = problem, .quantities = all_quantities(), .inputs = {{Quantity::grids, grids}}, .poll = {}});
  std::vector<Tally> tallies(job->units());
  std::atomic<std::uint64_t> next{0};
  const auto work = [&] {
    for (std::uint64_t unit = next++; unit < tallies.size(); unit = next++) {
      const auto context = context_of(unit);
      tallies[unit] = job->run(unit, context);
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  workers.clear();
  Tally total;
  for (std::uint64_t unit = 0; unit < tallies.size(); ++unit) {
    for (const auto& [name, divisor] : job->divisors(unit)) {
      EXPECT_EQ(tallies[unit].sum(name) % divisor, 0) << name << " of unit " << unit << " of " << to_string(problem);
    }
    total.add(tallies[unit]);
  }
  return job->conclude(total, job->units());
}

/// Returns the report of one thread with the right number of grids; computed once.
const Report& report_of(const PluginEntry& plugin, Shape shape) {
  static std::map<std::tuple<const PluginEntry*, int, int>, Report> known;
  const auto [entry, is_new] = known.try_emplace({&plugin, shape.box_rows, shape.box_cols});
  if (is_new) entry->second = report_of(plugin, shape, grids_of(shape), 1);
  return entry->second;
}

std::map<std::string, FindingValue> values_of(const Findings& findings) {
  std::map<std::string, FindingValue> values;
  for (const auto& [name, finding] : findings) values.emplace(name, finding.value);
  return values;
}

const Table& table_of(const Report& report, const std::string& name) {
  return std::get<Table>(report.findings.at(name).value);
}

TEST(BurnsideBfsAndRussellJarvis, AgreeOnEveryShapeThatBothCount) {
  // 2xC: A291188. 3x3: Russell and Jarvis (2006). 1xN, where rows and columns of Latin squares are permuted and symbols
  // relabelled: isotopy classes (A040082).
  const std::vector<std::pair<Shape, std::int64_t>> known{
      {{2, 2}, 2}, {{2, 3}, 49}, {{3, 2}, 49}, {{2, 4}, 1673187}, {{4, 2}, 1673187}, {{3, 3}, 5472730538},
      {{1, 1}, 1}, {{1, 4}, 2},  {{4, 1}, 2},  {{1, 5}, 2},       {{1, 6}, 22}};
  for (const auto& [shape, essentially_different] : known) {
    const Report& listed = report_of(burnside_bfs(), shape);
    const Report& derived = report_of(russell_jarvis(), shape);
    EXPECT_EQ(listed.outcomes, derived.outcomes) << to_string(shape);
    EXPECT_EQ(exact(derived, Quantity::essentially_different), essentially_different) << to_string(shape);
    for (const char* const name : {"symmetry_class_sizes", "symmetry_class_cell_cycles", "fixed_grids_of_classes",
                                   "symmetry_group_order_with_relabelling", "burnside_sum"}) {
      EXPECT_TRUE(listed.findings.contains(name)) << name;
    }
    for (const auto& [name, finding] : listed.findings) {
      ASSERT_TRUE(derived.findings.contains(name)) << name << " of " << to_string(shape);
      EXPECT_EQ(derived.findings.at(name).value, finding.value) << name << " of " << to_string(shape);
    }
  }
}

// The source's exercise: the reflection in the fifth row. It fixes that row and reverses the columns.
TEST(BurnsideBfsAndRussellJarvis, FindNoGridFixedByTheReflectionInTheFifthRow) {
  const Shape shape{3, 3};
  mathematics::GridMap reflection;
  for (std::size_t row = 0; row < 9; ++row) reflection.rows[row] = static_cast<std::uint8_t>(8 - row);
  mathematics::GridMap half_turn = reflection;
  half_turn.columns = half_turn.rows;
  for (const PluginEntry* const plugin : {&burnside_bfs(), &russell_jarvis()}) {
    const Report& report = report_of(*plugin, shape);
    const auto& classes = table_of(report, "symmetry_class_sizes").rows;
    const auto& fixed = table_of(report, "fixed_grids_of_classes").rows;
    EXPECT_EQ(classes.count(mathematics::class_name(shape, reflection)), 1U);
    EXPECT_EQ(fixed.count(mathematics::class_name(shape, reflection)), 0U);
    // Russell and Jarvis, class 79.
    EXPECT_EQ(fixed.at(mathematics::class_name(shape, half_turn)), (std::vector<Integer>{2916, 155492352}));
    EXPECT_EQ(classes.size(), 275U);
    EXPECT_EQ(fixed.size(), 27U);
  }
}

std::string refusal(const PluginEntry& plugin, Shape shape, const Integer& grids) {
  try {
    report_of(plugin, shape, grids, 1);
  } catch (const BrokenInvariant& error) {
    return error.what();
  }
  return "";
}

TEST(BurnsideBfsAndRussellJarvis, RefuseAnImpossibleNumberOfGrids) {
  for (const PluginEntry* const plugin : {&burnside_bfs(), &russell_jarvis()}) {
    for (const Shape shape : {Shape{2, 2}, {2, 3}, {1, 4}}) {
      const Integer grids = grids_of(shape);
      EXPECT_EQ(refusal(*plugin, shape, grids), "");
      const std::string says = "the input value of grids";
      EXPECT_THAT(refusal(*plugin, shape, grids + 1), HasSubstr(says))
          << plugin->about().id << ": one grid more on " << to_string(shape);
      EXPECT_THAT(refusal(*plugin, shape, grids + factorial(shape.side())), HasSubstr(says))
          << plugin->about().id << ": all relabellings of one grid more on " << to_string(shape);
    }
  }
}

TEST(BurnsideBfsAndRussellJarvis, DoNotDependOnThreads) {
  for (const PluginEntry* const plugin : {&burnside_bfs(), &russell_jarvis()}) {
    for (const Shape shape : {Shape{2, 4}, {4, 2}}) {
      const Report& alone = report_of(*plugin, shape);
      const Report together = report_of(*plugin, shape, grids_of(shape), 8);
      EXPECT_EQ(together.outcomes, alone.outcomes) << to_string(shape);
      EXPECT_EQ(values_of(together.findings), values_of(alone.findings)) << to_string(shape);
    }
  }
}

TEST(BurnsideBfsAndRussellJarvis, StopOnRequest) {
  const Problem problem{.shape = {3, 3}};
  const Inputs inputs{{Quantity::grids, grids_of({3, 3})}};
  for (const PluginEntry* const plugin : {&burnside_bfs(), &russell_jarvis()}) {
    const auto strategy = create(*plugin);
    const auto prepared = [&](const Poll& poll) {
      return strategy->prepare({.problem = problem, .quantities = all_quantities(), .inputs = inputs, .poll = poll});
    };
    EXPECT_THROW(prepared(told_to_stop), Stopped);
    const auto job = prepared({});
    const auto context = context_of(0, told_to_stop);
    EXPECT_THROW(job->run(0, context), Stopped);
  }
}

TEST(BurnsideBfsAndRussellJarvis, RefuseUnsupportedProblemsWithAReason) {
  const auto reason = [](const PluginEntry& plugin, Shape shape, Quantity quantity) {
    return why_refused(*create(plugin), {.shape = shape}, quantity);
  };
  EXPECT_THAT(reason(burnside_bfs(), {4, 4}, Quantity::conjugacy_classes), HasSubstr("too many elements"));
  EXPECT_EQ(reason(russell_jarvis(), {4, 4}, Quantity::conjugacy_classes), "");
  EXPECT_EQ(reason(russell_jarvis(), {5, 5}, Quantity::symmetry_group_order), "");
  EXPECT_THAT(reason(russell_jarvis(), {4, 4}, Quantity::essentially_different), HasSubstr("3x3 only"));
  EXPECT_THAT(reason(russell_jarvis(), {2, 7}, Quantity::essentially_different), HasSubstr("up to C = 6"));
  EXPECT_THAT(reason(russell_jarvis(), {9, 1}, Quantity::classes_with_fixed_grids), HasSubstr("up to N = 8"));
  EXPECT_THAT(reason(russell_jarvis(), {1, 21}, Quantity::conjugacy_classes), HasSubstr("1x20"));
}

}  // namespace
