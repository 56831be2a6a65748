#pragma once

#include "burnside_bfs/cycles/cycles.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

/// Keys of fillings by numbered words, and the least of their images under maps.
namespace gridcensus::burnside_bfs {

using mathematics::UInt128;

/// The maximum side whose fillings are counted by bands: a count of the cells of each column has five bits.
inline constexpr std::size_t max_band_side = 12;

/// A set of columns and boxes of a grid of side N: columns are bits 0..N-1, boxes N..2N-1.
using Word = std::uint32_t;
/// The images of columns and boxes.
using WordMap = std::array<std::uint8_t, 2 * max_band_side>;

/// Returns the image of a word.
Word image(const WordMap& map, Word word);

/// The number of a word among those that have occurred.
using WordNumber = std::uint16_t;
/// A word for each cycle of labels, by number; those of cycles of equal length in ascending order, then zeros.
using Key = std::array<WordNumber, max_band_side>;

/// The possible words of the labels of a cycle, by number, and the action of a group of maps on keys.
///
/// A cycle of labels is determined by the word of any of its labels: those of the others are the images under g. They
/// have the same number. The least key is not the least of all images: the action of the maps on words and pairs of
/// words selects the few images that are compared. Any two keys that a map of the group maps to each other have the
/// same least key, which is one of their images; nothing more is required of it.
///
/// @threads  none: words are numbered when they first occur
class KeyForms {
 public:
  /// @param group    maps that commute with g, closed under products, at most 65536
  /// @param turned   g
  /// @param lengths  of the cycles of labels, ascending
  KeyForms(std::vector<WordMap> group, const WordMap& turned, std::vector<int> lengths);

  std::size_t cycles() const { return lengths_.size(); }
  int length(std::size_t cycle) const { return lengths_[cycle]; }
  /// Returns the number of maps of the group.
  std::size_t order() const { return group_.size(); }

  /// Returns the number of a word of a cycle of labels of this length.
  WordNumber number(int length, Word word);
  /// Returns the least word with that number.
  Word word(WordNumber number) const { return words_[number].word; }
  /// Returns the word of the next label of the cycle.
  Word next(Word word) const { return image(turned_, word); }
  /// Returns the number of the image under a map of the group.
  WordNumber image_number(WordNumber number, std::size_t map) const { return images_[number * order() + map]; }
  /// Returns the orbit of a word under the group.
  std::uint32_t orbit(WordNumber number) const { return words_[number].orbit; }
  /// Checks whether the word represents its orbit.
  bool is_first_of_orbit(WordNumber number) const { return orbits_[words_[number].orbit].first == number; }

  /// Sorts the numbers of each run of cycles of equal length.
  void sort(Key& key) const;
  /// Turns a sorted key into the least one.
  ///
  /// @return  the number of maps of the group that fix it
  std::uint32_t make_least(Key& key);
  /// Returns the number of renamings of labels that commute with the relabelling and preserve the labels' words.
  std::uint64_t renamings(const Key& key) const;

 private:
  using MapNumber = std::uint16_t;
  struct NumberedWord {
    Word word = 0;
    std::uint32_t orbit = 0;
    MapNumber to_first = 0;      // a map from it to the first word of the orbit
    std::uint16_t fixed_by = 0;  // the number of powers of g below the length that fix it
  };
  /// An orbit of words under the stabiliser of the first word of an orbit.
  struct PairOrbit {
    WordNumber second = 0;           // its representative
    std::vector<MapNumber> keepers;  // maps that fix the pair
  };
  struct InPairOrbit {
    std::uint32_t orbit = unknown;
    MapNumber to_second = 0;
  };
  struct Orbit {
    WordNumber first = 0;
    std::vector<MapNumber> keepers;
    std::vector<PairOrbit> pairs;
    std::vector<InPairOrbit> of_word;  // by number
  };
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};

  Word least_turned(int length, Word word) const;
  WordNumber numbered(int length, Word word);
  InPairOrbit pair_orbit(Orbit& orbit, WordNumber second) const;

  std::vector<WordMap> group_;
  WordMap turned_;
  std::vector<int> lengths_;
  std::vector<std::size_t> ends_;                                          // of the runs of cycles of equal length
  std::unordered_map<int, std::unordered_map<Word, WordNumber>> numbers_;  // by length
  std::vector<NumberedWord> words_;
  std::vector<WordNumber> images_;  // word by word
  std::vector<Orbit> orbits_;
};

/// Distinct keys in the order in which they were added, each with a number of ways and of the maps that fix it.
class KeyTable {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t size() const { return entries_.size(); }
  const Key& key(std::size_t place) const { return entries_[place].key; }
  UInt128 ways(std::size_t place) const { return entries_[place].ways; }
  std::uint32_t fixed_by(std::size_t place) const { return entries_[place].fixed_by; }
  void set_ways(std::size_t place, UInt128 ways) { entries_[place].ways = ways; }

  /// Returns the place of a key, or `none`.
  std::size_t find(const Key& key) const { return find(key, hash_of(key)); }
  /// Returns the same for a key with a known hash: for many look-ups, whose time is mostly memory latency.
  std::size_t find(const Key& key, std::uint64_t hash) const;
  static std::uint64_t hash_of(const Key& key);
  /// Prefetches the slot of a key.
  void fetch_slot(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  /// Prefetches the key itself after the slot has arrived.
  void fetch_entry(std::uint64_t hash) const;
  /// Adds ways to those of a key, which may be new.
  void add(const Key& key, UInt128 ways, std::uint32_t fixed_by);

 private:
  struct Entry {
    UInt128 ways = 0;
    Key key{};
    std::uint32_t fixed_by = 0;
  };

  std::size_t slot_of(const Key& key, std::uint64_t hash) const;
  void grow();

  std::vector<Entry> entries_;
  // Open addressing, by hand for its prefetch, at most half full: 32 bits of the hash | place + 1; 0 if empty.
  std::vector<std::uint64_t> slots_;
};

}  // namespace gridcensus::burnside_bfs
