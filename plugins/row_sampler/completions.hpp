#pragma once

#include "gridcensus/poll.hpp"
#include "row_sampler/open_grid.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridcensus::row_sampler {

/// Counts in how many ways the empty rows of a grid can be filled, by trying: next comes always a cell that has the
/// fewest candidates.
///
/// Not thread-safe: keeps memory from one count to the next.
class Completions {
 public:
  /// @param neighbours  must outlive this
  explicit Completions(const Neighbours& neighbours) : neighbours_{&neighbours} {}

  /// @cost  some 0.1 us for each symbol that is tried
  std::uint64_t count(const OpenGrid& grid, const Poll& poll = {});

  /// How many symbols have been tried, in all counts.
  std::uint64_t tried() const { return tried_; }

 private:
  std::uint64_t count_from(std::size_t filled, const Poll& poll);

  const Neighbours* neighbours_;
  std::vector<Symbols> candidates_;                // 0 for a filled cell
  std::vector<int> empty_;                         // empty cells, behind those that were filled on the way here
  std::vector<int> changed_;                       // cells that lost a candidate on the way here
  std::vector<std::pair<int, Symbols>> narrowed_;  // related cells on the way here, with what they might hold before
  std::uint64_t tried_ = 0;
};

}  // namespace gridcensus::row_sampler
