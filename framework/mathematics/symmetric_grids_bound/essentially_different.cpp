#include "symmetric_grids_bound/essentially_different.hpp"

#include "gridcensus/symmetries.hpp"
#include "grids/grid_maps.hpp"
#include "symmetric_grids_bound/automorphism_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace gridcensus::symmetric_grids_bound {

Integer rounded_up(Real value, int digits) {
  Integer power = 1;
  while (value >= std::pow(Real{10}, Real(digits))) {
    value /= 10;
    power *= 10;
  }
  return Integer{static_cast<std::uint64_t>(std::ceil(value))} * power;
}

namespace {

constexpr int min_side = 12;
constexpr int max_side = 25;

Integer classic_group_order(Shape shape) {
  return mathematics::group_order(shape, mathematics::geometric_moves(shape));
}

/// Checks whether cells that differ by classic rules also differ by the rules of the problem.
bool keeps_classic_rules(const std::vector<std::vector<int>>& seen, const std::vector<std::vector<int>>& classic) {
  for (std::size_t cell = 0; cell < seen.size(); ++cell) {
    if (!std::ranges::includes(seen[cell], classic[cell])) return false;
  }
  return true;
}

/// Checks whether the map is a symmetry of classic rules: cells that differ go to cells that differ, and if the boxes
/// are rows or columns, rows go to rows.
bool is_classic_symmetry(const PointImages& images, const std::vector<std::vector<int>>& classic, Shape shape) {
  for (std::size_t cell = 0; cell < images.size(); ++cell) {
    const auto& seen_by_image = classic[images[cell]];
    for (const int other : classic[cell]) {
      if (!std::ranges::binary_search(seen_by_image, static_cast<int>(images[static_cast<std::size_t>(other)])))
        return false;
    }
  }
  if (shape.box_rows > 1 && shape.box_cols > 1) return true;
  const auto side = static_cast<std::size_t>(shape.side());
  for (std::size_t cell = 0; cell < images.size(); ++cell) {
    if (images[cell] / side != images[cell - cell % side] / side) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> EssentiallyDifferent::why_not(const Problem& problem) {
  if (!problem.symbols_are_alike()) return "the rules distinguish symbols";
  if (!problem.rules.are_classic() || problem.shape.side() >= min_side) return std::nullopt;
  return "grids with automorphisms are too many among those of " + to_string(problem.shape) +
         " to be left out of an estimate (from side 12 on they are not): burnside_bfs and russell_jarvis count them";
}

bool EssentiallyDifferent::is_bounded(const Problem& problem) {
  const Shape shape = problem.shape;
  if (shape.side() < min_side || shape.side() > max_side) return false;
  if (problem.rules.are_classic()) return true;
  const auto classic = cells_seen({.shape = shape});
  if (!keeps_classic_rules(cells_seen(problem), classic)) return false;
  return std::ranges::all_of(symmetry_generators(problem),
                             [&](const PointImages& images) { return is_classic_symmetry(images, classic, shape); });
}

EssentiallyDifferent::EssentiallyDifferent(const Problem& problem) : is_classic_{problem.rules.are_classic()} {
  const Integer classic = classic_group_order(problem.shape);
  const Integer own = is_classic_ ? classic : symmetry_group(problem).order();
  classes_ = to_real(factorial(problem.shape.side()) * own);
  if (is_bounded(problem)) {
    const Real share = to_real(classic) / to_real(own);
    excess_ = rounded_up(automorphism_excess_bound(problem.shape) * share, 3);
  }
}

Outcome EssentiallyDifferent::from(const Outcome& grids) const {
  const auto* const estimate = std::get_if<Estimate>(&grids);
  if (estimate == nullptr) return grids;
  // If the excess exceeded the error, the error would suggest a precision that the number does not have.
  const bool is_founded = excess_ && (is_classic_ || to_real(*excess_) <= estimate->standard_error / classes_);
  if (!is_founded) return Approximation{estimate->value / classes_};
  Estimate result = *estimate;
  for (Real* const part : {&result.value, &result.standard_error, &result.low, &result.high}) *part /= classes_;
  result.high += to_real(*excess_);
  return result;
}

void EssentiallyDifferent::add_to(Report& report, const Outcome& grids) const {
  report.outcomes[Quantity::essentially_different] = from(grids);
  if (!excess_) return;
  report.findings.insert_or_assign(
      "greatest_excess_by_automorphisms",
      Finding{UpperBound{*excess_}, "the most by which essentially different grids can exceed grids / (N! |G|)"});
}

}  // namespace gridcensus::symmetric_grids_bound
