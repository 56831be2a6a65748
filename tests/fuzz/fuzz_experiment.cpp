#include "host/plan/plan.hpp"
#include "support/experiment_catalog.hpp"
#include "support/experiments.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

// Every text is an experiment that can be planned, or is refused with at least one message, each located in this file.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gridcensus::host;
  using gridcensus::testing::parse_experiment;
  const std::string text(data, data + size);
  try {
    const Experiment experiment = parse_experiment(text, "f.yaml", gridcensus::testing::experiment_catalog());
    if (experiment.problems.empty() || experiment.configurations.empty()) std::abort();
    // A large plan is valid but slow, and reaches no new code.
    if (experiment.problems.size() * experiment.configurations.size() <= 1000) make_plan(experiment);
  } catch (const BadInput& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const auto& diagnostic : error.diagnostics()) {
      if (diagnostic.where.file != "f.yaml" || diagnostic.message.empty()) std::abort();
    }
  }
  return 0;
}
