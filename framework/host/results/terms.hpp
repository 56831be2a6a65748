#pragma once

#include "host/fields/fields.hpp"

#include <array>
#include <string_view>

/// The fixed terms of results, as types, with their spelling in documents and messages.
namespace gridcensus::host {

/// The state of a run at its end.
enum class RunState {
  concluded,  ///< its outcomes are values
  stopped,    ///< by a signal, a budget or a missing input: can be resumed
  failed,     ///< the strategy threw, or gave an invalid report
  broken,     ///< a theorem is violated: a unit violated a declared divisor, or the strategy reported it
  part_done,  ///< all units of this process's part are in the ledger
  deferred,   ///< cannot be split, and is deferred to the run that has all parts
};

/// The origin of a compared value.
enum class OriginKind {
  run,        ///< counted here
  given,      ///< supplied by the user, as an input
  expected,   ///< stated in the experiment file
  published,  ///< from the data file of published values
  invariant,  ///< a condition that any value must satisfy
};

/// The result of a comparison.
enum class Verdict {
  equal,           ///< exact values, the same
  consistent,      ///< within the claimed error of the estimates, or within a bound
  disagree,        ///< neither
  not_comparable,  ///< for the reason given
  holds,           ///< an invariant
  broken,          ///< an invariant
};

/// A dependency that two answers can have in common.
enum class SharedKind {
  strategy,     ///< both were counted by it, or one was, and the other took an input from that
  mathematics,  ///< a counting library
  given         ///< a value that no strategy counted
};

/// The strength of the evidence for a value, from the weakest to the strongest.
enum class Standing {
  unfinished,
  approximated,   ///< without a known error bound
  estimated,      ///< sampled
  computed,       ///< by one strategy, every invariant held
  recounted,      ///< computed, and units of it were recounted in another session, with the same result
  replicated,     ///< two runs agree that share something: the strategy, a counting library, or an input
  cross_checked,  ///< two independent strategies agree: no shared counting library, no shared input
  published,      ///< equal to a published value
  disputed        ///< a comparison disagrees
};

/// The relation of a value to what is known in advance, from least to most.
enum class ReferenceStatus {
  nothing,    ///< nothing is published or expected
  contested,  ///< the published value differs, and is believed to be wrong
  expected,   ///< as the experiment expects: equal, or an estimate or a bound that the expected value satisfies
  agrees,     ///< an estimate or a bound that the published value satisfies
  published,  ///< equal to the published value
  differs     ///< from the published or the expected value
};

/// The evidence for a finding.
enum class Confirmation {
  alone,      ///< nothing independent agrees
  confirmed,  ///< by a strategy that is independent of the finder, or by published data
  disputed
};

/// The class of an answer, for its colour.
enum class Severity {
  good,  ///< something was compared, and everything agrees
  open,  ///< nothing was compared, or something is missing
  bad    ///< something disagrees, is violated, or failed
};

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
inline constexpr std::array<std::string_view, 6> terms<ReferenceStatus>{"nothing", "contested", "expected",
                                                                        "agrees",  "published", "differs"};
template <>
inline constexpr std::array<std::string_view, 3> terms<Confirmation>{"alone", "confirmed", "disputed"};
template <>
inline constexpr std::array<std::string_view, 3> terms<Severity>{"good", "open", "bad"};

}  // namespace gridcensus::host
