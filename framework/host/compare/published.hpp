#pragma once

#include "host/compare/comparison.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The published values.
struct PublishedValues {
  std::vector<AttributedOutcome> outcomes;
  std::vector<AttributedFinding> findings;
};

/// Reads all data files of a folder: SIDE.yaml for grids of each side.
///
/// @throws BadInput  lists every mistake in one of them, located.
PublishedValues read_published_values(const std::filesystem::path& folder);

/// Reads the values that these problems can use: the files of their sides. If all problems of a side
/// are classic, omits the entries with `rules`, which take longer to read: the data files have no rules that are
/// classic in other words.
///
/// @throws BadInput  as above, for the files that were read.
PublishedValues read_published_values(const std::filesystem::path& folder, std::span<const Problem> problems);

/// Adds the values in a file of the same form for quantities that are known in this process.
///
/// @throws BadInput  lists every mistake in it, located; or the file cannot be read.
void add_published_values(const std::filesystem::path& file, PublishedValues& published);

/// Returns the folder of the data files of the running program.
std::filesystem::path published_values_folder();

}  // namespace gridcensus::host
