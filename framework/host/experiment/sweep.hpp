#pragma once

#include "gridcensus/parameters.hpp"
#include "host/document/document.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// A parameter with several values in a configuration: a list in its place, or under `sweep`.
struct Axis {
  std::string parameter;
  std::vector<std::pair<ParameterValue, std::string>> values;  ///< each with its suffix of a name: "@samples=1000"
  bool is_whole = true;                                        ///< false: some values were refused
};

/// Returns the axes of a configuration whose form has been checked, in the order in which the strategy declares its
/// parameters, so the names of configurations do not depend on the order of the file.
///
/// @param diagnostics  receives values that occur twice, and parameters that have lists in both places
/// @param path         of the configuration, for diagnostics
std::vector<Axis> axes_of(const Node& configuration, const std::vector<ParameterSpec>& specs, const std::string& path,
                          std::vector<Diagnostic>& diagnostics);

/// Returns the number of configurations that the node stands for, at most `limit`. It depends on the sizes of the lists
/// alone, not on their content.
std::uint64_t number_of_variants(const Node& configuration, std::uint64_t limit);

/// One of the configurations that the axes stand for.
struct Variant {
  ParameterValues values;
  std::string suffix;  ///< of its name; empty if there are no axes
};

/// Returns every combination; the first axis changes slowest.
std::vector<Variant> variants_of(const std::vector<Axis>& axes);

}  // namespace gridcensus::host
