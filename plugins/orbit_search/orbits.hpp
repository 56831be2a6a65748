#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/permutation_group.hpp"
#include "gridcensus/poll.hpp"
#include "orbit_search/cell_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::orbit_search {

/// The cells to which a map of cells moves a set.
CellSet image_of(const CellSet& set, const PointImages& map);

/// One orbit of sets under a group.
struct Orbit {
  std::uint32_t representative = 0;  ///< its first set, as a number in the list
  std::uint32_t size = 0;            ///< how many sets it has
};

/// How a group moves a list of sets that is closed under it.
struct Orbits {
  std::vector<Orbit> orbits;            ///< in the order of their representatives
  std::vector<std::uint32_t> orbit_of;  ///< by set
};

/// @param sets        ascending
/// @param generators  of the group, as images of the cells
/// @throws BrokenInvariant  the group leads out of the list.
/// @cost  sets * generators
Orbits orbits_of(const std::vector<CellSet>& sets, const std::vector<PointImages>& generators, const Poll& poll = {});

/// The elements of the group that keep a set, as generators of a subgroup.
///
/// By Schreier's lemma: what leads along a generator from one set of the orbit to another, with the ways that the
/// search found from the set and back. They are taken until the subgroup has the order that the size of the orbit
/// demands.
///
/// @throws BrokenInvariant  they never have it.
std::vector<PointImages> stabiliser_of(const CellSet& set, const std::vector<PointImages>& generators,
                                       const Integer& group_order, std::size_t cells);

}  // namespace gridcensus::orbit_search
