#include "band_classes/countable_shapes.hpp"

#include "symbols/symbols.hpp"

namespace gridcensus::band_classes {

namespace {

/// The maximum order of boxes of one column: they have one class, whose band count is that of the Latin squares.
constexpr int max_rows_of_one_column = 9;

/// Checks whether R x C has few enough classes to list: seconds, and at most some 150 000 of them.
bool has_few_classes(Shape shape) {
  const auto [rows, cols] = shape;
  if (rows == 1 || cols == 1) return shape.side() <= mathematics::max_symbols;
  return (rows == 2 && cols <= 6) || (rows == 3 && cols <= 4) || (rows == 4 && cols <= 3) || (rows <= 6 && cols == 2);
}

std::optional<std::string> cannot_list_classes(Shape shape) {
  if (has_few_classes(shape)) return std::nullopt;
  if (shape.box_rows == 1 || shape.box_cols == 1) return "the side is above 16, the limit of this method";
  return "the signature classes of " + to_string(shape) +
         " are too many to be listed (up to 2x6, 3x4, 4x3 and 6x2); signature_burnside tells how many there are";
}

std::optional<std::string> cannot_count_bands(Shape shape) {
  if (auto reason = cannot_list_classes(shape)) return reason;
  if (shape.box_cols == 1 && shape.box_rows > max_rows_of_one_column) {
    return "a band is a Latin square of order " + std::to_string(shape.box_rows) +
           "; this method counts them up to order " + std::to_string(max_rows_of_one_column);
  }
  return std::nullopt;
}

std::optional<std::string> cannot_count_grids(Shape shape) {
  if (auto reason = cannot_count_bands(shape)) return reason;
  if (shape.bands() > 3 && shape != Shape{2, 4}) {
    return "there are " + std::to_string(shape.bands()) + " bands; this method combines at most 3, and 4 for 2x4";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> cannot_count(CountedShape counted) {
  switch (counted.work) {
    case Work::list_classes: return cannot_list_classes(counted.shape);
    case Work::count_bands: return cannot_count_bands(counted.shape);
    case Work::count_grids: break;
  }
  return cannot_count_grids(counted.shape);
}

bool takes_days(CountedShape counted) {
  return (counted.shape == Shape{6, 2} && counted.work != Work::list_classes) ||
         (counted.shape == Shape{4, 3} && counted.work == Work::count_grids);
}

std::optional<std::string> cannot_draw(CountedShape counted, bool check_orders) {
  const auto [shape, work] = counted;
  if (shape.box_rows == 1 || shape.box_cols == 1) return "there is one class to draw";
  if (work == Work::count_grids && shape.bands() != 3) {
    return "drawn classes estimate the grids of three bands only; of " + to_string(shape) + " they estimate the bands";
  }
  if (!check_orders) return std::nullopt;
  if (work == Work::count_grids || shape.box_cols != 2 || shape.box_rows < 5) {
    return "check_orders: two orders of factorisation are there for the bands of 5x2 and 6x2";
  }
  return std::nullopt;
}

}  // namespace gridcensus::band_classes
