#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

// Encodings of a problem for programs that count models, answer sets or exact covers. A cell is row * side + column,
// from 0; values are 1 to `side`. Models, answer sets or covers correspond one to one to grids.
//
// With `first_row_fixed` the first row is 1, 2, ..., side, and there are `first_row_factor` times as many grids.

/// Returns why the first row cannot be fixed, or nullopt if it can. It can be fixed if symbols are alike and the row
/// has each symbol once.
std::optional<std::string> why_not_fixed(const Problem& problem);

/// Returns side!, by which the number of grids with a fixed first row is to be multiplied.
Integer first_row_factor(const Problem& problem);

/// Two cells with a value each that they must not have together.
struct Conflict {
  int cell = 0;         ///< from 0
  int value = 0;        ///< from 1
  int other_cell = 0;   ///< above `cell`
  int other_value = 0;  ///< from 1
};

/// Returns the conflicts of related cells. Equal values of cells that must differ are not among them.
std::vector<Conflict> forbidden_values(const Problem& problem);

/// Returns the problem as a CNF in DIMACS, in the form of the model counting competition: comments `c c ...`, the line
/// `c t mc`, the line `p cnf VARIABLES CLAUSES`, then one clause per line.
///
/// Variable cell * side + value is true if the cell has the value; there are no other variables. The clauses: a cell
/// has a value, and no two; a region has each value, and in no two cells; further cells that must differ have no common
/// value; the conflicts of related cells; the values that a cell may not have.
///
/// @param first_row_fixed  only if `why_not_fixed` returns nullopt
/// @source  https://mccompetition.org/assets/files/mccomp_format_24.pdf
/// @cost    side^4 clauses or more: 12 thousand for 3x3, 3 million (55 MB) for 6x6
std::string dimacs_of(const Problem& problem, bool first_row_fixed);

/// Returns the problem as facts for answer set programs. Predicates that a problem does not use have no facts:
/// `#defined` them.
///
///     side(6).
///     cell(C,Row,Column).    rows and columns from 0
///     symbol(V).
///     region(R,C).           region R, from 0, has cell C: it holds each symbol once
///     differ(C,D).           pairs that no region has both cells of
///     allowed(C,V).          for every cell: the symbols it may hold; one in a fixed first row
///     forbidden(C,V,D,W).    of related cells: C must not hold V if D holds W
///
/// @param first_row_fixed  only if `why_not_fixed` returns nullopt
std::string asp_facts_of(const Problem& problem, bool first_row_fixed);

/// Returns the problem as an exact cover with secondary items, in the form that Knuth's programs DLX1 and later read:
/// lines that begin with `|` are comments; the next line names the items, primary ones, `|`, secondary ones; each
/// further line is an option, the items that it covers. A cover has every primary item once and each secondary one at
/// most once.
///
/// The option "cell C has value V" covers `cC`, then `rR.V` for each region R of the cell, then a secondary item `xI`
/// for each conflict I that it is part of: at most one of the two options of a conflict is taken. Cells that must
/// differ although no region has both, and related cells, are conflicts. Options are sorted by cell, then by value.
///
/// @param first_row_fixed  only if `why_not_fixed` returns nullopt
/// @source  D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, and his programs dlx1.w and dlx2.w
std::string exact_cover_of(const Problem& problem, bool first_row_fixed);

}  // namespace gridcensus::host
