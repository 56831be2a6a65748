#include "gridcensus/rules.hpp"
#include "orbit_search/search_prefixes.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <limits>
#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::orbit_search;

/// Prefixes of 3x3 with these rules, one after the other, in large steps.
void grids_met(benchmark::State& state, const std::string& rules) {
  const Problem problem = parse_problem({3, 3}, rules);
  const Constraints constraints{problem};
  const SearchPrefixes prefixes{constraints, *all_templates(constraints, std::numeric_limits<std::size_t>::max())};
  std::vector<std::pair<const OrbitPrefixes*, const SearchPrefix*>> all;
  for (const auto& orbit : prefixes.by_orbit()) {
    for (const auto& prefix : orbit.prefixes) all.emplace_back(&orbit, &prefix);
  }
  std::uint64_t grids = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    const auto& [orbit, prefix] = all[next = (next + 7919) % all.size()];
    for (const std::uint64_t found : prefixes.completions(*orbit, *prefix, {})) grids += found;
  }
  state.counters["grids"] = benchmark::Counter(static_cast<double>(grids), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(grids_met, diagonals, std::string{"diagonals"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grids_met, windows, std::string{"windows"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grids_met, disjoint_groups, std::string{"disjoint_groups"})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grids_met, anti_knight, std::string{"anti_knight"})->Unit(benchmark::kMillisecond);

}  // namespace
