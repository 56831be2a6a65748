#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::band_monte_carlo {

/// The maximum side for which the N! rows are listed [cells].
inline constexpr int max_listed_side = 9;

/// A set of columns, one bit each.
using ColumnSet = std::uint16_t;

/// A band in the source's representation: columns[s] is the set of columns of symbol s. Relabelling a band permutes
/// these sets without changing them. Unused entries are 0.
using ColumnsOfSymbols = std::array<ColumnSet, max_listed_side>;

/// All N! rows, in lexicographic order: the source's first table, from which its fourth step takes the relabellings.
class Rows {
 public:
  /// @param side  from 1 to max_listed_side
  explicit Rows(int side);

  std::uint64_t size() const { return symbols_.size() / static_cast<std::size_t>(side_); }

  /// Returns the symbols of a row, from column 0.
  const std::uint8_t* operator[](std::uint64_t row) const {
    return symbols_.data() + row * static_cast<std::size_t>(side_);
  }

 private:
  int side_;
  std::vector<std::uint8_t> symbols_;  ///< row by row
};

/// All bands whose first row is 0, 1, .. N-1 and whose other rows are in lexicographic order: the source's second
/// table, in its order. Every band is one of these, relabelled in one of N! ways and with the rows after the first in
/// one of! orders.
class BandList {
 public:
  /// @param poll  called now and then; throws to end the work
  /// @cost  0.1 s for the 1,306,368 bands of 3x3
  BandList(Shape shape, const Rows& rows, const Poll& poll = {});

  std::uint64_t size() const { return columns_.size() / static_cast<std::size_t>(side_); }

  /// Returns a listed band with its labels exchanged: symbol s takes the columns that symbol labels[s] had.
  ///
  /// @param labels  one of the rows
  ColumnsOfSymbols relabelled(std::uint64_t band, const std::uint8_t* labels) const {
    ColumnsOfSymbols columns{};
    const ColumnSet* const listed = (*this)[band];
    for (std::size_t symbol = 0; symbol < static_cast<std::size_t>(side_); ++symbol)
      columns[symbol] = listed[labels[symbol]];
    return columns;
  }

  /// Returns the column sets of a listed band, one for each symbol.
  const ColumnSet* operator[](std::uint64_t band) const {
    return columns_.data() + band * static_cast<std::size_t>(side_);
  }

 private:
  void add_bands(Shape shape, const Rows& rows, const Poll& poll);

  int side_;
  std::vector<ColumnSet> columns_;  ///< band by band
};

/// Returns the number of bands in the list of a shape, without making it: bands with a given first row, divided by the
/// orders of the other rows.
///
/// @param shape  of side at most max_listed_side
Integer listed_bands(Shape shape);

/// Returns the memory for making Rows and BandList of a shape.
///
/// @param shape  of side at most max_listed_side
std::uint64_t list_memory_bytes(Shape shape);

/// Counts the (relabelling, listed band) pairs that do not clash with given symbols, by a search through all of them:
/// for each listed band, symbol after symbol gets columns that are free for it. A dead branch removes all relabellings
/// that begin in the same way. The search is short because of this alone; it knows nothing about signatures.
///
/// @param taken  by symbol: the columns that it must avoid
/// @cost  3x3: 5 ms after two bands, when every symbol has three columns left; 1.5 s after one
std::uint64_t scan(const BandList& bands, int side, const ColumnsOfSymbols& taken, const Poll& poll = {});

}  // namespace gridcensus::band_monte_carlo
