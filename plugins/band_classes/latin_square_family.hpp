#pragma once

#include "band_signatures/signature_classes.hpp"
#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::SignatureClasses;

/// Returns the places of the classes x(R,t) for t = 0 .. R/2 if boxes have two columns: t boxes with the columns {1..R}
/// and {R+1..N}, the others with R and R+1 exchanged. With L the number of Latin squares of order R,
///
///     B(x(R,t)) * binomial(R,t) = L^2        for every t
///
/// @param classes  with C = 2 and R >= 2
/// @source         Lin (2026), the Latin-square family theorem; README.md.
std::vector<std::size_t> latin_square_family(const SignatureClasses& classes);

/// Returns B(x(R,t)) and its product with the binomial, by t.
///
/// @param bands  B of the family: [t]
/// @throws BrokenInvariant  the products are not all equal.
Table latin_square_table(int box_rows, std::span<const Integer> bands);

}  // namespace gridcensus::band_classes
