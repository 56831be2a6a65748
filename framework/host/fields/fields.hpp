#pragma once

#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

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

/// The members of objects in JSON, each listed once: in the results document, the texts of the ledger and the messages
/// between processes. Reader, writer and schema are the visitors. `fields(visitor, object)` passes each member of the
/// object to the visitor, in the order of the document:
///
///     always(name, description, member)    is in every object
///     later(name, description, member)     is written, and may be missing: then it keeps its initial value
///     if_any(name, description, member)    is missing if it is empty, false or nullopt
///     group(name, description, fields)     an object whose members are members of this one
///     constant(name, description, value)   is written, and not read
///     one_of(variant)                      the kind of a value, and the members of that kind
///     one_of(optional variant, other)      the same for `other` if there is no value
///     inline_problem(problem)              shape and rules
namespace gridcensus::host::encoding {

/// The object, to be read or filled.
template <class Object, class Type>
concept Is = std::same_as<std::remove_const_t<Object>, Type>;

/// True for an object that a reader fills.
template <class Object>
inline constexpr bool is_filled = !std::is_const_v<std::remove_reference_t<Object>>;

/// The schema's constraints on the texts or numbers of a member beyond their type.
struct Limits {
  const char* pattern = nullptr;
  std::optional<double> min = {};
  std::optional<double> max = {};
  bool is_exclusive = false;  ///< excludes `min` and `max` themselves
};
inline constexpr Limits is_sha256{.pattern = "^[0-9a-f]{64}$"};
inline constexpr Limits is_date{.pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"};
inline constexpr Limits is_part{.pattern = "^[1-9][0-9]*/[1-9][0-9]*$"};
inline constexpr Limits not_negative{.min = 0};
inline constexpr Limits positive{.min = 0, .is_exclusive = true};
inline constexpr Limits at_least_one{.min = 1};
inline constexpr Limits probability{.min = 0, .max = 1};
inline constexpr Limits level{.min = 0, .max = 1, .is_exclusive = true};

/// A real number that is always written as a decimal string.
template <class Number>
struct Decimal {
  Number& value;
};
template <class Number>
Decimal(Number&) -> Decimal<Number>;

/// A truth value of which the opposite is written.
template <class Truth>
struct Not {
  Truth& value;
};
template <class Truth>
Not(Truth&) -> Not<Truth>;

/// A value as it would be typed; nullopt for null. Only read.
struct Typed {
  std::optional<std::string> text;
};

enum class Members {
  open,     ///< a reader ignores others
  closed,   ///< others are refused, because a mistyped name must not be ignored
  in_order  ///< they are a list without names
};

/// The name of an object in the schema, and its description there or in messages.
struct Naming {
  const char* name = nullptr;
  const char* description = nullptr;
  Members members = Members::open;
};
template <class Object>
inline constexpr Naming naming{};

/// Returns the name of a variant's alternative in `kind`.
template <class Alternative>
std::string_view kind_name() {
  static const std::string_view name = name_of(kind_of(Outcome{Alternative{}}));
  return name;
}

}  // namespace gridcensus::host::encoding
