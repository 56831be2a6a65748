#include "gridcensus/rules.hpp"
#include "orbit_search/beginnings.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <limits>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::orbit_search;

/// Beginnings of 3x3 with these rules, one after the other, each far from the one before.
void grids_met(benchmark::State& state, const std::string& rules) {
  const Problem problem = parse_problem({3, 3}, rules);
  const Constraints constraints{problem};
  const Beginnings beginnings{constraints, *all_templates(constraints, std::numeric_limits<std::size_t>::max())};
  std::vector<std::pair<const OrbitBeginnings*, const Beginning*>> all;
  for (const auto& orbit : beginnings.by_orbit()) {
    for (const auto& beginning : orbit.beginnings) all.emplace_back(&orbit, &beginning);
  }
  std::uint64_t grids = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    const auto& [orbit, beginning] = all[next = (next + 7919) % all.size()];
    for (const std::uint64_t found : beginnings.completions(*orbit, *beginning, {})) grids += found;
  }
  state.counters["grids"] = benchmark::Counter(static_cast<double>(grids), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(grids_met, diagonals, std::string{"diagonals"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grids_met, windows, std::string{"windows"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grids_met, disjoint_groups, std::string{"disjoint_groups"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grids_met, anti_knight, std::string{"anti_knight"})->Unit(benchmark::kMillisecond);

}  // namespace
