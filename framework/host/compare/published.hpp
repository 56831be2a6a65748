#pragma once

#include "host/compare/comparison.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// A sequence of the OEIS whose terms are a quantity along shapes.
struct Sequence {
  std::string name;  ///< "A107739"
  Quantity quantity{};
  std::optional<int> rows;      ///< of a box; nullopt: as many as columns
  int first = 1;                ///< the index of its first term that is a count; the index is the columns of a box
  std::vector<Integer> before;  ///< the terms before that, by convention

  Shape shape_of(int index) const { return {rows.value_or(index), index}; }
  /// "grids of nxn", "grids of 2xn".
  std::string of() const;
};

/// The published values.
struct PublishedValues {
  std::vector<OutcomeVoice> outcomes;
  std::vector<FindingVoice> findings;
  std::vector<Sequence> sequences = {};
};

/// Reads the data file.
///
/// @throws BadInput  every mistake in it, located.
PublishedValues read_published_values(const std::filesystem::path& file);

/// The data file of the running program.
std::filesystem::path published_values_file();

}  // namespace gridcensus::host
