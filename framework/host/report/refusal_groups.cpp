#include "host/report/refusal_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

namespace gridcensus::host {

namespace {

constexpr int max_listed_side = 25;
/// Fewer shapes in a row are named one by one.
constexpr int shortest_range = 3;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

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

/// A reason in pieces: texts, and between them numbers or shapes.
struct Pieces {
  std::string skeleton;  ///< the reason with a marker instead of each number or shape
  std::vector<std::string> values;
};

/// Returns the end of the number that begins at a position: "10", "1.5", "6.3e+07", "15,400".
std::size_t end_of_number(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  const auto skip_digits = [&] {
    while (end < text.size() && is_digit(text[end])) ++end;
  };
  skip_digits();
  while (end + 1 < text.size() && (text[end] == '.' || text[end] == ',') && is_digit(text[end + 1])) {
    ++end;
    skip_digits();
  }
  if (end < text.size() && text[end] == 'e') {
    std::size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) {
      end = exponent;
      skip_digits();
    }
  }
  return end;
}

Pieces pieces_of(std::string_view reason) {
  Pieces pieces;
  // "counted as 4x3: " repeats the shape, and is left out.
  constexpr std::string_view lead_in = "counted as ";
  if (const auto colon = reason.find(": "); reason.starts_with(lead_in) && colon != std::string_view::npos)
    reason.remove_prefix(colon + 2);
  for (std::size_t i = 0; i < reason.size();) {
    const bool is_in_word =
        i > 0 && (std::isalnum(static_cast<unsigned char>(reason[i - 1])) != 0 || reason[i - 1] == '_');
    if (!is_digit(reason[i]) || is_in_word) {
      pieces.skeleton += reason[i++];
      continue;
    }
    std::size_t end = end_of_number(reason, i);
    const bool is_shape = end + 1 < reason.size() && reason[end] == 'x' && is_digit(reason[end + 1]);
    if (!is_shape && end < reason.size() && reason[end] == 'x') {
      // "6xC" names a family of shapes.
      pieces.skeleton += reason.substr(i, end - i);
      i = end;
      continue;
    }
    if (is_shape) end = end_of_number(reason, end + 1);
    pieces.skeleton += is_shape ? '\1' : '\2';
    pieces.values.emplace_back(reason.substr(i, end - i));
    i = end;
  }
  return pieces;
}

/// Returns the text for the values at one position of reasons: the value if all are equal, a range of numbers, or
/// "RxC".
std::string united(const std::vector<std::string>& values, bool are_shapes) {
  if (std::ranges::all_of(values, [&](const auto& value) { return value == values.front(); })) return values.front();
  if (are_shapes) return "RxC";
  const auto number_of = [](std::string text) {
    std::erase(text, ',');
    return std::strtod(text.c_str(), nullptr);
  };
  const auto [least, most] = std::ranges::minmax(values, {}, number_of);
  return least + " to " + most;
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
  struct Group {
    Pieces first;
    std::vector<std::vector<std::string>> values;  ///< by position in the reason
    std::vector<Shape> shapes;
  };
  std::vector<Group> groups;
  for (const auto& [shape, reason] : reasons) {
    auto pieces = pieces_of(reason);
    auto found = std::ranges::find(groups, pieces.skeleton, [](const Group& group) { return group.first.skeleton; });
    if (found == groups.end()) {
      groups.push_back({pieces, std::vector<std::vector<std::string>>(pieces.values.size()), {}});
      found = std::prev(groups.end());
    }
    for (std::size_t i = 0; i < pieces.values.size(); ++i) found->values[i].push_back(pieces.values[i]);
    found->shapes.push_back(shape);
  }
  std::vector<RefusalGroup> result;
  for (const auto& group : groups) {
    std::string reason;
    std::size_t place = 0;
    for (const char c : group.first.skeleton) {
      if (c == '\1' || c == '\2')
        reason += united(group.values[place++], c == '\1');
      else
        reason += c;
    }
    result.push_back({std::move(reason), group.shapes});
  }
  return result;
}

}  // namespace gridcensus::host
