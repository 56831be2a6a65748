#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

// Texts of a problem for programs that count models, answer sets or exact covers. A cell is row * side + column, from
// 0; values are 1 to `side`. Each model, answer set or cover is one grid, and each grid is one of them.
//
// With `first_row_fixed` the first row holds 1, 2, ..., side, and there are `first_row_factor` times as many grids.

/// Returns why the first row cannot be given; nullopt if it can: symbols are alike, and the row holds each of them
/// once.
std::optional<std::string> why_not_fixed(const Problem& problem);

/// side!: by how much the number of grids with a given first row is to be multiplied.
Integer first_row_factor(const Problem& problem);

/// Two cells with a value each that they must not hold together.
struct Conflict {
  int cell = 0;         ///< from 0
  int value = 0;        ///< from 1
  int other_cell = 0;   ///< above `cell`
  int other_value = 0;  ///< from 1
};

/// Returns the conflicts of related cells. That cells which must differ hold one value is none of them.
std::vector<Conflict> forbidden_values(const Problem& problem);

/// Returns the problem as a CNF in DIMACS, as the model counting competition reads it: comments `c c ...`, the line
/// `c t mc`, the line `p cnf VARIABLES CLAUSES`, then a clause a line.
///
/// Variable cell * side + value is true if the cell holds the value; there are no other variables. Clauses: a cell
/// holds a value, and no two; a region holds each value, and in no two cells; further cells that must differ hold no
/// common value; the conflicts of related cells; the values that a cell may not hold.
///
/// @param first_row_fixed  only if `why_not_fixed` has no reason
/// @source  https://mccompetition.org/assets/files/mccomp_format_24.pdf
/// @cost    side^4 clauses or more: 12 thousand for 3x3, 3 million (55 MB) for 6x6
std::string dimacs_of(const Problem& problem, bool first_row_fixed);

/// Returns the problem as facts for answer set programs. What a problem does not have has no facts: `#defined` it.
///
///     side(6).
///     cell(C,Row,Column).    rows and columns from 0
///     symbol(V).
///     region(R,C).           region R, from 0, has cell C: it holds each symbol once
///     differ(C,D).           pairs that no region has both cells of
///     allowed(C,V).          for every cell: the symbols it may hold; one in a fixed first row
///     forbidden(C,V,D,W).    of related cells: C must not hold V if D holds W
///
/// @param first_row_fixed  only if `why_not_fixed` has no reason
std::string asp_facts_of(const Problem& problem, bool first_row_fixed);

/// Returns the problem as an exact cover with secondary items, in the form that Knuth's programs DLX1 and later read:
/// lines that begin with `|` are comments; the next line names the items, primary ones, `|`, secondary ones; each
/// further line is an option, the items that it covers. A cover has every primary item once and each secondary one at
/// most once.
///
/// The option "cell C holds value V" covers `cC`, then `rR.V` for each region R of the cell, then a secondary item `xI`
/// for each conflict I in which it is: a conflict is two options of which at most one is taken. Cells that must differ
/// though no region has both, and related cells, are conflicts. Options come by cell, then by value.
///
/// @param first_row_fixed  only if `why_not_fixed` has no reason
/// @source  D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, and his programs dlx1.w and dlx2.w
std::string exact_cover_of(const Problem& problem, bool first_row_fixed);

}  // namespace gridcensus::host
