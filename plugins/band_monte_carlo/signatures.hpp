#pragma once

#include "symbols/symbols.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstdint>

namespace gridcensus::band_monte_carlo {

using mathematics::SymbolSet;
using mathematics::UInt128;

/// The column signature of a band: the set of symbols in each of its N columns. Entries not in use are 0.
using Signature = std::array<SymbolSet, mathematics::max_symbols>;

/// B: how many bands have the given column signature.
///
/// Its rows are perfect matchings of columns and symbols. The symbols of column 1 come in any of R! orders, all with
/// the same count, so they are held in place; row by row a matching that holds the symbol of column 1 is taken out,
/// until two rows are left: those are a union of c cycles, each of which can be laid in two ways, the one through
/// column 1 in one.
///
/// @param signature  sets of `rows` symbols each, every symbol in `rows` of the first `columns` sets
/// @param columns    as many as there are symbols, at most 16
/// @cost  about a microsecond for 3 rows of 9; the number of matchings grows by a factor for every further row
/// @threads  reentrant
std::uint64_t bands_with(const Signature& signature, int columns, int rows);

}  // namespace gridcensus::band_monte_carlo
