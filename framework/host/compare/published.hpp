#pragma once

#include "host/compare/comparison.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A sequence of the OEIS whose terms are the values of a quantity for a series of shapes.
struct Sequence {
  std::string name;  ///< "A107739"
  Quantity quantity{};
  std::optional<int> rows;      ///< of a box; nullopt: as many as columns
  int first = 1;                ///< the index of its first term that is a count; the index is the columns of a box
  std::vector<Integer> before;  ///< the terms before that, by convention

  Shape shape_of(int index) const { return {rows.value_or(index), index}; }
  /// Returns "grids of nxn", "grids of 2xn".
  std::string of() const;
};

/// A published number that is not exact.
struct QuotedApproximation {
  ValueOrigin origin;
  Quantity quantity{};
  std::string text;  ///< "5.9584e98"
  Real value = 0;
};

/// The published values.
struct PublishedValues {
  std::vector<AttributedOutcome> outcomes;
  std::vector<AttributedFinding> findings;
  std::vector<Sequence> sequences = {};
  std::vector<QuotedApproximation> approximations = {};  ///< never compared with anything
};

/// Reads all data files of a folder: SIDE.yaml for grids of each side, and sequences.yaml.
///
/// @throws BadInput  lists every mistake in one of them, located.
PublishedValues read_published_values(const std::filesystem::path& folder);

/// Reads the values that these problems can use: the files of their sides, and no sequences. If all problems of a side
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
