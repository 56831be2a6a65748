#pragma once

#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// A published time of another program.
struct PublishedTime {
  Problem problem;
  Quantity quantity{};
  double seconds = 0;
  std::string clock;    ///< wall, or processor if the time is summed over cores
  std::string by;       ///< "Silver 2005"
  std::string machine;  ///< as far as the source names it
  std::string source;
  std::string url;  ///< empty if the source has none
};

/// Reads the data file published_times.yaml.
///
/// @throws BadInput  every mistake in it, located.
std::vector<PublishedTime> read_published_times(const std::filesystem::path& file);

/// Returns whether a time is for the same question, or for its transpose.
bool is_time_of(const PublishedTime& time, const Problem& problem, Quantity quantity);

}  // namespace gridcensus::host::publish
