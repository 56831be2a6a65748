#include "band_recursion/sub_bands.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace gridcensus::band_recursion {

namespace {

constexpr unsigned byte_bits = 8;

std::uint64_t byte_of_row(int row) { return std::uint64_t{1} << (byte_bits * static_cast<unsigned>(row)); }

/// Returns the number of ways to distribute equal symbols to `boxes` rows of a set.
double deals(int boxes, int symbols) {
  return static_cast<double>(mathematics::binomial(symbols + boxes - 1, boxes - 1));
}

/// Returns the cut of the sets after which both halves have about equally many choices.
std::size_t middle(int boxes, const RowUse& use) {
  const double all = choices_of(boxes, use);
  double before = 1;
  std::size_t place = 0;
  while (place < use.size() && before * before < all) before *= deals(boxes, use[place++]);
  return place;
}

}  // namespace

double choices_of(int boxes, const RowUse& use) {
  double all = 1;
  for (const int symbols : use) all *= boxes > 1 ? deals(boxes, symbols) : 1;
  return all;
}

SubBands::SubBands(int box_rows, int box_cols, int max_boxes, const Poll& poll)
    : box_rows_{box_rows}, box_cols_{box_cols} {
  // Throws if a number of ways might not fit.
  mathematics::checked_power(mathematics::factorial(max_boxes), box_rows * box_cols);
  const UInt128 max_tabulated =
      mathematics::checked_power(mathematics::factorial(std::max(max_boxes - 1, 1)), box_rows * box_cols);
  if (max_tabulated >> 64U != 0) throw std::overflow_error{"the ways of a part of the sub-band do not fit 64 bits"};
  for (int row = 0; row < box_rows; ++row) full_box_ += byte_of_row(row) * static_cast<std::uint64_t>(box_cols);
  for (int boxes = 0; boxes <= max_boxes; ++boxes) {
    // A set is used by at most the symbols of one of its rows.
    const auto digit_bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(box_cols * boxes)));
    levels_.push_back({.sets = RowSets{box_rows, boxes}, .digit_bits = digit_bits});
    if (boxes > 0 && boxes < max_boxes) tabulate(boxes, poll);
  }
}

void SubBands::tabulate(int boxes, const Poll& poll) {
  Level& level = levels_[static_cast<std::size_t>(boxes)];
  const auto images = images_under_row_permutations(level.sets);
  const auto classes = row_use_classes(box_rows_, box_cols_, boxes, poll);
  std::size_t uses = 0;
  for (const auto& use_class : classes) uses += use_class.size;
  level.ways.reserve(uses);
  for (const auto& use_class : classes) {
    const auto number = static_cast<std::uint64_t>(ways(boxes, use_class.greatest, poll));
    for (const auto& image : images) {
      Key key = 0;
      for (std::size_t place = 0; place < image.size(); ++place) {
        key += level.digit(image[place]) * static_cast<Key>(use_class.greatest[place]);
      }
      level.ways.set(key, number);
    }
  }
}

/// Checks whether some row of the last box gets too many symbols.
bool SubBands::overfills(std::uint64_t last_box) const {
  // A byte is at most 2 * 64 here. Adding 127 - box_cols sets its top bit if and only if it is above box_cols.
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t top_bits = ones << 7U;
  return ((last_box + ones * static_cast<std::uint64_t>(127 - box_cols_)) & top_bits) != 0;
}

/// Returns the ways to distribute the symbols of one set to rows of the last box.
std::vector<SubBands::Part> SubBands::choices(int boxes, std::size_t place, int symbols) const {
  const Level& rest = levels_[static_cast<std::size_t>(boxes - 1)];
  const RowSet set = levels_[static_cast<std::size_t>(boxes)].sets[place];
  std::vector<std::pair<Part, int>> dealt{{Part{}, symbols}};  // and the number of remaining symbols
  for (RowSet rows = set; rows != 0; rows &= rows - 1) {
    const bool is_last_row = (rows & (rows - 1)) == 0;
    const auto byte = byte_of_row(std::countr_zero(rows));
    const Key digit = rest.digit(rest.sets.place_of(set & ~(rows & (~rows + 1))));
    std::vector<std::pair<Part, int>> more;
    for (const auto& [part, left] : dealt) {
      for (int here = is_last_row ? left : 0; here <= std::min(left, box_cols_); ++here) {
        more.push_back({{part.last_box + byte * static_cast<std::uint64_t>(here),
                         part.rest + digit * static_cast<Key>(here), part.ways * mathematics::binomial(left, here)},
                        left - here});
      }
    }
    dealt = std::move(more);
  }
  std::vector<Part> parts;
  for (const auto& [part, left] : dealt) parts.push_back(part);
  return parts;
}

/// Returns the parts of the sets first..last-1, sorted by `last_box`, equal ones added up.
std::vector<SubBands::Part> SubBands::half(int boxes, const RowUse& use, std::size_t first, std::size_t last,
                                           const Poll& poll) const {
  std::vector<Part> parts{Part{}};
  for (std::size_t place = first; place < last; ++place) {
    poll();
    if (use[place] == 0) continue;
    const auto added = choices(boxes, place, use[place]);
    std::vector<Part> more;
    more.reserve(parts.size() * added.size());
    for (const Part& part : parts) {
      for (const Part& choice : added) {
        const auto last_box = part.last_box + choice.last_box;
        if (!overfills(last_box)) more.push_back({last_box, part.rest + choice.rest, part.ways * choice.ways});
      }
    }
    parts = std::move(more);
  }
  const auto name = [](const Part& part) { return std::tie(part.last_box, part.rest); };
  std::ranges::sort(parts, {}, name);
  std::vector<Part> merged;
  for (const Part& part : parts) {
    if (!merged.empty() && name(merged.back()) == name(part)) {
      merged.back().ways += part.ways;
    } else {
      merged.push_back(part);
    }
  }
  return merged;
}

UInt128 SubBands::ways(int boxes, const RowUse& use, const Poll& poll) const {
  if (boxes <= 1) return 1;
  const auto& rest = levels_[static_cast<std::size_t>(boxes - 1)].ways;
  const std::size_t cut = middle(boxes, use);
  const auto left = half(boxes, use, 0, cut, poll);
  const auto right = half(boxes, use, cut, use.size(), poll);
  UInt128 sum = 0;
  for (const Part& part : left) {
    const auto lacking = full_box_ - part.last_box;
    UInt128 ways_with_part = 0;
    auto other = std::ranges::lower_bound(right, lacking, {}, &Part::last_box);
    for (; other != right.end() && other->last_box == lacking; ++other) {
      ways_with_part += other->ways * rest[part.rest + other->rest];
    }
    sum += part.ways * ways_with_part;
  }
  return sum;
}

}  // namespace gridcensus::band_recursion
