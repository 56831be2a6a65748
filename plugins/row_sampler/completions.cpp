#include "row_sampler/completions.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gridcensus::row_sampler {

std::uint64_t Completions::count(const OpenGrid& grid, const Poll& poll) {
  if (grid.is_dead_end()) return 0;
  candidates_ = grid.candidates();
  const auto first = static_cast<std::ptrdiff_t>(grid.rows()) * neighbours_->side;
  std::fill(candidates_.begin(), candidates_.begin() + first, 0);
  empty_.resize(candidates_.size() - static_cast<std::size_t>(first));
  std::iota(empty_.begin(), empty_.end(), static_cast<int>(first));
  changed_.clear();
  narrowed_.clear();
  return empty_.empty() ? 1 : count_from(0, poll);
}

std::uint64_t Completions::count_from(std::size_t filled, const Poll& poll) {
  constexpr std::uint64_t tried_between_polls = 4096;
  std::size_t next = filled;
  int fewest = max_symbols + 1;
  for (std::size_t i = filled; i < empty_.size() && fewest > 1; ++i) {
    const int choices = std::popcount(candidates_[static_cast<std::size_t>(empty_[i])]);
    if (choices >= fewest) continue;
    fewest = choices;
    next = i;
  }
  // Filled cells have removed their symbols from the cells that they see, so the last cell may take any candidate left.
  if (filled + 1 == empty_.size()) return static_cast<std::uint64_t>(fewest);
  std::swap(empty_[filled], empty_[next]);
  const auto cell = static_cast<std::size_t>(empty_[filled]);
  const Symbols symbols = candidates_[cell];
  candidates_[cell] = 0;
  const std::size_t changed_before = changed_.size();
  const std::size_t narrowed_before = narrowed_.size();
  std::uint64_t ways = 0;
  for (Symbols left = symbols; left != 0; left &= left - 1) {
    if (++tried_ % tried_between_polls == 0) poll();
    const Symbols symbol = left & -left;
    bool is_possible = true;
    for (const int other : neighbours_->seen[cell]) {
      Symbols& of_other = candidates_[static_cast<std::size_t>(other)];
      if ((of_other & symbol) == 0) continue;
      if (of_other == symbol) {
        is_possible = false;
        break;
      }
      of_other ^= symbol;
      changed_.push_back(other);
    }
    for (const auto& [other, goes_with] : neighbours_->related[cell]) {
      Symbols& of_other = candidates_[static_cast<std::size_t>(other)];
      if (of_other == 0) continue;
      narrowed_.emplace_back(other, of_other);
      of_other &= goes_with[static_cast<std::size_t>(std::countr_zero(symbol))];
      if (of_other == 0) is_possible = false;
    }
    if (is_possible) ways += count_from(filled + 1, poll);
    for (; narrowed_.size() > narrowed_before; narrowed_.pop_back()) {
      candidates_[static_cast<std::size_t>(narrowed_.back().first)] = narrowed_.back().second;
    }
    for (; changed_.size() > changed_before; changed_.pop_back()) {
      candidates_[static_cast<std::size_t>(changed_.back())] ^= symbol;
    }
  }
  candidates_[cell] = symbols;
  std::swap(empty_[filled], empty_[next]);
  return ways;
}

}  // namespace gridcensus::row_sampler
