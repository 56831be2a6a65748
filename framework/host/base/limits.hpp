#pragma once

#include <cstddef>

namespace gridcensus::host {

// Sizes that nothing of use reaches. What comes from elsewhere (a strategy, a document, a ledger) is refused beyond
// them, so that none of it can make the program hang or end it.

/// Of an integer. All ways to fill 64x64 cells with 64 symbols, a number that no count exceeds, have 24,576 bits; to
/// write an integer in digits takes time with the square of their number.
inline constexpr std::size_t most_bits = std::size_t{1} << 17U;
/// Of a decimal with its sign.
inline constexpr std::size_t longest_decimal = 39'458;
/// Of a name, such as that of a sum or a finding [bytes].
inline constexpr std::size_t longest_name = 1000;
/// Of a text in a document [bytes].
inline constexpr std::size_t longest_text = std::size_t{1} << 20U;
/// Of a document [bytes].
inline constexpr std::size_t longest_document = std::size_t{512} << 20U;
/// Of JSON: that of this program has about ten levels, and two more for each run that an input comes from.
inline constexpr std::size_t most_json_levels = 100;

}  // namespace gridcensus::host
