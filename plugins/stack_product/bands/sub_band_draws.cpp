#include "stack_product/bands/sub_band_draws.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

namespace gridcensus::stack_product {

namespace {

constexpr RowSet bit_of_row(std::size_t row) { return RowSet{1} << row; }

std::vector<std::vector<std::size_t>> all_row_permutations(int rows) {
  // In the order of band_recursion::images_under_row_permutations.
  std::vector<std::vector<std::size_t>> all;
  std::vector<std::size_t> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    all.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

/// The symbols that some groups put into the third box, and those that they leave to the others.
struct ThirdBoxPart {
  std::uint64_t third_box = 0;  ///< symbols of each row, a byte each
  TwoBoxSubBands::Key rest = 0;
  UInt128 ways = 1;
};

class ThirdBoxParts {
 public:
  ThirdBoxParts(int rows, int box_cols, const TwoBoxSubBands& two_boxes) : box_cols_{box_cols}, two_boxes_{two_boxes} {
    for (int row = 0; row < rows; ++row) full_ += byte_of(row) * static_cast<std::uint64_t>(box_cols);
  }

  std::uint64_t full() const { return full_; }

  /// Returns the deals of some groups, sorted by `third_box`, with equal ones added up.
  std::vector<ThirdBoxPart> of(const std::vector<SymbolGroup>& groups) const {
    std::vector<ThirdBoxPart> parts{ThirdBoxPart{}};
    for (const SymbolGroup& group : groups) {
      const auto added = of(group);
      std::vector<ThirdBoxPart> more;
      for (const ThirdBoxPart& part : parts) {
        for (const ThirdBoxPart& choice : added) {
          const std::uint64_t third_box = part.third_box + choice.third_box;
          if (!overfills(third_box)) more.push_back({third_box, part.rest + choice.rest, part.ways * choice.ways});
        }
      }
      parts = std::move(more);
    }
    const auto name = [](const ThirdBoxPart& part) { return std::tie(part.third_box, part.rest); };
    std::ranges::sort(parts, {}, name);
    std::vector<ThirdBoxPart> merged;
    for (const ThirdBoxPart& part : parts) {
      if (!merged.empty() && name(merged.back()) == name(part)) {
        merged.back().ways += part.ways;
      } else {
        merged.push_back(part);
      }
    }
    return merged;
  }

 private:
  static std::uint64_t byte_of(int row) { return std::uint64_t{1} << (8 * static_cast<unsigned>(row)); }

  bool overfills(std::uint64_t third_box) const {
    // No byte is above 3 * 25. Adding 127 - box_cols sets the top bit of those above box_cols.
    constexpr std::uint64_t ones = 0x0101010101010101;
    return ((third_box + ones * static_cast<std::uint64_t>(127 - box_cols_)) & (ones << 7U)) != 0;
  }

  std::vector<ThirdBoxPart> of(const SymbolGroup& group) const {
    std::vector<std::pair<ThirdBoxPart, int>> dealt{{ThirdBoxPart{}, group.symbols}};  // and the symbols left
    for (RowSet rows = group.rows; rows != 0; rows &= rows - 1) {
      const bool is_last_row = (rows & (rows - 1)) == 0;
      const int row = std::countr_zero(rows);
      const auto rest = two_boxes_.one_symbol(group.rows & ~bit_of_row(static_cast<std::size_t>(row)));
      std::vector<std::pair<ThirdBoxPart, int>> more;
      for (const auto& [part, left] : dealt) {
        for (int here = is_last_row ? left : 0; here <= std::min(left, box_cols_); ++here) {
          const auto symbols = static_cast<std::uint64_t>(here);
          more.push_back({{part.third_box + byte_of(row) * symbols, part.rest + rest * symbols,
                           part.ways * mathematics::binomial(left, here)},
                          left - here});
        }
      }
      dealt = std::move(more);
    }
    std::vector<ThirdBoxPart> parts;
    for (const auto& [part, left] : dealt) parts.push_back(part);
    return parts;
  }

  int box_cols_;
  const TwoBoxSubBands& two_boxes_;
  std::uint64_t full_ = 0;
};

}  // namespace

std::vector<RowSet> sets_of(const std::vector<SymbolGroup>& groups) {
  std::vector<RowSet> sets;
  for (const SymbolGroup& group : groups) sets.insert(sets.end(), static_cast<std::size_t>(group.symbols), group.rows);
  return sets;
}

SubBandSums two_box_sums(int rows, int box_cols, const std::vector<SymbolGroup>& groups) {
  SubBandSums sums;
  for (std::size_t first = 0; first < groups.size(); ++first) {
    std::vector<SymbolGroup> rotated = groups;
    // Not std::ranges::rotate, because clang 14 cannot compile it with the library of GCC 12.
    std::rotate(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(first), rotated.end());
    const RowAssignments deals{rows, box_cols, sets_of(rotated)};
    sums.ways = deals.count();
    if (groups[first].symbols < 2) continue;
    const UInt128 pairs = mathematics::binomial(groups[first].symbols, 2);
    for (RowSet set = groups[first].rows; set != 0; set &= set - 1) {
      sums.shared_pairs += pairs * deals.count_with_first_in(std::countr_zero(set), 2);
    }
  }
  return sums;
}

TwoBoxSubBands::TwoBoxSubBands(int rows, int box_cols, const Poll& poll)
    : side_{static_cast<std::size_t>(rows * box_cols)}, pairs_{rows, 2}, row_permutations_{all_row_permutations(rows)} {
  const auto images = band_recursion::images_under_row_permutations(pairs_);
  for (const auto& image : images) {
    auto& before = places_before_.emplace_back(image.size());
    for (std::size_t place = 0; place < image.size(); ++place) before[image[place]] = place;
  }
  for (const auto& use_class : band_recursion::row_use_classes(rows, box_cols, 2, poll)) {
    poll();
    std::vector<SymbolGroup> groups;
    std::vector<std::uint8_t> begins;
    int begin = 0;
    for (std::size_t place = 0; place < pairs_.count(); ++place) {
      const int symbols = use_class.greatest[place];
      if (symbols > 0) groups.push_back({pairs_[place], symbols});
      begins.push_back(static_cast<std::uint8_t>(begin));
      begin += symbols;
    }
    const SubBandSums sums = two_box_sums(rows, box_cols, groups);
    const Use use{static_cast<std::uint64_t>(sums.ways), static_cast<std::uint64_t>(sums.shared_pairs),
                  static_cast<std::uint32_t>(classes_.size()), 0};
    max_ways_ = std::max(max_ways_, use.ways);
    classes_.push_back({RowAssignments{rows, box_cols, sets_of(groups)}, std::move(begins)});
    for (std::uint32_t permutation = 0; permutation < images.size(); ++permutation) {
      Key key = 0;
      for (std::size_t place = 0; place < pairs_.count(); ++place) {
        key |= static_cast<Key>(use_class.greatest[place]) << (4 * images[permutation][place]);
      }
      uses_.try_emplace(key, use).first->second.permutation = permutation;
    }
  }
}

void TwoBoxSubBands::draw_first(const Use& use, const std::array<RowSet, max_side>& pairs, Random& random,
                                RowOfSymbol& rows) const {
  const Class& use_class = classes_[use.use_class];
  RowOfSymbol deal{};
  use_class.deals.at(random.below(use_class.deals.count()), deal);
  const auto& place_before = places_before_[use.permutation];
  const auto& row_after = row_permutations_[use.permutation];
  std::array<std::uint8_t, 16> next{};
  std::ranges::copy(use_class.begins, next.begin());
  for (std::size_t symbol = 0; symbol < side_; ++symbol) {
    const std::size_t before = place_before[pairs_.place_of(pairs[symbol])];
    rows[symbol] = static_cast<std::uint8_t>(row_after[deal[next[before]++]]);
  }
}

SubBandSums three_box_sums(int rows, int box_cols, const std::vector<SymbolGroup>& groups,
                           const TwoBoxSubBands& two_boxes) {
  // The groups are cut where the first half has about as many deals as the second.
  const auto deals_of = [](double deals, const SymbolGroup& group) {
    return deals * static_cast<double>(mathematics::binomial(group.symbols + 2, 2));
  };
  const double all = std::accumulate(groups.begin(), groups.end(), 1.0, deals_of);
  double before = 1;
  auto cut = groups.begin();
  while (cut != groups.end() && before * before < all) before = deals_of(before, *cut++);

  const ThirdBoxParts parts{rows, box_cols, two_boxes};
  const auto left = parts.of({groups.begin(), cut});
  const auto right = parts.of({cut, groups.end()});
  SubBandSums sums;
  for (const ThirdBoxPart& part : left) {
    const std::uint64_t lacking = parts.full() - part.third_box;
    SubBandSums with_part;
    auto other = std::ranges::lower_bound(right, lacking, {}, &ThirdBoxPart::third_box);
    for (; other != right.end() && other->third_box == lacking; ++other) {
      const TwoBoxSubBands::Use& rest = two_boxes.use(part.rest + other->rest);
      with_part.ways += other->ways * rest.ways;
      with_part.shared_pairs += other->ways * rest.shared_pairs;
    }
    sums.ways += part.ways * with_part.ways;
    sums.shared_pairs += part.ways * with_part.shared_pairs;
  }
  return sums;
}

ThreeBoxSubBands::ThreeBoxSubBands(int rows, int box_cols, std::vector<RowSet> sets)
    : sets_{sets}, third_box_{rows, box_cols, std::move(sets)} {}

void ThreeBoxSubBands::draw(const TwoBoxSubBands& two_boxes, Random& random,
                            std::array<RowOfSymbol, max_box_rows>& boxes, std::size_t first_box) const {
  RowOfSymbol& third = boxes[first_box + 2];
  std::array<RowSet, max_side> pairs{};
  const TwoBoxSubBands::Use* use = nullptr;
  do {
    third_box_.at(random.below(third_box_.count()), third);
    TwoBoxSubBands::Key key = 0;
    for (std::size_t symbol = 0; symbol < sets_.size(); ++symbol) {
      pairs[symbol] = sets_[symbol] & ~bit_of_row(third[symbol]);
      key += two_boxes.one_symbol(pairs[symbol]);
    }
    use = &two_boxes.use(key);
  } while (random.below(two_boxes.max_ways()) >= use->ways);
  two_boxes.draw_first(*use, pairs, random, boxes[first_box]);
  for (std::size_t symbol = 0; symbol < sets_.size(); ++symbol) {
    const RowSet second = pairs[symbol] & ~bit_of_row(boxes[first_box][symbol]);
    boxes[first_box + 1][symbol] = static_cast<std::uint8_t>(std::countr_zero(second));
  }
}

}  // namespace gridcensus::stack_product
