#include "host/experiment/inputs.hpp"

#include "host/document/form.hpp"

#include <algorithm>

namespace gridcensus::host {

std::set<Quantity> requested_quantities(const Configuration& configuration) {
  if (!configuration.quantities.empty()) return configuration.quantities;
  std::set<Quantity> quantities;
  for (const auto& answer : configuration.plugin->answers) quantities.insert(answer.quantity);
  return quantities;
}

std::set<Quantity> counted_quantities(const Configuration& configuration, const std::set<Quantity>& quantities) {
  std::set<Quantity> counted;
  for (const auto quantity : quantities) counted.insert(configuration.plugin->counted_for(quantity));
  return counted;
}

std::set<Kind> kinds_of(const Configuration& configuration, const std::set<Quantity>& quantities,
                        const std::vector<Problem>& problems) {
  const Plugin& plugin = *configuration.plugin;
  const auto counted = counted_quantities(configuration, requested_quantities(configuration));
  std::set<Kind> kinds;
  try {
    const auto strategy = plugin.create(configuration.parameters, configuration.name);
    for (const Problem& problem : problems) {
      if (strategy == nullptr || !(configuration.only.empty() || configuration.only.contains(problem))) continue;
      const Offer offer = plugin.offer(*strategy, configuration.parameters, problem, counted);
      for (const auto quantity : quantities) kinds.insert(offer.kinds.at(plugin.counted_for(quantity)));
    }
  } catch (...) {
    kinds.clear();
  }
  if (kinds.empty()) {
    for (const auto quantity : quantities) kinds.insert(plugin.find_answer(quantity)->kind);
  }
  return kinds;
}

const Configuration* find_configuration(const Experiment& experiment, const std::string& name) {
  const auto found = std::ranges::find_if(experiment.configurations, [&](const Configuration& configuration) {
    return configuration.name == name || (configuration.repeats == name && configuration.is_first_seed);
  });
  return found == experiment.configurations.end() ? nullptr : &*found;
}

bool share_base(Quantity left, Quantity right, const Problem& problem) {
  return reduction(left, problem).base == reduction(right, problem).base;
}

std::optional<SupplyMistake> supply_mistake(const Experiment& experiment, const Configuration& consumer, Quantity input,
                                            const std::string& supplier) {
  if (supplier == consumer.name) return SupplyMistake{"a configuration cannot feed itself", {}};
  const auto& configurations = experiment.configurations;
  const Configuration* const found = find_configuration(experiment, supplier);
  if (found == nullptr) {
    std::vector<std::string> variants;
    for (const auto& configuration : configurations) {
      if (configuration.name.starts_with(supplier + "@")) variants.push_back(configuration.name);
    }
    if (!variants.empty()) {
      return SupplyMistake{supplier + " is swept; name one of its configurations: " + joined(variants), {}};
    }
    std::vector<std::string> names;
    for (const auto& configuration : configurations) {
      if (configuration.name != consumer.name) names.push_back(configuration.name);
    }
    return SupplyMistake{"expected a configuration of this file (" + joined(names) + "); got " + excerpt(supplier),
                         nearest_name(supplier, names)};
  }
  // Which quantities follow from one another does not depend on the problem; a conversion factor may.
  const Problem any{{1, 1}, {}};
  if (found->plugin == nullptr) return std::nullopt;
  auto sources = requested_quantities(*found);
  std::erase_if(sources, [&](Quantity quantity) { return !share_base(quantity, input, any); });
  if (kinds_of(*found, sources, experiment.problems).contains(Kind::exact)) return std::nullopt;
  return SupplyMistake{supplier + " does not count " + std::string{name_of(input)} + " exactly", {}};
}

}  // namespace gridcensus::host
