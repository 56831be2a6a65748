#include "host/isolation/isolate.hpp"

#include "host/calls/guarded_strategy.hpp"
#include "host/isolation/isolated_strategy.hpp"
#include "host/process/process_tree.hpp"
#include "host/programs/program_entry.hpp"

#include <sys/resource.h>

#include <cstdint>
#include <memory>

namespace gridcensus::host {

namespace {

/// Raises the limit of open descriptors. Each worker uses two, and each active run may have as many workers as there
/// are threads: on a large machine more than the default limit of a process.
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
    const Plugin& plugin = *configuration.plugin;
    if (!isolation.is_wanted && plugin.program == nullptr) continue;
    allow_many_descriptors();
    const auto share = memory_of_machine() / static_cast<std::uint64_t>(options.threads);
    const auto note = [name = run.name(), note = options.note](const std::string& text) { note(name + ": " + text); };
    if (plugin.program != nullptr) {
      // It has processes of its own; the settings of isolation limit them.
      ProcessLimits limits = plugin.program->description().limits;
      if (isolation.unit_seconds) limits.seconds = isolation.unit_seconds;
      if (isolation.memory_bytes) limits.memory_bytes = isolation.memory_bytes;
      if (!limits.memory_bytes) limits.memory_bytes = share;
      run.strategy =
          guarded(run.name(), [&] { return plugin.program->create(configuration.parameters, limits, note); });
      continue;
    }
    WorkerSettings settings{
        .program = options.program,
        .limits = {.seconds = isolation.unit_seconds, .memory_bytes = isolation.memory_bytes.value_or(share)},
        .seed = run.seed,
        .stream = run.stream,
        .note = note};
    run.strategy =
        std::make_shared<IsolatedStrategy>(run.strategy, plugin, configuration.parameters, std::move(settings));
  }
}

}  // namespace gridcensus::host
