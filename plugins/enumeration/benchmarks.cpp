#include "enumeration/search.hpp"
#include "gridcensus/problem.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

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

}  // namespace
