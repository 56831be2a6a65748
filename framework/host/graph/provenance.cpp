#include "host/graph/provenance.hpp"

#include "gridcensus/build_id.hpp"
#include "gridcensus/plugin.hpp"
#include "host/base/json.hpp"
#include "host/base/text.hpp"
#include "host/catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// Returns "1", or "1, 2, 3".
std::string seeds_text(const Experiment& experiment) { return fmt::format("{}", fmt::join(experiment.seeds, ", ")); }

/// Returns "process" or "none", or "mixed" if configurations differ.
std::string isolation_of(const Experiment& experiment) {
  const auto isolated = std::ranges::count_if(experiment.configurations, [&](const Configuration& configuration) {
    return configuration.isolation.value_or(experiment.isolation).is_wanted;
  });
  if (isolated == 0) return "none";
  return isolated == std::ssize(experiment.configurations) ? "process" : "mixed";
}

/// Returns the name of this machine.
std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace

Provenance provenance_of(const Run& run, const Inputs& inputs) {
  const Plugin& plugin = *run.configuration->plugin;
  Json parameters = Json::object();
  for (const auto& [name, value] : run.configuration->parameters) parameters[name] = gridcensus::to_string(value);
  return {.identity = identity_of(run, inputs),
          .configuration = run.configuration->name,
          .problem = to_string(run.problem),
          .strategy = plugin.about.id,
          .strategy_version = plugin.about.version,
          .plugin_sha256 = plugin.sha256,
          .parameters = parameters.dump()};
}

Session session_of(const Experiment& experiment, const Part& part, int threads) {
  return {.experiment = experiment.file,
          .experiment_sha256 = experiment.sha256,
          .seed = seeds_text(experiment),
          .part = to_string(part),
          .host = host_name(),
          .cpu = fmt::format("{}, {}", processor_model(), pluralise(std::thread::hardware_concurrency(), "thread")),
          .threads = std::to_string(threads),
          .isolation = isolation_of(experiment),
          .compiler = GRIDCENSUS_TOOLCHAIN,
          .version = GRIDCENSUS_VERSION};
}

std::string processor_model() {
  std::ifstream info{"/proc/cpuinfo"};
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

}  // namespace gridcensus::host
