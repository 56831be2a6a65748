#pragma once

#include "gridcensus/problem.hpp"
#include "host/publish/figure.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host::publish {

/// The number of a run, as one dot among many in a picture.
struct Dot {
  Problem problem;
  std::string series;  ///< the strategy
  double number = 0;
};

/// Returns a figure of numbers on a log axis: one line per problem, and one series per strategy with its entry in the
/// legend. If there are too many strategies for a legend, each has its own line for each problem instead. Dots of the
/// series "published" are stars. Returns nullopt if no number is above 0.
///
/// @param problems  their order
/// @param axis      the label of the axis
std::optional<Figure> dot_figure(const std::vector<Problem>& problems, std::vector<Dot> dots, std::string_view axis);

}  // namespace gridcensus::host::publish
