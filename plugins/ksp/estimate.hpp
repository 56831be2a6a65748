#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

namespace gridcensus::ksp {

/// A quotient of two whole numbers, to within one rounding of Real, however large the two are.
///
/// @param denominator  above 0
Real quotient(const Integer& numerator, const Integer& denominator);

/// The estimate of Kilfoil, Silver and Pettersen,
///
///     grids ~ b(R,C)^C b(C,R)^R / N!^N
///
/// @param bands   b(R,C)
/// @param stacks  b(C,R): a stack is a band of the transposed shape
/// @source        Kilfoil, Silver, Pettersen, forum.enjoysudoku.com, "Su-Doku's maths" (2005)
Real estimated_grids(Shape shape, const Integer& bands, const Integer& stacks);

}  // namespace gridcensus::ksp
