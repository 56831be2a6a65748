#include "host/plan/plan.hpp"

#include "gridcensus/random.hpp"
#include "gridcensus/sampling.hpp"
#include "host/base/json.hpp"
#include "host/base/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gridcensus::host {

std::vector<Problem> unanswered_problems(const Experiment& experiment, const Plan& plan) {
  std::set<Problem> answered;
  for (const auto& run : plan.runs) answered.insert(run.problem);
  for (const auto& refused : plan.not_applicable) {
    if (refused.counted_as) answered.insert(refused.problem);
  }
  std::vector<Problem> unanswered;
  std::ranges::copy_if(experiment.problems, std::back_inserter(unanswered),
                       [&](const Problem& problem) { return !answered.contains(problem); });
  return unanswered;
}

std::optional<Integer> derive(Quantity wanted, const Outcomes& from, const Problem& problem) {
  const auto value_of = [](const Outcome& outcome) -> std::optional<Integer> {
    const auto* const exact = std::get_if<Exact>(&outcome);
    return exact == nullptr ? std::nullopt : std::optional{exact->value};
  };
  if (const auto found = from.find(wanted); found != from.end()) {
    if (auto value = value_of(found->second)) return value;
  }
  const Reduction target = reduction(wanted, problem);
  for (const auto& [quantity, outcome] : from) {
    const Reduction source = reduction(quantity, problem);
    const auto value = value_of(outcome);
    if (source.base != target.base || !value) continue;
    const Integer base = *value * source.divisor;
    if (base % target.divisor == 0) return Integer{base / target.divisor};
  }
  return std::nullopt;
}

std::variant<Inputs, Quantity> inputs_of(const Run& run,
                                         const std::function<const Outcomes*(std::size_t)>& outcomes_of) {
  Inputs inputs;
  for (const auto& [quantity, source] : run.sources) {
    if (const auto* given = std::get_if<Given>(&source)) {
      inputs.emplace(quantity, given->value);
      continue;
    }
    const Outcomes* const outcomes = outcomes_of(std::get<std::size_t>(source));
    const auto value = outcomes == nullptr ? std::nullopt : derive(quantity, *outcomes, run.problem);
    if (!value) return quantity;
    inputs.emplace(quantity, *value);
  }
  return inputs;
}

std::optional<std::string> above_memory_budget(const Run& run, const Experiment& experiment) {
  const auto& memory = run.offer.memory_bytes;
  for (const auto& budget : {run.configuration->budget.memory_bytes, experiment.budget.memory_bytes}) {
    if (!memory || !budget || *memory <= *budget) continue;
    return "needs " + bytes_text(*memory) + " of memory, but the budget is " + bytes_text(*budget);
  }
  return std::nullopt;
}

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
