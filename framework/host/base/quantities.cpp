#include "host/base/quantities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gridcensus::host {

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const auto quantity : known_quantities()) names.emplace_back(name_of(quantity));
  return names;
}

Diagnostic unknown_quantity(const Location& where, const std::string& path, const std::string& name) {
  const auto known = quantity_names();
  return {.where = where,
          .path = path,
          .message = fmt::format("unknown quantity {}; expected one of: {}", name, fmt::join(known, ", ")),
          .nearest = nearest_name(name, known)};
}

std::optional<Quantity> stored_quantity(const std::string& name) {
  return is_snake_case(name) ? std::optional{quantity_named(name)} : std::nullopt;
}

}  // namespace gridcensus::host
