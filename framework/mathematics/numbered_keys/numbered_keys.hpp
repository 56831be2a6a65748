#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gridcensus::mathematics {

/// Distinct keys of equally many words, numbered in the order in which they were added, at most 2^32 - 1 of them. A key
/// takes 8 to 16 bytes in addition to its words.
///
/// Written by hand because the Boost of Debian 12 has no flat tables (docs/decisions.md).
template <class Word>
class NumberedKeys {
 public:
  /// @param width  the words of a key, at least one
  explicit NumberedKeys(std::size_t width = 1) : width_{width} {}

  /// Returns how many keys there are.
  std::size_t size() const { return size_; }
  /// Returns the key with a number; valid until the next key is added.
  std::span<const Word> key(std::size_t number) const { return {words_.data() + number * width_, width_}; }
  /// Returns the number of a key; nullopt if it was never added.
  std::optional<std::size_t> find(std::span<const Word> key) const {
    const std::uint32_t slot = slots_[slot_of(key)];
    return slot == 0 ? std::nullopt : std::optional{std::size_t{slot} - 1};
  }
  /// Reserves memory for this many keys, so adding them moves none.
  void reserve(std::size_t keys) {
    words_.reserve(keys * width_);
    if (2 * keys > slots_.size()) resize_slots(std::bit_ceil(2 * keys));
  }
  /// Adds a key unless it is present.
  ///
  /// @param key  not a key of this table, which may be moved
  /// @return     its number, and whether it is new
  std::pair<std::size_t, bool> add(std::span<const Word> key) {
    if (2 * (size_ + 1) > slots_.size()) resize_slots(2 * slots_.size());
    std::uint32_t& slot = slots_[slot_of(key)];
    const bool is_new = slot == 0;
    if (is_new) {
      words_.insert(words_.end(), key.begin(), key.end());
      slot = static_cast<std::uint32_t>(++size_);
    }
    return {slot - 1, is_new};
  }

 private:
  static std::size_t hash_of(std::span<const Word> key) {
    std::uint64_t hash = 0;
    for (const Word word : key) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
      hash ^= hash >> 29U;
    }
    return hash;
  }

  /// Returns the slot of a key, or the free slot where it would be added.
  std::size_t slot_of(std::span<const Word> wanted) const {
    std::size_t at = hash_of(wanted) & (slots_.size() - 1);
    while (slots_[at] != 0 && !std::ranges::equal(wanted, key(slots_[at] - 1))) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void resize_slots(std::size_t slots) {
    slots_.assign(slots, 0);
    for (std::size_t number = 0; number < size_; ++number) {
      slots_[slot_of(key(number))] = static_cast<std::uint32_t>(number + 1);
    }
  }

  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<Word> words_;                                            // key after key
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16);  // a number + 1, or 0; at most half full
};

}  // namespace gridcensus::mathematics
