#pragma once

#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gridcensus::host::publish {

/// How long somebody else took.
struct PublishedTime {
  Problem problem;
  Quantity quantity{};
  double seconds = 0;
  std::string clock;    ///< wall, or processor where the time is summed over cores
  std::string by;       ///< "Silver 2005"
  std::string machine;  ///< as far as it is told
  std::string source;
  std::string url;  ///< empty where the source has none
};

/// Reads the data file published_times.yaml.
///
/// @throws BadInput  every mistake in it, located.
std::vector<PublishedTime> read_published_times(const std::filesystem::path& file);

/// Whether a time speaks for what was counted here: the same question, or the same turned on its side.
bool is_time_of(const PublishedTime& time, const Problem& problem, Quantity quantity);

}  // namespace gridcensus::host::publish
