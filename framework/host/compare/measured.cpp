#include "host/compare/measured.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>

namespace gridcensus::host {

double freedom_of(const Estimate& estimate) {
  return std::max(1.0, estimate.degrees_of_freedom.value_or(static_cast<double>(estimate.samples) - 1));
}

Measured measured(const Estimate& estimate) {
  // The degrees of freedom of the interval: if few samples dominate the spread, a test that counted all samples would
  // be too strict.
  const double freedom = freedom_of(estimate);
  const Real quantile = student_quantile(freedom, estimate.confidence);
  return {.value = estimate.value,
          .below = (estimate.value - estimate.low) / quantile,
          .above = (estimate.high - estimate.value) / quantile,
          .freedom = freedom};
}

Real student_quantile(double freedom, double confidence) {
  const boost::math::students_t_distribution<double> student{std::min(max_freedom, freedom)};
  return boost::math::quantile(boost::math::complement(student, (1 - confidence) / 2));
}

}  // namespace gridcensus::host
