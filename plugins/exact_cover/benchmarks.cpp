#include "gridcensus/problem.hpp"
#include "symbol_frontier/frontier.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace gridcensus;

/// Arguments: R, C, and the number of the order. All grids in one sweep.
void exact_cover_of_all_grids(benchmark::State& state) {
  const symbol_frontier::Constraints constraints{.seen =
                                                     cells_seen({.shape = make_shape(state.range(0), state.range(1))})};
  const auto order = symbol_frontier::Frontier::orders(constraints)[static_cast<std::size_t>(state.range(2))];
  constexpr std::size_t memory = std::size_t{1} << 30U;
  symbol_frontier::Effort effort;
  for (auto _ : state) {
    const symbol_frontier::Frontier frontier{constraints, order};
    benchmark::DoNotOptimize(frontier.completions(frontier.beginnings(1), 0, 1, memory, {}, &effort));
  }
  state.counters["fillings"] = benchmark::Counter(effort.fillings, benchmark::Counter::kIsRate);
}
BENCHMARK(exact_cover_of_all_grids)
    ->Args({2, 3, 0})
    ->Args({2, 3, 1})
    ->Args({1, 6, 0})
    ->Args({1, 7, 0})
    ->Args({2, 4, 1})
    ->Unit(benchmark::kMillisecond);

}  // namespace
