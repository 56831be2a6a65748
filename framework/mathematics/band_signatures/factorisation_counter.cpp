#include "band_signatures/factorisation_counter.hpp"

#include "band_signatures/mixed.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace gridcensus::band_signatures {

using mathematics::least;
using mathematics::singleton;
using mathematics::without;
using mathematics::without_least;

namespace {

constexpr std::uint64_t matchings_between_polls = 256;
/// Graphs with more columns seldom have a common normal form.
constexpr std::size_t max_remembered_columns = 10;
/// Graphs with fewer rows are counted faster than looked up.
constexpr int min_remembered_rows = 4;

}  // namespace

/// The state of the recursion of one call of `count`.
class FactorisationCounter::Search {
 public:
  Search(const FactorisationCounter& counter, std::size_t columns, const Poll& poll)
      : counter_{counter}, columns_{columns}, poll_{poll} {}

  UInt128 factorisations(std::span<const SymbolSet> columns, int rows) {
    ColumnGraph graph{};
    std::ranges::copy(columns, graph.begin());
    if (rows >= min_remembered_rows && columns_ <= max_remembered_columns) return remembered(graph, rows);
    return counted(graph, rows);
  }

 private:
  UInt128 counted(const ColumnGraph& graph, int rows) {
    if (rows == 1) return 1;
    if (rows <= 4) return sweep_.factorisations(in_narrow_order({graph.data(), columns_}, columns_));
    return of_first_edge(graph, rows);
  }

  UInt128 remembered(const ColumnGraph& graph, int rows) {
    const ColumnGraph form = normal_form(graph, columns_).graph;
    if (const auto value = counter_.known(form)) return *value;
    const UInt128 value = counted(form, rows);
    counter_.remember(form, value);
    return value;
  }

  UInt128 of_first_edge(const ColumnGraph& graph, int rows) {
    ColumnGraph rest = graph;
    const SymbolSet first = singleton(least(graph.front()));
    rest.front() = without(graph.front(), first);
    const SymbolSet free = without(mathematics::first_symbols(static_cast<int>(columns_)), first);
    return static_cast<UInt128>(rows) * over_matchings(rest, 1, free, rows);
  }

  /// Assigns to the columns from `from` on their symbol of one row, out of `free`, and adds up the counts of the rest.
  UInt128 over_matchings(ColumnGraph& rest, std::size_t from, SymbolSet free, int rows) {
    if (from == columns_) return remembered(rest, rows - 1);
    if (++steps_ % matchings_between_polls == 0) poll_();
    UInt128 total = 0;
    const SymbolSet column = rest[from];
    for (auto choices = static_cast<SymbolSet>(column & free); choices != 0; choices = without_least(choices)) {
      const SymbolSet symbol = singleton(least(choices));
      rest[from] = without(column, symbol);
      total += over_matchings(rest, from + 1, without(free, symbol), rows);
    }
    rest[from] = column;
    return total;
  }

  const FactorisationCounter& counter_;
  std::size_t columns_;
  const Poll& poll_;
  Sweep sweep_;
  std::uint64_t steps_ = 0;
};

UInt128 FactorisationCounter::count(std::span<const SymbolSet> columns, const Poll& poll) const {
  const int rows = rows_of_band(columns);
  if (columns.size() > max_remembered_columns && rows >= 5 && rows <= 7) {
    return SlicedCount{columns, rows / 2}.count_every(1, 0, poll);
  }
  return Search{*this, columns.size(), poll}.factorisations(columns, rows);
}

std::size_t FactorisationCounter::Hash::operator()(const ColumnGraph& graph) const noexcept {
  const auto words = std::bit_cast<std::array<std::uint64_t, sizeof(ColumnGraph) / sizeof(std::uint64_t)>>(graph);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = mixed(hash ^ word);
  return hash;
}

std::optional<UInt128> FactorisationCounter::known(const ColumnGraph& graph) const {
  Shard& shard = shards_[Hash{}(graph) / 64 % shards_.size()];
  const std::scoped_lock lock{shard.mutex};
  const auto found = shard.values.find(graph);
  if (found == shard.values.end()) return std::nullopt;
  return found->second;
}

void FactorisationCounter::remember(const ColumnGraph& graph, UInt128 value) const {
  Shard& shard = shards_[Hash{}(graph) / 64 % shards_.size()];
  const std::scoped_lock lock{shard.mutex};
  shard.values.emplace(graph, value);
}

}  // namespace gridcensus::band_signatures
