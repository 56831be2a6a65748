#pragma once

#include "gridcensus/strategy.hpp"
#include "host/programs/description.hpp"
#include "host/programs/installed.hpp"
#include "host/workers/worker_process.hpp"

#include <functional>
#include <memory>
#include <string>

namespace gridcensus::host {

/// A program as one configuration uses it.
struct ConfiguredProgram {
  std::shared_ptr<const Description> description;
  std::shared_ptr<const InstalledProgram> installed;
  Declared declared;
  ParameterValues values;
  ProcessLimits limits;
  /// Called when a process was lost and replaced; from any thread.
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

/// Returns a strategy whose calls the program answers by the strategy protocol. For a program that is asked once, our
/// package in Python answers them.
std::unique_ptr<Strategy> protocol_strategy(ConfiguredProgram program);

/// Starts a process of a program, or of the package that asks it.
///
/// @throws std::system_error, std::runtime_error  it cannot be started, or has changed since it was found.
std::unique_ptr<WorkerProcess> start_protocol_process(const Description& description, const InstalledProgram& program,
                                                      const ProcessLimits& limits);

}  // namespace gridcensus::host
