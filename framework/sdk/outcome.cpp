#include "gridcensus/outcome.hpp"

#include <array>

namespace gridcensus {

Kind kind_of(const Outcome& outcome) { return static_cast<Kind>(outcome.index()); }

std::string_view name_of(Kind kind) {
  static constexpr std::array<std::string_view, 4> names{"exact", "estimate", "approximation", "unfinished"};
  return names.at(static_cast<std::size_t>(kind));
}

}  // namespace gridcensus
