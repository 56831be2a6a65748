// What the adapter of stack_product reports beside the estimates, without the host.
#include "support/loaded_plugin.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

namespace {

using namespace gridcensus;

TEST(StackProduct, GivesNoReciprocalOfAnIntervalThatHoldsZero) {
  const auto strategy =
      gridcensus::testing::create(gridcensus::testing::load(STACK_PRODUCT_PLUGIN),
                                  {{"orientation", std::string{"as_given"}}, {"samples", std::int64_t{50}}});
  const auto job = strategy->prepare({.problem = {{4, 2}}, .quantities = {Quantity::grids}, .inputs = {}, .stop = {}});
  int reaching_zero = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    UnitContext context{seed, 7, 0, {}};
    const Report report = job->conclude(job->run(0, context), 1);
    const auto* ratio = std::get_if<Estimate>(&report.outcomes.at(Quantity::grids));
    if (ratio == nullptr) continue;
    const auto found = report.findings.find("ksp_deviation");
    ASSERT_EQ(found == report.findings.end(), ratio->low <= 0) << seed;
    if (found == report.findings.end()) {
      ++reaching_zero;
      continue;
    }
    const auto& deviation = std::get<Estimate>(found->second.value);
    EXPECT_LE(deviation.low, deviation.value) << seed;
    EXPECT_LE(deviation.value, deviation.high) << seed;
  }
  EXPECT_GT(reaching_zero, 0) << "no seed in which one sample carries the spread: nothing was tested";
}

}  // namespace
