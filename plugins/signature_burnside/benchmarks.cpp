#include "cycle_types/cycle_types.hpp"
#include "signature_burnside/fixed_signatures.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace gridcensus;

/// Arguments: R, C. The number of signature classes by Burnside's lemma.
void signature_burnside_of(benchmark::State& state) {
  const auto rows = static_cast<int>(state.range(0));
  const auto cols = static_cast<int>(state.range(1));
  const auto types = mathematics::cycle_types(rows * cols);
  for (auto _ : state) {
    const signature_burnside::FixedSignatures fixed{rows, cols};
    for (const auto& type : types) benchmark::DoNotOptimize(fixed.signatures(type));
  }
}
BENCHMARK(signature_burnside_of)->Args({3, 3})->Args({4, 3})->Args({4, 4})->Args({5, 5})->Unit(benchmark::kMillisecond);

}  // namespace
