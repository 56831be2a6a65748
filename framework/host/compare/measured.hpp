#pragma once

#include "gridcensus/outcome.hpp"

#include <limits>

namespace gridcensus::host {

/// At this many degrees of freedom and more, Student's t is the normal distribution to about twelve digits.
inline constexpr double max_freedom = 1e12;

/// A value with its error bounds in both directions. An exact value has no error.
struct Measured {
  Real value = 0;
  Real below = 0;  ///< the error towards smaller values
  Real above = 0;  ///< the error towards larger values
  double freedom = std::numeric_limits<double>::infinity();
};

/// Returns the degrees of freedom of an estimate's interval: at least 1.
double freedom_of(const Estimate& estimate);

/// Returns the halves of an estimate's interval as standard errors, with the degrees of freedom of the interval. At the
/// ends of the interval, a test by these values is exactly as strict as the interval claims, even if the halves differ.
Measured measured(const Estimate& estimate);

/// Returns the quantile of Student's t to which an interval reaches on each side.
///
/// @param freedom  at least 1; may be infinite
Real student_quantile(double freedom, double confidence);

}  // namespace gridcensus::host
