#pragma once

#include "gridcensus/integer.hpp"

#include <stdexcept>
#include <string_view>

namespace gridcensus {

/// Thrown when a theorem is violated: a count, or a value that it was made from, is wrong. If it leaves `prepare`, a
/// unit or `conclude`, the run ends as *broken* and the program exits with code 3.
class BrokenInvariant : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns value / divisor, which has no remainder by a theorem.
///
/// @param divisor  above 0
/// @param what     the dividend and why it should be a multiple, for the message: "WHAT: VALUE is not a multiple of
///                 DIVISOR"
/// @throws BrokenInvariant  there is a remainder.
Integer exact_quotient(const Integer& value, const Integer& divisor, std::string_view what);

}  // namespace gridcensus
