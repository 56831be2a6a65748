// The speed of drawing and naming grids, compared with public generators: shuffles of one grid, and a search that tries
// symbols in a random order. Neither of these is uniform.
#include "canonical_grids/canonical_grid.hpp"
#include "gridcensus/rules.hpp"
#include "grids/grid_maps.hpp"
#include "uniform_grids/class_sampler.hpp"
#include "uniform_grids/make_grid_sampler.hpp"
#include "uniform_grids/switching_chain.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::uniform_grids;

Shape shape_of(const benchmark::State& state) {
  return {static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
}

void uniform_draws(benchmark::State& state) {
  const auto draws = make_grid_sampler(Problem{shape_of(state)});
  std::uint64_t k = 0;
  for (auto _ : state) {
    Random random{1, 0, k++};
    benchmark::DoNotOptimize(draws->draw(random));
  }
}
BENCHMARK(uniform_draws)->Args({3, 3})->Args({2, 3})->Args({2, 4})->Args({2, 5})->Args({1, 8});

void tables_of_draws(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make_grid_sampler(Problem{shape_of(state)}));
}
BENCHMARK(tables_of_draws)->Args({3, 3})->Args({2, 4})->Args({2, 5})->Args({1, 8})->Unit(benchmark::kMillisecond);

void ranks(benchmark::State& state) {
  const auto draws = make_grid_sampler(Problem{shape_of(state)});
  const auto& ranking = dynamic_cast<const GridRanking&>(*draws);
  Random random{1, 0, 0};
  const Grid grid = ranking.draw(random);
  for (auto _ : state) benchmark::DoNotOptimize(ranking.rank(grid));
}
BENCHMARK(ranks)->Args({3, 3})->Args({2, 4});

void class_sampler(benchmark::State& state) {
  const ClassSampler draws{shape_of(state)};
  std::uint64_t k = 0;
  for (auto _ : state) {
    Random random{1, 0, k++};
    benchmark::DoNotOptimize(draws.draw(random));
  }
}
BENCHMARK(class_sampler)->Args({2, 4})->Args({3, 3});

void nearly_uniform_draws(benchmark::State& state) {
  const SwitchingChain chain{shape_of(state)};
  std::uint64_t k = 0;
  for (auto _ : state) {
    Random random{1, 0, k++};
    benchmark::DoNotOptimize(chain.draw(random));
  }
}
BENCHMARK(nearly_uniform_draws)->Args({3, 3})->Args({4, 4})->Args({5, 5});

/// Computes least forms of grids with hardly any automorphisms, one after the other.
void canonical_forms(benchmark::State& state, const char* rules) {
  const Problem problem = parse_problem(shape_of(state), rules);
  const auto canonicaliser = canonical_grids::make_canonicaliser(problem);
  std::vector<Grid> grids;
  if (problem == Problem{problem.shape}) {
    const SwitchingChain chain{problem.shape};
    for (std::uint64_t k = 0; k < 100; ++k) {
      Random random{1, 0, k};
      grids.push_back(chain.draw(random));
    }
  } else {
    const auto draws = make_grid_sampler(problem);
    for (std::uint64_t k = 0; k < 100; ++k) {
      Random random{1, 0, k};
      grids.push_back(draws->draw(random));
    }
  }
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(canonicaliser->canonical(grids[i++ % grids.size()]));
}
BENCHMARK_CAPTURE(canonical_forms, classic, "classic")
    ->Args({3, 3})
    ->Args({2, 3})
    ->Args({2, 4})
    ->Args({4, 2})
    ->Args({1, 8})
    ->Args({2, 5})
    ->Args({5, 2})
    ->Args({3, 4})
    ->Args({4, 4})
    ->Args({5, 5})
    ->Args({2, 7});
BENCHMARK_CAPTURE(canonical_forms, diagonals, "diagonals")->Args({2, 3})->Args({1, 7});

void shuffles(benchmark::State& state) {
  const Shape shape = shape_of(state);
  const Grid grid = mathematics::base_grid(shape);
  std::uint64_t k = 0;
  for (auto _ : state) {
    Random random{1, 0, k++};
    benchmark::DoNotOptimize(apply(mathematics::random_map(shape, mathematics::all_moves(shape), random), grid));
  }
}
BENCHMARK(shuffles)->Args({3, 3});

/// Fills a 3x3 grid: always the cell with the fewest remaining symbols, its symbols in a random order.
class RandomSearch {
 public:
  explicit RandomSearch(Random& random) : random_{random} {}

  bool fill() {
    std::size_t chosen = cells;
    int fewest = 10;
    for (std::size_t cell = 0; cell < cells && fewest > 1; ++cell) {
      if (symbols_[cell] != 0) continue;
      const int count = std::popcount(left_at(cell));
      if (count < fewest) {
        fewest = count;
        chosen = cell;
      }
    }
    if (chosen == cells) return true;
    for (std::uint32_t left = left_at(chosen); left != 0;) {
      std::uint32_t bits = left;
      for (std::uint64_t skipped = random_.below(static_cast<std::uint64_t>(std::popcount(left))); skipped > 0;
           --skipped) {
        bits &= bits - 1;
      }
      const std::uint32_t symbol = bits & -bits;
      left ^= symbol;
      put(chosen, symbol);
      if (fill()) return true;
      put(chosen, symbol);
    }
    return false;
  }

 private:
  static constexpr std::size_t cells = 81;

  std::uint32_t left_at(std::size_t cell) const {
    const std::size_t row = cell / 9;
    const std::size_t column = cell % 9;
    return 0x1FFU & ~(used_[0][row] | used_[1][column] | used_[2][row / 3 * 3 + column / 3]);
  }
  /// Puts a symbol into a cell, or removes it.
  void put(std::size_t cell, std::uint32_t symbol) {
    const std::size_t row = cell / 9;
    const std::size_t column = cell % 9;
    used_[0][row] ^= symbol;
    used_[1][column] ^= symbol;
    used_[2][row / 3 * 3 + column / 3] ^= symbol;
    symbols_[cell] ^= symbol;
  }

  Random& random_;
  std::array<std::uint32_t, cells> symbols_{};
  std::array<std::array<std::uint32_t, 9>, 3> used_{};
};

void random_searches(benchmark::State& state) {
  std::uint64_t k = 0;
  for (auto _ : state) {
    Random random{1, 0, k++};
    RandomSearch search{random};
    benchmark::DoNotOptimize(search.fill());
  }
}
BENCHMARK(random_searches);

}  // namespace
