#include "gridcensus/shape.hpp"

#include <charconv>
#include <system_error>

namespace gridcensus {

namespace {

/// Parses a number of a shape: digits only, no leading zero. Returns 0 for any other text.
long long parse_size(std::string_view text) {
  long long value = 0;
  if (text.empty() || text.front() < '1' || text.front() > '9') return 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ptr != text.data() + text.size()) return 0;
  return result.ec == std::errc::result_out_of_range ? max_side + 1LL : value;
}

}  // namespace

Shape make_shape(long long box_rows, long long box_cols) {
  const auto limits = "a box has from 1 to " + std::to_string(max_side) +
                      " rows and columns, and rows * columns is at most " + std::to_string(max_side);
  if (box_rows < 1 || box_cols < 1 || box_rows > max_side || box_cols > max_side || box_rows * box_cols > max_side) {
    throw InvalidShape{limits};
  }
  return {static_cast<int>(box_rows), static_cast<int>(box_cols)};
}

Shape parse_shape(std::string_view text) {
  const auto separator = text.find('x');
  const bool has_separator = separator != std::string_view::npos;
  const long long box_rows = has_separator ? parse_size(text.substr(0, separator)) : 0;
  const long long box_cols = has_separator ? parse_size(text.substr(separator + 1)) : 0;
  if (box_rows == 0 || box_cols == 0) {
    throw InvalidShape{"expected box rows x box columns, such as 3x3 or 2x4"};
  }
  return make_shape(box_rows, box_cols);
}

std::string to_string(Shape shape) { return std::to_string(shape.box_rows) + "x" + std::to_string(shape.box_cols); }

}  // namespace gridcensus
