#include "row_sampler/descent.hpp"
#include "support/sampler_benchmark.hpp"

#include <benchmark/benchmark.h>

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
    ->MinTime(5)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
