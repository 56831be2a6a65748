#include "host/report/text_pictures.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

/// One for each region of the largest shape.
constexpr std::string_view region_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

std::vector<std::string> rows_of(const std::string& cells, int side, bool has_blanks) {
  constexpr int max_side_with_blanks = 40;  // more do not fit 80 columns
  has_blanks = has_blanks && side <= max_side_with_blanks;
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool begins_row = i % static_cast<std::size_t>(side) == 0;
    if (begins_row) rows.emplace_back();
    if (has_blanks && !begins_row) rows.back() += ' ';
    rows.back() += cells[i];
  }
  return rows;
}

std::string empty_grid(Shape shape) {
  std::string grid(static_cast<std::size_t>(shape.cells()), '.');
  return grid;
}

/// Returns the regions that are neither rows nor columns.
std::vector<Region> further_regions(const Problem& problem) {
  const int side = problem.shape.side();
  auto regions = problem.regions();
  std::erase_if(regions, [side](const Region& region) {
    const auto is_same = [&](auto line_of) {
      return std::ranges::all_of(region, [&](int cell) { return line_of(cell) == line_of(region.front()); });
    };
    return is_same([side](int cell) { return cell / side; }) || is_same([side](int cell) { return cell % side; });
  });
  return regions;
}

/// Draws cells that must differ from one of them, or are related to it.
///
/// @param pairs  not empty
TextPicture around_a_cell(Shape shape, const std::vector<CellPair>& pairs, std::string title) {
  const int side = shape.side();
  std::map<int, std::set<int>> others;
  for (const auto& [one, other] : pairs) {
    others[one].insert(other);
    others[other].insert(one);
  }
  const auto number_of = [&](int cell) { return others.contains(cell) ? others.at(cell).size() : 0; };
  int best = others.begin()->first;
  // The middle is clearest, if it has as many as others.
  const auto distance = [side](int cell) {
    return std::abs(2 * (cell / side) - side + 1) + std::abs(2 * (cell % side) - side + 1);
  };
  for (int cell = 0; cell < shape.cells(); ++cell) {
    if (std::pair{number_of(cell), -distance(cell)} > std::pair{number_of(best), -distance(best)}) best = cell;
  }
  std::string cells = empty_grid(shape);
  cells[static_cast<std::size_t>(best)] = 'x';
  for (const int cell : others.at(best)) cells[static_cast<std::size_t>(cell)] = 'o';
  return {std::move(title), rows_of(cells, side, true)};
}

/// Returns the cells of givens and of restricted cells; nullopt if there are none.
std::optional<TextPicture> givens_of(const Problem& problem) {
  if (problem.symbols_are_alike()) return std::nullopt;
  const auto allowed = problem.allowed();
  std::string cells = empty_grid(problem.shape);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const int number = std::popcount(allowed[cell]);
    if (number == 1) {
      cells[cell] = symbol_character(std::countr_zero(allowed[cell])).value_or('#');
    } else if (number < problem.shape.side()) {
      cells[cell] = '*';
    }
  }
  if (cells.find_first_not_of('.') == std::string::npos) return std::nullopt;
  return TextPicture{"givens", rows_of(cells, problem.shape.side(), true)};
}

/// Draws regions; each picture has regions without a common cell.
void add_regions(Shape shape, const std::vector<Region>& regions, const std::string& title,
                 std::vector<TextPicture>& pictures) {
  std::vector<std::string> layers;
  std::vector<std::size_t> used;
  for (const Region& region : regions) {
    const auto is_free = [&](const std::string& cells) {
      return std::ranges::all_of(region, [&](int cell) { return cells[static_cast<std::size_t>(cell)] == '.'; });
    };
    auto place = static_cast<std::size_t>(std::ranges::find_if(layers, is_free) - layers.begin());
    if (place == layers.size()) {
      layers.push_back(empty_grid(shape));
      used.push_back(0);
    }
    const char letter = region_letters[used[place]++ % region_letters.size()];
    for (const int cell : region) layers[place][static_cast<std::size_t>(cell)] = letter;
  }
  for (const auto& cells : layers) pictures.push_back({title, rows_of(cells, shape.side(), true)});
}

}  // namespace

std::optional<std::vector<std::string>> layout_of(Shape shape, const RuleSpec& rules) {
  if (!rules.layout.empty()) return rules.layout;
  if (rules.families.contains("latin") || rules.families.contains("square")) return std::nullopt;
  std::string cells = empty_grid(shape);
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const int row = cell / shape.side();
    const int col = cell % shape.side();
    const int box = row / shape.box_rows * shape.stacks() + col / shape.box_cols;
    cells[static_cast<std::size_t>(cell)] = region_letters[static_cast<std::size_t>(box)];
  }
  return rows_of(cells, shape.side(), false);
}

std::vector<TextPicture> pictures_of(const Problem& problem, const RuleSpec& rules) {
  const Shape shape = problem.shape;
  std::vector<TextPicture> pictures;
  auto regions = further_regions(problem);
  auto pairs = problem.pairs();
  if (const auto layout = layout_of(shape, rules)) {
    std::string cells;
    for (const auto& line : *layout) cells += line;
    pictures.push_back({"boxes", rows_of(cells, shape.side(), true)});
    std::map<char, Region> boxes;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) boxes[cells[cell]].push_back(static_cast<int>(cell));
    std::erase_if(regions, [&](Region region) {
      std::ranges::sort(region);
      return std::ranges::any_of(boxes, [&](const auto& box) { return box.second == region; });
    });
    // The canonical form may name pairs instead of a box.
    std::erase_if(pairs, [&](const CellPair& pair) {
      return cells[static_cast<std::size_t>(pair.first)] == cells[static_cast<std::size_t>(pair.second)];
    });
  }
  add_regions(shape, regions, "regions", pictures);
  if (!pairs.empty()) pictures.push_back(around_a_cell(shape, pairs, "o differs from x"));
  std::vector<CellPair> related;
  for (const auto& each : problem.related()) related.push_back(each.cells);
  if (!related.empty()) pictures.push_back(around_a_cell(shape, related, "o relates to x"));
  if (auto givens = givens_of(problem)) pictures.push_back(std::move(*givens));
  if (pictures.empty()) {
    std::vector<CellPair> seen;
    const auto all = cells_seen(problem);
    for (std::size_t cell = 0; cell < all.size(); ++cell) {
      for (const int other : all[cell]) seen.emplace_back(static_cast<int>(cell), other);
    }
    if (!seen.empty()) pictures.push_back(around_a_cell(shape, seen, "o differs from x"));
  }
  return pictures;
}

std::vector<std::string> side_by_side(const std::vector<TextPicture>& pictures, std::size_t blanks) {
  std::vector<std::string> lines;
  for (const auto& picture : pictures) {
    const std::size_t before = lines.empty() ? 0 : lines.front().size() + blanks;
    if (lines.size() < picture.lines.size()) lines.resize(picture.lines.size());
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
      lines[i].resize(before, ' ');
      lines[i] += picture.lines[i];
    }
  }
  for (auto& line : lines) line.resize(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace gridcensus::host
