#pragma once

#include "burnside_bfs/group/symmetry_classes.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"

#include <cstddef>
#include <memory>

namespace gridcensus::burnside_bfs {

/// The count of the grids up to relabelling that one symmetry fixes up to relabelling, in independent slices.
///
/// @threads  `count` may run on several threads at once
class FixedCount {
 public:
  FixedCount() = default;
  FixedCount(const FixedCount&) = delete;
  FixedCount& operator=(const FixedCount&) = delete;
  FixedCount(FixedCount&&) = delete;
  FixedCount& operator=(FixedCount&&) = delete;
  virtual ~FixedCount() = default;

  /// Returns the number of slices: 0 if no relabelling agrees with the symmetry.
  virtual std::size_t slices() const = 0;
  /// Returns the fixed grids of a slice. The slices partition them.
  virtual Integer count(std::size_t slice, const Poll& poll = {}) const = 0;
  /// Returns the approximate time of a slice, in proportion to those of any other symmetry.
  virtual double weight(std::size_t slice) const = 0;
};

/// Returns the count for a class other than the identity: `FixedGrids` for classic rules, otherwise `FixedGridsSearch`.
std::unique_ptr<FixedCount> fixed_count(const Problem& problem, const SymmetryClass& symmetry_class);

}  // namespace gridcensus::burnside_bfs
