#pragma once

#include "canonical_grids/lines.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::canonical_grids {

/// Least forms of 3x3 grids, which the field calls minlex.
///
/// The second row of an image depends only on its *step*: which column of the first row has the symbol that the second
/// row has in each column. An order of the columns conjugates the step, so the least second row of each of the 12096
/// steps, and the orders of columns that make it, are a table: they are a coset of a stabiliser in the group of the
/// 1296 orders. A grid has 36 steps, each of two rows of a band or of a stack. Those of the least second row, in their
/// orders, name the third row; the rest follows.
///
/// @cost  1 us; tables: 3 ms, 0.5 MB, once in a process
class Nine final : public Lines {
 public:
  Nine();

  CanonicalGrid canonical(const mathematics::Grid& grid) const override;

 private:
  struct Tables;

  const Tables& tables_;
};

}  // namespace gridcensus::canonical_grids
