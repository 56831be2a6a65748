#pragma once

#include "burnside_bfs/cycles/cycles.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

/// Keys of fillings by numbered words, and the least of those that maps make of one another.
namespace gridcensus::burnside_bfs {

using mathematics::UInt128;

/// The largest side whose fillings are counted by bands: a count of the cells of each column has five bits.
inline constexpr std::size_t max_band_side = 12;

/// A set of columns and boxes of a grid of side N: columns are bits 0..N-1, boxes N..2N-1.
using Word = std::uint32_t;
/// The images of columns and boxes.
using WordMap = std::array<std::uint8_t, 2 * max_band_side>;

/// The image of a word.
Word image(const WordMap& map, Word word);

/// The number of a word among those that were met.
using WordNumber = std::uint16_t;
/// A word for each cycle of labels, by number; those of cycles of equal length in ascending order, zeros behind.
using Key = std::array<WordNumber, max_band_side>;

/// The words that a label of a cycle can have, by number, and what a group of maps makes of keys.
///
/// A cycle of labels is told by the word of any of its labels: those of the others are the images under g. They share a
/// number. The least key is not the least of all images: which images are compared follows from what the maps do to the
/// words and to pairs of words, so that few are. Any two keys that a map of the group turns into one another have the
/// same, which is one of their images, and this is all that is asked of it.
///
/// @threads  none: words are numbered as they are met
class KeyForms {
 public:
  /// @param group    maps that commute with g, all products of any two of them among them, at most 65536
  /// @param turned   g
  /// @param lengths  of the cycles of labels, ascending
  KeyForms(std::vector<WordMap> group, const WordMap& turned, std::vector<int> lengths);

  std::size_t cycles() const { return lengths_.size(); }
  int length(std::size_t cycle) const { return lengths_[cycle]; }
  /// Returns the number of maps of the group.
  std::size_t order() const { return group_.size(); }

  /// The number of a word of a cycle of labels of this length.
  WordNumber number(int length, Word word);
  /// The least word of that number.
  Word word(WordNumber number) const { return words_[number].word; }
  /// The word of the next label of the cycle.
  Word next(Word word) const { return image(turned_, word); }
  /// The number of the image under a map of the group.
  WordNumber image_number(WordNumber number, std::size_t map) const { return images_[number * order() + map]; }
  /// The words that the group makes of one another.
  std::uint32_t orbit(WordNumber number) const { return words_[number].orbit; }
  /// Returns whether the word stands for its orbit.
  bool is_first_of_orbit(WordNumber number) const { return orbits_[words_[number].orbit].first == number; }

  /// Puts the numbers in their order.
  void sort(Key& key) const;
  /// Turns a sorted key into the least one.
  ///
  /// @return  how many maps of the group keep it
  std::uint32_t make_least(Key& key);
  /// Returns how many renamings of labels that commute with the relabelling keep the labels' words.
  std::uint64_t renamings(const Key& key) const;

 private:
  using MapNumber = std::uint16_t;
  struct NumberedWord {
    Word word = 0;
    std::uint32_t orbit = 0;
    MapNumber to_first = 0;     // a map that takes it to the first word of the orbit
    std::uint16_t kept_by = 0;  // how many powers of g below the length keep it
  };
  /// Words that the maps that keep the first word of an orbit make of one another.
  struct PairOrbit {
    WordNumber second = 0;           // that stands for them
    std::vector<MapNumber> keepers;  // maps that keep the pair
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

/// Distinct keys in the order in which they came, each with a number of ways and of the maps that keep it.
class KeyTable {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t size() const { return entries_.size(); }
  const Key& key(std::size_t place) const { return entries_[place].key; }
  UInt128 ways(std::size_t place) const { return entries_[place].ways; }
  std::uint32_t kept_by(std::size_t place) const { return entries_[place].kept_by; }
  void set_ways(std::size_t place, UInt128 ways) { entries_[place].ways = ways; }

  /// The place of a key; `none`.
  std::size_t find(const Key& key) const { return find(key, hash_of(key)); }
  /// The same, of a key whose hash is known: for many look-ups, which take longest to wait for memory.
  std::size_t find(const Key& key, std::uint64_t hash) const;
  static std::uint64_t hash_of(const Key& key);
  /// Begins to fetch what says where a key is.
  void fetch_slot(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  /// Begins to fetch the key itself, when the slot has come.
  void fetch_entry(std::uint64_t hash) const;
  /// Adds ways to those of a key, new or not.
  void add(const Key& key, UInt128 ways, std::uint32_t kept_by);

 private:
  struct Entry {
    UInt128 ways = 0;
    Key key{};
    std::uint32_t kept_by = 0;
  };

  std::size_t slot_of(const Key& key, std::uint64_t hash) const;
  void grow();

  std::vector<Entry> entries_;
  // Open addressing, by hand for its prefetch, at most half full: 32 bits of the hash | place + 1; 0 if empty.
  std::vector<std::uint64_t> slots_;
};

}  // namespace gridcensus::burnside_bfs
