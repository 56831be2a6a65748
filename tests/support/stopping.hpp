#pragma once

#include "gridcensus/poll.hpp"

namespace gridcensus::testing {

/// The poll of work that shall stop at once.
inline const Poll told_to_stop = [] { throw Stopped{}; };

}  // namespace gridcensus::testing
