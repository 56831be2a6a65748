#pragma once

#include "app/command_line.hpp"
#include "host/graph/part.hpp"
#include "host/plan/plan.hpp"

#include <optional>
#include <string>

namespace gridcensus::app {

/// Returns the part that --part gives, by default the whole.
///
/// @throws BadInput  as `host::read_part`.
host::Part part_of(const Arguments& arguments);

/// Returns why a run cannot be split into parts before others have ended, or nullopt if it can be.
std::optional<std::string> why_not_in_parts(const host::Plan& plan, const host::Run& run);

/// Checks that at least one run can be split. Otherwise a part would count nothing, and processes would wait for it.
///
/// @throws BadInput  no run can be split; the message has the reason of every run.
void refuse_part_of_nothing(const host::Plan& plan);

}  // namespace gridcensus::app
