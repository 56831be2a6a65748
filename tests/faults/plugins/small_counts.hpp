#pragma once

#include "gridcensus/strategy.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::faults {

/// The largest side that these plugins count by trying every symbol in every cell [cells].
inline constexpr int largest_side = 4;

/// A grid that is filled cell by cell, row by row, with the definition of its problem and nothing cleverer.
class Filling {
 public:
  explicit Filling(const Problem& problem)
      : side_{problem.shape.side()},
        cells_(static_cast<std::size_t>(problem.shape.cells()), -1),
        rivals_(cells_.size()) {
    for (const Region& region : problem.regions()) {
      for (const int cell : region) {
        for (const int rival : region) {
          if (rival != cell) rivals_[static_cast<std::size_t>(cell)].push_back(rival);
        }
      }
    }
  }

  bool is_full() const { return filled_ == cells_.size(); }
  /// Returns the symbols that the next cell may have.
  std::vector<int> candidates() const {
    std::vector<int> symbols;
    for (int symbol = 0; symbol < side_; ++symbol) {
      const auto holds = [&](int cell) { return cells_[static_cast<std::size_t>(cell)] == symbol; };
      if (std::ranges::none_of(rivals_[filled_], holds)) symbols.push_back(symbol);
    }
    return symbols;
  }
  void place(int symbol) { cells_[filled_++] = symbol; }
  void take_back() { cells_[--filled_] = -1; }

  /// Returns the number of ways to fill the rest.
  std::uint64_t completions(const Poll& poll) {
    poll();
    if (is_full()) return 1;
    std::uint64_t count = 0;
    for (const int symbol : candidates()) {
      place(symbol);
      count += completions(poll);
      take_back();
    }
    return count;
  }

  /// Returns the number of ways to fill the rest once the next cells have the given symbols; 0 if these clash.
  std::uint64_t completions_after(const std::vector<int>& symbols, const Poll& poll = {}) {
    std::size_t placed = 0;
    bool fits = true;
    for (; placed < symbols.size() && fits; ++placed) {
      fits = std::ranges::count(candidates(), symbols[placed]) == 1;
      place(symbols[placed]);
    }
    const std::uint64_t count = fits ? completions(poll) : 0;
    for (; placed > 0; --placed) take_back();
    return count;
  }

 private:
  int side_;
  std::size_t filled_ = 0;
  std::vector<int> cells_;                // -1: empty
  std::vector<std::vector<int>> rivals_;  // of each cell, those that must have another symbol
};

/// Refuses sides above the limit, and promises nothing about the cost.
inline Offer small_offer(const Problem& problem, const std::set<Quantity>& quantities, int limit = largest_side) {
  if (problem.shape.side() <= limit) return {};
  return refusal(quantities, "side exceeds " + std::to_string(limit));
}

/// A job that counts the grids correctly, in a unit for each pair of symbols in the first two cells. Plugins derive
/// from it and break one thing each.
class SmallJob : public Job {
 public:
  explicit SmallJob(const Problem& problem) : problem_{problem} {}

  std::uint64_t units() const override { return side() * side(); }
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    std::vector<int> first{static_cast<int>(unit / side()), static_cast<int>(unit % side())};
    if (problem_.shape.cells() == 1) first.resize(1);
    Tally tally;
    tally.add("grids", Integer{Filling{problem_}.completions_after(first, context.poll)});
    return tally;
  }
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::grids, Exact{total.sum("grids")}}}, {}};
  }

 protected:
  const Problem& problem() const { return problem_; }
  std::uint64_t side() const { return static_cast<std::uint64_t>(problem_.shape.side()); }

 private:
  Problem problem_;
};

}  // namespace gridcensus::faults
