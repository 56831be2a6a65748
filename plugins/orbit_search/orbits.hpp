#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/permutation_group.hpp"
#include "gridcensus/poll.hpp"
#include "orbit_search/cell_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::orbit_search {

/// Returns the cells to which a map of cells moves a set.
CellSet image_of(const CellSet& set, const PointImages& map);

/// One orbit of sets under a group.
struct Orbit {
  std::uint32_t representative = 0;  ///< its first set, as a number in the list
  std::uint32_t size = 0;            ///< the number of its sets
};

/// The orbits of a group on a list of sets that is closed under it.
struct Orbits {
  std::vector<Orbit> orbits;            ///< in the order of their representatives
  std::vector<std::uint32_t> orbit_of;  ///< by set
};

/// Returns the orbits of the group on the sets.
///
/// @param sets        ascending
/// @param generators  of the group, as images of the cells
/// @throws BrokenInvariant  the group maps a set to one that is not in the list.
/// @cost  sets * generators
Orbits orbits_of(const std::vector<CellSet>& sets, const std::vector<PointImages>& generators, const Poll& poll = {});

/// Returns generators of the subgroup that fixes a set.
///
/// Uses Schreier's lemma: each generator that leads from one set of the orbit to another is combined with the paths
/// that the search found from the set and back. Such elements are added until the subgroup has the order that follows
/// from the size of the orbit.
///
/// @throws BrokenInvariant  the subgroup never has that order.
std::vector<PointImages> stabiliser_of(const CellSet& set, const std::vector<PointImages>& generators,
                                       const Integer& group_order, std::size_t cells);

}  // namespace gridcensus::orbit_search
