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

/// The column contents that a box of R rows and C columns can have, numbered densely.
///
/// A code forgets the order of the symbols in a column and the order of the columns:
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
  /// How many codes there are.
  std::size_t size() const { return columns_.size() / static_cast<std::size_t>(cols_); }

  /// The columns of a code, ordered by their least symbol.
  std::span<const SymbolSet> columns(BoxCode code) const {
    return {columns_.data() + std::size_t{code} * static_cast<std::size_t>(cols_), static_cast<std::size_t>(cols_)};
  }

  /// The code of the box that is filled row by row.
  BoxCode identity() const { return identity_; }

  /// The code whose columns are these sets, in any order: its place in the order of texts, without a search.
  ///
  /// @param columns  C disjoint sets of R symbols each
  BoxCode code_of(std::span<const SymbolSet> columns) const;

  /// The code after every symbol s has become relabelling[s].
  BoxCode relabelled(BoxCode code, const Relabelling& relabelling) const;

  /// `relabelled` of every code, in their order.
  std::vector<BoxCode> all_relabelled(const Relabelling& relabelling) const;

  /// A relabelling that takes column k of the code to column k of the identity, in ascending order.
  Relabelling to_identity(BoxCode code) const;

  /// "147 258 369"; with commas inside a column where symbols have two digits.
  std::string text(BoxCode code) const;

 private:
  int rows_;
  int cols_;
  BoxCode identity_ = 0;
  std::vector<SymbolSet> columns_;

  // The codes that come later because a symbol of one column is greater, all before it being the same:
  //
  //       [column * (R-1) + n - 1][below]   n: which symbol of the column, the first (its least) being 0;
  //                                         below: lesser symbols not in earlier columns, without the column's least
  //
  // Added up over all symbols they are all codes after the one in question.
  std::vector<std::array<std::uint32_t, mathematics::max_symbols>> codes_after_;
};

}  // namespace gridcensus::band_signatures
