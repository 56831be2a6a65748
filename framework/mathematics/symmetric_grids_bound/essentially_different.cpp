#include "symmetric_grids_bound/essentially_different.hpp"

#include "grids/grid_maps.hpp"
#include "symmetric_grids_bound/automorphism_bound.hpp"

#include <cmath>
#include <cstdint>
#include <variant>

namespace gridcensus::symmetric_grids_bound {

Integer rounded_up(Real value, int digits) {
  Integer power = 1;
  while (value >= std::pow(Real{10}, Real(digits))) {
    value /= 10;
    power *= 10;
  }
  return Integer{static_cast<std::uint64_t>(std::ceil(value))} * power;
}

std::optional<std::string> EssentiallyDifferent::why_not(Shape shape) {
  constexpr int least_side = 12;
  if (shape.side() >= least_side) return std::nullopt;
  return "grids with automorphisms are too many among those of " + to_string(shape) +
         " to be left out of an estimate (from side 12 on they are not): burnside_bfs and russell_jarvis count them";
}

EssentiallyDifferent::EssentiallyDifferent(Shape shape)
    : classes_{to_real(factorial(shape.side()) * mathematics::group_order(shape, mathematics::geometric_moves(shape)))},
      excess_{rounded_up(automorphism_excess_bound(shape), 3)} {}

Outcome EssentiallyDifferent::from(const Outcome& grids) const {
  const auto* const estimate = std::get_if<Estimate>(&grids);
  if (estimate == nullptr) return grids;
  Estimate result = *estimate;
  for (Real* const part : {&result.value, &result.standard_error, &result.low, &result.high}) *part /= classes_;
  result.high += to_real(excess_);
  return result;
}

void EssentiallyDifferent::add_to(Report& report, const Outcome& grids) const {
  report.outcomes[Quantity::essentially_different] = from(grids);
  report.findings.insert_or_assign(
      "greatest_excess_by_automorphisms",
      Finding{UpperBound{excess_}, "the most by which essentially different grids can exceed grids / (N! |G|)"});
}

}  // namespace gridcensus::symmetric_grids_bound
