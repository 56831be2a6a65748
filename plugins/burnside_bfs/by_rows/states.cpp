#include "burnside_bfs/by_rows/states.hpp"

#include <algorithm>

namespace gridcensus::burnside_bfs {

std::size_t States::slot_of(std::span<const LineSet> key) const {
  std::uint64_t hash = 0;
  for (const LineSet word : key) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
    hash ^= hash >> 29U;
  }
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = hash & last;
  while (slots_[slot] != 0 && !std::ranges::equal(this->key(slots_[slot] - 1), key)) slot = (slot + 1) & last;
  return slot;
}

void States::grow() {
  constexpr std::size_t fewest_slots = 16;
  slots_.assign(std::max(fewest_slots, 2 * slots_.size()), 0);
  for (std::size_t state = 0; state < size(); ++state) {
    slots_[slot_of(key(state))] = static_cast<std::uint32_t>(state + 1);
  }
}

std::size_t States::add(std::span<const LineSet> key, UInt128 ways) {
  if (2 * size() >= slots_.size()) grow();
  const std::size_t slot = slot_of(key);
  if (slots_[slot] == 0) {
    keys_.insert(keys_.end(), key.begin(), key.end());
    ways_.push_back(0);
    slots_[slot] = static_cast<std::uint32_t>(size());
  }
  const std::size_t state = slots_[slot] - 1;
  ways_[state] = mathematics::checked_add(ways_[state], ways);
  return state;
}

}  // namespace gridcensus::burnside_bfs
