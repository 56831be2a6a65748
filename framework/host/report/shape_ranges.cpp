#include "host/report/shape_ranges.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace gridcensus::host {

namespace {

constexpr int max_listed_side = 25;
/// Fewer shapes in a row are named one by one.
constexpr int shortest_range = 3;

/// Splits ascending numbers into runs without a gap.
std::vector<std::vector<int>> runs_of(const std::set<int>& numbers) {
  std::vector<std::vector<int>> runs;
  for (const int number : numbers) {
    if (runs.empty() || runs.back().back() + 1 != number) runs.emplace_back();
    runs.back().push_back(number);
  }
  return runs;
}

/// Adds "2x3 to 2x12" for boxes with one number of rows, or "3x2 to 12x2" for those with one number of columns.
void add_runs(const std::set<Shape>& shapes, bool by_rows, std::vector<std::string>& parts) {
  std::map<int, std::set<int>> lines;
  for (const auto shape : shapes) {
    lines[by_rows ? shape.box_rows : shape.box_cols].insert(by_rows ? shape.box_cols : shape.box_rows);
  }
  const auto name = [&](int fixed, int number) {
    return to_string(by_rows ? Shape{fixed, number} : Shape{number, fixed});
  };
  for (const auto& [fixed, numbers] : lines) {
    for (const auto& run : runs_of(numbers)) {
      if (std::ssize(run) >= shortest_range) {
        parts.push_back(name(fixed, run.front()) + " to " + name(fixed, run.back()));
        continue;
      }
      for (const int number : run) parts.push_back(name(fixed, number));
    }
  }
}

}  // namespace

std::vector<Shape> listed_shapes() {
  std::vector<Shape> shapes;
  for (int rows = 1; rows <= max_listed_side; ++rows) {
    for (int cols = 1; cols * rows <= max_listed_side; ++cols) shapes.push_back({rows, cols});
  }
  return shapes;
}

std::string shape_ranges(const std::vector<Shape>& shapes) {
  const std::set<Shape> all{shapes.begin(), shapes.end()};
  std::set<Shape> wide;
  std::set<Shape> tall;
  bool is_symmetric = true;
  for (const auto shape : all) {
    (shape.box_rows <= shape.box_cols ? wide : tall).insert(shape);
    is_symmetric = is_symmetric && all.contains({shape.box_cols, shape.box_rows});
  }
  std::vector<std::string> parts;
  add_runs(wide, true, parts);
  if (!is_symmetric) add_runs(tall, false, parts);
  if (is_symmetric && !tall.empty()) parts.emplace_back("and transposed");
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace gridcensus::host
