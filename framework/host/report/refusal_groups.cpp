#include "host/report/refusal_groups.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>

namespace gridcensus::host {

namespace {

constexpr int max_listed_side = 25;
/// Fewer shapes in a row are named one by one.
constexpr int shortest_range = 3;

/// Returns "a", "a and b" or "a to c": the ends of a range of numbers.
std::string range_text(const std::vector<int>& numbers) {
  if (numbers.size() == 1) return std::to_string(numbers.front());
  return fmt::format("{} to {}", numbers.front(), numbers.back());
}

/// Splits ascending numbers into runs without a gap.
std::vector<std::vector<int>> runs_of(const std::set<int>& numbers) {
  std::vector<std::vector<int>> runs;
  for (const int number : numbers) {
    if (runs.empty() || runs.back().back() + 1 != number) runs.emplace_back();
    runs.back().push_back(number);
  }
  return runs;
}

/// Removes complete sides from the shapes, as far as they are consecutive, and returns them as parts of the text.
std::vector<std::string> take_sides(std::set<Shape>& shapes) {
  std::set<int> sides;
  for (int side = 1; side <= max_listed_side; ++side) {
    bool is_whole = true;
    for (const auto shape : listed_shapes()) is_whole = is_whole && (shape.side() != side || shapes.contains(shape));
    if (is_whole) sides.insert(side);
  }
  std::vector<std::string> parts;
  for (const auto& run : runs_of(sides)) {
    if (std::ssize(run) < shortest_range) continue;
    parts.push_back("side " + range_text(run));
    std::erase_if(shapes, [&](Shape shape) { return shape.side() >= run.front() && shape.side() <= run.back(); });
  }
  return parts;
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

/// Replaces the numbers and shapes of a reason by a mark. "6xC" is the name of a family, and stays.
std::string without_numbers(std::string reason) {
  static const re2::RE2 number{R"(\b(\d+x\d+|\d[\d.,]*(e[+-]?\d+)?)\b)"};
  re2::RE2::GlobalReplace(&reason, number, "#");
  return reason;
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
  std::set<Shape> rest{shapes.begin(), shapes.end()};
  auto parts = take_sides(rest);
  std::set<Shape> wide;
  std::set<Shape> tall;
  bool is_symmetric = true;
  for (const auto shape : rest) {
    (shape.box_rows <= shape.box_cols ? wide : tall).insert(shape);
    is_symmetric = is_symmetric && rest.contains({shape.box_cols, shape.box_rows});
  }
  std::vector<std::string> single;
  add_runs(wide, true, single);
  if (!is_symmetric) add_runs(tall, false, single);
  if (is_symmetric && !tall.empty()) single.emplace_back("and transposed");
  parts.insert(parts.end(), single.begin(), single.end());
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<RefusalGroup> grouped_by_reason(const std::map<Shape, std::string>& reasons) {
  std::vector<RefusalGroup> groups;
  std::vector<std::string> kinds;
  for (const auto& [shape, whole] : reasons) {
    // "counted as 4x3: " repeats the shape, and is left out.
    static const re2::RE2 repeated_shape{R"(^counted as \d+x\d+: )"};
    std::string reason = whole;
    re2::RE2::Replace(&reason, repeated_shape, "");
    const std::string kind = without_numbers(reason);
    const auto place = static_cast<std::size_t>(std::ranges::find(kinds, kind) - kinds.begin());
    if (place == kinds.size()) {
      kinds.push_back(kind);
      groups.push_back({reason, true, {}});
    }
    groups[place].is_of_all = groups[place].is_of_all && groups[place].reason == reason;
    groups[place].shapes.push_back(shape);
  }
  return groups;
}

}  // namespace gridcensus::host
