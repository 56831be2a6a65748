#pragma once

#include "burnside_bfs/by_bands/key_joins.hpp"
#include "burnside_bfs/by_bands/keys.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace gridcensus::burnside_bfs {

/// Joins the cycles of bands of a grid: two sides that meet in the middle.
///
/// @threads  none: unions and exact tables are made on first use
class JoinedBands {
 public:
  /// A cycle of bands, by the number of its table. Cycles of one kind share a table.
  struct Cycle {
    std::size_t table;
    std::size_t bands;
  };

  /// @param tables  of least keys, none of them empty
  /// @param joins   joins their keys; must outlive this object
  /// @param poll    called before every long step; must outlive this object
  JoinedBands(std::vector<KeyTable> tables, KeyJoins& joins, const Poll& poll);

  /// Returns the number of fillings of all cycles of bands together, up to renaming.
  ///
  /// @param cycles  at least one
  Integer total(const std::vector<Cycle>& cycles);

 private:
  /// The numbers of the tables of the cycles of bands of one side.
  using Side = std::vector<std::size_t>;
  using Sides = std::pair<Side, Side>;

  static Sides sides(const std::vector<Cycle>& cycles);
  Integer completed(std::size_t number, const Side& others);
  Integer met_in_the_middle(const Sides& sides);
  KeyTable middle_table(const KeyJoins::Parts& parts);
  std::size_t place_of_least(const KeyTable& table, Key key);
  KeyJoins::Parts parts_of(const Side& side);
  std::size_t number_of_union(const Side& side);
  const KeyTable& exact_table(std::size_t number);

  KeyJoins& joins_;
  const Poll& poll_;
  std::vector<KeyTable> tables_;                  // of the kinds of cycles of bands, then of unions of several
  std::map<Side, std::size_t> unions_;            // their numbers
  std::map<std::size_t, KeyTable> exact_tables_;  // by number of the table
};

}  // namespace gridcensus::burnside_bfs
