#include "band_recursion/band_sum.hpp"

#include <algorithm>
#include <array>

namespace gridcensus::band_recursion {

namespace {

/// The maximum width of boxes of 5, 6, 7, 8 rows with few and fast enough terms; fewer rows allow any width.
constexpr std::array<int, 4> widest{6, 4, 2, 1};
constexpr int rows_of_any_width = 4;

/// Returns the number of boxes before the cut: half, rounded up.
int first_boxes_of(Shape shape) { return (shape.box_rows + 1) / 2; }

/// Returns the use of the other boxes: the complements of the symbols' sets.
RowUse complement(const RowUse& use, const RowSets& sets, const RowSets& other_sets) {
  const RowSet all = (RowSet{1} << static_cast<unsigned>(sets.rows())) - 1;
  RowUse other(other_sets.count());
  for (std::size_t place = 0; place < use.size(); ++place) other[other_sets.place_of(all & ~sets[place])] = use[place];
  return other;
}

}  // namespace

std::optional<std::string> why_not(Shape shape) {
  const int rows = shape.box_rows;
  if (rows <= rows_of_any_width) return std::nullopt;
  const auto index = static_cast<std::size_t>(rows - rows_of_any_width - 1);
  if (index >= widest.size()) {
    return "bands of " + std::to_string(rows) + " boxes have too many row uses; this method takes up to " +
           std::to_string(rows_of_any_width + static_cast<int>(widest.size())) + " rows";
  }
  if (shape.box_cols <= widest.at(index)) return std::nullopt;
  return "the row uses of half a band grow like a high power of C; this method takes " + std::to_string(rows) +
         "xC up to C = " + std::to_string(widest.at(index));
}

std::optional<std::size_t> count_terms(Shape shape) {
  if (shape.box_rows > 7 || shape == Shape{7, 2} || shape == Shape{6, 4}) return std::nullopt;
  return row_use_classes(shape.box_rows, shape.box_cols, first_boxes_of(shape), [] {}).size();
}

std::size_t memory_bytes(Shape shape) {
  constexpr std::size_t megabyte = std::size_t{1} << 20U;
  if (shape.box_rows == 8) return 112 * megabyte;    // the table of three boxes
  if (shape == Shape{7, 2}) return 1300 * megabyte;  // the same
  if (shape == Shape{6, 4}) return 64 * megabyte;
  if (shape.box_rows == 5 && shape.box_cols == 6) return 40 * megabyte;
  const bool is_small = shape.box_rows <= 6 && shape.side() <= 20;
  return (is_small ? 4 : 12) * megabyte;
}

BandSum::BandSum(Shape shape, const Poll& poll)
    : shape_{shape},
      first_boxes_{first_boxes_of(shape)},
      sets_{shape.box_rows, first_boxes_},
      other_sets_{shape.box_rows, shape.box_rows - first_boxes_},
      sub_bands_{shape.box_rows, shape.box_cols, first_boxes_, poll},
      classes_{row_use_classes(shape.box_rows, shape.box_cols, first_boxes_, poll)} {
  const auto cost_of = [this](const RowUseClass& use_class) { return choices_of(first_boxes_, use_class.greatest); };
  std::ranges::stable_sort(classes_, std::ranges::greater{}, cost_of);
}

double BandSum::cost(std::size_t number) const { return choices_of(first_boxes_, classes_.at(number).greatest); }

Integer BandSum::term(std::size_t number, const Poll& poll) const {
  const RowUseClass& use_class = classes_.at(number);
  const RowUse& use = use_class.greatest;
  Integer bands = factorial(shape_.side());
  for (const int symbols : use) bands /= factorial(symbols);
  bands *= Integer{sub_bands_.ways(first_boxes_, use, poll)};
  bands *= Integer{sub_bands_.ways(shape_.box_rows - first_boxes_, complement(use, sets_, other_sets_), poll)};
  return bands * use_class.size * power(factorial(shape_.box_cols), shape_.box_rows * shape_.box_rows);
}

Integer BandSum::divisor() const {
  return factorial(shape_.side()) * power(factorial(shape_.box_cols), shape_.box_rows * (shape_.box_rows - 1));
}

Integer bands(Shape shape) {
  const BandSum sum{shape};
  Integer total = 0;
  for (std::size_t number = 0; number < sum.terms(); ++number) total += sum.term(number);
  return total;
}

}  // namespace gridcensus::band_recursion
