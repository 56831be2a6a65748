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

/// The prefix of a grid: two templates. The second represents all into which symmetries that fix the first turn it.
struct SearchPrefix {
  std::uint32_t second = 0;  ///< number of the template
  std::uint32_t size = 0;    ///< the number of such templates
};

/// All prefixes with the representative of one orbit of templates as the first template.
struct OrbitPrefixes {
  std::uint32_t orbit = 0;
  std::vector<std::uint32_t> candidates;  ///< possible further templates: of this orbit or a later one, ascending
  std::vector<SearchPrefix> prefixes;     ///< empty if the first template fills the grid
};

/// The prefixes of all grids, up to relabelling and symmetry.
///
/// A grid is a set of N templates without a common cell, so relabelling makes no difference. Orbits of templates are
/// ranked. Of a grid's templates, those in the lowest of its orbits count: m of them. So
///
///     grids / N! = sum over orbits o, over m:  |o| / m * grids with the representative of o, exactly m templates of o,
///                                              and none of an orbit before o
///
/// (of all grids, if symbols are told apart), because each grid is met once for each of its m templates when the
/// representative runs through the orbit. The second template is the one through a fixed free cell. Second templates
/// that symmetries turn into each other, if they fix the first template and that cell, are one prefix.
class SearchPrefixes {
 public:
  /// @param templates  all of them
  /// @throws BrokenInvariant  orbits and stabilisers do not satisfy a theorem of group theory.
  SearchPrefixes(const Constraints& constraints, std::vector<CellSet> templates, const Poll& poll = {});

  const std::vector<CellSet>& templates() const { return templates_; }
  const Orbits& orbits() const { return orbits_; }
  const std::vector<OrbitPrefixes>& by_orbit() const { return by_orbit_; }

  /// Returns the grids with the representative of the orbit and the second template of the prefix, by their number
  /// of templates of that orbit, including those two.
  Completions completions(const OrbitPrefixes& orbit, const SearchPrefix& prefix, const Share& share,
                          const Poll& poll = {}) const;

 private:
  /// Returns the orbits that have a template through some point, chosen such that these orbits are fewest: every grid
  /// has a template through it. They are ranked first, in the order given.
  std::vector<std::uint32_t> orbits_through_one_point(const std::vector<std::uint32_t>& order);
  void add_orbit(std::uint32_t orbit);

  const Constraints& constraints_;
  bool begins_at_one_point_;  ///< the first template is one through a point with few of them
  std::vector<CellSet> templates_;
  Orbits orbits_;
  std::vector<std::uint32_t> rank_;  ///< by orbit
  std::vector<OrbitPrefixes> by_orbit_;
};

}  // namespace gridcensus::orbit_search
