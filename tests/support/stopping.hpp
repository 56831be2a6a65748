#pragma once

#include "gridcensus/poll.hpp"

namespace gridcensus::testing {

/// A poll that stops work at once.
inline const Poll told_to_stop = [] { throw Stopped{}; };

}  // namespace gridcensus::testing
