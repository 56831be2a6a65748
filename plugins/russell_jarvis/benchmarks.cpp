#include "russell_jarvis/fixed_grids.hpp"
#include "russell_jarvis/symmetry_classes.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>

namespace {

using namespace gridcensus;

Shape shape_of(const benchmark::State& state) { return make_shape(state.range(0), state.range(1)); }

/// The classes from theory.
void russell_jarvis_classes(benchmark::State& state) {
  for (auto _ : state) {
    const russell_jarvis::SymmetryClasses classes{shape_of(state)};
    state.counters["classes"] = static_cast<double>(classes.size());
  }
}
BENCHMARK(russell_jarvis_classes)->Args({3, 3})->Args({2, 4})->Args({5, 5})->Unit(benchmark::kMicrosecond);

/// The possible relabellings of each class, and the structures that classes share: the work before the first task.
void russell_jarvis_tasks(benchmark::State& state) {
  const russell_jarvis::SymmetryClasses classes{shape_of(state)};
  for (auto _ : state) {
    const russell_jarvis::FixedGrids fixed{shape_of(state), classes, {}};
    state.counters["tasks"] = static_cast<double>(fixed.tasks());
  }
}
BENCHMARK(russell_jarvis_tasks)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// The fixed grids of every class. The tasks own the remembered bands, so every iteration creates the tasks again.
void russell_jarvis_fixed_grids(benchmark::State& state) {
  const russell_jarvis::SymmetryClasses classes{shape_of(state)};
  for (auto _ : state) {
    const russell_jarvis::FixedGrids fixed{shape_of(state), classes, {}};
    for (std::size_t task = 0; task < fixed.tasks(); ++task) benchmark::DoNotOptimize(fixed.count(task, {}));
  }
}
BENCHMARK(russell_jarvis_fixed_grids)->Args({3, 3})->Args({2, 4})->Unit(benchmark::kMillisecond);

}  // namespace
