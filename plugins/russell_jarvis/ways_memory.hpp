#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridcensus::russell_jarvis {

/// A key of a use of the rows (`UseKeys`).
struct UseKey {
  std::uint64_t pairs = 0;
  std::uint64_t singles = 0;
  bool operator==(const UseKey&) const = default;
};

/// The number of ways within two stacks: at most 2^12 choices of rows times 2^6 sets for each stack.
struct WaysOfTwo {
  std::array<std::uint32_t, 3> single{};
  std::uint32_t paired = 0;
};

/// The ways of uses within two stacks: a hand-written open-addressing table, at most half full, because of its
/// prefetch.
class WaysMemory {
 public:
  WaysMemory() : entries_(std::size_t{1} << 12U) {}

  /// Prefetches the entry that `find` will read.
  void prefetch(const UseKey& key) const { __builtin_prefetch(&entries_[first_place_of(key)]); }

  /// Returns nullptr if the ways are not known yet.
  const WaysOfTwo* find(const UseKey& key) const {
    const Entry& entry = entries_[place_of(key)];
    return entry.key == UseKey{} ? nullptr : &entry.ways;
  }

  void add(const UseKey& key, const WaysOfTwo& ways) {
    if (2 * (used_ + 1) > entries_.size()) grow();
    ++used_;
    entries_[place_of(key)] = {key, ways};
  }

 private:
  /// A key of zero: the entry is free.
  struct Entry {
    UseKey key;
    WaysOfTwo ways;
  };

  void grow() {
    const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
    for (const Entry& entry : before) {
      if (entry.key != UseKey{}) entries_[place_of(entry.key)] = entry;
    }
  }

  std::size_t first_place_of(const UseKey& key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    constexpr std::uint64_t other_odd = 0xc2b2ae3d27d4eb4f;
    constexpr unsigned half = 32;
    std::uint64_t mixed = key.pairs * odd ^ key.singles * other_odd;
    mixed = (mixed ^ mixed >> half) * odd;
    return (mixed ^ mixed >> half) & (entries_.size() - 1);
  }

  std::size_t place_of(const UseKey& key) const {
    std::size_t place = first_place_of(key);
    while (entries_[place].key != UseKey{} && entries_[place].key != key) place = (place + 1) & (entries_.size() - 1);
    return place;
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace gridcensus::russell_jarvis
