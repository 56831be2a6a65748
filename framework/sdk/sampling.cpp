#include "gridcensus/sampling.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <stdexcept>

namespace gridcensus {

Estimate estimate_mean(const Moments& moments, Real scale, double confidence) {
  if (moments.count < 2) throw std::invalid_argument{"an estimate needs at least two samples"};
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument{"a confidence lies between 0 and 1"};
  const boost::math::students_t_distribution<double> student{static_cast<double>(moments.count - 1)};
  const Real width = boost::math::quantile(boost::math::complement(student, (1 - confidence) / 2));
  const Real value = moments.mean * scale;
  const Real error = moments.standard_error() * scale;
  return {value, error, value - width * error, value + width * error, confidence, moments.count};
}

}  // namespace gridcensus
