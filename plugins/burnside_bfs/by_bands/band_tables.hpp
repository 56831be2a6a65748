#pragma once

#include "burnside_bfs/by_bands/band_fillings.hpp"
#include "burnside_bfs/by_bands/band_symmetry.hpp"
#include "burnside_bfs/by_bands/bands_of_columns.hpp"
#include "burnside_bfs/by_bands/key_joins.hpp"
#include "burnside_bfs/by_bands/keys.hpp"
#include "burnside_bfs/cycles/cycles.hpp"
#include "burnside_bfs/ticks.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Builds the tables of a count by bands: for a cycle of bands, alone in an empty grid, the keys of its fillings,
/// grouped by least key. Each least key represents all its images under the maps of columns and has the sum of their
/// fillings.
///
/// @threads  none: words are numbered when they first occur
class BandTables {
 public:
  /// @param symmetry  must outlive this object
  /// @param poll      called every few thousand steps; must outlive this object
  BandTables(const BandSymmetry& symmetry, const Poll& poll);
  BandTables(const BandTables&) = delete;
  BandTables& operator=(const BandTables&) = delete;
  BandTables(BandTables&&) = delete;
  BandTables& operator=(BandTables&&) = delete;
  ~BandTables() = default;

  /// Returns the table of a cycle of bands of the symmetry.
  KeyTable table_of(const BandCycle& cycle);
  /// Returns the joins of the keys of these tables.
  KeyJoins& joins() { return joins_; }

 private:
  std::vector<std::size_t> all_bands() const;
  WordMap word_map(const mathematics::Images& columns, const std::vector<std::size_t>& bands, std::size_t times) const;
  std::vector<WordMap> column_group() const;
  std::vector<WordMap> group_of(const BandCycle& cycle) const;
  bool is_alone() const { return symmetry_.band_cycles.size() == 1; }
  bool is_free(const BandCycle& cycle) const;

  KeyTable free_table_of(const BandCycle& cycle);
  KeyTable table_by_rows(const BandCycle& cycle);
  BandFillings::Filling filling_of(const KeyForms& forms, const Key& key) const;
  Key key_of(KeyForms& forms, const BandFillings::Filling& filling, LineSet open) const;

  const BandSymmetry& symmetry_;
  Shape shape_;
  std::size_t side_;
  LabelCycles labels_;
  BandFillings fillings_;
  Ticks ticks_;
  std::vector<mathematics::Images> columns_;  // permutations that commute with g, a group
  WordMap turned_;                            // g
  KeyJoins joins_;
  KeyForms& joined_;  // keys of whole cycles of bands: columns only
  std::optional<BandsOfColumns> bands_of_columns_;
};

}  // namespace gridcensus::burnside_bfs
