#pragma once

#include "symbols/symbols.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstdint>

namespace gridcensus::band_monte_carlo {

using mathematics::SymbolSet;
using mathematics::UInt128;

/// The column signature of a band: the set of symbols in each of its N columns. Unused entries are 0.
using Signature = std::array<SymbolSet, mathematics::max_symbols>;

/// Returns B, the number of bands with the given column signature.
///
/// Its rows are perfect matchings of columns and symbols. The symbols of column 1 have R! orders, all with the same
/// count, so one order is fixed. Row by row a matching with the symbol of column 1 is removed, until two rows are left:
/// those are a union of c cycles, each with two orientations, except the one through column 1, which has one.
///
/// @param signature  sets of `rows` symbols each, every symbol in `rows` of the first `columns` sets
/// @param columns    as many as there are symbols, at most 16
/// @cost  about a microsecond for 3 rows of 9; the number of matchings grows by a factor for every further row
/// @threads  reentrant
std::uint64_t bands_with(const Signature& signature, int columns, int rows);

}  // namespace gridcensus::band_monte_carlo
