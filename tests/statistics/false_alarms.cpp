// How often the judge calls an honest estimate a disagreement, where few samples carry the spread. Seeds are fixed;
// rates are tested, not luck. tests/statistics/false_alarms.py measures more settings, through the program.
#include "host/compare/comparer.hpp"
#include "support/expected_rate.hpp"
#include "support/loaded_plugin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;

constexpr double confidence = 0.99;

struct Case {
  const char* name;
  Shape shape;
  std::int64_t samples;
  Integer truth;
  bool is_heavy;  ///< whether so few samples carry the spread that a test by all of them is far too sharp
};

void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

/// One estimate of the grids for each of 500 seeds.
std::vector<Estimate> estimates_of(const Case& tested) {
  constexpr std::uint64_t seeds = 500;
  const auto strategy =
      gridcensus::testing::create(gridcensus::testing::load(STACK_PRODUCT_PLUGIN), {{"samples", tested.samples}});
  const auto job =
      strategy->prepare({.problem = {tested.shape}, .quantities = {Quantity::grids}, .inputs = {}, .stop = {}});
  std::vector<Estimate> estimates;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Tally total;
    for (std::uint64_t unit = 0; unit < job->units(); ++unit) {
      UnitContext context{seed, 7, unit, {}};
      total.add(job->run(unit, context));
    }
    const auto report = job->conclude(total, job->units());
    // One whose halves disagree is unfinished: there is nothing to judge.
    if (const auto* estimate = std::get_if<Estimate>(&report.outcomes.at(Quantity::grids))) {
      estimates.push_back(*estimate);
    }
  }
  return estimates;
}

/// How many of the estimates are called a disagreement with the truth, each in an experiment of its own.
int alarms_of(const std::vector<Estimate>& estimates, const Case& tested) {
  const Comparer comparer{{{{.kind = VoiceKind::expected, .name = "expected", .problem = {tested.shape}},
                            Quantity::grids,
                            Exact{tested.truth}}},
                          nullptr};
  return static_cast<int>(std::ranges::count_if(estimates, [&](const Estimate& estimate) {
    const Voice voice{.kind = VoiceKind::run, .name = "sampled", .problem = {tested.shape}};
    auto comparisons = comparer.with_known({.outcomes = {{voice, Quantity::grids, estimate}}, .findings = {}});
    Comparer::judge(comparisons, confidence);
    return std::ranges::any_of(comparisons, [](const auto& c) { return c.verdict == Verdict::disagree; });
  }));
}

class WatchedEstimates : public ::testing::TestWithParam<Case> {};

TEST_P(WatchedEstimates, RaiseNoMoreAlarmsThanTheJudgeStates) {
  const Case& tested = GetParam();
  auto estimates = estimates_of(tested);
  const int made = static_cast<int>(estimates.size());
  ASSERT_GE(made, 490);
  statistics::expect_rate_of_at_least(made - alarms_of(estimates, tested), made, confidence);

  // With all samples as degrees of freedom, as for estimates that nobody watches.
  for (Estimate& estimate : estimates) estimate.degrees_of_freedom.reset();
  if (tested.is_heavy) {
    EXPECT_GE(alarms_of(estimates, tested), made / 25) << "a case that no longer tells the two rules apart";
  }
}

INSTANTIATE_TEST_SUITE_P(StackProduct, WatchedEstimates,
                         ::testing::Values(Case{"2x4_50", {2, 4}, 50, Integer{"29136487207403520"}, true},
                                           Case{"2x4_100", {2, 4}, 100, Integer{"29136487207403520"}, true},
                                           Case{"3x3_100", {3, 3}, 100, Integer{"6670903752021072936960"}, false}),
                         [](const auto& instance) { return std::string{instance.param.name}; });

}  // namespace
