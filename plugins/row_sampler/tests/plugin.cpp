// The reports of row_sampler in addition to the grids.
#include "gridcensus/rules.hpp"
#include "gridcensus/sampling.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;

// Samples of small shapes reach no dead end, so the sum of units is invented.
TEST(RowSampler, ReportsTheShareOfDeadEndsUnlessTheyAreFew) {
  const auto strategy = create(load(plugin_file("row_sampler")), {{"samples", std::int64_t{120}}});
  const auto job =
      strategy->prepare({.problem = {.shape = {3, 3}}, .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
  const auto findings_with = [&job](int dead_ends) {
    SplitSample samples;
    for (int sample = 0; sample < 120; ++sample) samples.add(sample < dead_ends ? 0 : 1);
    Tally total;
    samples.add_to(total, "samples", 0);
    return job->conclude(total.add("zeros", dead_ends), job->units()).findings;
  };
  EXPECT_FALSE(findings_with(29).contains("dead_ends"));
  EXPECT_FALSE(findings_with(120).contains("dead_ends"));
  const Findings findings = findings_with(30);
  const auto& share = std::get<Estimate>(findings.at("dead_ends").value);
  EXPECT_EQ(share.value, 0.25L);
  EXPECT_EQ(share.samples, 120U);
  // Of a share p among n: p (1 - p) / (n - 1).
  EXPECT_NEAR(static_cast<double>(share.standard_error * share.standard_error), 0.25 * 0.75 / 119, 1e-12);
}

// Whatever the samples of the run are: showing only the runs that met grids would show estimates that are too high.
TEST(RowSampler, NeedsMoreSamplesIfMostComeToADeadEnd) {
  const auto reason_for = [](const std::string& rules) {
    const auto strategy = create(load(plugin_file("row_sampler")), {{"samples", std::int64_t{60}}});
    const auto job = strategy->prepare(
        {.problem = parse_problem({1, 7}, rules), .quantities = {Quantity::grids}, .inputs = {}, .poll = {}});
    SplitSample samples;
    for (int sample = 0; sample < 60; ++sample) samples.add(sample % 3);
    Tally total;
    samples.add_to(total, "samples", 0);
    const Report report = job->conclude(total.add("zeros", 20), job->units());
    const auto* const unfinished = std::get_if<Unfinished>(&report.outcomes.at(Quantity::grids));
    return unfinished == nullptr ? "" : unfinished->reason;
  };
  EXPECT_EQ(reason_for("latin,diagonals"), "");
  EXPECT_NE(reason_for("latin,wrapped_offset:1.2,wrapped_offset:1.3,diagonals").find("60 samples are too few"),
            std::string::npos);
}

// A unit is short enough to be stopped after, and long enough to be worth storing: some 2000 samples of 3x3.
TEST(RowSampler, CutsTheSamplesIntoUnits) {
  const auto units = [](const ParameterValues& given) {
    const auto strategy = create(load(plugin_file("row_sampler")), given);
    return strategy->offer({.shape = {3, 3}}, {Quantity::grids}).units.value_or(0);
  };
  EXPECT_GE(units({{"samples", std::int64_t{1'000'000}}}), 100U);
  EXPECT_LE(units({{"samples", std::int64_t{1'000'000}}}), 1000U);
  EXPECT_EQ(units({{"samples", std::int64_t{1'000'000}}, {"batch", std::int64_t{1000}}}), 1000U);
}

}  // namespace
