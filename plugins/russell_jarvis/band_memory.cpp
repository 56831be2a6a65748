#include "russell_jarvis/band_memory.hpp"

#include "cycle_types/cycle_types.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace gridcensus::russell_jarvis {

namespace {

/// A set of edges, one bit each.
using Edges = std::uint64_t;

/// Sets of edges, with the number of ways to get each.
using Sets = std::vector<std::pair<Edges, std::uint64_t>>;

/// Every stack stays where it is, and so do its columns.
LineType unmoved_stacks(Shape shape) {
  const BlockCycle stays{.length = 1, .product = CycleType(static_cast<std::size_t>(shape.box_cols), 1)};
  return {static_cast<std::size_t>(shape.stacks()), stays};
}

/// The sets with a disjoint matching added.
Sets with(const Sets& sets, const std::vector<Edges>& matchings, const Poll& poll) {
  Sets longer;
  for (const auto& [edges, ways] : sets) {
    if (poll) poll();
    for (const Edges matching : matchings) {
      if ((edges & matching) == 0) longer.emplace_back(edges | matching, ways);
    }
  }
  std::sort(longer.begin(), longer.end());
  Sets joined;
  for (const auto& [edges, ways] : longer) {
    if (joined.empty() || joined.back().first != edges) joined.emplace_back(edges, 0);
    joined.back().second += ways;
  }
  return joined;
}

/// The ways of sets, to be looked up: open addressing in a table at most half full. (std::unordered_map takes 1.5 times
/// as long for the whole of a new answer.)
class Ways {
 public:
  explicit Ways(const Sets& sets)
      : entries_(std::bit_ceil(2 * sets.size() + 1)),
        shift_{64 - static_cast<int>(std::bit_width(entries_.size() - 1))} {
    for (const auto& set : sets) entries_[place_of(set.first)] = set;
  }

  /// 0: there is no such set.
  std::uint64_t of(Edges edges) const { return entries_[place_of(edges)].second; }

 private:
  /// Where the set is, or the free place where it would be.
  std::size_t place_of(Edges edges) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio: Fibonacci hashing
    for (std::size_t place = (edges * odd) >> shift_;; place = (place + 1) & (entries_.size() - 1)) {
      if (entries_[place].second == 0 || entries_[place].first == edges) return place;
    }
  }

  Sets entries_;  ///< no ways: free
  int shift_;
};

/// Sets in ascending order, parted by what they hold of the first columns: where a matching meets that, it meets all.
class Groups {
 public:
  /// @param first_columns  the edges of the first columns, those with the highest bits
  Groups(const Sets& sets, Edges first_columns) : sets_{&sets} {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const Edges common = sets[i].first & first_columns;
      if (groups_.empty() || groups_.back().common != common) groups_.push_back({common, i, i});
      groups_.back().end = i + 1;
    }
  }

  /// Calls `visit` with every set that is disjoint with the matching, and its ways.
  template <class Visit>
  void for_each_disjoint(Edges matching, const Visit& visit) const {
    for (const Group& group : groups_) {
      if ((group.common & matching) != 0) continue;
      for (std::size_t i = group.begin; i < group.end; ++i) {
        const auto& [edges, ways] = (*sets_)[i];
        if ((edges & matching) == 0) visit(edges, ways);
      }
    }
  }

 private:
  struct Group {
    Edges common;
    std::size_t begin;
    std::size_t end;
  };

  const Sets* sets_;
  std::vector<Group> groups_;
};

}  // namespace

BandMemory::BandMemory(Shape shape)
    : shape_{shape},
      structures_{shape, unmoved_stacks(shape), CycleType(static_cast<std::size_t>(shape.bands()), 1),
                  CycleType(static_cast<std::size_t>(shape.side()), 1)} {}

std::uint64_t BandMemory::rows(const StackStructures::Combination& columns, const Poll& poll) {
  const auto key = structures_.canonical(columns);
  {
    const std::lock_guard lock{mutex_};
    if (const auto known = rows_.find(key); known != rows_.end()) return known->second;
  }
  const std::uint64_t rows = counted(key, poll);
  const std::lock_guard lock{mutex_};
  return rows_[key] = rows;
}

std::uint64_t BandMemory::counted(const StackStructures::Combination& columns, const Poll& poll) const {
  const auto side = static_cast<std::size_t>(shape_.side());
  const auto rows = static_cast<std::size_t>(shape_.box_rows);
  // The first column has the highest bits.
  std::vector<std::vector<std::size_t>> symbols_of(side);
  for (std::size_t symbol = 0; symbol < side; ++symbol) {
    for (std::size_t stack = 0; stack < side / 2; ++stack) {
      symbols_of[2 * stack + StackStructures::structure_of(columns[symbol], stack)].push_back(symbol);
    }
  }
  std::vector<std::vector<Edges>> matchings(rows);  // by the edge of column 1
  const std::function<void(std::size_t, std::size_t, Edges, std::uint32_t)> extend =
      [&](std::size_t first, std::size_t column, Edges edges, std::uint32_t used) {
        if (column == side) return matchings[first].push_back(edges);
        for (std::size_t i = 0; i < rows; ++i) {
          const std::uint32_t symbol = 1U << symbols_of[column][i];
          if ((used & symbol) != 0) continue;
          extend(column == 0 ? i : first, column + 1, (edges << rows) | (Edges{1} << i), used | symbol);
        }
      };
  extend(0, 0, 0, 0);

  Sets first{{0, 1}};
  Sets second{{0, 1}};
  for (std::size_t i = 0; i < rows / 2; ++i) {
    first = with(first, matchings[i], poll);
    second = with(second, matchings[rows - 1 - i], poll);
  }
  const std::vector<Edges> between = rows % 2 == 1 ? matchings[rows / 2] : std::vector<Edges>{0};
  const Ways second_ways{second};
  const Edges all = (Edges{1} << (rows * side)) - 1;
  constexpr std::size_t grouped_columns = 4;
  const Groups groups{first, all & ~((Edges{1} << (rows * (side - std::min(side, grouped_columns)))) - 1)};
  std::uint64_t partitions = 0;
  for (const Edges matching : between) {
    if (poll) poll();
    groups.for_each_disjoint(matching, [&](Edges edges, std::uint64_t ways) {
      partitions += ways * second_ways.of(all & ~edges & ~matching);
    });
  }
  return partitions;
}

}  // namespace gridcensus::russell_jarvis
