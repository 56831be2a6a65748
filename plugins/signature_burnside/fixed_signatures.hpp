#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"

#include <map>
#include <vector>

namespace gridcensus::signature_burnside {

using mathematics::CycleType;

/// Counts the unordered signatures of a band that a relabelling fixes.
///
/// A *code* is the content of the columns of a box, in any order: a partition of the N symbols into C sets of R. An
/// *unordered signature* is a multiset of R codes, one for each box. Signature classes are the orbits of the unordered
/// signatures under relabelling.
///
/// **Codes.** A relabelling that fixes a code permutes its columns. Take a cycle of d columns:
///
///     column 1 -> column 2 -> .. -> column d -> column 1
///
/// Its d R symbols are whole cycles of the relabelling. A cycle of length m goes round with the columns, so d divides m
/// and each column has m / d of its symbols, its *share*; the shares of the cycles add up to R. Given k cycles of
/// symbols with such shares, they can be laid out in d^(k-1) ways: one turn of each relative to the first. So, if the
/// first of all cycles of symbols is joined with others in all possible ways,
///
///     codes(all cycles) = sum over d and the cycles joined with the first of d^(k-1) codes(the other cycles)
///
/// **Unordered signatures.** h_k multisets of k codes are fixed, and codes(p^l) is the number of codes that the l-th
/// power of the relabelling fixes:
///
///     n h_n = sum over l = 1..n of codes(p^l) h_(n-l)      h_0 = 1
///
/// Proofs: README.md.
///
/// @threads  const functions may be called from many threads.
class FixedSignatures {
 public:
  /// @param box_rows  R >= 1
  /// @param box_cols  C >= 1
  /// @cost  A step for each cycle type of R, 2R, .., CR symbols and each way to join cycles with the first. 5x5: 2 ms.
  FixedSignatures(int box_rows, int box_cols, const Poll& poll = {});

  /// Returns the number of codes that a relabelling fixes, by the relabelling's cycle type.
  ///
  /// @throws std::out_of_range  not a cycle type of N symbols.
  const Integer& codes(const CycleType& type) const { return codes_.at(cycle_counts(type)); }

  /// Returns the number of unordered signatures that a relabelling fixes, by the relabelling's cycle type.
  ///
  /// @throws std::out_of_range  not a cycle type of N symbols.
  /// @throws BrokenInvariant    n does not divide n h_n.
  Integer signatures(const CycleType& type) const;

 private:
  /// A cycle type as a table: at [m - 1] the number of cycles of length m. The last entry is not 0. In this form cycles
  /// can be removed and put back in place.
  using CycleCounts = std::vector<int>;

  static CycleCounts cycle_counts(const CycleType& type);
  Integer count_codes(const CycleCounts& cycles) const;
  void join_cycles(CycleCounts& others, int turns, int max_share, int open, const Integer& ways, Integer& sum) const;

  int box_rows_;
  std::map<CycleCounts, Integer> codes_;  // also those of fewer columns: of R, 2R, .. symbols
};

}  // namespace gridcensus::signature_burnside
