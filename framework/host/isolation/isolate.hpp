#pragma once

#include "host/experiment/experiment.hpp"
#include "host/plan/plan.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace gridcensus::host {

struct IsolateOptions {
  std::filesystem::path program = "/proc/self/exe";  ///< only tests set another than the running one
  int threads = 1;                                   ///< the largest number of workers of a run
  /// Called when a worker was lost and replaced; from any thread.
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

/// Makes the runs that are to be isolated work in separate processes. The code that executes the plan is not affected.
///
/// @param experiment  that of the plan; must outlive it
void isolate(Plan& plan, const Experiment& experiment, const IsolateOptions& options);

}  // namespace gridcensus::host
