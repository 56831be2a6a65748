#include "burnside_bfs/by_bands/joined_bands.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <tuple>

namespace gridcensus::burnside_bfs {

JoinedBands::JoinedBands(std::vector<KeyTable> tables, KeyJoins& joins, const Poll& poll)
    : joins_{joins}, poll_{poll}, tables_{std::move(tables)} {}

Integer JoinedBands::total(const std::vector<Cycle>& cycles) {
  if (cycles.size() == 1) return Integer{tables_.front().ways(0)};
  const Sides parted = sides(cycles);
  if (parted.second.size() == 1) return completed(parted.second.front(), parted.first);
  return met_in_the_middle(parted);
}

/// Splits the cycles of bands into two sides, by these criteria in order: equally many bands on both sides, neither
/// side much longer than the other, both sides alike. The longer side comes first.
JoinedBands::Sides JoinedBands::sides(const std::vector<Cycle>& cycles) {
  std::optional<std::tuple<int, int, bool>> best;
  Sides found;
  for (unsigned subset = 1; subset + 1 < 1U << cycles.size(); ++subset) {
    Sides parts;
    int difference = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const bool is_first = (subset >> i & 1U) != 0;
      (is_first ? parts.first : parts.second).push_back(cycles[i].table);
      const auto bands = static_cast<int>(cycles[i].bands);
      difference += is_first ? bands : -bands;
    }
    if (parts.first.size() < parts.second.size()) continue;
    std::ranges::sort(parts.first);
    std::ranges::sort(parts.second);
    const std::tuple rank{std::abs(difference), static_cast<int>(parts.first.size() - parts.second.size()),
                          parts.first != parts.second};
    if (best && *best <= rank) continue;
    best = rank;
    found = std::move(parts);
  }
  return found;
}

/// Returns the place of the least image of this key under the maps; `KeyTable::none` if the table lacks it.
std::size_t JoinedBands::place_of_least(const KeyTable& table, Key key) {
  joins_.forms().make_least(key);
  return table.find(key);
}

/// Returns the sum over all keys of a table of its fillings times their completions.
Integer JoinedBands::completed(std::size_t number, const Side& others) {
  std::optional<KeyJoins::Parts> parts;
  if (others.size() > 1) parts = parts_of(others);
  const KeyTable& table = tables_[number];
  const KeyTable& other_table = tables_[others.front()];
  const auto completions = [&](const Key& rest) -> UInt128 {
    if (parts) return joins_.labelled(rest, *parts);
    const std::size_t other = place_of_least(other_table, rest);
    return other == KeyTable::none ? 0 : joins_.labelled(other_table, other);
  };
  Integer total = 0;
  for (std::size_t place = 0; place < table.size(); ++place) {
    poll_();
    total += Integer{table.ways(place)} * Integer{completions(joins_.complement(table.key(place)))};
  }
  return total;
}

/// Returns the sum over the least possible keys of the first side: with the labels in exactly these columns, its
/// fillings times those of the second side with the complement.
Integer JoinedBands::met_in_the_middle(const Sides& sides) {
  const KeyJoins::Parts parts = parts_of(sides.first);
  const bool are_alike = sides.first == sides.second;
  const std::optional<KeyJoins::Parts> others = are_alike ? std::nullopt : std::optional{parts_of(sides.second)};
  const KeyTable middle = middle_table(parts);
  const auto completions = [&](const Key& rest) -> UInt128 {
    if (others) return joins_.labelled(rest, *others);
    const std::size_t other = place_of_least(middle, rest);
    return other == KeyTable::none ? 0 : middle.ways(other);
  };
  Integer total = 0;
  for (std::size_t place = 0; place < middle.size(); ++place) {
    poll_();
    if (middle.ways(place) == 0) continue;
    const Key& key = middle.key(place);
    const Integer labelled = Integer{middle.ways(place)} * Integer{completions(joins_.complement(key))} *
                             joins_.orbit_of(middle.fixed_by(place));
    total += exact_quotient(labelled, joins_.forms().renamings(key), "fillings, which renamings divide");
  }
  return total;
}

/// Returns the least possible keys of two cycles of bands together, each with its labelled fillings.
KeyTable JoinedBands::middle_table(const KeyJoins::Parts& parts) {
  KeyTable middle = joins_.unions(parts);
  for (std::size_t place = 0; place < middle.size(); ++place) {
    poll_();
    middle.set_ways(place, joins_.labelled(middle.key(place), parts));
  }
  return middle;
}

/// @param side  two or more cycles of bands; if more, those after the first are joined before
KeyJoins::Parts JoinedBands::parts_of(const Side& side) {
  const std::size_t second = side.size() > 2 ? number_of_union({side.begin() + 1, side.end()}) : side.back();
  return joins_.parts_of(exact_table(side.front()), exact_table(second));
}

/// Returns the number of the table of several cycles of bands together.
std::size_t JoinedBands::number_of_union(const Side& side) {
  if (const auto known = unions_.find(side); known != unions_.end()) return known->second;
  const KeyJoins::Parts parts = parts_of(side);
  tables_.push_back(joins_.table_of(joins_.unions(parts), [&](const Key& key) { return joins_.labelled(key, parts); }));
  return unions_.emplace(side, tables_.size() - 1).first->second;
}

const KeyTable& JoinedBands::exact_table(std::size_t number) {
  const auto known = exact_tables_.find(number);
  if (known != exact_tables_.end()) return known->second;
  return exact_tables_.emplace(number, joins_.exact_table(tables_[number])).first->second;
}

}  // namespace gridcensus::burnside_bfs
