#include "gridcensus/rules.hpp"
#include "row_sampler/any_rules.hpp"
#include "row_sampler/descent.hpp"
#include "support/sampler_benchmark.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

namespace {

using namespace gridcensus;
using gridcensus::testing::sample;

Shape shape_of(const benchmark::State& state) { return make_shape(state.range(0), state.range(1)); }

/// Arguments: R, C.
void row_sampler_samples(benchmark::State& state) {
  row_sampler::Descent descent{shape_of(state)};
  Random random{1, 2, 3};
  sample(state, [&] { return descent.sample(random); });
}
BENCHMARK(row_sampler_samples)
    ->ArgsProduct({{2}, {4, 5, 6}})
    ->ArgsProduct({{3}, {3, 4, 5}})
    ->ArgsProduct({{4}, {3, 4}})
    ->Args({5, 5})
    ->MinTime(5)
    ->Unit(benchmark::kMicrosecond);

/// Arguments: R, C. Trials are not timed.
void row_sampler_samples_of_rules(benchmark::State& state, const std::string& rules) {
  const auto neighbours = std::make_shared<const row_sampler::Neighbours>(parse_problem(shape_of(state), rules));
  row_sampler::AnyRulesDescent descent{neighbours, row_sampler::AnyRulesDescent::tuned_settings(neighbours)};
  Random random{1, 2, 3};
  sample(state, [&] { return descent.sample(random); });
}
BENCHMARK_CAPTURE(row_sampler_samples_of_rules, diagonals, "diagonals")
    ->Args({2, 4})
    ->Args({3, 3})
    ->Args({4, 4})
    ->MinTime(5)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(row_sampler_samples_of_rules, anti_knight, "anti_knight")
    ->Args({3, 3})
    ->MinTime(5)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
