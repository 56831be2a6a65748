#pragma once

#include "combinatorics/automorphism_bound.hpp"
#include "combinatorics/grid_maps.hpp"
#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/shape.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace gridcensus::combinatorics {

/// The least integer of `digits` digits and zeros that is no less than the value.
///
/// @param value  0 or greater, finite
inline Integer rounded_up(Real value, int digits) {
  Integer power = 1;
  while (value >= std::pow(Real{10}, Real(digits))) {
    value /= 10;
    power *= 10;
  }
  return Integer{static_cast<std::uint64_t>(std::ceil(value))} * power;
}

/// From an estimate of all grids, one of the essentially different ones: they are at least grids / (N! |G|), and at
/// most `automorphism_excess_bound` more, which is what grids with automorphisms can add. The upper end of the interval
/// includes that; the value does not.
class EssentiallyDifferent {
 public:
  /// Why the bound says too little for a shape; nullopt where it does not.
  static std::optional<std::string> why_not(Shape shape) {
    constexpr int least_side = 12;
    if (shape.side() >= least_side) return std::nullopt;
    return "grids with automorphisms are too many among those of " + to_string(shape) +
           " to be left out of an estimate (from side 12 on they are not): burnside_bfs and russell_jarvis count them";
  }

  /// @cost  that of the bound: 0.2 s for 5x5
  explicit EssentiallyDifferent(Shape shape)
      : classes_{to_real(factorial(shape.side()) * group_order(shape, geometric_moves(shape)))},
        excess_{rounded_up(automorphism_excess_bound(shape), 3)} {}

  Outcome from(const Outcome& grids) const {
    const auto* const estimate = std::get_if<Estimate>(&grids);
    if (estimate == nullptr) return grids;
    Estimate result = *estimate;
    for (Real* const part : {&result.value, &result.standard_error, &result.low, &result.high}) *part /= classes_;
    result.high += to_real(excess_);
    return result;
  }

  /// What the grids with automorphisms can add at most.
  std::pair<std::string, Finding> finding() const {
    return {"greatest_excess_by_automorphisms",
            Finding{Exact{excess_}, "the most by which essentially different grids can exceed grids / (N! |G|)"}};
  }

 private:
  Real classes_;
  Integer excess_;
};

}  // namespace gridcensus::combinatorics
