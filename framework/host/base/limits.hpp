#pragma once

#include <cstddef>

namespace gridcensus::host {

// Sizes that no useful value reaches. Larger values from outside (a strategy, a document, a ledger) are refused, so
// none can make the program hang or end it.

/// The largest integer. The number of ways to fill 64x64 cells with 64 symbols, which no count exceeds, has 24,576
/// bits. Writing an integer in digits takes time proportional to the square of its length.
inline constexpr std::size_t max_bits = std::size_t{1} << 17U;
/// The longest decimal, with its sign [characters].
inline constexpr std::size_t max_decimal_length = 39'458;
/// The longest name of, for example, a sum or a finding [bytes].
inline constexpr std::size_t max_name_bytes = 1000;
/// Of a text in a document [bytes].
inline constexpr std::size_t max_text_bytes = std::size_t{1} << 20U;
/// Of a document [bytes].
inline constexpr std::size_t max_json_document_bytes = std::size_t{512} << 20U;
/// Nested levels of JSON. This program writes about ten, and two more for each run that an input comes from.
inline constexpr std::size_t max_json_levels = 100;

}  // namespace gridcensus::host
