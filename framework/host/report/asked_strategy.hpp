#pragma once

#include "host/catalog/catalog.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A plugin with its default parameters, used to query what it would do with a problem.
struct AskedStrategy {
  const Plugin& plugin;
  ParameterValues values;
  std::unique_ptr<Strategy> strategy;

  /// Returns its offer for all that it counts.
  Offer offer(const Problem& problem) const { return plugin.offer(*strategy, values, problem, plugin.counted()); }
  /// Returns why an answer of the plugin is refused for a shape; nullopt if it is not.
  std::optional<std::string> why_not(Shape shape, Quantity answer) const;
};

/// Returns a plugin with its default parameters. A sampler has no default for when to stop, and would be refused for
/// that reason; here it takes one sample.
AskedStrategy with_default_parameters(const Plugin& plugin);

/// Returns all open plugins of a catalog with their default parameters.
std::vector<AskedStrategy> asked_strategies(const Catalog& catalog);

/// Returns "classic", "different_cells" or "any".
std::string_view name_of(SupportedRules rules);

}  // namespace gridcensus::host
