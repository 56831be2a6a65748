#pragma once

#include "burnside_bfs/by_bands/column_counts.hpp"
#include "burnside_bfs/by_bands/keys.hpp"
#include "burnside_bfs/ticks.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Keys of cycles of bands that are put together, up to maps of columns that commute with g.
///
/// Tables of *least* keys have for each the fillings, up to renaming, of all keys that the maps make of it together.
/// *Exact* tables have every key, least or not, and its labelled fillings: those with the labels in exactly these
/// columns.
///
/// @threads  none
class KeyJoins {
 public:
  using Words = std::map<int, std::set<Word>>;  ///< by length of the cycle of labels

  /// @param forms  of keys of whole cycles of bands: words have columns only
  /// @param poll   called every few thousand steps; must outlive this
  KeyJoins(KeyForms forms, std::size_t side, const Poll& poll);

  KeyForms& forms() { return forms_; }

  /// The words of the columns that the labels of a key leave.
  Key complement(const Key& key);
  /// Returns how many keys the maps make of one that so many maps keep.
  std::uint64_t orbit_of(std::uint32_t kept_by) const { return forms_.order() / kept_by; }

  /// The least of all keys of these words that have so many labels in each column.
  KeyTable least_keys(const Words& words, ColumnCounts all);
  /// The table of some least keys.
  ///
  /// @param labelled  the labelled fillings of a key
  template <class Labelled>
  KeyTable table_of(const KeyTable& keys, const Labelled& labelled) {
    KeyTable found;
    for (std::size_t place = 0; place < keys.size(); ++place) {
      ticks_.ask();
      add_labelled(keys, place, labelled(keys.key(place)), found);
    }
    return found;
  }
  /// The labelled fillings of a least key of a table, and of each key that the maps make of it.
  UInt128 labelled(const KeyTable& table, std::size_t place) const;
  KeyTable exact_table(const KeyTable& table);

  /// Two cycles of bands, or what was put together of several.
  struct Parts {
    const KeyTable* first = nullptr;                     ///< exact
    const KeyTable* second = nullptr;                    ///< exact
    std::map<int, std::vector<Word>> first_words;        ///< by length of the cycle of labels
    std::map<int, std::vector<bool>> is_word_of_second;  ///< by length, by word
    ColumnCounts first_counts = 0;                       ///< of labels in each column
    ColumnCounts both_counts = 0;
  };
  /// @param first, second  exact tables; must outlive the parts
  Parts parts_of(const KeyTable& first, const KeyTable& second) const;
  /// The least keys that may be unions of a key of the first with one of the second, and perhaps some that are not.
  KeyTable unions(const Parts& parts);
  /// The labelled fillings of both parts together that have a key: for every way to part its words.
  UInt128 labelled(const Key& key, const Parts& parts);

 private:
  class Waiting;

  void add_labelled(const KeyTable& keys, std::size_t place, UInt128 labelled, KeyTable& table) const;
  ColumnCounts counts(int length, Word word) const;
  ColumnCounts counts_of(const KeyTable& table) const;
  Words words_of(const KeyTable& table) const;

  KeyForms forms_;
  std::size_t side_;
  Ticks ticks_;
};

}  // namespace gridcensus::burnside_bfs
