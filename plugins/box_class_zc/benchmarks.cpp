#include "box_class_zc/combinations.hpp"
#include "box_class_zc/hands.hpp"
#include "box_class_zc/two_lines.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using namespace gridcensus::box_class_zc;

/// Classes, copies and numbers of the boxes beside box 1.
void border_tables(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Border{});
}
BENCHMARK(border_tables)->Unit(benchmark::kMillisecond);

/// The possible contents of boxes 5, 6, 8 and 9.
void interior_tables(benchmark::State& state) {
  const Border border;
  for (auto _ : state) benchmark::DoNotOptimize(Interior{border});
}
BENCHMARK(interior_tables)->Unit(benchmark::kMillisecond);

/// The tables of hands, for the findings.
void hands(benchmark::State& state) {
  const Border border;
  const Interior interior{border};
  for (auto _ : state) {
    benchmark::DoNotOptimize(straight_hands(border));
    benchmark::DoNotOptimize(cross_hands(border, interior));
    benchmark::DoNotOptimize(arrangements());
  }
}
BENCHMARK(hands)->Unit(benchmark::kMillisecond);

/// Counts every `step`th slice of a selection. Reports the time of a combination and the steps of the source's
/// innermost loop per second.
void count_slices(benchmark::State& state, const Selection& selection, const Interior& interior, std::size_t slices,
                  std::size_t step, const Kernel& kernel) {
  const Combinations combinations{interior, selection, slices};
  Sums total;
  for (auto _ : state) {
    for (std::size_t slice = 0; slice < combinations.slices(); slice += step) {
      total += combinations.count(slice, kernel, [] {});
    }
  }
  state.counters["combination"] = benchmark::Counter(static_cast<double>(total.combinations),
                                                     benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["source_steps"] =
      benchmark::Counter(static_cast<double>(total.inner_iterations), benchmark::Counter::kIsRate);
}

/// Boxes of two rows. Argument: their columns.
void two_lines(benchmark::State& state) {
  for (auto _ : state) {
    const TwoLines counter{static_cast<int>(state.range(0)), [] {}};
    for (std::size_t i = 0; i < counter.border_columns().size(); ++i) benchmark::DoNotOptimize(counter.solutions(i));
  }
}
BENCHMARK(two_lines)->Arg(2)->Arg(3)->Arg(4)->Unit(benchmark::kMillisecond);

/// Reduced: all of it. Faithful: a fiftieth of it, spread evenly.
const bool registered = [] {
  for (const Kernel& kernel : kernels()) {
    if (!kernel.is_supported()) continue;
    const auto add = [&kernel](const std::string& mode, auto select, std::size_t slices, std::size_t step) {
      benchmark::RegisterBenchmark((mode + "/" + std::string{kernel.name}).c_str(), [&kernel, select, slices,
                                                                                     step](benchmark::State& state) {
        const Border border;
        const Interior interior{border};
        count_slices(state, select(border), interior, slices, step, kernel);
      })->Unit(benchmark::kMillisecond);
    };
    add("reduced", selection_by_orbit, 2048, 1);
    add(
        "faithful_fiftieth", [](const Border& border) { return selection_by_number(border, First::greater); }, 4096,
        50);
  }
  return true;
}();

}  // namespace
