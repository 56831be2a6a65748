#include "uniform_grids/factorisation_sampler.hpp"

#include "band_signatures/column_graph.hpp"
#include "uniform_grids/grid_sampler.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace gridcensus::uniform_grids {

using band_signatures::ColumnGraph;
using mathematics::least;
using mathematics::Relabelling;
using mathematics::singleton;
using mathematics::without;
using mathematics::without_least;

namespace {

/// With fewer rows, graphs are too many to cache, and their matchings few.
constexpr std::size_t min_remembered_rows = 5;

/// Returns the names before a second renaming.
Relabelling renamed_back(const Relabelling& names, const Relabelling& renamed, std::size_t count) {
  Relabelling result{};
  for (std::size_t i = 0; i < count; ++i) result[renamed[i]] = names[i];
  return result;
}

}  // namespace

std::size_t FactorisationSampler::Hash::operator()(const ColumnGraph& graph) const noexcept {
  const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(ColumnGraph) / sizeof(std::uint64_t)>>(graph);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
    hash ^= hash >> 29U;
  }
  return hash;
}

void FactorisationSampler::draw(Random& random, std::span<const SymbolSet> columns,
                                std::span<std::uint8_t> cells) const {
  const std::size_t width = columns.size();
  const auto rows = static_cast<std::size_t>(band_signatures::rows_of_band(columns));
  ColumnGraph left{};
  std::ranges::copy(columns, left.begin());
  Relabelling column_of = mathematics::identity_relabelling();  // by column of `left`: the one of `cells`
  Relabelling symbol_of = mathematics::identity_relabelling();
  std::array<std::size_t, max_columns> open{};
  std::iota(open.begin(), open.end(), 0);

  const auto fill = [&](std::size_t row, const Matching& matching) {
    for (std::size_t column = 0; column < width; ++column) {
      cells[row * width + column_of[column]] = symbol_of[matching[column]];
      left[column] = without(left[column], singleton(matching[column]));
    }
  };
  for (std::size_t count = rows; count > 1; --count) {
    std::swap(open[random.below(count)], open[count - 1]);
    Matchings few;
    const Matchings* matchings = &few;
    if (count >= min_remembered_rows) {
      const auto form = band_signatures::normal_form(left, width);
      column_of = renamed_back(column_of, form.columns, width);
      symbol_of = renamed_back(symbol_of, form.symbols, width);
      left = form.graph;
      matchings = &remembered(left, width);
    } else {
      few = matchings_of({left.data(), width});
    }
    const UInt128 drawn = random_below(random, matchings->sums.back());
    const auto chosen = std::upper_bound(matchings->sums.begin(), matchings->sums.end(), drawn);
    fill(open[count - 1], matchings->all[static_cast<std::size_t>(chosen - matchings->sums.begin())]);
  }
  Matching last{};
  for (std::size_t column = 0; column < width; ++column) last[column] = static_cast<std::uint8_t>(least(left[column]));
  fill(open[0], last);
}

const FactorisationSampler::Matchings& FactorisationSampler::remembered(const ColumnGraph& graph,
                                                                        std::size_t columns) const {
  {
    const std::scoped_lock lock{mutex_};
    const auto found = remembered_.find(graph);
    if (found != remembered_.end()) return *found->second;
  }
  // Computed outside of the lock: if two threads need the same, both compute it, and one result is kept.
  auto matchings = std::make_unique<const Matchings>(matchings_of({graph.data(), columns}));
  const std::scoped_lock lock{mutex_};
  return *remembered_.try_emplace(graph, std::move(matchings)).first->second;
}

FactorisationSampler::Matchings FactorisationSampler::matchings_of(std::span<const SymbolSet> columns) const {
  Matchings found;
  Matching matching{};
  ColumnGraph left{};
  std::ranges::copy(columns, left.begin());
  const int symbol = least(columns.front());
  matching.front() = static_cast<std::uint8_t>(symbol);
  left.front() = without(left.front(), singleton(symbol));
  const SymbolSet free = without(mathematics::first_symbols(static_cast<int>(columns.size())), singleton(symbol));
  add_matchings({left.data(), columns.size()}, 1, free, matching, found);
  return found;
}

void FactorisationSampler::add_matchings(std::span<SymbolSet> left, std::size_t column, SymbolSet free,
                                         Matching& matching, Matchings& found) const {
  if (column == left.size()) {
    const UInt128 before = found.sums.empty() ? UInt128{0} : found.sums.back();
    found.sums.push_back(before + counter_.count(left));
    found.all.push_back(matching);
    return;
  }
  const SymbolSet whole = left[column];
  for (auto choices = static_cast<SymbolSet>(whole & free); choices != 0; choices = without_least(choices)) {
    const int symbol = least(choices);
    matching[column] = static_cast<std::uint8_t>(symbol);
    left[column] = without(whole, singleton(symbol));
    add_matchings(left, column + 1, without(free, singleton(symbol)), matching, found);
  }
  left[column] = whole;
}

}  // namespace gridcensus::uniform_grids
