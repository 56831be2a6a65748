#pragma once

#include "gridcensus/tally.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <ctime>

/// For benchmarks of samplers: the time of a sample, and the relative standard error after a second.
namespace gridcensus::testing {

/// Adds statistics of the samples after the loop: their spread, and the error after a second, both relative.
inline void report(benchmark::State& state, const Moments& samples, double seconds) {
  const double spread = std::sqrt(static_cast<double>(samples.variance())) / static_cast<double>(samples.mean);
  state.counters["spread"] = spread;
  state.counters["error_after_1s"] = spread * std::sqrt(seconds / static_cast<double>(samples.count));
}

/// Draws one sample after another and reports them.
template <class Draw>
void sample(benchmark::State& state, Draw draw) {
  Moments samples;
  const auto begin = std::clock();
  for (auto _ : state) samples.add(draw());
  report(state, samples, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

}  // namespace gridcensus::testing
