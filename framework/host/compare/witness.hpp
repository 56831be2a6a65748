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
