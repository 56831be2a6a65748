#include "host/report/asked_strategy.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::host {

std::optional<std::string> AskedStrategy::why_not(Shape shape, Quantity answer) const {
  const Offer offered = offer({.shape = shape});
  const auto refused = offered.refused.find(plugin.counted_for(answer));
  return refused == offered.refused.end() ? std::nullopt : std::optional{refused->second};
}

AskedStrategy with_default_parameters(const Plugin& plugin) {
  // So many that no shape is refused for too few samples.
  constexpr std::int64_t many_samples = 1'000'000'000'000;
  ParameterValues values = with_defaults(plugin.parameters, {});
  const bool is_sampler =
      std::ranges::any_of(plugin.answers, [](const Answer& answer) { return answer.kind == Kind::estimate; });
  for (const auto& spec : plugin.parameters) {
    if (is_sampler && spec.ends_sampling && spec.type == ParameterType::integer) values[spec.name] = many_samples;
  }
  auto strategy = plugin.create(values);
  return {plugin, std::move(values), std::move(strategy)};
}

std::vector<AskedStrategy> asked_strategies(const Catalog& catalog) {
  std::vector<AskedStrategy> strategies;
  for (const auto& [id, plugin] : catalog.plugins()) strategies.push_back(with_default_parameters(plugin));
  return strategies;
}

std::string_view name_of(SupportedRules rules) {
  switch (rules) {
    case SupportedRules::classic: return "classic";
    case SupportedRules::different_cells: return "different_cells";
    case SupportedRules::any: return "any";
  }
  return {};
}

}  // namespace gridcensus::host
