#pragma once

#include "gridcensus/integer.hpp"

#include <stdexcept>
#include <string_view>

namespace gridcensus {

/// Something that holds by a theorem does not hold: a count, or a value that it was made from, is wrong. Thrown in
/// `prepare`, in a unit or in `conclude`, it ends the run as *broken*, and the program with exit code 3.
class BrokenInvariant : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// value / divisor, where a theorem says that there is no remainder.
///
/// @param divisor  above 0
/// @param what     what is divided and why it should be a multiple, for the message: "WHAT: VALUE is not a multiple of
///                 DIVISOR"
/// @throws BrokenInvariant  there is a remainder.
Integer exact_quotient(const Integer& value, const Integer& divisor, std::string_view what);

}  // namespace gridcensus
