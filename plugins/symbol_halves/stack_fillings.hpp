#pragma once

#include "gridcensus/poll.hpp"
#include "symbol_halves/row_words.hpp"
#include "uint128/uint128.hpp"

#include <vector>

namespace gridcensus::symbol_halves {

/// Returns the number of fillings of a stack of C boxes of 2xC in which each symbol is in the rows of its word.
///
/// One half of the symbols is placed in an empty stack, symbol by symbol, and so is the other half; fillings are pairs
/// of a state of one half and the complementary state of the other.
///
/// @param columns  C, 2 to max_columns
/// @param words    of the 2C symbols, ascending. Each bit must be 1 in C of them; otherwise there is no filling
/// @return  a multiple of C!, since columns can be permuted
/// @throws Stopped after a stop.
/// @cost  4 ms for a stack of 2x5, with up to 7472 states of a half. For 2x6 a tenth of a second to some minutes, and
///        up to some gigabytes
mathematics::UInt128 stack_fillings(int columns, const std::vector<Word>& words, const Poll& poll);

}  // namespace gridcensus::symbol_halves
