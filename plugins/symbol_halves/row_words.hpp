#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"

#include <cstdint>
#include <vector>

namespace gridcensus::symbol_halves {

/// The most columns of a box of two rows: words of this many bits.
inline constexpr int max_columns = 6;

/// The rows of one symbol in a stack of boxes of two rows: bit i is 0 if the symbol is in the upper row of box i, and 1
/// if it is in the lower row.
///
///     stack of 2x3     upper row 1 2 3, lower row 4 5 6      words of 1..6, box 1 first:
///     1 2 3            upper row 1 2 4, lower row 3 5 6      000 001 011 100 110 111
///     4 5 6            upper row 1 3 4, lower row 2 5 6
///     ...
using Word = std::uint32_t;

/// A class of row structures of a stack under permutations of the symbols, exchanges of the two rows of a box and
/// permutations of the boxes. All of them have equally many fillings.
struct WordClass {
  std::vector<Word> words;  ///< of the symbols, ascending: the lexicographically least list of the class
  Integer structures;       ///< the number of row structures in the class
};

/// Returns the classes of row structures of a stack of `columns` boxes of 2 x `columns`: 2, 4, 26, 355 for 2, 3, 4, 5.
///
/// @param columns  2 to 5; six would take hours
/// @throws std::logic_error  the classes do not add up to binomial(2C, C)^C: this function has a bug.
/// @throws Stopped after a stop.
/// @cost  0.25 s for 5 columns
std::vector<WordClass> word_classes(int columns, const Poll& poll);

}  // namespace gridcensus::symbol_halves
