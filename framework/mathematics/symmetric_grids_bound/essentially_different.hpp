#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/shape.hpp"
#include "gridcensus/strategy.hpp"

#include <optional>
#include <string>

namespace gridcensus::symmetric_grids_bound {

/// The least integer of `digits` digits and zeros that is no less than the value.
///
/// @param value  0 or greater, finite
Integer rounded_up(Real value, int digits);

/// From an estimate of all grids, one of the essentially different ones: they are at least grids / (N! |G|), and at
/// most `automorphism_excess_bound` more, which is what grids with automorphisms can add. The upper end of the interval
/// includes that; the value does not.
class EssentiallyDifferent {
 public:
  /// Why the bound says too little for a shape; nullopt where it does not.
  static std::optional<std::string> why_not(Shape shape);

  /// @cost  that of the bound: 0.2 s for 5x5
  explicit EssentiallyDifferent(Shape shape);

  /// What follows for the essentially different grids from an outcome for all grids.
  Outcome from(const Outcome& grids) const;

  /// Adds the outcome that follows from an estimate of grids, and the finding what the grids with automorphisms can add
  /// at most.
  void add_to(Report& report, const Outcome& grids) const;

 private:
  Real classes_;
  Integer excess_;
};

}  // namespace gridcensus::symmetric_grids_bound
