#include "mathematics.hpp"

namespace new_strategy {

using gridcensus::factorial;
using gridcensus::Integer;
using gridcensus::power;

Integer ways(int box_cols, int k) {
  const Integer choices = factorial(box_cols) / (factorial(k) * factorial(box_cols - k));
  return power(choices, 3);
}

Integer orders(int box_cols) { return factorial(3 * box_cols) * power(factorial(box_cols), 6); }

}  // namespace new_strategy
