#pragma once

#include "host/compare/comparison.hpp"

#include <filesystem>
#include <vector>

namespace gridcensus::host {

/// The published values.
struct PublishedValues {
  std::vector<OutcomeVoice> outcomes;
  std::vector<FindingVoice> findings;
};

/// Reads the data file.
///
/// @throws BadInput  every mistake in it, located.
PublishedValues read_published_values(const std::filesystem::path& file);

/// The data file of the running program.
std::filesystem::path published_values_file();

}  // namespace gridcensus::host
