#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "russell_jarvis/orbit_partitions.hpp"
#include "russell_jarvis/stack_structures.hpp"

#include <cstdint>
#include <map>
#include <mutex>

namespace gridcensus::russell_jarvis {

/// How many bands of two-column boxes have given columns, up to the order of rows; each answer is kept, under what
/// exchanging stacks, columns and symbols makes of the columns. For many threads.
class BandMemory {
 public:
  /// @param shape  boxes of two columns; side at most 10 where `rows` is asked
  explicit BandMemory(Shape shape);

  /// The partitions into perfect matchings of the graph of columns and symbols.
  ///
  /// Column 1 has an edge for each row: the rows are told apart by them. So the rows of the first half of these edges,
  /// as the set of all their edges, and those of the second half are listed, each set with the number of ways to get
  /// it; a row in between, where their number is odd, and the first half leave a set to be looked up in the second.
  ///
  ///     edges of column 1      1 2 | 3 | 4 5
  ///     sets of edges        first   M   what is left
  ///
  /// @param columns  by symbol four bits for each stack: 1 where the symbol stands in its right column, else 0
  /// @cost  0.1 s for most new answers for 5x2 (700 matchings for each edge of column 1, 56,000 sets for each half), at
  ///        most 0.9 s
  std::uint64_t rows(const StackStructures::Combination& columns, const Poll& poll);

 private:
  std::uint64_t counted(const StackStructures::Combination& columns, const Poll& poll) const;

  Shape shape_;
  StackStructures structures_;
  std::mutex mutex_;
  std::map<StackStructures::Combination, std::uint64_t> rows_;
};

}  // namespace gridcensus::russell_jarvis
