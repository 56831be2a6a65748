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

/// Joins keys of cycles of bands, up to maps of columns that commute with g.
///
/// A table of *least* keys has for each the number of fillings, up to renaming, of all its images under the maps
/// together. An *exact* table has every key, least or not, and its labelled fillings: those with the labels in exactly
/// these columns.
///
/// @threads  none
class KeyJoins {
 public:
  using Words = std::map<int, std::set<Word>>;  ///< by length of the cycle of labels

  /// @param forms  of keys of whole cycles of bands: words have columns only
  /// @param poll   called every few thousand steps; must outlive this
  KeyJoins(KeyForms forms, std::size_t side, const Poll& poll);

  KeyForms& forms() { return forms_; }

  /// Returns the words of the columns that the labels of a key leave.
  Key complement(const Key& key);
  /// Returns the number of images of a key that `fixed_by` maps fix.
  std::uint64_t orbit_of(std::uint32_t fixed_by) const { return forms_.order() / fixed_by; }

  /// Returns the least of all keys of these words with `all` labels in the columns.
  KeyTable least_keys(const Words& words, ColumnCounts all);
  /// Returns the table of some least keys.
  ///
  /// @param labelled  returns the labelled fillings of a key
  template <class Labelled>
  KeyTable table_of(const KeyTable& keys, const Labelled& labelled) {
    KeyTable found;
    for (std::size_t place = 0; place < keys.size(); ++place) {
      ticks_.ask();
      add_labelled(keys, place, labelled(keys.key(place)), found);
    }
    return found;
  }
  /// Returns the labelled fillings of a least key of a table, and of each of its images under the maps.
  UInt128 labelled(const KeyTable& table, std::size_t place) const;
  KeyTable exact_table(const KeyTable& table);

  /// Two cycles of bands, or unions of several.
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
  /// Returns the least keys that may be unions of a key of the first with one of the second, and perhaps some that are
  /// not.
  KeyTable unions(const Parts& parts);
  /// Returns the labelled fillings of both parts together with a key: the sum over all ways to split its words.
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
