#include "gridcensus/problem.hpp"
#include "normalised.hpp"
#include "search.hpp"
#include "three_bands.hpp"

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using namespace gridcensus;

/// Arguments: R, C. All units of one problem.
void enumeration_of_all_grids(benchmark::State& state) {
  const Problem problem{.shape = make_shape(state.range(0), state.range(1))};
  std::uint64_t grids = 0;
  for (auto _ : state) {
    const enumeration::Search search{problem.shape.cells(), problem.regions()};
    for (const auto& prefix : search.prefixes(500, static_cast<std::size_t>(problem.shape.side()))) {
      grids += search.completions(prefix);
    }
  }
  state.counters["grids"] = benchmark::Counter(static_cast<double>(grids), benchmark::Counter::kIsRate);
}
BENCHMARK(enumeration_of_all_grids)->Args({2, 3})->Args({3, 2})->Args({1, 6})->Unit(benchmark::kMillisecond);

/// Arguments: R, C. The class search alone.
void signature_classes(benchmark::State& state) {
  for (auto _ : state) {
    const band_classes::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
    benchmark::DoNotOptimize(classes.classes().data());
  }
}
BENCHMARK(signature_classes)->Args({3, 3})->Args({4, 2})->Args({5, 2})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// Arguments: R, C. B of every class, nothing remembered from the run before.
void bands_of_all_classes(benchmark::State& state) {
  const band_classes::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
  for (auto _ : state) {
    const band_classes::FactorisationCounter counter;
    for (const auto& signature_class : classes.classes()) {
      benchmark::DoNotOptimize(counter.count(classes.columns(signature_class)));
    }
  }
}
BENCHMARK(bands_of_all_classes)->Args({3, 3})->Args({4, 2})->Args({8, 1})->Args({5, 2})->Unit(benchmark::kMillisecond);

/// The tables and the sum of the 3x3 count.
void three_bands_of_three_by_three(benchmark::State& state) {
  const band_classes::SignatureClasses classes{3, 3};
  const band_classes::FactorisationCounter counter;
  std::vector<band_classes::Wide> bands;
  for (const auto& signature_class : classes.classes())
    bands.push_back(counter.count(classes.columns(signature_class)));
  for (auto _ : state) {
    const band_classes::ThreeBands three_bands{classes, bands};
    for (const auto& signature_class : classes.classes()) {
      benchmark::DoNotOptimize(three_bands.completions(signature_class));
    }
  }
}
BENCHMARK(three_bands_of_three_by_three)->Unit(benchmark::kMillisecond);

/// The printed representatives of all classes. Arguments: R, C.
void least_normalised_bands(benchmark::State& state) {
  const band_classes::SignatureClasses classes{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
  for (auto _ : state) {
    for (const auto& signature_class : classes.classes()) {
      benchmark::DoNotOptimize(band_classes::text_of(classes, signature_class));
    }
  }
}
BENCHMARK(least_normalised_bands)->Args({3, 3})->Args({5, 2})->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
