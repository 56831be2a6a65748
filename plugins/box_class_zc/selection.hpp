#pragma once

#include "box_class_zc/border.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::box_class_zc {

/// Combinations of column classes of boxes 2 and 3 and row classes of boxes 4 and 7, each with a weight.
///
/// A combination is a pair of classes of boxes 2 and 4, and one partner for each: box 3 for box 2, box 7 for box 4. Its
/// weight is the product of the three.
struct Selection {
  struct Pair {
    Code box_2 = 0;
    Code box_4 = 0;
    std::uint32_t weight = 1;
  };
  struct Partner {
    Code code = 0;
    std::uint16_t weight = 1;
  };

  std::vector<Pair> pairs;
  std::vector<std::vector<Partner>> box_3;  ///< by the class of box 2
  std::vector<std::vector<Partner>> box_7;  ///< by the class of box 4
};

/// The one of two class numbers exchanged by a symmetry that is visited.
enum class First { greater, lesser };

/// Returns the combinations that remain by the source's symmetries: boxes 2 and 3 may be exchanged, and so may 4 and 7,
/// and by the mirror the first pair with the second. Boxes 2 and 4 get the first class of two, and box 2 the first of
/// these.
///
/// There are 44496^2 combinations of two pairs of classes; an eighth of that would be 247,486,752, but if classes are
/// equal an exchange gives nothing new. The number of additional ones depends on the numbering of the classes.
Selection selection_by_number(const Border& border, First first);

/// Returns one pair (2, 4) for every orbit under the 36 relabellings that permute rows and columns of box 1, and the
/// mirror. With each, boxes 3 and 7 are exchanged with it if they belong to another orbit of classes.
Selection selection_by_orbit(const Border& border);

}  // namespace gridcensus::box_class_zc
