#include "gridcensus/problem.hpp"

#include <charconv>
#include <system_error>

namespace gridcensus {

namespace {

/// A number as a shape is written: digits only, no leading zero. 0 where the text is none.
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

std::string_view name_of(Rules rules) {
  switch (rules) {
    case Rules::classic: return "classic";
  }
  return "unknown";
}

const std::vector<Rules>& all_rules() {
  static const std::vector<Rules> rules{Rules::classic};
  return rules;
}

std::vector<Region> Problem::regions() const {
  const int side = shape.side();
  std::vector<Region> regions;
  for (int row = 0; row < side; ++row) {
    Region& region = regions.emplace_back();
    for (int col = 0; col < side; ++col) region.push_back(row * side + col);
  }
  for (int col = 0; col < side; ++col) {
    Region& region = regions.emplace_back();
    for (int row = 0; row < side; ++row) region.push_back(row * side + col);
  }
  const bool boxes_are_lines = shape.box_rows == 1 || shape.box_cols == 1;
  for (int box = 0; box < side && !boxes_are_lines; ++box) {
    const int top = box / shape.stacks() * shape.box_rows;
    const int left = box % shape.stacks() * shape.box_cols;
    Region& region = regions.emplace_back();
    for (int cell = 0; cell < side; ++cell) {
      region.push_back((top + cell / shape.box_cols) * side + left + cell % shape.box_cols);
    }
  }
  return regions;
}

std::string to_string(const Problem& problem) {
  std::string text = to_string(problem.shape);
  if (problem.rules != Rules::classic) text.append(" ").append(name_of(problem.rules));
  return text;
}

bool is_transposable(const Problem& problem) { return problem.rules == Rules::classic; }

Problem transposed(const Problem& problem) { return {problem.shape.transposed(), problem.rules}; }

}  // namespace gridcensus
