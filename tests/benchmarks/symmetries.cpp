// Both strategies have a file of fixed grids, hence the names of the plugins in the paths.
#include "burnside_bfs/symmetries.hpp"

#include "burnside_bfs/conjugacy.hpp"
#include "burnside_bfs/cube_group.hpp"
#include "burnside_bfs/fixed_grids.hpp"
#include "russell_jarvis/fixed_grids.hpp"
#include "russell_jarvis/symmetry_classes.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>

namespace {

using gridcensus::Shape;

Shape shape_of(const benchmark::State& state) {
  return {static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
}

/// The search for all symmetries, from the source's moves.
void burnside_bfs_closure(benchmark::State& state) {
  const Shape shape = shape_of(state);
  for (auto _ : state) {
    const gridcensus::burnside_bfs::Symmetries symmetries{shape};
    state.counters["symmetries"] = static_cast<double>(symmetries.order());
  }
}
BENCHMARK(burnside_bfs_closure)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// The search for the conjugacy classes.
void burnside_bfs_classes(benchmark::State& state) {
  const gridcensus::burnside_bfs::Symmetries symmetries{shape_of(state)};
  for (auto _ : state) {
    const gridcensus::burnside_bfs::ConjugacyClasses classes{symmetries};
    state.counters["classes"] = static_cast<double>(classes.classes().size());
  }
}
BENCHMARK(burnside_bfs_classes)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// The order of the group with relabelling.
void burnside_bfs_cube(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(gridcensus::burnside_bfs::cube_group_order(shape_of(state)));
}
BENCHMARK(burnside_bfs_cube)->Args({3, 3})->Args({2, 4})->Unit(benchmark::kMillisecond);

/// The fixed grids of every class.
void burnside_bfs_fixed_grids(benchmark::State& state) {
  const Shape shape = shape_of(state);
  const gridcensus::burnside_bfs::Symmetries symmetries{shape};
  const gridcensus::burnside_bfs::ConjugacyClasses classes{symmetries};
  for (auto _ : state) {
    for (std::size_t number = 1; number < classes.classes().size(); ++number) {
      const auto& map = classes.classes()[number].representative;
      const gridcensus::burnside_bfs::FixedGrids fixed{shape, map,
                                                       gridcensus::burnside_bfs::commuting_exchanges(shape, map)};
      for (std::size_t slice = 0; slice < fixed.slices(); ++slice) benchmark::DoNotOptimize(fixed.count(slice));
    }
  }
}
BENCHMARK(burnside_bfs_fixed_grids)->Args({3, 3})->Args({2, 4})->Unit(benchmark::kMillisecond);

/// The classes from theory.
void russell_jarvis_classes(benchmark::State& state) {
  for (auto _ : state) {
    const gridcensus::russell_jarvis::SymmetryClasses classes{shape_of(state)};
    state.counters["classes"] = static_cast<double>(classes.size());
  }
}
BENCHMARK(russell_jarvis_classes)->Args({3, 3})->Args({2, 4})->Args({5, 5})->Unit(benchmark::kMicrosecond);

/// Which relabellings each class may have, and what classes share: before the first task.
void russell_jarvis_tasks(benchmark::State& state) {
  const gridcensus::russell_jarvis::SymmetryClasses classes{shape_of(state)};
  for (auto _ : state) {
    const gridcensus::russell_jarvis::FixedGrids fixed{shape_of(state), classes, {}};
    state.counters["tasks"] = static_cast<double>(fixed.tasks());
  }
}
BENCHMARK(russell_jarvis_tasks)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// The fixed grids of every class. The bands that are remembered are forgotten with the tasks, so these are made anew.
void russell_jarvis_fixed_grids(benchmark::State& state) {
  const gridcensus::russell_jarvis::SymmetryClasses classes{shape_of(state)};
  for (auto _ : state) {
    const gridcensus::russell_jarvis::FixedGrids fixed{shape_of(state), classes, {}};
    for (std::size_t task = 0; task < fixed.tasks(); ++task) benchmark::DoNotOptimize(fixed.count(task, {}));
  }
}
BENCHMARK(russell_jarvis_fixed_grids)->Args({3, 3})->Args({2, 4})->Unit(benchmark::kMillisecond);

}  // namespace
