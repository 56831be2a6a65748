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

/// A count reached with every unit present.
struct Exact {
  Integer value;  ///< in the quantity's unit
  bool operator==(const Exact&) const = default;
};

/// What an estimate was after fewer samples.
struct Checkpoint {
  std::uint64_t samples = 0;  ///< draws so far
  Real value = 0;             ///< the estimate from them, in the quantity's unit
  Real standard_error = 0;    ///< its standard error, in the same unit
  bool operator==(const Checkpoint&) const = default;
};

/// What the samples themselves say about how far their spread can be trusted. Kept by strategies whose samples could
/// have a heavy tail: a few rare great ones that carry the mean.
struct Tail {
  Real effective_samples = 0;  ///< (sum of samples)^2 / sum of squares: as many equal ones would be worth as much
  Real largest_share = 0;      ///< of the sum of squared deviations, what the farthest sample has; at most 1
  Real half_gap = 0;           ///< between the means of two halves of the samples [its standard error]
  /// (sum of squared deviations)^2 / sum of their squares: on so many samples the spread rests. A third of all for
  /// normal samples; a few, where a few great ones carry it.
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
  /// How it came about, in order of samples; the last is the estimate itself. The host fills it in.
  std::vector<Checkpoint> convergence = {};
  std::optional<Tail> tail = {};  ///< where the strategy watches it
  /// Of Student's distribution behind the interval; tests of a difference rest on as many. nullopt: samples - 1.
  std::optional<double> degrees_of_freedom = {};
  bool operator==(const Estimate&) const = default;
};

/// A value whose error nobody can bound (a closed formula that is only nearly right). Shown, never used to pass or
/// fail another.
struct Approximation {
  Real value = 0;  ///< in the quantity's unit
  bool operator==(const Approximation&) const = default;
};

/// An exact number that the count is not below.
struct LowerBound {
  Integer value;  ///< in the quantity's unit
  bool operator==(const LowerBound&) const = default;
};

/// An exact number that the count is not above.
struct UpperBound {
  Integer value;  ///< in the quantity's unit
  bool operator==(const UpperBound&) const = default;
};

/// No value, and why.
struct Unfinished {
  std::string reason;  ///< for people: one line
  bool operator==(const Unfinished&) const = default;
};

/// The kind of an answer is its type: there is no bare number.
using Outcome = std::variant<Exact, Estimate, Approximation, LowerBound, UpperBound, Unfinished>;
/// One outcome for each quantity.
using Outcomes = std::map<Quantity, Outcome>;

/// The kinds, in the order of the alternatives of `Outcome`.
enum class Kind { exact, estimate, approximation, lower_bound, upper_bound, unfinished };

/// Which alternative the outcome holds.
Kind kind_of(const Outcome& outcome);
/// "exact", "estimate", "lower_bound", ... as in messages and documents.
std::string_view name_of(Kind kind);

/// What follows for a quantity that is this one divided by a number: "relabelling_classes = grids / N!".
///
/// @param divisor  above 0
/// @return         of the same kind; bounds are rounded to the whole number inside
/// @throws BrokenInvariant  an exact value is not a multiple of the divisor.
Outcome divided(const Outcome& outcome, const Integer& divisor);

}  // namespace gridcensus
