#pragma once

#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

/// Enumerations whose values have a spelling in JSON.
namespace gridcensus::host {

/// The spelling of each value of an enumeration, in its order. A value beyond the last one has none.
template <class Term>
inline constexpr std::array<std::string_view, 0> terms{};
template <>
inline constexpr std::array<std::string_view, 3> terms<Preserved>{"nothing", "grids", "symmetries"};
/// The kinds of outcomes that a strategy may plan.
template <>
inline constexpr std::array<std::string_view, 5> terms<Kind>{"exact", "estimate", "approximation", "lower_bound",
                                                             "upper_bound"};

/// An enumeration with a spelling for each value.
template <class Type>
concept Term = (terms<Type>.size() > 0);

/// Returns its spelling.
template <Term Type>
constexpr std::string_view name_of(Type term) {
  return terms<Type>.at(static_cast<std::size_t>(term));
}

/// Returns the value of this spelling, or nullopt if there is none.
template <Term Type>
constexpr std::optional<Type> find_term(std::string_view name) {
  for (std::size_t i = 0; i < terms<Type>.size(); ++i) {
    if (terms<Type>[i] == name) return static_cast<Type>(i);
  }
  return std::nullopt;
}

}  // namespace gridcensus::host
