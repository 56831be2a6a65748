#include "gridcensus/random.hpp"
#include "gridcensus/sampling.hpp"
#include "host/base/json.hpp"
#include "host/plan/plan.hpp"

namespace gridcensus::host {

std::string identity_of(const Run& run, const Inputs& inputs) {
  const Plugin& plugin = *run.configuration->plugin;
  Json identity;
  identity["strategy"] = plugin.about.id;
  identity["version"] = plugin.about.version;
  identity["plugin"] = plugin.sha256;
  // The program's source, for readers who have only the ledger.
  if (plugin.program != nullptr) identity["program"] = plugin.about.source;
  identity["parameters"] = gridcensus::identity_of(plugin.parameters, run.configuration->parameters);
  identity["problem"] = {{"shape", to_string(run.problem.shape)}, {"rules", run.problem.rules.text()}};
  identity["quantities"] = Json::array();
  for (const auto quantity : run.counted) identity["quantities"].push_back(name_of(quantity));
  identity["inputs"] = Json::object();
  for (const auto& [quantity, value] : inputs) identity["inputs"][std::string{name_of(quantity)}] = to_decimal(value);
  if (run.is_sampled()) {
    // As text: 64-bit numbers do not survive every reader of JSON.
    identity["seed"] = std::to_string(run.seed);
    identity["stream"] = std::to_string(run.stream);
    // They are in the library of the SDK, which may change while plugins stay the same.
    identity["random_numbers"] = std::to_string(random_numbers_version);
    identity["statistics"] = std::to_string(statistics_version);
  }
  return identity.dump();
}

}  // namespace gridcensus::host
