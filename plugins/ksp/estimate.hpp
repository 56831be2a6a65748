#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"

namespace gridcensus::ksp {

/// Returns a quotient of two whole numbers, to within one rounding of Real, whatever their size.
///
/// @param denominator  above 0
Real quotient(const Integer& numerator, const Integer& denominator);

/// Returns the estimate of Kilfoil, Silver and Pettersen,
///
///     grids ~ b(R,C)^C b(C,R)^R / N!^N
///
/// @param bands   b(R,C)
/// @param stacks  b(C,R): a stack is a band of the transposed shape
/// @source        Kilfoil, Silver, Pettersen, forum.enjoysudoku.com, "Su-Doku's maths" (2005)
Real estimated_grids(Shape shape, const Integer& bands, const Integer& stacks);

}  // namespace gridcensus::ksp
