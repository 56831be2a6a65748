#pragma once

#include "gridcensus/problem.hpp"
#include "host/verify/numbers.hpp"

#include <optional>
#include <string>

/// Numbers of symmetries, by independent arithmetic.
namespace gridcensus::host::verify {

GmpInteger factorial(int n);
/// Returns N! if the symbols of the problem are alike, by this library's own code; otherwise the number that the SDK
/// computes from the group.
GmpInteger relabellings_of(const Problem& problem);

/// The formula of an outcome from a sum of the units: sum * times / divisor, both products of factorials of the shape.
struct Formula {
  std::string sum;
  GmpInteger times;
  GmpInteger divisor;
  std::string text;  ///< "counts * 6! * 2!^2"
};

/// Returns a formula by which the sum gives the value; nullopt if there is none. For small numbers it may be a
/// coincidence, which only the strategy can exclude.
std::optional<Formula> formula_for(Shape box, const GmpInteger& value, const std::string& name, const GmpInteger& sum);

}  // namespace gridcensus::host::verify
