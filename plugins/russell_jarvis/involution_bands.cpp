#include "russell_jarvis/involution_bands.hpp"

#include "russell_jarvis/involution_halves.hpp"
#include "russell_jarvis/row_uses.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gridcensus::russell_jarvis {

namespace {

using mathematics::checked_add;
using mathematics::checked_multiply;

/// The stacks of the first half and of the second.
using StacksOfHalves = std::pair<InvolutionStacks, InvolutionStacks>;

/// Splits the stacks into a first and a second half. Returns nullopt if a pair of exchanged stacks must be parted.
std::optional<StacksOfHalves> parted(const InvolutionStacks& stacks, int first) {
  for (int pairs = std::min(stacks.pairs, 1); pairs >= 0; --pairs) {
    for (int fixed = std::min(stacks.fixed, first - 2 * pairs); fixed >= 0; --fixed) {
      const int turned = first - 2 * pairs - fixed;
      if (turned > stacks.turned || stacks.pairs - pairs > 1) continue;
      return StacksOfHalves{InvolutionStacks{fixed, turned, pairs},
                            InvolutionStacks{stacks.fixed - fixed, stacks.turned - turned, stacks.pairs - pairs}};
    }
  }
  return std::nullopt;
}

std::uint64_t ways_of(const InvolutionWays& ways, const InvolutionStacks& stacks) {
  const auto fixed = static_cast<std::size_t>(stacks.fixed);
  return stacks.pairs == 0 ? ways.single.at(fixed) : ways.paired.at(fixed);
}

/// The sum over classes of uses of the first half, for all that is wanted.
class SumOverUses {
 public:
  SumOverUses(int rows, int exchanged_pairs, const std::vector<InvolutionStacks>& wanted, const Poll& poll)
      : first_{rows / 2},
        second_{rows - first_},
        halves_{rows, exchanged_pairs, poll},
        classes_{rows, exchanged_pairs, first_},
        totals_(wanted.size(), 0) {
    bool has_parted_pair = false;
    for (const InvolutionStacks& stacks : wanted) {
      wanted_.push_back(parted(stacks, first_));
      has_parted_pair = has_parted_pair || !wanted_.back();
    }
    const std::size_t all_sets = std::size_t{1} << static_cast<unsigned>(2 * rows - 1);
    by_set_.resize(has_parted_pair ? all_sets : 0);
    by_set_of_rest_.resize(by_set_.size());
  }

  /// Adds every `parts`-th class, from number `part` on.
  std::vector<UInt128> add_part(std::size_t part, std::size_t parts, const Poll& poll) {
    std::size_t number = 0;
    classes_.for_each(
        [&](const RowUses& uses, std::uint64_t size) {
          if (number++ % parts != part) return;
          poll();
          add(uses, size);
        },
        poll);
    return totals_;
  }

 private:
  /// Adds a class.
  void add(const RowUses& uses, std::uint64_t size) {
    const RowUses rest = halves_.complement(uses);
    const unsigned orders = orders_of(uses, rest);
    if (orders == 0) return;
    std::fill(by_set_.begin(), by_set_.end(), 0);
    std::fill(by_set_of_rest_.begin(), by_set_of_rest_.end(), 0);
    const InvolutionWays here = halves_.ways(uses, first_, by_set_);
    const InvolutionWays there = halves_.ways(rest, second_, by_set_of_rest_);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const UInt128 ways = wanted_[i] ? ways_of_halves(here, there, *wanted_[i], orders) : ways_of_parted_pair(orders);
      totals_[i] = checked_add(totals_[i], checked_multiply(ways, size));
    }
  }

  /// Returns the number of orders in which a use and its rest are added now. If the halves are equal, the two can be
  /// exchanged: both orders are added at once, with the class that has the smaller codes.
  unsigned orders_of(const RowUses& uses, const RowUses& rest) const {
    if (first_ != second_) return 1;
    const auto codes = classes_.codes_of(uses);
    const auto codes_of_rest = classes_.codes_of(rest);
    if (codes_of_rest < codes) return 0;
    return codes < codes_of_rest ? 2 : 1;
  }

  static UInt128 ways_of_halves(const InvolutionWays& here, const InvolutionWays& there, const StacksOfHalves& stacks,
                                unsigned orders) {
    const auto& [one, other] = stacks;
    const UInt128 ways = checked_multiply(ways_of(here, one), ways_of(there, other));
    if (orders == 1) return ways;
    return checked_add(ways, checked_multiply(ways_of(there, one), ways_of(here, other)));
  }

  /// Half of the sets have the first symbol. The other order of use and rest adds as much.
  UInt128 ways_of_parted_pair(unsigned orders) const {
    return checked_multiply(halves_.ways_of_parted_pair(by_set_, by_set_of_rest_), UInt128{2} * orders);
  }

  int first_;   ///< stacks of the first half
  int second_;  ///< and of the second
  std::vector<std::optional<StacksOfHalves>> wanted_;
  InvolutionHalves halves_;
  RowUseClasses classes_;
  InvolutionHalves::BySet by_set_;  ///< empty if no pair is parted
  InvolutionHalves::BySet by_set_of_rest_;
  std::vector<UInt128> totals_;
};

}  // namespace

InvolutionBands::InvolutionBands(int rows, int exchanged_pairs, std::vector<InvolutionStacks> wanted)
    : rows_{rows}, exchanged_pairs_{exchanged_pairs}, wanted_{std::move(wanted)} {
  if (rows < 2 || static_cast<std::size_t>(rows) > max_rows_of_uses) {
    throw std::invalid_argument{"bands under involutions have 2 to 6 rows"};
  }
}

std::size_t InvolutionBands::parts() const {
  constexpr int rows_of_long_counts = 6;
  constexpr std::array<std::size_t, 7> parts_of_long_counts{1, 1, 1, 3, 8, 8, 2};
  return rows_ == rows_of_long_counts ? parts_of_long_counts.at(static_cast<std::size_t>(exchanged_pairs_)) : 1;
}

double InvolutionBands::weight() const {
  constexpr double weight_of_long_counts = 100;
  return parts() > 1 ? weight_of_long_counts : 1;
}

std::vector<UInt128> InvolutionBands::count(std::size_t part, const Poll& poll) const {
  return SumOverUses{rows_, exchanged_pairs_, wanted_, poll}.add_part(part, parts(), poll);
}

}  // namespace gridcensus::russell_jarvis
