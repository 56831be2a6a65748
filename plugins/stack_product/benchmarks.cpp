#include "stack_product/factorisations/factorisations.hpp"
#include "stack_product/grid_ratio.hpp"
#include "stack_product/plans.hpp"
#include "stack_product/stacks/matchings.hpp"
#include "support/sampler_benchmark.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

namespace {

using namespace gridcensus;
using gridcensus::testing::sample;

Shape shape_of(const benchmark::State& state) { return make_shape(state.range(0), state.range(1)); }

/// Arguments: R, C in the given orientation.
void stack_product_samples(benchmark::State& state) {
  const auto plan = stack_product::plan_of(shape_of(state));
  const stack_product::GridRatio ratio{plan.shape, plan.settings};
  stack_product::GridRatio::Workspace workspace;
  Random random{1, 2, 3};
  sample(state, [&] { return ratio.draw(random, workspace, {}).total(); });
}
BENCHMARK(stack_product_samples)
    ->ArgsProduct({{2}, {3, 4, 5, 6}})
    ->ArgsProduct({{3, 4, 5, 6}, {2}})
    ->ArgsProduct({{3, 4, 5}, {3, 4, 5}})
    ->MinTime(5)
    ->Unit(benchmark::kMicrosecond);

/// Returns the rows of a stack of independent boxes.
std::vector<stack_product::SymbolSet32> random_stack(Shape shape, Random& random) {
  const stack_product::Bands bands{shape};
  std::vector<stack_product::SymbolSet32> rows;
  for (int band = 0; band < shape.bands(); ++band) {
    stack_product::RowStructure drawn;
    bands.draw(random, drawn);
    for (int row = 0; row < shape.box_rows; ++row) rows.push_back(drawn.rows[0][static_cast<std::size_t>(row)]);
  }
  return rows;
}

/// Arguments: R, C. All fillings of a stack, ten stacks in turn.
void stack_fillings(benchmark::State& state) {
  const Shape shape = shape_of(state);
  const stack_product::Factorisations factorisations{shape.side(), shape.box_cols};
  stack_product::Factorisations::Workspace workspace;
  Random random{1, 2, 3};
  std::vector<std::vector<stack_product::SymbolSet32>> stacks;
  for (int i = 0; i < 10; ++i) stacks.push_back(random_stack(shape, random));
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(factorisations.count(stacks[next++ % stacks.size()], workspace));
}
BENCHMARK(stack_fillings)
    ->Args({6, 2})
    ->Args({3, 3})
    ->Args({5, 3})
    ->Args({3, 4})
    ->Args({4, 4})
    ->Args({5, 4})
    ->Args({2, 5})
    ->Unit(benchmark::kMicrosecond);

/// Arguments: R, C. The number of first columns of a stack, ten stacks in turn.
void first_columns(benchmark::State& state) {
  const Shape shape = shape_of(state);
  const stack_product::Matchings matchings{shape.side()};
  stack_product::Matchings::Workspace workspace;
  Random random{1, 2, 3};
  std::vector<std::vector<stack_product::SymbolSet32>> stacks;
  for (int i = 0; i < 10; ++i) stacks.push_back(random_stack(shape, random));
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(matchings.count(stacks[next++ % stacks.size()], workspace));
}
BENCHMARK(first_columns)
    ->Args({4, 4})
    ->Args({3, 5})
    ->Args({4, 5})
    ->Args({5, 5})
    ->Args({2, 6})
    ->Unit(benchmark::kMicrosecond);

/// Arguments: R, C. The row structure of a band.
void band_draws(benchmark::State& state) {
  const stack_product::Bands bands{shape_of(state)};
  stack_product::RowStructure rows;
  Random random{1, 2, 3};
  for (auto _ : state) {
    bands.draw(random, rows);
    benchmark::DoNotOptimize(rows);
  }
}
BENCHMARK(band_draws)->Args({3, 3})->Args({4, 4})->Args({5, 3})->Args({5, 5})->Args({6, 2});

}  // namespace
