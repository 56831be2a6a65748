#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/permutation_group.hpp"
#include "gridcensus/poll.hpp"
#include "orbit_search/completions.hpp"
#include "orbit_search/orbits.hpp"
#include "orbit_search/templates.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridcensus::orbit_search {

/// A grid's beginning: two templates, the second one of several that symmetries which keep the first make of each
/// other.
struct Beginning {
  std::uint32_t second = 0;  ///< number of the template
  std::uint32_t size = 0;    ///< how many such templates there are
};

/// All that begins with the representative of one orbit of templates.
struct OrbitBeginnings {
  std::uint32_t orbit = 0;
  std::vector<std::uint32_t> candidates;  ///< what may follow: templates of this orbit or of a later one, ascending
  std::vector<Beginning> beginnings;      ///< empty where the first template fills the grid
};

/// The beginnings of all grids, up to relabelling and symmetry.
///
/// A grid is N templates without a common cell, in no order: relabelling is gone. Orbits of templates are ranked. Of a
/// grid those templates count that lie in the least of its orbits: m of them. So
///
///     grids / N! = sum over orbits o, over m:  |o| / m * grids that hold the representative of o, m templates of o in
///                                              all, and none of an orbit before o
///
/// (where symbols are told apart, of all grids) since each grid is met once for each of its m templates when the
/// representative runs through the orbit. The second template is the one through a fixed free cell; those that
/// symmetries of the first make of each other, and that keep that cell, are one beginning.
class Beginnings {
 public:
  /// @param templates  all of them
  /// @throws BrokenInvariant  what group theory says of orbits and stabilisers does not hold.
  Beginnings(const Constraints& constraints, std::vector<CellSet> templates, const Poll& poll = {});

  const std::vector<CellSet>& templates() const { return templates_; }
  const Orbits& orbits() const { return orbits_; }
  const std::vector<OrbitBeginnings>& by_orbit() const { return by_orbit_; }

  /// Grids that hold the representative of the orbit and the second template of the beginning, by how many templates
  /// of that orbit they have, those two included.
  Completions completions(const OrbitBeginnings& orbit, const Beginning& beginning, const Share& share,
                          const Poll& poll = {}) const;

 private:
  /// The orbits that have a template through some point, the one for which they are fewest: every grid has one through
  /// it. They are ranked first, in the order given.
  std::vector<std::uint32_t> orbits_through_one_point(const std::vector<std::uint32_t>& order);
  void add_orbit(std::uint32_t orbit);

  const Constraints& constraints_;
  std::vector<CellSet> templates_;
  Orbits orbits_;
  std::vector<std::uint32_t> rank_;  ///< by orbit
  std::vector<OrbitBeginnings> by_orbit_;
};

}  // namespace gridcensus::orbit_search
