#include "host/isolation/isolate.hpp"

#include "host/isolation/isolated_strategy.hpp"

#include <sys/resource.h>

#include <cstdint>
#include <memory>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// The memory of this machine [bytes].
std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Each worker takes two descriptors, and each run in play may have as many workers as there are threads: on a big
/// machine more than what a process may open unless it asks.
void allow_many_descriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

void isolate(Plan& plan, const Experiment& experiment, const IsolateOptions& options) {
  for (Run& run : plan.runs) {
    const Configuration& configuration = *run.configuration;
    const Isolation& isolation = configuration.isolation.value_or(experiment.isolation);
    if (!isolation.is_wanted) continue;
    allow_many_descriptors();
    const auto share = memory_of_machine() / static_cast<std::uint64_t>(options.threads);
    WorkerSettings settings{
        .program = options.program,
        .limits = {.seconds = isolation.unit_seconds, .memory_bytes = isolation.memory_bytes.value_or(share)},
        .seed = run.seed,
        .stream = run.stream,
        .note = [name = run.name(), note = options.note](const std::string& text) { note(name + ": " + text); }};
    run.strategy = std::make_shared<IsolatedStrategy>(run.strategy, *configuration.plugin, configuration.parameters,
                                                      std::move(settings));
  }
}

}  // namespace gridcensus::host
