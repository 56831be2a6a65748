#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/quantity.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gridcensus {

/// A count reached with every unit present.
struct Exact {
  Integer value;
  bool operator==(const Exact&) const = default;
};

/// What an estimate was after fewer samples.
struct Checkpoint {
  std::uint64_t samples = 0;
  Real value = 0;
  Real standard_error = 0;
  bool operator==(const Checkpoint&) const = default;
};

/// A sampled value, in the quantity's unit.
struct Estimate {
  Real value = 0;
  Real standard_error = 0;
  Real low = 0;
  Real high = 0;
  double confidence = 0.95;   ///< claimed coverage of [low, high]
  std::uint64_t samples = 0;  ///< independent draws behind the claim
  /// How it came about, in order of samples; the last is the estimate itself. The host fills it in.
  std::vector<Checkpoint> convergence = {};
  bool operator==(const Estimate&) const = default;
};

/// A value whose error nobody can bound (a closed formula that is only nearly right). Shown, never used to pass or
/// fail another.
struct Approximation {
  Real value = 0;
  bool operator==(const Approximation&) const = default;
};

/// No value, and why.
struct Unfinished {
  std::string reason;
  bool operator==(const Unfinished&) const = default;
};

/// The kind of an answer is its type: there is no bare number.
using Outcome = std::variant<Exact, Estimate, Approximation, Unfinished>;
using Outcomes = std::map<Quantity, Outcome>;

/// The kinds, in the order of the alternatives of `Outcome`.
enum class Kind { exact, estimate, approximation, unfinished };

Kind kind_of(const Outcome& outcome);
std::string_view name_of(Kind kind);

}  // namespace gridcensus
