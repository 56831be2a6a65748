#include "band_recursion/row_uses.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gridcensus::band_recursion {

namespace {

RowSet row_bit(int row) { return RowSet{1} << static_cast<unsigned>(row); }

/// The search for all uses, set by set.
class Search {
 public:
  Search(const RowSets& sets, int symbols_of_a_row, const Poll& poll)
      : sets_{sets},
        images_{images_under_row_permutations(sets)},
        poll_{poll},
        use_(sets.count()),
        left_(static_cast<std::size_t>(sets.rows()), symbols_of_a_row) {}

  std::vector<RowUseClass> run() {
    visit(0);
    return std::move(classes_);
  }

 private:
  void visit(std::size_t place) {
    if (place == use_.size()) return keep_if_greatest();
    const RowSet set = sets_[place];
    // Row permutations map the first set to any other, so the greatest use of a class begins with its greatest number.
    int most = place == 0 ? left_.front() : use_.front();
    for_each_row(set, [&](int& left) { most = std::min(most, left); });
    for (int symbols = most; symbols >= 0; --symbols) {
      use_[place] = symbols;
      for_each_row(set, [&](int& left) { left -= symbols; });
      if (!leaves_a_row_short(place)) visit(place + 1);
      for_each_row(set, [&](int& left) { left += symbols; });
    }
  }

  template <class Action>
  void for_each_row(RowSet set, Action action) {
    for (; set != 0; set &= set - 1) action(left_[static_cast<std::size_t>(std::countr_zero(set))]);
  }

  /// Checks whether a row that lacks symbols is in no set after this one.
  bool leaves_a_row_short(std::size_t place) const {
    // The sets are in descending order: once the greatest remaining mask is below a row's bit, the row is in none of
    // them.
    const RowSet next = place + 1 < sets_.count() ? sets_[place + 1] : 0;
    for (int row = 0; row < sets_.rows(); ++row) {
      if (next < row_bit(row) && left_[static_cast<std::size_t>(row)] > 0) return true;
    }
    return false;
  }

  void keep_if_greatest() {
    poll_();
    std::uint64_t stabiliser = 0;
    for (const auto& image : images_) {
      std::size_t place = 0;
      while (place < use_.size() && use_[image[place]] == use_[place]) ++place;
      if (place == use_.size()) {
        ++stabiliser;
      } else if (use_[image[place]] > use_[place]) {
        return;
      }
    }
    if (stabiliser == 0) throw std::logic_error{"the row permutations lack the identity"};
    classes_.push_back({use_, images_.size() / stabiliser});
  }

  const RowSets& sets_;
  std::vector<std::vector<std::size_t>> images_;
  const Poll& poll_;
  RowUse use_;
  std::vector<int> left_;  ///< symbols that each row still lacks
  std::vector<RowUseClass> classes_;
};

}  // namespace

RowSets::RowSets(int rows, int size) : rows_{rows}, places_(row_bit(rows)) {
  for (RowSet set = row_bit(rows); set-- > 0;) {
    if (std::popcount(set) != size) continue;
    places_[set] = sets_.size();
    sets_.push_back(set);
  }
}

std::vector<std::vector<std::size_t>> images_under_row_permutations(const RowSets& sets) {
  std::vector<std::vector<std::size_t>> images;
  std::vector<int> rows(static_cast<std::size_t>(sets.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  do {
    auto& image = images.emplace_back();
    for (std::size_t place = 0; place < sets.count(); ++place) {
      RowSet set = 0;
      for (RowSet rest = sets[place]; rest != 0; rest &= rest - 1) {
        set |= row_bit(rows[static_cast<std::size_t>(std::countr_zero(rest))]);
      }
      image.push_back(sets.place_of(set));
    }
  } while (std::next_permutation(rows.begin(), rows.end()));
  return images;
}

std::vector<RowUseClass> row_use_classes(int box_rows, int box_cols, int boxes, const Poll& poll) {
  const RowSets sets{box_rows, boxes};
  return Search{sets, box_cols * boxes, poll}.run();
}

}  // namespace gridcensus::band_recursion
