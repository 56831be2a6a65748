#include "russell_jarvis/row_uses.hpp"

#include "permutations/permutations.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

namespace gridcensus::russell_jarvis {

namespace {

std::uint64_t factorial_of(std::size_t n) {
  std::uint64_t product = 1;
  for (std::size_t i = 2; i <= n; ++i) product *= i;
  return product;
}

/// Returns the number of different orders of a sorted list of codes.
std::uint64_t orders_of(const std::vector<std::uint8_t>& codes) {
  std::uint64_t orders = factorial_of(codes.size());
  std::uint64_t run = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    run = i > 0 && codes[i] == codes[i - 1] ? run + 1 : 1;
    orders /= run;
  }
  return orders;
}

/// Inserts a code among the `count` ascending ones before it.
void insert(std::uint8_t* codes, std::size_t count, std::uint8_t code) {
  for (; count > 0 && codes[count - 1] > code; --count) codes[count] = codes[count - 1];
  codes[count] = code;
}

/// Returns a negative number if a permutation of the rows makes ascending codes smaller, and 0 if it fixes them.
int compare_permuted(const std::vector<std::uint8_t>& codes, const std::vector<std::uint8_t>& permuted) {
  if (codes.empty()) return 0;
  std::uint8_t least = permuted[codes[0]];
  for (const std::uint8_t code : codes) least = std::min(least, permuted[code]);
  if (least != codes[0]) return least < codes[0] ? -1 : 1;
  std::array<std::uint8_t, max_symbols_of_uses> images{};
  for (std::size_t i = 0; i < codes.size(); ++i) insert(images.data(), i, permuted[codes[i]]);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (images.at(i) != codes[i]) return images.at(i) < codes[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace

RowUseClasses::RowUseClasses(int rows, int exchanged_pairs, int boxes)
    : rows_{rows},
      pairs_{static_cast<std::size_t>(exchanged_pairs)},
      singles_{2 * static_cast<std::size_t>(rows) - 2 * pairs_},
      boxes_{boxes},
      code_of_set_(std::size_t{1} << static_cast<unsigned>(rows)) {
  if (static_cast<std::size_t>(rows) > max_rows_of_uses) throw std::invalid_argument{"uses of rows: at most 6 rows"};
  for (unsigned set = 0; set < code_of_set_.size(); ++set) {
    if (std::popcount(set) != boxes) continue;
    code_of_set_[set] = static_cast<std::uint8_t>(sets_.size());
    sets_.push_back(static_cast<std::uint8_t>(set));
  }
  code_of_pair_.assign(sets_.size(), std::vector<std::uint8_t>(sets_.size()));
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    for (std::size_t j = i; j < sets_.size(); ++j) {
      code_of_pair_[i][j] = code_of_pair_[j][i] = static_cast<std::uint8_t>(set_pairs_.size());
      set_pairs_.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)});
    }
  }
  for (const std::vector<int>& permutation : mathematics::all_permutations(rows)) {
    std::vector<std::uint8_t>& of_sets = permuted_sets_.emplace_back();
    for (const unsigned set : sets_) {
      unsigned image = 0;
      for (std::size_t row = 0; row < permutation.size(); ++row) {
        if ((set >> row & 1U) != 0) image |= 1U << static_cast<unsigned>(permutation[row]);
      }
      of_sets.push_back(code_of_set_[image]);
    }
    std::vector<std::uint8_t>& of_pairs = permuted_set_pairs_.emplace_back();
    for (const auto& [one, other] : set_pairs_) of_pairs.push_back(code_of_pair_[of_sets[one]][of_sets[other]]);
  }
}

/// A search state: the codes chosen so far.
struct RowUseClasses::Search {
  const RowUseClasses& classes;
  const Visit& visit;
  const Poll& poll;
  std::array<int, max_rows_of_uses> places{};  ///< by row: the number of places still free
  std::vector<std::uint8_t> pairs;
  std::vector<std::uint8_t> singles;

  /// Uses places of the rows; returns true if there are enough.
  bool use(std::uint8_t set, int by) {
    bool fits = true;
    for (unsigned left = classes.sets_[set]; left != 0; left &= left - 1) {
      int& row = places.at(static_cast<std::size_t>(std::countr_zero(left)));
      row -= by;
      fits = fits && row >= 0;
    }
    return fits;
  }

  /// Returns true if so many sets can use up all rows.
  bool can_be_filled(std::size_t sets) const {
    return std::all_of(places.begin(), places.end(), [sets](int row) { return row <= static_cast<int>(sets); });
  }

  /// @param fixing  the permutations of rows that fix the pairs chosen so far
  void choose_pairs(const std::vector<std::size_t>& fixing) {
    poll();
    if (pairs.size() == classes.pairs_) return choose_singles(fixing);
    if (!can_be_filled(2 * (classes.pairs_ - pairs.size()) + classes.singles_)) return;
    for (std::size_t code = pairs.empty() ? 0 : pairs.back(); code < classes.set_pairs_.size(); ++code) {
      const auto& [one, other] = classes.set_pairs_[code];
      const bool fits_one = use(one, 1);
      if (use(other, 1) && fits_one) {
        pairs.push_back(static_cast<std::uint8_t>(code));
        std::vector<std::size_t> still_fixing;
        if (is_least(still_fixing)) choose_pairs(still_fixing);
        pairs.pop_back();
      }
      use(one, -1);
      use(other, -1);
    }
  }

  /// Returns true if no permutation of rows makes the pairs smaller; adds to `fixing` the permutations that fix them.
  bool is_least(std::vector<std::size_t>& fixing) const {
    for (std::size_t i = 0; i < classes.permuted_set_pairs_.size(); ++i) {
      const int order = compare_permuted(pairs, classes.permuted_set_pairs_[i]);
      if (order < 0) return false;
      if (order == 0) fixing.push_back(i);
    }
    return true;
  }

  void choose_singles(const std::vector<std::size_t>& fixing) {
    const std::size_t still = classes.singles_ - singles.size();
    if (!can_be_filled(still)) return;
    if (still == 0) return finish(fixing);
    for (std::size_t code = singles.empty() ? 0 : singles.back(); code < classes.sets_.size(); ++code) {
      if (use(static_cast<std::uint8_t>(code), 1)) {
        singles.push_back(static_cast<std::uint8_t>(code));
        choose_singles(fixing);
        singles.pop_back();
      }
      use(static_cast<std::uint8_t>(code), -1);
    }
  }

  void finish(const std::vector<std::size_t>& fixing) {
    std::uint64_t fixing_permutations = 0;
    for (const std::size_t i : fixing) {
      const int order = compare_permuted(singles, classes.permuted_sets_[i]);
      if (order < 0) return;
      if (order == 0) ++fixing_permutations;
    }
    std::uint64_t size = classes.permuted_sets_.size() / fixing_permutations * orders_of(pairs) * orders_of(singles);
    RowUses uses{};
    std::size_t symbol = 0;
    for (const std::uint8_t code : pairs) {
      const auto& [one, other] = classes.set_pairs_[code];
      if (one != other) size *= 2;
      uses.at(symbol++) = classes.sets_[one];
      uses.at(symbol++) = classes.sets_[other];
    }
    for (const std::uint8_t code : singles) uses.at(symbol++) = classes.sets_[code];
    visit(uses, size);
  }
};

void RowUseClasses::for_each(const Visit& visit, const Poll& poll) const {
  Search search{*this, visit, poll, {}, {}, {}};
  std::fill_n(search.places.begin(), rows_, 2 * boxes_);
  std::vector<std::size_t> all(permuted_sets_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  search.choose_pairs(all);
}

RowUseClasses::Codes RowUseClasses::codes_of(const RowUses& uses) const {
  Codes least{};
  for (std::size_t i = 0; i < permuted_sets_.size(); ++i) {
    Codes codes{};
    for (std::size_t pair = 0; pair < pairs_; ++pair) {
      const std::uint8_t one = code_of_set_[uses.at(2 * pair)];
      const std::uint8_t other = code_of_set_[uses.at(2 * pair + 1)];
      insert(codes.data(), pair, permuted_set_pairs_[i][code_of_pair_[one][other]]);
    }
    if (i > 0 &&
        std::lexicographical_compare(least.begin(), least.begin() + pairs_, codes.begin(), codes.begin() + pairs_)) {
      continue;
    }
    for (std::size_t single = 0; single < singles_; ++single) {
      insert(codes.data() + pairs_, single, permuted_sets_[i][code_of_set_[uses.at(2 * pairs_ + single)]]);
    }
    if (i == 0 || codes < least) least = codes;
  }
  return least;
}

}  // namespace gridcensus::russell_jarvis
