#pragma once

#include "gridcensus/strategy.hpp"
#include "host/programs/program_entry.hpp"

#include <memory>

namespace gridcensus::host {

/// Returns a strategy that runs a program once for each unit.
std::unique_ptr<Strategy> asked_strategy(std::shared_ptr<const Description> description,
                                         std::shared_ptr<const InstalledProgram> program, ParameterValues values,
                                         const ProgramSettings& settings);

}  // namespace gridcensus::host
