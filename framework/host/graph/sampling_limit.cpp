#include "host/graph/sampling_limit.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace gridcensus::host {

bool has_sampling_limit(const Run& run, std::string_view name) {
  return std::ranges::any_of(run.configuration->plugin->parameters,
                             [&](const ParameterSpec& spec) { return spec.ends_sampling && spec.name == name; });
}

std::optional<double> sampling_limit(const Run& run, std::string_view name) {
  const auto& values = run.configuration->parameters;
  const auto found = values.find(std::string{name});
  if (!run.is_sampled() || !has_sampling_limit(run, name) || found == values.end()) return std::nullopt;
  if (const auto* const real = std::get_if<double>(&found->second)) return *real;
  if (const auto* const integer = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*integer);
  return std::nullopt;
}

}  // namespace gridcensus::host
