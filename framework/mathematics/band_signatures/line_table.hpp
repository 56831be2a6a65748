#pragma once

#include "band_signatures/mixed.hpp"
#include "band_signatures/open_graph.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gridcensus::band_signatures {

/// Lines by the form of their graph, for many threads, without locks. What is in it stays.
///
///     slots    8 bytes: 32 bits of the hash | number of the record + 1; 0 where empty; open addressing
///     records  16 bytes of key, 4 for each number of the line; in blocks that are made when the first record needs
///     them
///
/// A record is written before its slot shows it. Two threads may add one line at the same time: then its record is
/// there twice, with the same numbers, and one of the two is found.
class LineTable {
 public:
  /// @param width     numbers of a line
  /// @param capacity  [lines] at most so many are kept; 2^31 at most
  LineTable(std::size_t width, std::uint64_t capacity);

  /// The bytes that so many lines take, with what finds them.
  static std::uint64_t bytes(std::size_t width, std::uint64_t lines);

  /// Of keys, for all functions here.
  static std::uint64_t hash_of(const OpenGraphKey& key) { return mixed(key.words[0] ^ mixed(key.words[1])); }

  /// The line; nullptr where it is not there.
  const std::uint32_t* find(const OpenGraphKey& key, std::uint64_t hash) const;
  /// Begins to fetch the slot from memory, which takes longer than all else in a look-up.
  void fetch_slot(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }
  /// Begins to fetch the record, when the slot has come.
  void fetch_record(std::uint64_t hash) const;

  /// Adds a line, where there is room.
  ///
  /// @return  the line where it lies now; nullptr where there is no room
  const std::uint32_t* add(const OpenGraphKey& key, std::uint64_t hash, std::span<const std::uint32_t> line);

  /// How many records there are.
  std::uint64_t size() const { return std::min(next_.load(), capacity_); }
  /// Of a record by its number, while nobody adds any: the key, two words of 32 bits for each of it, and the line.
  std::span<const std::uint32_t> record(std::uint64_t number) const;
  /// Numbers of a record.
  std::size_t record_width() const { return width_ + key_width; }

 private:
  static constexpr std::size_t key_width = sizeof(OpenGraphKey) / sizeof(std::uint32_t);
  /// Of many large pages each.
  static constexpr std::uint64_t records_of_a_block = std::uint64_t{1} << 20U;

  struct Release {
    void operator()(void* memory) const;
  };
  template <class T>
  using Memory = std::unique_ptr<T[], Release>;

  static std::uint64_t slots_for(std::uint64_t capacity);
  std::uint32_t* at(std::uint64_t number) const;
  std::uint32_t* block_of(std::uint64_t number);

  std::size_t width_;
  std::uint64_t capacity_;
  std::uint64_t mask_;
  Memory<std::atomic<std::uint64_t>> slots_;
  std::vector<std::atomic<std::uint32_t*>> blocks_;
  std::vector<Memory<std::uint32_t>> owned_;  // the same, to be given back
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace gridcensus::band_signatures
