#pragma once

#include "gridcensus/strategy.hpp"
#include "host/programs/program_entry.hpp"
#include "host/workers/worker_process.hpp"

#include <memory>

namespace gridcensus::host {

/// Starts a process of a program that speaks the strategy protocol.
///
/// @throws std::system_error, std::runtime_error  it cannot be started, or has changed since it was found.
std::unique_ptr<WorkerProcess> start_protocol_process(const Description& description, const InstalledProgram& program,
                                                      const ProgramLimits& limits);

/// Returns a strategy whose calls a program answers by the strategy protocol.
///
/// @param declared  by the program
std::unique_ptr<Strategy> protocol_strategy(std::shared_ptr<const Description> description,
                                            std::shared_ptr<const InstalledProgram> program, const Declared& declared,
                                            ParameterValues values, const ProgramSettings& settings);

}  // namespace gridcensus::host
