#pragma once

#include "burnside_bfs/cycles/cycles.hpp"
#include "numbered_keys/numbered_keys.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

using mathematics::UInt128;

/// Distinct keys, all of the same number of words, in the order in which they were added, each with a number of ways.
class States {
 public:
  /// @param words  of a key
  explicit States(std::size_t words) : keys_{words} {}

  std::size_t size() const { return ways_.size(); }
  /// Returns a key, valid until the next is added.
  std::span<const LineSet> key(std::size_t state) const { return keys_.key(state); }
  UInt128 ways(std::size_t state) const { return ways_[state]; }

  /// Adds ways to those of a key, which may be new.
  ///
  /// @return  the number of the state with the key
  std::size_t add(std::span<const LineSet> key, UInt128 ways) {
    const auto [state, is_new] = keys_.add(key);
    if (is_new) ways_.push_back(0);
    ways_[state] = mathematics::checked_add(ways_[state], ways);
    return state;
  }

 private:
  mathematics::NumberedKeys<LineSet> keys_;
  std::vector<UInt128> ways_;
};

}  // namespace gridcensus::burnside_bfs
