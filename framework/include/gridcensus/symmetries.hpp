#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/permutation_group.hpp"
#include "gridcensus/problem.hpp"

#include <string>
#include <vector>

namespace gridcensus {

/// Returns generators of the symmetries of cells: the permutations of cells that map pairs of cells that must differ to
/// such pairs, and so grids to grids. If symbols are not alike, they must map the rules to themselves together with
/// some relabelling. In a grid of 1xN or Nx1, rows and columns are not exchanged, because its boxes are the rows or the
/// columns; under the rule `square` they are.
///
/// @return  generators, as images of the cells; none if only the identity remains
/// @cost    3x3: a millisecond. 5x5: under a second.
/// @source  the automorphisms of a graph, by bliss (T. Junttila and P. Kaski 2007).
std::vector<PointImages> symmetry_generators(const Problem& problem);

/// Returns the group that they generate.
PermutationGroup symmetry_group(const Problem& problem);

/// Returns generators of the symmetries of cells and symbols together: point c is cell c, and point `cells` + s is
/// symbol s. Relabellings, which move symbols only, are among them.
///
/// @cost    as `symmetry_generators`; restricted or related cells take N times as many vertices.
std::vector<PointImages> grid_symmetry_generators(const Problem& problem);

/// Returns the number of permutations of the symbols alone that map the rules to themselves: N! if the symbols are
/// alike. None of them but the identity fixes a grid.
///
/// @cost     if symbols are not alike, that of the group, once for each problem in a process
/// @threads  may be called from many threads.
Integer relabellings(const Problem& problem);

/// Returns a text that two problems share if and only if a map of cells and symbols takes one to the other and
/// preserves that much. For classic rules that map is transposition. If only grids are preserved, a problem that has
/// the grids of a classic one, because its regions imply the missing boxes, shares the text of the classic one.
///
/// @cost     that of a canonical labelling, once for each problem in a process; classic rules: none
/// @threads  may be called from many threads.
std::string class_under_maps(const Problem& problem, Preserved kept);

}  // namespace gridcensus
