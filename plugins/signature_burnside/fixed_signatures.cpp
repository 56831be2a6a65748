#include "signature_burnside/fixed_signatures.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gridcensus::signature_burnside {

namespace {

/// Removes zeros from the end of the counts.
std::vector<int> trimmed(std::vector<int> counts) {
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
  return counts;
}

}  // namespace

FixedSignatures::FixedSignatures(int box_rows, int box_cols, const Poll& poll) : box_rows_{box_rows} {
  // Fewer columns first, because the others are counted from them.
  for (int columns = 0; columns <= box_cols; ++columns) {
    for (const CycleType& type : mathematics::cycle_types(columns * box_rows)) {
      poll();
      const CycleCounts cycles = cycle_counts(type);
      codes_.emplace(cycles, count_codes(cycles));
    }
  }
}

FixedSignatures::CycleCounts FixedSignatures::cycle_counts(const CycleType& type) {
  CycleCounts counts(type.empty() ? 0 : static_cast<std::size_t>(type.front()));
  for (const int length : type) ++counts[static_cast<std::size_t>(length - 1)];
  return counts;
}

Integer FixedSignatures::count_codes(const CycleCounts& cycles) const {
  if (cycles.empty()) return 1;
  // The first cycle is one of the longest.
  const int longest = static_cast<int>(cycles.size());
  CycleCounts others = cycles;
  --others.back();
  Integer sum = 0;
  for (int columns = 1; columns <= longest; ++columns) {
    if (longest % columns != 0 || longest / columns > box_rows_) continue;
    const int share = longest / columns;
    join_cycles(others, columns, share, box_rows_ - share, 1, sum);
  }
  return sum;
}

/// Joins cycles with the first one, those with the largest share first, and adds up the ways.
///
/// @param others  the remaining cycles; unchanged at the end
/// @param turns   the columns that the joined cycles go round, the number of ways to lay out each
/// @param open    symbols that each of these columns still lacks
/// @param ways    of the choices so far
void FixedSignatures::join_cycles(CycleCounts& others, int turns, int max_share, int open, const Integer& ways,
                                  Integer& sum) const {
  if (open == 0) {
    sum += ways * codes_.at(trimmed(others));
    return;
  }
  const int share = std::min(max_share, open);
  if (share == 0) return;
  int& cycles = others[static_cast<std::size_t>(turns * share - 1)];
  const int all = cycles;
  for (int joined = 0; joined <= all && joined * share <= open; ++joined) {
    cycles = all - joined;
    const auto choices = static_cast<std::uint64_t>(mathematics::binomial(all, joined));
    join_cycles(others, turns, share - 1, open - joined * share, ways * choices * power(turns, joined), sum);
  }
  cycles = all;
}

Integer FixedSignatures::signatures(const CycleType& type) const {
  std::vector<Integer> fixed_codes;  // [l - 1]: by the l-th power
  std::vector<Integer> fixed{1};     // [n]: signatures of n boxes
  for (int boxes = 1; boxes <= box_rows_; ++boxes) {
    fixed_codes.push_back(codes(mathematics::power_type(type, boxes)));
    Integer sum = 0;
    for (std::size_t l = 1; l <= fixed_codes.size(); ++l) sum += fixed_codes[l - 1] * fixed[fixed.size() - l];
    fixed.push_back(exact_quotient(sum, boxes, "codes that the powers of a relabelling fix"));
  }
  return fixed.back();
}

}  // namespace gridcensus::signature_burnside
