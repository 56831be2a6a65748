#pragma once

#include "gridcensus/problem.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>

/// The fixed terms of results, as types, with their spelling in documents and messages.
namespace gridcensus::host {

/// How a run ended.
enum class RunState {
  concluded,  ///< its outcomes are values
  stopped,    ///< by a signal or a budget, or an input was missing: can be resumed
  failed,     ///< the strategy threw, or gave no valid report
  broken,     ///< a theorem does not hold: a unit broke a declared divisor, or the strategy said so
  part_done,  ///< all units of this process's part are in the ledger
  deferred,   ///< cannot be split, and is left to the run that has all parts
};

/// Where a value that is compared comes from.
enum class OriginKind {
  run,        ///< counted here
  given,      ///< handed in by the user, as an input
  expected,   ///< stated in the experiment file
  published,  ///< from the data file of published values
  invariant,  ///< what must hold of any value
};

/// The result of a comparison.
enum class Verdict {
  equal,           ///< exact values, the same
  consistent,      ///< within the error that the estimates claim, or within a bound
  disagree,        ///< neither
  not_comparable,  ///< and why
  holds,           ///< an invariant
  broken,          ///< an invariant
};

/// What two answers can both rest on.
enum class SharedKind {
  strategy,     ///< both were counted by it, or one was, from which the other took an input
  mathematics,  ///< a counting library
  given         ///< a value that nobody counted
};

/// How well a value is founded by what it was compared with, from the weakest to the strongest.
enum class Standing {
  unfinished,
  approximated,   ///< nobody can bound its error
  estimated,      ///< sampled
  computed,       ///< by one strategy, every invariant held
  recounted,      ///< computed, and units of it were counted again in another session, with the same result
  replicated,     ///< two runs agree that share something: the strategy, mathematics that counts, or an input
  cross_checked,  ///< two strategies agree that share nothing that counts, and no input
  published,      ///< equal to a published value
  disputed        ///< something disagrees
};

/// The spelling of each value of an enumeration, in its order.
template <class Term>
inline constexpr std::array<std::string_view, 0> terms{};
template <>
inline constexpr std::array<std::string_view, 6> terms<RunState>{"concluded", "stopped",   "failed",
                                                                 "broken",    "part_done", "deferred"};
template <>
inline constexpr std::array<std::string_view, 5> terms<OriginKind>{"run", "given", "expected", "published",
                                                                   "invariant"};
template <>
inline constexpr std::array<std::string_view, 6> terms<Verdict>{"equal",          "consistent", "disagree",
                                                                "not comparable", "holds",      "broken"};
template <>
inline constexpr std::array<std::string_view, 3> terms<SharedKind>{"strategy", "mathematics", "given"};
template <>
inline constexpr std::array<std::string_view, 9> terms<Standing>{"unfinished",    "approximated", "estimated",
                                                                 "computed",      "recounted",    "replicated",
                                                                 "cross_checked", "published",    "disputed"};

template <>
inline constexpr std::array<std::string_view, 3> terms<Preserved>{"nothing", "grids", "symmetries"};

/// An enumeration whose values have spellings.
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
