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

/// Closing counts by the form of their graph, for many threads, without locks. Entries are never removed.
///
///     slots    8 bytes: 32 bits of the hash | number of the record + 1; 0 if empty; open addressing
///     records  16 bytes of key, 4 for each count; in blocks that are allocated when the first record needs them
///
/// A record is written before its slot refers to it. If two threads add one entry at the same time, it has two records
/// with the same numbers, and either is found.
class ClosingCountTable {
 public:
  /// @param width     closing counts of an entry
  /// @param capacity  maximum number of entries; 2^31 at most
  ClosingCountTable(std::size_t width, std::uint64_t capacity);

  /// Returns the bytes of this many entries, including their slots.
  static std::uint64_t bytes(std::size_t width, std::uint64_t lines);

  /// Returns the hash of a key, which all functions here use.
  static std::uint64_t hash_of(const OpenGraphKey& key) { return mixed(key.words[0] ^ mixed(key.words[1])); }

  /// Returns the closing counts of a key, or nullptr if it is not present.
  const std::uint32_t* find(const OpenGraphKey& key, std::uint64_t hash) const;
  /// Prefetches the slot; its latency exceeds everything else in a look-up.
  void fetch_slot(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }
  /// Prefetches the record after the slot has arrived.
  void fetch_record(std::uint64_t hash) const;

  /// Adds an entry if there is room.
  ///
  /// @return  the stored closing counts; nullptr if there is no room
  const std::uint32_t* add(const OpenGraphKey& key, std::uint64_t hash, std::span<const std::uint32_t> line);

  /// Returns the number of records.
  std::uint64_t size() const { return std::min(next_.load(), capacity_); }
  /// Returns a record by its number: the key, two words of 32 bits for each of its words, and the closing counts. Not
  /// while another thread adds entries.
  std::span<const std::uint32_t> record(std::uint64_t number) const;
  /// Returns the number of words of a record.
  std::size_t record_width() const { return width_ + key_width; }

 private:
  static constexpr std::size_t key_width = sizeof(OpenGraphKey) / sizeof(std::uint32_t);
  /// The number of records of a block, each of which spans many large pages.
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
  std::vector<Memory<std::uint32_t>> owned_;  // the same, to be freed
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace gridcensus::band_signatures
