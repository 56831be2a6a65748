#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>

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

  /// How many slices there are; none where no relabelling agrees with the symmetry.
  virtual std::size_t slices() const = 0;
  /// The fixed grids of a slice. All slices together have all.
  virtual Integer count(std::size_t slice, const Poll& poll = {}) const = 0;
  /// About how long a slice takes, in proportion to those of any other symmetry.
  virtual double weight(std::size_t slice) const = 0;
};

}  // namespace gridcensus::burnside_bfs
