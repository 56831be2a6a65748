#pragma once

#include "burnside_bfs/group/symmetries.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::burnside_bfs {

/// A conjugacy class of the symmetries of a problem.
struct SymmetryClass {
  std::string name;            ///< distinct from that of any other class of the problem
  CellImages cells;            ///< a member
  std::uint64_t size = 0;      ///< members
  std::optional<GridMap> map;  ///< the same member, by rows and columns: under classic rules, and for squares
};

/// Returns why the symmetries of a problem are too many to list, or nullopt if they are not.
///
/// @cost  other rules than classic ones: that of `symmetry_group`
std::optional<std::string> why_not_listed(const Problem& problem);

/// Returns the memory that the list of the symmetries takes, in bytes, or nullopt if they are not listed.
std::optional<std::uint64_t> listing_bytes(const Problem& problem);

/// Returns the number of symmetries of a problem.
Integer group_order(const Problem& problem);

/// Returns the conjugacy classes of the symmetries of a problem, the identity first. Classic rules: from the source's
/// moves (`Symmetries`); squares without further rules: from the classes of permutations of lines. Any others: from the
/// generators that are computed from the rules (`listed_classes`).
///
/// The names of the former are those of symmetry_names.hpp. The latter are named by the cell cycles of a member, with a
/// number if several classes have the same: "1^9 2^36", "1^9 2^36 (2)".
///
/// @throws BrokenInvariant  the number of symmetries differs from the order of the group of the rules.
/// @cost  that of `Symmetries` and `ConjugacyClasses`, or of `listed_classes`
std::vector<SymmetryClass> symmetry_classes(const Problem& problem, const Poll& poll = {});

}  // namespace gridcensus::burnside_bfs
