#include "burnside_bfs/by_bands/bands_of_columns.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace gridcensus::burnside_bfs {

using mathematics::SymbolSet;

namespace {

constexpr int max_rows = 3;
constexpr int max_stacks = 3;
constexpr auto unmoved = mathematics::identity<max_band_side>();

/// Returns numbers whose sums distinguish sets of sets.
std::uint64_t scattered(std::uint64_t number) {
  number = (number + 1) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
  number = (number ^ (number >> 29U)) * 0xBF58476D1CE4E5B9ULL;
  return number ^ (number >> 32U);
}

/// Returns the number of ways to fill `rows` rows from the remaining contents of the columns: one row after the other,
/// column by column. The choice of the row with the first label of the first column makes no difference.
std::uint64_t fillings(BandsOfColumns::Columns& columns, std::size_t side, int rows, std::size_t column,
                       SymbolSet used) {
  if (column == side) return rows == 1 ? 1 : fillings(columns, side, rows - 1, 0, 0);
  std::uint64_t found = 0;
  const SymbolSet there = columns[column];
  const auto tried = column == 0 ? static_cast<SymbolSet>(there & -there) : there;
  for (SymbolSet left = mathematics::without(tried, used); left != 0; left = mathematics::without_least(left)) {
    const auto label = static_cast<SymbolSet>(left & -left);
    columns[column] = static_cast<SymbolSet>(there ^ label);
    found += fillings(columns, side, rows, column + 1, static_cast<SymbolSet>(used | label));
  }
  columns[column] = there;
  return column == 0 ? found * static_cast<std::uint64_t>(rows) : found;
}

}  // namespace

bool BandsOfColumns::can_count(Shape shape) {
  return shape.side() <= static_cast<int>(max_band_side) && shape.box_rows > 1 && shape.box_rows <= max_rows &&
         shape.stacks() > 1 && shape.stacks() <= max_stacks;
}

BandsOfColumns::BandsOfColumns(Shape shape)
    : shape_{shape},
      side_{static_cast<std::size_t>(shape.side())},
      width_{static_cast<std::size_t>(shape.box_cols)},
      hashes_(std::size_t{1} << side_) {
  if (!can_count(shape)) throw std::invalid_argument{"bands of two or three rows and stacks are counted by columns"};
  for (std::size_t set = 0; set < hashes_.size(); ++set) hashes_[set] = scattered(set);
  const std::vector<Columns> all = all_parts();
  number_parts(all);
  find_orbits(all);
}

std::uint64_t BandsOfColumns::hash_of(Sets sets, const Relabelling& relabelling) const {
  std::uint64_t hash = 0;
  for (SymbolSet set : sets) {
    std::size_t image = 0;
    for (; set != 0; set = mathematics::without_least(set)) {
      image |= std::size_t{1} << relabelling[static_cast<std::size_t>(mathematics::least(set))];
    }
    hash += hashes_[image];
  }
  return hash;
}

std::size_t BandsOfColumns::number_of(std::uint64_t hash) const {
  const std::size_t last = slots_.size() - 1;
  for (std::size_t slot = hash & last;; slot = (slot + 1) & last) {
    if (slots_[slot] == 0) throw std::invalid_argument{"a column with too many labels, or too few"};
    if (parts_[slots_[slot] - 1].hash == hash) return slots_[slot] - 1;
  }
}

std::vector<BandsOfColumns::Columns> BandsOfColumns::all_parts() const {
  std::vector<Columns> all;
  Columns sets{};
  // Each set has the least label that the sets before it leave.
  const auto choose = [&](auto&& self, std::size_t column, SymbolSet left) -> void {
    if (column == width_) {
      all.push_back(sets);
      return;
    }
    const auto least = static_cast<SymbolSet>(left & -left);
    for (std::size_t set = 1; set < hashes_.size(); ++set) {
      if ((set & least) == 0 || (set & ~left) != 0 || std::popcount(set) != shape_.box_rows) continue;
      sets[column] = static_cast<SymbolSet>(set);
      self(self, column + 1, static_cast<SymbolSet>(left ^ set));
    }
  };
  choose(choose, 0, mathematics::first_symbols(static_cast<int>(side_)));
  return all;
}

void BandsOfColumns::number_parts(const std::vector<Columns>& all) {
  constexpr std::size_t spare = 4;
  slots_.resize(std::bit_ceil(spare * all.size()));
  parts_.resize(all.size());
  for (std::size_t number = 0; number < all.size(); ++number) {
    const std::uint64_t hash = hash_of(Sets{all[number]}.first(width_), unmoved);
    parts_[number].hash = hash;
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0) {
      if (parts_[slots_[slot] - 1].hash == hash) throw std::logic_error{"two parts with one hash"};
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = static_cast<std::uint32_t>(number + 1);
  }
}

/// Finds the orbits under the relabellings that fix the first part, whose columns have consecutive labels.
void BandsOfColumns::find_orbits(const std::vector<Columns>& all) {
  const auto rows = static_cast<std::size_t>(shape_.box_rows);
  std::vector<Relabelling> generators;
  for (std::size_t label = 0; label + 1 < side_; ++label) {
    Relabelling exchange = unmoved;
    if ((label + 1) % rows != 0) {
      std::swap(exchange[label], exchange[label + 1]);
    } else {
      // The exchange of the column that ends here with the next.
      const std::size_t begin = label + 1 - rows;
      for (std::size_t row = 0; row < rows; ++row) std::swap(exchange[begin + row], exchange[begin + rows + row]);
    }
    generators.push_back(exchange);
  }
  std::vector<bool> is_found(parts_.size());
  std::uint32_t orbits = 0;
  for (std::size_t first = 0; first < parts_.size(); ++first) {
    if (is_found[first]) continue;
    is_found[first] = true;
    parts_[first].orbit = orbits;
    parts_[first].to_first = unmoved;
    std::vector<std::size_t> queue{first};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Relabelling& exchange : generators) {
        const std::size_t image = number_of(hash_of(Sets{all[queue[i]]}.first(width_), exchange));
        if (is_found[image]) continue;
        is_found[image] = true;
        parts_[image].orbit = orbits;
        // An exchange is its own inverse.
        parts_[image].to_first = mathematics::composed(exchange, parts_[queue[i]].to_first);
        queue.push_back(image);
      }
    }
    ++orbits;
  }
  remembered_.resize((shape_.stacks() == 2 ? 1 : orbits) * parts_.size());
}

std::uint64_t BandsOfColumns::count(const Columns& columns) {
  const auto sets_of = [&](std::size_t stack) { return Sets{columns}.subspan(stack * width_, width_); };
  Relabelling relabelling{};
  std::uint8_t next = 0;
  for (SymbolSet set : sets_of(0)) {
    for (; set != 0; set = mathematics::without_least(set)) {
      relabelling[static_cast<std::size_t>(mathematics::least(set))] = next++;
    }
  }
  std::size_t place = number_of(hash_of(sets_of(1), relabelling));
  if (shape_.stacks() > 2) {
    const Part& second = parts_[place];
    relabelling = mathematics::composed(relabelling, second.to_first);
    place = second.orbit * parts_.size() + number_of(hash_of(sets_of(2), relabelling));
  }
  std::uint64_t& known = remembered_[place];
  if (known == 0) {
    Columns left = columns;
    known = fillings(left, side_, shape_.box_rows, 0, 0);
  }
  return known;
}

}  // namespace gridcensus::burnside_bfs
