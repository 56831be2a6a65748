#pragma once

#include "app/command_line.hpp"
#include "host/graph/part.hpp"
#include "host/plan/plan.hpp"

namespace gridcensus::app {

/// What --part says; all of it where it is not given.
///
/// @throws BadInput  as `host::read_part`.
host::Part part_of(const Arguments& arguments);

/// A part of an experiment in which nothing can be split would do nothing, and let whoever waits for it wait.
///
/// @throws BadInput  with the reason of every run.
void refuse_part_of_nothing(const host::Plan& plan);

}  // namespace gridcensus::app
