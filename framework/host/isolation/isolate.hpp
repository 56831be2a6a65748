#pragma once

#include "host/experiment/experiment.hpp"
#include "host/plan/plan.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace gridcensus::host {

struct IsolateOptions {
  std::filesystem::path program = "/proc/self/exe";  ///< another program than the running one only in tests
  int threads = 1;                                   ///< as many workers a run may have
  /// Told of a worker that was lost and replaced; from any thread.
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

/// Has the runs of a plan that shall be isolated do their work in processes of their own. Whoever executes the plan
/// need not know.
///
/// @param experiment  of the plan, and outlives it
void isolate(Plan& plan, const Experiment& experiment, const IsolateOptions& options);

}  // namespace gridcensus::host
