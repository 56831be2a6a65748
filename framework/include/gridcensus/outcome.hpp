#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/quantity.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gridcensus {

/// An exact count: all units are done.
struct Exact {
  Integer value;  ///< in the quantity's unit
  bool operator==(const Exact&) const = default;
};

/// The estimate after some of the samples.
struct Checkpoint {
  std::uint64_t samples = 0;  ///< draws so far
  Real value = 0;             ///< the estimate from them, in the quantity's unit
  Real standard_error = 0;    ///< its standard error, in the same unit
  bool operator==(const Checkpoint&) const = default;
};

/// Diagnostics of how far the spread of the samples can be trusted. Recorded by strategies whose samples could have a
/// heavy tail: a few rare large samples that dominate the mean.
struct Tail {
  /// (sum of samples)^2 / sum of squares: the number of equal samples with the same information.
  Real effective_samples = 0;
  /// The share of the farthest sample in the sum of squared deviations; at most 1.
  Real largest_share = 0;
  Real half_gap = 0;  ///< between the means of two halves of the samples [its standard error]
  /// Effective number of samples behind the spread: (sum of squared deviations)^2 / sum of their squares. About a third
  /// of all samples if they are normal; only a few if a few large ones dominate.
  Real spread_samples = 0;
  bool operator==(const Tail&) const = default;
};

/// A sampled value, in the quantity's unit.
struct Estimate {
  Real value = 0;             ///< the estimate
  Real standard_error = 0;    ///< of the value, in the same unit
  Real low = 0;               ///< lower end of the interval
  Real high = 0;              ///< upper end of the interval
  double confidence = 0.95;   ///< claimed coverage of [low, high]
  std::uint64_t samples = 0;  ///< independent draws behind the claim
  /// The estimates after growing numbers of samples; the last is the estimate itself. The host fills it in.
  std::vector<Checkpoint> convergence = {};
  std::optional<Tail> tail = {};  ///< if the strategy records it
  /// Degrees of freedom of Student's distribution for the interval and for tests of a difference. nullopt: samples - 1.
  std::optional<double> degrees_of_freedom = {};
  bool operator==(const Estimate&) const = default;
};

/// A value without a known error bound (an approximate closed formula). Shown, never used to judge another value.
struct Approximation {
  Real value = 0;  ///< in the quantity's unit
  bool operator==(const Approximation&) const = default;
};

/// An exact lower bound of the count.
struct LowerBound {
  Integer value;  ///< in the quantity's unit
  bool operator==(const LowerBound&) const = default;
};

/// An exact upper bound of the count.
struct UpperBound {
  Integer value;  ///< in the quantity's unit
  bool operator==(const UpperBound&) const = default;
};

/// The reason why there is no value.
struct Unfinished {
  std::string reason;  ///< one line, for people
  bool operator==(const Unfinished&) const = default;
};

/// A result. Its kind is its type, so there is no bare number.
using Outcome = std::variant<Exact, Estimate, Approximation, LowerBound, UpperBound, Unfinished>;
/// One outcome for each quantity.
using Outcomes = std::map<Quantity, Outcome>;

/// The kinds, in the order of the alternatives of `Outcome`.
enum class Kind { exact, estimate, approximation, lower_bound, upper_bound, unfinished };

/// Returns the kind of the alternative that the outcome holds.
Kind kind_of(const Outcome& outcome);
/// Returns "exact", "estimate", "lower_bound", ... as in messages and documents.
std::string_view name_of(Kind kind);

/// Returns the outcome of a quantity that is this one divided by a number: "relabelling_classes = grids / N!".
///
/// @param divisor  above 0
/// @return         an outcome of the same kind; bounds are rounded inwards to a whole number
/// @throws BrokenInvariant  an exact value is not a multiple of the divisor.
Outcome divided(const Outcome& outcome, const Integer& divisor);

}  // namespace gridcensus
