#include "band_monte_carlo/low_variance.hpp"
#include "band_monte_carlo/source_trials.hpp"

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;

Shape shape_of(const benchmark::State& state) { return make_shape(state.range(0), state.range(1)); }

/// Arguments: R, C. The tables of the low-variance estimate.
void low_variance_tables(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make_tabled(shape_of(state)));
}
BENCHMARK(low_variance_tables)->Args({2, 4})->Args({3, 3})->Args({4, 2})->Unit(benchmark::kMillisecond);

/// Arguments: R, C, samples of one round.
void low_variance_samples(benchmark::State& state) {
  const auto sampler = make_low_variance_sampler(shape_of(state));
  Random random{1, 2, 3};
  const auto samples = static_cast<std::uint64_t>(state.range(2));
  for (auto _ : state) benchmark::DoNotOptimize(sampler->run(random, samples, {}));
  state.counters["sample"] = benchmark::Counter(
      static_cast<double>(samples), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(low_variance_samples)
    ->Args({2, 3, 1 << 16})
    ->Args({2, 4, 1 << 16})
    ->Args({3, 3, 1 << 16})
    ->Args({2, 5, 1 << 10})
    ->Args({3, 4, 64})
    ->Args({4, 3, 2})
    ->Unit(benchmark::kMillisecond);

/// The source's two tables.
void source_tables(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Trials({3, 3}, {}));
}
BENCHMARK(source_tables)->Unit(benchmark::kMillisecond);

/// Pairs of bands, nearly all of which clash.
void source_pairs(benchmark::State& state) {
  const Trials trials{{3, 3}, {.last_band = LastBand::signature}};
  Random random{1, 2, 3};
  constexpr std::uint64_t pairs = 1 << 16;
  for (auto _ : state) benchmark::DoNotOptimize(trials.run(random, pairs, {}));
  state.counters["pair"] = benchmark::Counter(
      static_cast<double>(pairs), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(source_pairs)->Unit(benchmark::kMillisecond);

/// All 474,054,819,840 last bands. Argument: the number of real bands among the two before them.
void scan_of_last_bands(benchmark::State& state) {
  const Trials trials{{3, 3}, {}};
  Random random{1, 2, 3};
  auto given = trials.draw_partial_grid(random);
  if (state.range(0) == 1) given.back().band = trials.listed_bands();
  for (auto _ : state) benchmark::DoNotOptimize(trials.last_bands(given, LastBand::scan, {}));
}
BENCHMARK(scan_of_last_bands)->Arg(2)->Arg(1)->Unit(benchmark::kMillisecond);

/// The same number from the remaining columns.
void signature_of_last_bands(benchmark::State& state) {
  const Trials trials{{3, 3}, {}};
  Random random{1, 2, 3};
  const auto given = trials.draw_partial_grid(random);
  for (auto _ : state) benchmark::DoNotOptimize(trials.last_bands(given, LastBand::signature, {}));
}
BENCHMARK(signature_of_last_bands)->Unit(benchmark::kMicrosecond);

}  // namespace
