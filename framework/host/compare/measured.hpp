#pragma once

#include "gridcensus/outcome.hpp"

#include <limits>

namespace gridcensus::host {

/// From here on Student's t is the normal distribution to about twelve digits.
inline constexpr double most_freedom = 1e12;

/// A value and how far from it the truth may lie. An exact value has no error.
struct Measured {
  Real value = 0;
  Real below = 0;  ///< the error towards smaller values
  Real above = 0;  ///< the error towards greater values
  double freedom = std::numeric_limits<double>::infinity();
};

/// Returns the degrees of freedom of an estimate's interval: at least 1.
double freedom_of(const Estimate& estimate);

/// Returns the halves of an estimate's interval as standard errors, with the degrees of freedom of the interval. A test
/// by these is at the ends of the interval as sharp as the interval claims, also if the halves are not equal.
Measured measured(const Estimate& estimate);

/// Returns the quantile of Student's t that an interval reaches to each side.
///
/// @param freedom  at least 1; may be infinite
Real student_quantile(double freedom, double confidence);

}  // namespace gridcensus::host
