#include "band_monte_carlo/low_variance.hpp"

namespace gridcensus::band_monte_carlo {

void LowVarianceSums::add(const LowVarianceSums& other) {
  second.add(other.second);
  all.add(other.all);
  both.add(other.both);
}

Real mean_bands_with_signature(Shape shape, const Integer& bands) {
  const Integer of_box = factorial(shape.side()) / power(factorial(shape.box_rows), shape.box_cols);
  return to_real(bands) / to_real(power(of_box, shape.stacks()));
}

std::unique_ptr<LowVarianceSampler> make_low_variance_sampler(Shape shape, const Poll& poll) {
  return can_be_tabled(shape) ? make_tabled(shape, poll) : make_direct(shape, poll);
}

}  // namespace gridcensus::band_monte_carlo
