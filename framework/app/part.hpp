#pragma once

#include "app/command_line.hpp"
#include "host/graph/part.hpp"

namespace gridcensus::app {

constexpr std::uint64_t most_parts = 100'000;

/// What --part says; all of it where it is not given.
///
/// @throws BadInput  it is not I/N with I from 1 to N.
host::Part part_of(const Arguments& arguments);

}  // namespace gridcensus::app
