#include "band_recursion/band_sum.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace gridcensus;

/// Arguments: R, C. All bands by the recursion over sub-bands.
void band_counts_of(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(band_recursion::bands(make_shape(state.range(0), state.range(1))));
  }
}
BENCHMARK(band_counts_of)->Args({3, 3})->Args({6, 2})->Args({4, 4})->Args({5, 5})->Unit(benchmark::kMillisecond);

}  // namespace
