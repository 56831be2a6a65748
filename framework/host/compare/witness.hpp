#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "host/results/results_document.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Everything that an answer depends on: its strategy, the counting libraries it used and, recursively, the same for
/// each input. A value given by the user is a witness without a strategy.
struct Witness {
  struct Input;

  std::string configuration;  ///< the run that counted it, with `problem`; empty for a given value
  std::string strategy;       ///< id; empty for a given value
  Problem problem;
  std::set<std::string> mathematics;  ///< counting libraries that it depends on
  std::vector<Input> inputs;
  std::optional<Integer> given;  ///< the value that the user gave

  bool operator==(const Witness&) const;
};

/// A value from which the answer was computed.
struct Witness::Input {
  Quantity quantity{};
  Witness source;

  bool operator==(const Input&) const = default;
};

inline bool Witness::operator==(const Witness& other) const {
  return configuration == other.configuration && strategy == other.strategy && problem == other.problem &&
         mathematics == other.mathematics && inputs == other.inputs && given == other.given;
}

/// Returns everything that two answers share; empty if they are independent, or if one was not counted here.
///
/// @param left_name, right_name  the names of the sides
std::vector<Shared> shared_by(const Witness& left, const std::string& left_name, const Witness& right,
                              const std::string& right_name);

/// Returns the size of the largest set of pairwise independent witnesses.
///
/// Exact for up to 32 witnesses that differ in more than the configuration; beyond that, uses the first 32.
std::size_t max_independent_witnesses(std::vector<Witness> witnesses);

/// Returns the input through which `consumer` depends on `source`, directly or through others; nullopt if it does not.
std::optional<Quantity> input_from(const Witness& consumer, const Witness& source);

}  // namespace gridcensus::host
