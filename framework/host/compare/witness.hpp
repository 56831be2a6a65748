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

/// What an answer rests on: who counted it and by which shared mathematics, and the same of each of its inputs, and of
/// theirs. A value that the user gave is a witness without a strategy.
struct Witness {
  struct Input;

  std::string configuration;  ///< the run that counted it, with `problem`; empty for a given value
  std::string strategy;       ///< id; empty for a given value
  Problem problem;
  std::set<std::string> mathematics;  ///< counting libraries that play a part
  std::vector<Input> inputs;
  std::optional<Integer> given;  ///< the value that the user gave

  bool operator==(const Witness&) const;
};

/// A value that the answer was made from.
struct Witness::Input {
  Quantity quantity{};
  Witness source;

  bool operator==(const Input&) const = default;
};

inline bool Witness::operator==(const Witness& other) const {
  return configuration == other.configuration && strategy == other.strategy && problem == other.problem &&
         mathematics == other.mathematics && inputs == other.inputs && given == other.given;
}

/// All that two answers share; empty where they share nothing, or one is not from here.
///
/// @param left_name, right_name  what the sides are called
std::vector<Shared> shared_by(const Witness& left, const std::string& left_name, const Witness& right,
                              const std::string& right_name);

/// How many of the witnesses at most share nothing with each other.
///
/// Exact where up to 32 of them differ in more than the configuration; of more, the first 32 are looked at.
std::size_t most_that_share_nothing(std::vector<Witness> witnesses);

/// The input through which `consumer` rests on `source`, directly or through others; nullopt where it does not.
std::optional<Quantity> input_from(const Witness& consumer, const Witness& source);

}  // namespace gridcensus::host
