#include "host/experiment/sweep.hpp"

#include "host/catalog/catalog.hpp"
#include "host/document/form.hpp"

#include <algorithm>

namespace gridcensus::host {

namespace {

/// Returns a value as part of a name. A value that needs no quotes in a shell, in YAML or in a file name stays as it
/// is; any other is replaced by its place in the list.
std::string name_of_value(const ParameterValue& value, std::size_t place) {
  constexpr std::size_t max_bytes = 24;
  const std::string text = gridcensus::to_string(value);
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-' || c == '+';
  };
  const bool fits = !text.empty() && text.size() <= max_bytes && std::ranges::all_of(text, is_plain);
  return fits ? text : "value_" + std::to_string(place + 1);
}

const Node* list_in(const Node* map, const std::string& key) {
  const Node* const node = map == nullptr ? nullptr : map->find(key);
  return node != nullptr && node->kind == Node::Kind::sequence ? node : nullptr;
}

}  // namespace

std::vector<Axis> axes_of(const Node& configuration, const std::vector<ParameterSpec>& specs, const std::string& path,
                          std::vector<Diagnostic>& diagnostics) {
  std::vector<Axis> axes;
  const Node* const sweep = configuration.find("sweep");
  for (const auto& spec : specs) {
    const Node* const inline_list = list_in(&configuration, spec.name);
    const Node* const swept = list_in(sweep, spec.name);
    if (swept != nullptr && configuration.find(spec.name) != nullptr) {
      diagnostics.push_back({swept->where, path + ".sweep." + spec.name,
                             spec.name + " has both a value and a sweep; remove one of them", std::nullopt});
    }
    const Node* const list = swept != nullptr ? swept : inline_list;
    if (list == nullptr) continue;
    Axis axis{.parameter = spec.name, .values = {}, .is_whole = std::ranges::none_of(list->items, &Node::is_refused)};
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      if (list->items[i].is_refused()) continue;
      const auto value = parameter_of(spec, list->items[i]);
      std::string suffix = "@" + spec.name + "=" + name_of_value(value, i);
      const bool is_there = std::ranges::any_of(
          axis.values, [&](const auto& other) { return other.first == value || other.second == suffix; });
      if (is_there) {
        diagnostics.push_back({list->items[i].where, path + (swept != nullptr ? ".sweep." : ".") + spec.name,
                               gridcensus::to_string(value) + " is repeated in this list", std::nullopt});
      }
      axis.values.emplace_back(value, std::move(suffix));
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

std::uint64_t number_of_variants(const Node& configuration, std::uint64_t limit) {
  std::uint64_t number = 1;
  const auto count_lists = [&](const Node& map) {
    for (const auto& [key, where, value] : map.members) {
      const auto& reserved = reserved_parameter_names();
      const bool is_parameter = std::ranges::find(reserved, key) == reserved.end();
      if (!is_parameter || value.kind != Node::Kind::sequence) continue;
      // Both are far below 2^32: no product overflows.
      number = std::min<std::uint64_t>(limit, number * value.items.size());
    }
  };
  count_lists(configuration);
  if (const Node* const sweep = configuration.find("sweep")) count_lists(*sweep);
  return number;
}

std::vector<Variant> variants_of(const std::vector<Axis>& axes) {
  std::vector<Variant> variants(1);
  for (const auto& axis : axes) {
    std::vector<Variant> longer;
    for (const auto& variant : variants) {
      for (const auto& [value, suffix] : axis.values) {
        Variant next = variant;
        next.values.emplace(axis.parameter, value);
        next.suffix += suffix;
        longer.push_back(std::move(next));
      }
    }
    variants = std::move(longer);
  }
  return variants;
}

}  // namespace gridcensus::host
