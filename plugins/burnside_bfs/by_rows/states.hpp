#pragma once

#include "burnside_bfs/cycles/cycles.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::burnside_bfs {

using mathematics::UInt128;

/// Distinct keys, all of the same number of words, in the order in which they came, each with a number of ways.
class States {
 public:
  /// @param words  of a key
  explicit States(std::size_t words) : words_{words} {}

  std::size_t size() const { return ways_.size(); }
  /// Valid until the next key comes.
  std::span<const LineSet> key(std::size_t state) const { return {keys_.data() + state * words_, words_}; }
  UInt128 ways(std::size_t state) const { return ways_[state]; }

  /// Adds ways to those of a key, new or not.
  ///
  /// @return  the number of the state that has the key
  std::size_t add(std::span<const LineSet> key, UInt128 ways);

 private:
  void grow();
  std::size_t slot_of(std::span<const LineSet> key) const;

  std::size_t words_;
  std::vector<LineSet> keys_;  // state after state
  std::vector<UInt128> ways_;
  std::vector<std::uint32_t> slots_;  // open addressing: the number of a state + 1, or 0; at most half full
};

}  // namespace gridcensus::burnside_bfs
