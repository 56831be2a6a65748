#pragma once

#include "gridcensus/strategy.hpp"
#include "host/programs/program_entry.hpp"

#include <memory>

namespace gridcensus::host {

/// Returns a strategy whose units are each one run of a program that is asked once.
///
/// @param declared  of the program
std::unique_ptr<Strategy> asked_strategy(std::shared_ptr<const Description> description,
                                         std::shared_ptr<const InstalledProgram> program, ParameterValues values,
                                         const ProgramSettings& settings);

}  // namespace gridcensus::host
