#include "host/report/refusal_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

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

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Returns the end of the number, real or shape that begins here: 7,206 or 1e+21 or 3x4.
std::size_t end_of_number(std::string_view text, std::size_t begin) {
  const auto digit_at = [&](std::size_t place) { return place < text.size() && is_digit(text[place]); };
  for (std::size_t end = begin; true; ++end) {
    if (digit_at(end)) continue;
    const char c = end < text.size() ? text[end] : ' ';
    const bool has_sign = c == 'e' && end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-');
    const bool goes_on = (c == '.' || c == ',' || c == 'x' || c == 'e') && digit_at(end + (has_sign ? 2 : 1));
    if (!goes_on) return end;
    end += has_sign ? 1 : 0;
  }
}

/// Replaces the numbers and shapes of a reason by a mark. "6xC" is the name of a family, and stays.
std::string without_numbers(std::string_view reason) {
  std::string text;
  for (std::size_t place = 0; place < reason.size();) {
    const bool begins_word = place == 0 || !is_of_word(reason[place - 1]);
    const std::size_t end = begins_word && is_digit(reason[place]) ? end_of_number(reason, place) : place;
    const bool is_number = end > place && (end == reason.size() || !is_of_word(reason[end]));
    text += is_number ? '#' : reason[place];
    place = is_number ? end : place + 1;
  }
  return text;
}

/// Returns a reason without "counted as 4x3: " at its beginning, which repeats the shape.
std::string without_image(const std::string& reason) {
  constexpr std::string_view start = "counted as ";
  const auto end = reason.find(": ");
  const bool has_image = reason.starts_with(start) && end != std::string::npos &&
                         end_of_number(reason, start.size()) == end && end > start.size();
  return has_image ? reason.substr(end + 2) : reason;
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
    const std::string reason = without_image(whole);
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
