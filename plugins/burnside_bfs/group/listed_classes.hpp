#pragma once

#include "gridcensus/permutation_group.hpp"
#include "gridcensus/poll.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::burnside_bfs {

/// A conjugacy class of permutations of points.
struct ListedClass {
  PointImages representative;  ///< the least member, image by image
  std::uint64_t size = 0;      ///< members
};

/// Returns the conjugacy classes of any group of permutations, with every element listed: of cells, for rules whose
/// group has no numbering of its own as that of classic rules has (`Symmetries`); of lines, if rows and columns are
/// moved independently (`line_classes`).
///
/// Both searches are breadth-first: from the identity by a generator at a time; then from each element g without a
/// class to h^-1 g h for each generator h (`ConjugacyClasses` explains why generators suffice).
///
/// @param generators  of the group, as images of the points
/// @param order       the number of elements, found by other means
/// @return  in the order of their representatives, the identity first: the same for any generators of the group
/// @throws BrokenInvariant  the search finds more elements, or fewer.
/// @cost    a step per element and generator, twice; 2 * points + 20 bytes per element. A million elements on 36
/// points: 2 s.
std::vector<ListedClass> listed_classes(const std::vector<PointImages>& generators, std::size_t points,
                                        std::uint64_t order, const Poll& poll = {});

}  // namespace gridcensus::burnside_bfs
