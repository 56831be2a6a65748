#include "gridcensus/sampling.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <stdexcept>

namespace gridcensus {

bool is_precise_enough(const SamplingLimits& limits, Real value, Real standard_error) {
  return limits.relative_error && value != 0 && standard_error > 0 &&
         standard_error <= static_cast<Real>(*limits.relative_error) * std::fabs(value);
}

Estimate estimate_mean(const Moments& moments, Real scale, double confidence,
                       std::optional<std::uint64_t> informative) {
  const std::uint64_t founding = std::min(moments.count, informative.value_or(moments.count));
  if (founding < 2) throw std::invalid_argument{"an estimate needs at least two samples"};
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument{"a confidence lies between 0 and 1"};
  const boost::math::students_t_distribution<double> student{static_cast<double>(founding - 1)};
  const Real width = boost::math::quantile(boost::math::complement(student, (1 - confidence) / 2));
  const Real value = moments.mean * scale;
  const Real error = moments.standard_error() * scale;
  return {value, error, value - width * error, value + width * error, confidence, moments.count};
}

}  // namespace gridcensus
