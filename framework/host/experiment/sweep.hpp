#pragma once

#include "gridcensus/parameters.hpp"
#include "host/document/document.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// A parameter for which a configuration has several values: a list in its place, or under `sweep`.
struct Axis {
  std::string parameter;
  std::vector<std::pair<ParameterValue, std::string>> values;  ///< each with what it adds to a name: "@samples=1000"
};

/// The axes of a configuration whose form has been checked, in the order in which the strategy declares its parameters,
/// so that the names of configurations do not depend on the order of the file.
///
/// @param diagnostics  a value that is there twice is added, and a parameter that has lists in both places
/// @param path         of the configuration, for these
std::vector<Axis> axes_of(const Node& configuration, const std::vector<ParameterSpec>& specs, const std::string& path,
                          std::vector<Diagnostic>& diagnostics);

/// How many configurations the node stands for, by the sizes of its lists alone, whatever is in them; at most `most`.
std::uint64_t number_of_variants(const Node& configuration, std::uint64_t most);

/// One configuration of those that the axes stand for.
struct Variant {
  ParameterValues values;
  std::string suffix;  ///< of its name; empty where there are no axes
};

/// Every combination; the first axis changes slowest.
std::vector<Variant> variants_of(const std::vector<Axis>& axes);

}  // namespace gridcensus::host
