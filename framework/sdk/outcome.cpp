#include "gridcensus/outcome.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <array>

namespace gridcensus {

namespace {

/// Divides each kind of outcome.
class Division {
 public:
  explicit Division(const Integer& divisor) : divisor_{divisor}, real_divisor_{to_real(divisor)} {}

  Outcome operator()(const Exact& exact) const {
    return Exact{exact_quotient(exact.value, divisor_, "a value that others follow from")};
  }
  Outcome operator()(Estimate estimate) const {
    for (Real* const part : {&estimate.value, &estimate.standard_error, &estimate.low, &estimate.high}) {
      *part /= real_divisor_;
    }
    for (Checkpoint& checkpoint : estimate.convergence) {
      checkpoint.value /= real_divisor_;
      checkpoint.standard_error /= real_divisor_;
    }
    return estimate;
  }
  Outcome operator()(const Approximation& approximation) const {
    return Approximation{approximation.value / real_divisor_};
  }
  Outcome operator()(const LowerBound& bound) const { return LowerBound{-rounded_down(-bound.value)}; }
  Outcome operator()(const UpperBound& bound) const { return UpperBound{rounded_down(bound.value)}; }
  Outcome operator()(const Unfinished& unfinished) const { return unfinished; }

 private:
  Integer rounded_down(const Integer& value) const {
    const Integer quotient = value / divisor_;  // towards zero
    return value < 0 && quotient * divisor_ != value ? Integer{quotient - 1} : quotient;
  }

  const Integer& divisor_;
  Real real_divisor_;
};

}  // namespace

Kind kind_of(const Outcome& outcome) { return static_cast<Kind>(outcome.index()); }

std::string_view name_of(Kind kind) {
  static constexpr std::array<std::string_view, 6> names{"exact",       "estimate",    "approximation",
                                                         "lower_bound", "upper_bound", "unfinished"};
  return names.at(static_cast<std::size_t>(kind));
}

Outcome divided(const Outcome& outcome, const Integer& divisor) { return std::visit(Division{divisor}, outcome); }

}  // namespace gridcensus
