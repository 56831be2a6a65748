#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::band_monte_carlo {

/// The largest side whose N! rows are listed [cells].
inline constexpr int max_listed_side = 9;

/// A set of columns, one bit each.
using ColumnSet = std::uint16_t;

/// A band as the source stores it: columns[s] is the set of columns in which symbol s stands. Relabelling a band
/// permutes these sets and leaves them as they are. Entries not in use are 0.
using ColumnsOfSymbols = std::array<ColumnSet, max_listed_side>;

/// All N! rows, in lexicographic order: the source's first table, of which its fourth step takes the relabellings.
class Rows {
 public:
  /// @param side  from 1 to max_listed_side
  explicit Rows(int side);

  std::uint64_t size() const { return symbols_.size() / static_cast<std::size_t>(side_); }

  /// The symbols of a row, from column 0.
  const std::uint8_t* operator[](std::uint64_t row) const {
    return symbols_.data() + row * static_cast<std::size_t>(side_);
  }

 private:
  int side_;
  std::vector<std::uint8_t> symbols_;  ///< row by row
};

/// All bands whose first row is 0, 1, .. N-1 and whose other rows come in lexicographic order: the source's second
/// table, in its order. Every band is one of these, relabelled in one of N! ways and with the rows after the first in
/// one of! orders.
class BandList {
 public:
  /// @param poll  called now and then; ends the work by throwing
  /// @cost  0.1 s for the 1,306,368 bands of 3x3
  BandList(Shape shape, const Rows& rows, const Poll& poll = {});

  std::uint64_t size() const { return columns_.size() / static_cast<std::size_t>(side_); }

  /// A listed band with its labels exchanged: symbol s takes the columns that symbol labels[s] had.
  ///
  /// @param labels  one of the rows
  ColumnsOfSymbols relabelled(std::uint64_t band, const std::uint8_t* labels) const {
    ColumnsOfSymbols columns{};
    const ColumnSet* const listed = (*this)[band];
    for (std::size_t symbol = 0; symbol < static_cast<std::size_t>(side_); ++symbol)
      columns[symbol] = listed[labels[symbol]];
    return columns;
  }

  /// The column sets of a listed band, one for each symbol.
  const ColumnSet* operator[](std::uint64_t band) const {
    return columns_.data() + band * static_cast<std::size_t>(side_);
  }

 private:
  void add_bands(Shape shape, const Rows& rows, const Poll& poll);

  int side_;
  std::vector<ColumnSet> columns_;  ///< band by band
};

/// How many bands the list of a shape has, without making it: those with a given first row, less the orders of the
/// other rows.
///
/// @param shape  of side at most max_listed_side
Integer listed_bands(Shape shape);

/// The memory that Rows and BandList of a shape take while they are made.
///
/// @param shape  of side at most max_listed_side
std::uint64_t list_memory_bytes(Shape shape);

/// How many (relabelling, listed band) pairs clash with nothing that is already there, by search through all of them:
/// for each listed band symbol after symbol is given columns that are free for it. One branch that dies takes with it
/// all relabellings that begin as it does; that, and nothing about signatures, is what makes the search short.
///
/// @param taken  the columns that each symbol must keep out of
/// @cost  3x3: 5 ms behind two bands, where every symbol has three columns left; 1.5 s behind one
std::uint64_t scan(const BandList& bands, int side, const ColumnsOfSymbols& taken, const Poll& poll = {});

}  // namespace gridcensus::band_monte_carlo
