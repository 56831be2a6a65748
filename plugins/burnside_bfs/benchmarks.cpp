#include "burnside_bfs/fixed_grids.hpp"
#include "burnside_bfs/group/conjugacy.hpp"
#include "burnside_bfs/group/cube_group.hpp"
#include "burnside_bfs/group/symmetries.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>

namespace {

using namespace gridcensus;

Shape shape_of(const benchmark::State& state) { return make_shape(state.range(0), state.range(1)); }

/// The search for all symmetries, from the source's moves.
void burnside_bfs_closure(benchmark::State& state) {
  const Shape shape = shape_of(state);
  for (auto _ : state) {
    const burnside_bfs::Symmetries symmetries{shape};
    state.counters["symmetries"] = static_cast<double>(symmetries.order());
  }
}
BENCHMARK(burnside_bfs_closure)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// The search for the conjugacy classes.
void burnside_bfs_classes(benchmark::State& state) {
  const burnside_bfs::Symmetries symmetries{shape_of(state)};
  for (auto _ : state) {
    const burnside_bfs::ConjugacyClasses classes{symmetries};
    state.counters["classes"] = static_cast<double>(classes.classes().size());
  }
}
BENCHMARK(burnside_bfs_classes)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Unit(benchmark::kMillisecond);

/// The order of the group with relabelling.
void burnside_bfs_cube(benchmark::State& state) {
  const Shape shape = shape_of(state);
  const auto moves = burnside_bfs::moves(shape);
  for (auto _ : state) benchmark::DoNotOptimize(burnside_bfs::cube_group_order(shape, moves));
}
BENCHMARK(burnside_bfs_cube)->Args({3, 3})->Args({2, 4})->Unit(benchmark::kMillisecond);

/// The fixed grids of every class.
void burnside_bfs_fixed_grids(benchmark::State& state) {
  const Shape shape = shape_of(state);
  const burnside_bfs::Symmetries symmetries{shape};
  const burnside_bfs::ConjugacyClasses classes{symmetries};
  for (auto _ : state) {
    for (std::size_t number = 1; number < classes.classes().size(); ++number) {
      const auto& map = classes.classes()[number].representative;
      const burnside_bfs::FixedGrids fixed{shape, map, burnside_bfs::commuting_exchanges(shape, map)};
      for (std::size_t slice = 0; slice < fixed.slices(); ++slice) benchmark::DoNotOptimize(fixed.count(slice));
    }
  }
}
BENCHMARK(burnside_bfs_fixed_grids)->Args({3, 3})->Args({2, 4})->Unit(benchmark::kMillisecond);

}  // namespace
