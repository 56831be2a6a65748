#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gridcensus::band_signatures {

using mathematics::Relabelling;
using mathematics::SymbolSet;

/// The number of an unordered partition of the symbols into the columns of one box.
using BoxCode = std::uint16_t;

/// The possible column contents of a box of R rows and C columns, numbered densely.
///
/// A code ignores the order of the symbols in a column and the order of the columns:
///
///       box       columns            code: its columns, each ascending,
///      2 1 7                         ordered by their least symbol
///      4 3 5   {248} {136} {579}  ->  136 | 248 | 579
///      8 6 9
///
/// Codes are numbered in the order of these texts, and symbols are numbered from 0 (printed from 1). The identity is
/// the code of the box that is filled 1..N row by row: 147 | 258 | 369 for 3x3.
class BoxCodes {
 public:
  /// @param box_rows  R >= 1
  /// @param box_cols  C >= 1; R*C at most 16, and at most 65536 codes
  /// @throws std::invalid_argument  outside these limits.
  /// @cost  Time and memory linear in the number of codes, (RC)! / (R!^C C!).
  BoxCodes(int box_rows, int box_cols);

  int box_rows() const { return rows_; }         ///< R
  int box_cols() const { return cols_; }         ///< C
  int symbols() const { return rows_ * cols_; }  ///< RC
  /// Returns the number of codes.
  std::size_t size() const { return columns_.size() / static_cast<std::size_t>(cols_); }

  /// Returns the columns of a code, ordered by their least symbol.
  std::span<const SymbolSet> columns(BoxCode code) const {
    return {columns_.data() + std::size_t{code} * static_cast<std::size_t>(cols_), static_cast<std::size_t>(cols_)};
  }

  /// Returns the code of the box that is filled row by row.
  BoxCode identity() const { return identity_; }

  /// Returns the code with these columns, in any order: computes its rank in the order of texts, without a search.
  ///
  /// @param columns  C disjoint sets of R symbols each
  BoxCode code_of(std::span<const SymbolSet> columns) const;

  /// Returns the image of a code: every symbol s becomes relabelling[s].
  BoxCode relabelled(BoxCode code, const Relabelling& relabelling) const;

  /// Returns the images of all codes, in their order.
  std::vector<BoxCode> all_relabelled(const Relabelling& relabelling) const;

  /// Returns a relabelling that maps column k of the code to column k of the identity, in ascending order.
  Relabelling to_identity(BoxCode code) const;

  /// Returns "147 258 369"; with commas inside a column if symbols have two digits.
  std::string text(BoxCode code) const;

 private:
  int rows_;
  int cols_;
  BoxCode identity_ = 0;
  std::vector<SymbolSet> columns_;

  // The number of codes that come later because a symbol of one column is greater, all before it being equal:
  //
  //       [column * (R-1) + n - 1][below]   n: index of the symbol in its column, the first (its least) being 0;
  //                                         below: lesser symbols not in earlier columns, without the column's least
  //
  // The sum over all symbols is the number of codes after a given one.
  std::vector<std::array<std::uint32_t, mathematics::max_symbols>> codes_after_;
};

}  // namespace gridcensus::band_signatures
