#include "stack_product/bands/exact_choice.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridcensus::stack_product {

ExactChoice::ExactChoice(const std::vector<Integer>& weights, unsigned digit_bits) : digit_bits_{digit_bits} {
  if (digit_bits < 1 || digit_bits > 64) throw std::invalid_argument{"a digit must have 1 to 64 bits"};
  Integer sum = 0;
  for (const Integer& weight : weights) {
    if (weight < 0) throw std::invalid_argument{"a negative weight"};
    ends_.push_back(sum += weight);
  }
  if (sum == 0) throw std::invalid_argument{"all weights are 0"};
  for (std::size_t i = 0; i + 1 < ends_.size(); ++i) {
    // A boundary of 1, before weights of 0, has no digits. The last digit replaces it; draw_further() decides there.
    const Integer digit = (ends_[i] << digit_bits) / sum;
    const Integer last_digit = (Integer{1} << digit_bits) - 1;
    digits_.push_back(static_cast<std::uint64_t>(std::min(digit, last_digit)));
  }
}

std::size_t ExactChoice::draw(Random& random) const {
  const std::uint64_t digit = random() >> (64 - digit_bits_);
  // Below the digit of a boundary the number is below the boundary, above the digit above it. Equal ones need more
  // digits.
  const auto boundary = std::ranges::lower_bound(digits_, digit);
  if (boundary != digits_.end() && *boundary == digit) return draw_further(digit, random);
  return static_cast<std::size_t>(boundary - digits_.begin());
}

std::size_t ExactChoice::draw_further(std::uint64_t first_digit, Random& random) const {
  Integer number = first_digit;  // the number drawn is in [number, number + 1) / 2^bits
  unsigned bits = digit_bits_;
  for (;;) {
    const Integer low = number * total();
    const Integer high = low + total();
    // The first boundary above the smallest possible number; it decides if it is above the largest, too.
    const auto end = std::ranges::find_if(ends_, [&](const Integer& sum) { return (sum << bits) > low; });
    if ((*end << bits) >= high) return static_cast<std::size_t>(end - ends_.begin());
    number = (number << digit_bits_) + (random() >> (64 - digit_bits_));
    bits += digit_bits_;
  }
}

}  // namespace gridcensus::stack_product
