#include "band_monte_carlo/signatures.hpp"

#include <bit>
#include <cstddef>
#include <stdexcept>

namespace gridcensus::band_monte_carlo {

namespace {

using mathematics::least;
using mathematics::singleton;
using mathematics::without;
using mathematics::without_least;

/// Returns the least symbol of a non-empty set. The compiler cannot know that it is non-empty, and would warn of an
/// index past the end of a table.
std::size_t index_of_least(SymbolSet set) { return static_cast<std::size_t>(least(set)) % mathematics::max_symbols; }

std::uint64_t checked(UInt128 value) {
  if (value > ~std::uint64_t{0}) throw std::overflow_error{"a number of bands passes 64 bits"};
  return static_cast<std::uint64_t>(value);
}

/// Counts bands with the symbols of column 0 in their order.
class Search {
 public:
  Search(const Signature& signature, int columns) : columns_{columns}, sets_{signature} {}

  UInt128 rest(int rows) {
    if (rows <= 1) return 1;
    if (rows == 2) return UInt128{1} << static_cast<unsigned>(cycles() - 1);
    // The row with the least symbol of column 0.
    const SymbolSet symbol = singleton(least(sets_[0]));
    sets_[0] = without(sets_[0], symbol);
    const UInt128 count = matchings(static_cast<SymbolSet>(mathematics::first_symbols(columns_) & ~1U), symbol, rows);
    sets_[0] = static_cast<SymbolSet>(sets_[0] | symbol);
    return count;
  }

 private:
  /// Completes a row over the open columns; `used` are its symbols so far. The column with the fewest free symbols
  /// comes first, so dead ends are found early.
  UInt128 matchings(SymbolSet open, SymbolSet used, int rows) {
    if (open == 0) return rest(rows - 1);
    int best = -1;
    int fewest = columns_ + 1;
    for (SymbolSet left = open; left != 0; left = without_least(left)) {
      const int choices = std::popcount(without(sets_[static_cast<std::size_t>(least(left))], used));
      if (choices < fewest) {
        fewest = choices;
        best = least(left);
        if (choices <= 1) break;
      }
    }
    if (fewest == 0) return 0;
    SymbolSet& set = sets_[static_cast<std::size_t>(best)];
    const SymbolSet full = set;
    UInt128 count = 0;
    for (SymbolSet free = without(full, used); free != 0; free = without_least(free)) {
      const SymbolSet symbol = singleton(least(free));
      set = without(full, symbol);
      count += matchings(without(open, singleton(best)), static_cast<SymbolSet>(used | symbol), rows);
    }
    set = full;
    return count;
  }

  /// Returns the number of cycles of columns and symbols if every column has two symbols and every symbol two columns.
  int cycles() const {
    // The columns of each symbol, one xor the other: from one column a symbol leads to its other one.
    std::array<std::uint8_t, mathematics::max_symbols> columns_of{};
    for (std::size_t column = 0; column < static_cast<std::size_t>(columns_); ++column) {
      const SymbolSet set = sets_[column];
      columns_of[index_of_least(set)] ^= static_cast<std::uint8_t>(column);
      columns_of[index_of_least(without_least(set))] ^= static_cast<std::uint8_t>(column);
    }
    int count = 0;
    auto unseen = mathematics::first_symbols(columns_);
    do {
      ++count;
      const int start = least(unseen);
      int column = start;
      int symbol = least(sets_[static_cast<std::size_t>(start)]);
      do {
        unseen = without(unseen, singleton(column));
        column = columns_of[static_cast<std::size_t>(symbol)] ^ column;
        symbol = least(without(sets_[static_cast<std::size_t>(column)], singleton(symbol)));
      } while (column != start);
    } while (unseen != 0);
    return count;
  }

  int columns_;
  Signature sets_;
};

}  // namespace

std::uint64_t bands_with(const Signature& signature, int columns, int rows) {
  UInt128 orders = 1;
  for (int row = 2; row <= rows; ++row) orders *= static_cast<unsigned>(row);
  return checked(mathematics::checked_multiply(orders, Search{signature, columns}.rest(rows)));
}

}  // namespace gridcensus::band_monte_carlo
