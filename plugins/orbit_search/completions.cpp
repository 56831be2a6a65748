#include "orbit_search/completions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace gridcensus::orbit_search {

namespace {

constexpr std::size_t word_bits = 64;
constexpr std::uint64_t nodes_between_polls = 4096;

/// The candidates of one free cell of the region, as a range of words of each row.
struct Group {
  std::size_t first = 0;  ///< word
  std::size_t last = 0;   ///< one past the last word
};

/// A table of the candidates that have no cell in common, and the search in it.
class CliqueSearch {
 public:
  CliqueSearch(const Constraints& constraints, const std::vector<std::vector<Candidate>>& groups, const Poll& poll)
      : poll_{poll} {
    for (const auto& group : groups) {
      const std::size_t first = words_;
      words_ += (group.size() + word_bits - 1) / word_bits;
      groups_.push_back({first, words_});
    }
    marked_.assign(words_, 0);
    rows_.assign(words_ * word_bits * words_, 0);
    std::vector<CellSet> cells(words_ * word_bits);
    std::vector<std::uint64_t> alive(words_, 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t i = 0; i < groups[g].size(); ++i) {
        const std::size_t place = groups_[g].first * word_bits + i;
        cells[place] = groups[g][i].cells;
        alive[place / word_bits] |= bit_of(place);
        if (groups[g][i].is_marked) marked_[place / word_bits] |= bit_of(place);
      }
    }
    fill_rows(constraints, cells, alive);
    prune_dead_candidates(alive);
    levels_.assign((groups_.size() + 1) * words_, 0);
    std::ranges::copy(alive, levels_.begin());
  }

  Completions count(const Share& share) {
    share_ = share;
    std::array<std::uint8_t, max_side_of_search> left{};
    for (std::size_t g = 0; g < groups_.size(); ++g) left[g] = static_cast<std::uint8_t>(g);
    descend(std::span{left}.first(groups_.size()), 0, 0);
    return found_;
  }

 private:
  static constexpr std::uint64_t bit_of(std::size_t place) { return std::uint64_t{1} << (place % word_bits); }
  const std::uint64_t* row(std::size_t place) const { return rows_.data() + place * words_; }
  bool is_marked(std::size_t place) const { return (marked_[place / word_bits] & bit_of(place)) != 0; }

  template <class Visit>
  static void for_each_bit(const std::uint64_t* words, Group group, const Visit& visit) {
    for (std::size_t word = group.first; word < group.last; ++word) {
      for (std::uint64_t left = words[word]; left != 0; left &= left - 1) {
        visit(word * word_bits + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  void fill_rows(const Constraints& constraints, const std::vector<CellSet>& cells,
                 const std::vector<std::uint64_t>& alive) {
    for (std::size_t one = 0; one + 1 < groups_.size(); ++one) {
      for_each_bit(alive.data(), groups_[one], [&](std::size_t place) {
        const Group rest{groups_[one].last, words_};
        const CellSet mine = cells[place];
        const Beside is_beside{constraints, mine};
        for (std::size_t word = rest.first; word < rest.last; ++word) {
          std::uint64_t disjoint = 0;
          const CellSet* const others = cells.data() + word * word_bits;
          for (std::size_t i = 0; i < word_bits; ++i) {
            disjoint |= (mine.is_disjoint_from(others[i]) ? std::uint64_t{1} : 0U) << i;
          }
          disjoint &= alive[word];
          for (std::uint64_t left = constraints.related.empty() ? 0 : disjoint; left != 0; left &= left - 1) {
            if (!is_beside(others[std::countr_zero(left)])) disjoint ^= left & (~left + 1);
          }
          rows_[place * words_ + word] = disjoint;
          for (std::uint64_t left = disjoint; left != 0; left &= left - 1) {
            const std::size_t other = word * word_bits + static_cast<std::size_t>(std::countr_zero(left));
            rows_[other * words_ + place / word_bits] |= bit_of(place);
          }
        }
      });
    }
  }

  /// Removes candidates that would leave another cell without a candidate.
  void prune_dead_candidates(std::vector<std::uint64_t>& alive) const {
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (const Group& group : groups_) {
        for_each_bit(alive.data(), group, [&](std::size_t place) {
          const auto is_empty = [&](const Group& other) {
            if (other.first == group.first) return false;
            std::uint64_t any = 0;
            for (std::size_t word = other.first; word < other.last; ++word) any |= alive[word] & row(place)[word];
            return any == 0;
          };
          if (!std::ranges::any_of(groups_, is_empty)) return;
          alive[place / word_bits] &= ~bit_of(place);
          is_done = false;
        });
      }
    }
  }

  /// Returns true if the choice is in this share. Only the first choice is shared out.
  bool is_ours(std::size_t level) { return level > 0 || choices_++ % share_.parts == share_.part; }

  void descend(std::span<std::uint8_t> left, std::size_t level, unsigned marks) {
    const std::uint64_t* const here = levels_.data() + level * words_;
    if (left.empty()) {
      ++found_[marks];
      return;
    }
    // The cell with the fewest candidates comes first.
    int fewest = std::numeric_limits<int>::max();
    std::size_t next = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Group group = groups_[left[i]];
      int size = 0;
      for (std::size_t word = group.first; word < group.last; ++word) size += std::popcount(here[word]);
      if (size == 0) return;
      if (size < fewest) {
        fewest = size;
        next = i;
      }
    }
    std::swap(left[next], left.back());
    const Group group = groups_[left.back()];
    const auto rest = left.first(left.size() - 1);
    if (rest.size() == 2) {
      count_last_three(here, group, rest, level, marks);
    } else {
      std::uint64_t* const below = levels_.data() + (level + 1) * words_;
      for_each_bit(here, group, [&](std::size_t place) {
        if (!is_ours(level)) return;
        if (++nodes_ % nodes_between_polls == 0) poll_();
        const std::uint64_t* const chosen = row(place);
        for (std::size_t word = 0; word < words_; ++word) below[word] = here[word] & chosen[word];
        descend(rest, level + 1, marks + (is_marked(place) ? 1U : 0U));
      });
    }
  }

  void count_last_three(const std::uint64_t* here, Group group, std::span<const std::uint8_t> rest, std::size_t level,
                        unsigned marks) {
    const Group second = groups_[rest[0]];
    const Group third = groups_[rest[1]];
    if (++nodes_ % nodes_between_polls == 0) poll_();
    for_each_bit(here, group, [&](std::size_t first_place) {
      if (!is_ours(level)) return;
      const std::uint64_t* const of_first = row(first_place);
      const unsigned first_marks = marks + (is_marked(first_place) ? 1U : 0U);
      for (std::size_t word = second.first; word < second.last; ++word) {
        for (std::uint64_t left = here[word] & of_first[word]; left != 0; left &= left - 1) {
          const std::size_t second_place = word * word_bits + static_cast<std::size_t>(std::countr_zero(left));
          const std::uint64_t* const of_second = row(second_place);
          // The last candidate is the rest of the grid: at most one.
          for (std::size_t last = third.first; last < third.last; ++last) {
            const std::uint64_t found = here[last] & of_first[last] & of_second[last];
            if (found == 0) continue;
            ++found_[first_marks + (is_marked(second_place) ? 1U : 0U) + ((found & marked_[last]) != 0 ? 1U : 0U)];
          }
        }
      }
    });
  }

  const Poll& poll_;
  std::size_t words_ = 0;  // of a row
  std::vector<Group> groups_;
  std::vector<std::uint64_t> marked_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> levels_;  // by level: the remaining candidates
  Share share_;
  std::size_t choices_ = 0;  // for the first cell
  std::uint64_t nodes_ = 0;
  Completions found_{};
};

/// Returns the region whose free cells split the candidates into the groups with the least product of sizes.
const Region& best_region(const Constraints& constraints, const CellSet& covered,
                          const std::vector<Candidate>& candidates) {
  std::array<std::uint32_t, CellSet::capacity> through{};
  for (const Candidate& candidate : candidates) {
    candidate.cells.for_each([&](int cell) { ++through[static_cast<std::size_t>(cell)]; });
  }
  const auto size = [&](const Region& region) {
    double logarithm = 0;
    for (const int cell : region) {
      if (!covered.contains(cell)) logarithm += std::log(static_cast<double>(through[static_cast<std::size_t>(cell)]));
    }
    return logarithm;  // - infinity if a cell has no candidate
  };
  return *std::ranges::min_element(constraints.regions, {}, size);
}

}  // namespace

Completions completions_of(const Constraints& constraints, const CellSet& covered,
                           const std::vector<Candidate>& candidates, int symbols, const Share& share,
                           const Poll& poll) {
  Completions none{};
  if (symbols == 0) {
    none[0] = share.part == 0 ? 1 : 0;
    return none;
  }
  std::vector<std::vector<Candidate>> groups;
  for (const int cell : best_region(constraints, covered, candidates)) {
    if (covered.contains(cell)) continue;
    auto& group = groups.emplace_back();
    for (const Candidate& candidate : candidates) {
      if (candidate.cells.contains(cell)) group.push_back(candidate);
    }
    if (group.empty()) return none;
  }
  return CliqueSearch{constraints, groups, poll}.count(share);
}

}  // namespace gridcensus::orbit_search
