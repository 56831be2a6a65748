#include "sdk/leftovers.hpp"
#include "sdk/rule_words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus {

namespace {

bool boxes_are_lines(Shape shape) { return shape.box_rows == 1 || shape.box_cols == 1; }

/// A box of the shape whose upper left cell is given.
Region box_at(Shape shape, int top, int left) {
  Region region;
  for (int cell = 0; cell < shape.side(); ++cell) {
    region.push_back((top + cell / shape.box_cols) * shape.side() + left + cell % shape.box_cols);
  }
  return region;
}

/// A broken diagonal: row + step * column is the same in all cells.
Region broken_diagonal(int side, int first_col, int step) {
  Region region;
  for (int row = 0; row < side; ++row) region.push_back(row * side + ((first_col + step * row) % side + side) % side);
  return region;
}

bool has_boxes(const Demands& demands) {
  if (demands.families.contains(classic_rules)) return true;
  return !demands.families.contains(latin_rules) && demands.layout.empty();
}

std::vector<Region> regions_of_layout(const std::vector<std::string>& lines) {
  std::vector<Region> regions;
  std::map<char, std::size_t> places;
  int cell = 0;
  for (const std::string& line : lines) {
    for (const char letter : line) {
      const auto [place, is_new] = places.emplace(letter, regions.size());
      if (is_new) regions.emplace_back();
      regions[place->second].push_back(cell++);
    }
  }
  return regions;
}

}  // namespace

std::vector<Region> lines_of(Shape shape) {
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
  return regions;
}

std::vector<Region> boxes_of(Shape shape) {
  std::vector<Region> regions;
  for (int box = 0; box < shape.side(); ++box) {
    regions.push_back(box_at(shape, box / shape.stacks() * shape.box_rows, box % shape.stacks() * shape.box_cols));
  }
  return regions;
}

std::vector<Region> regions_of_family(Shape shape, std::string_view name) {
  const int side = shape.side();
  std::vector<Region> regions;
  if (name == "diagonal" || name == "diagonals") regions.push_back(broken_diagonal(side, 0, 1));
  if (name == "diagonals") regions.push_back(broken_diagonal(side, side - 1, -1));
  if (name == "pandiagonal") {
    for (const int step : {1, -1}) {
      for (int col = 0; col < side; ++col) regions.push_back(broken_diagonal(side, col, step));
    }
  }
  if (name == "windows") {
    const int apart = shape.box_rows + 1;
    for (int top = 1; top < side - 1; top += apart) {
      for (int left = 1; left < side - 1; left += apart) regions.push_back(box_at(shape, top, left));
    }
  }
  if (name == "disjoint_groups") {
    const auto boxes = boxes_of(shape);
    for (int cell = 0; cell < side; ++cell) {
      Region& region = regions.emplace_back();
      for (const Region& box : boxes) region.push_back(box[static_cast<std::size_t>(cell)]);
    }
  }
  if (name == "both_boxes") regions = boxes_of(shape.transposed());
  return regions;
}

std::vector<Offset> offsets_of_family(std::string_view name) {
  const bool wraps = name.starts_with("toroidal_");
  if (wraps) name.remove_prefix(std::string_view{"toroidal_"}.size());
  if (name == "anti_knight") return {{1, 2, wraps}, {1, -2, wraps}, {2, 1, wraps}, {2, -1, wraps}};
  if (name == "anti_king") return {{1, 1, wraps}, {1, -1, wraps}};
  return {};
}

std::vector<CellPair> pairs_at(Shape shape, const Offset& offset) {
  const int side = shape.side();
  const auto onto_torus = [side](int line) { return ((line % side) + side) % side; };
  std::vector<CellPair> pairs;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    int row = cell / side + offset.down;
    int col = cell % side + offset.right;
    if (offset.wraps) {
      row = onto_torus(row);
      col = onto_torus(col);
    }
    if (row < 0 || row >= side || col < 0 || col >= side) continue;
    const int other = row * side + col;
    if (other != cell) pairs.emplace_back(std::min(cell, other), std::max(cell, other));
  }
  return pairs;
}

std::vector<Region> regions_of(Shape shape, const Demands& demands) {
  std::vector<Region> regions = lines_of(shape);
  std::set<Region> known{regions.begin(), regions.end()};
  const auto add = [&](std::vector<Region> more) {
    for (Region& region : more) {
      Region sorted = region;
      std::ranges::sort(sorted);
      if (known.insert(std::move(sorted)).second) regions.push_back(std::move(region));
    }
  };
  if (has_boxes(demands) && !boxes_are_lines(shape)) add(boxes_of(shape));
  add(regions_of_layout(demands.layout));
  for (const std::string& name : demands.families) add(regions_of_family(shape, name));
  add(demands.regions);
  // Nothing follows from rows, columns and boxes.
  const auto side = static_cast<std::size_t>(shape.side());
  const std::size_t plain = has_boxes(demands) && !boxes_are_lines(shape) ? 3 * side : 2 * side;
  if (regions.size() == plain && demands.layout.empty()) return regions;
  return with_leftovers(shape, regions);
}

CellGraph graph_of_regions(Shape shape, const std::vector<Region>& regions) {
  CellGraph graph{shape.cells()};
  for (const Region& region : regions) graph.add(region);
  return graph;
}

std::vector<CellPair> pairs_of(Shape shape, const Demands& demands) {
  std::vector<CellPair> pairs;
  for (const auto& [one, other] : demands.different) pairs.emplace_back(std::min(one, other), std::max(one, other));
  const auto add = [&](const Offset& offset) { std::ranges::copy(pairs_at(shape, offset), std::back_inserter(pairs)); };
  for (const std::string& name : demands.families) std::ranges::for_each(offsets_of_family(name), add);
  std::ranges::for_each(demands.offsets, add);
  return pairs;
}

CellGraph graph_of(Shape shape, const Demands& demands) {
  CellGraph graph = graph_of_regions(shape, regions_of(shape, demands));
  for (const auto& [one, other] : pairs_of(shape, demands)) graph.add(one, other);
  return graph;
}

std::optional<int> cell_apart(Shape shape, const Region& region) {
  const int side = shape.side();
  std::set<int> unreached{region.begin(), region.end()};
  std::vector<int> reached{region.front()};
  unreached.erase(region.front());
  while (!reached.empty()) {
    const int cell = reached.back();
    reached.pop_back();
    for (const auto& [step, is_inside] : {std::pair{-side, true}, std::pair{side, true}, std::pair{-1, cell % side > 0},
                                          std::pair{1, cell % side < side - 1}}) {
      if (is_inside && unreached.erase(cell + step) > 0) reached.push_back(cell + step);
    }
  }
  if (unreached.empty()) return std::nullopt;
  return *unreached.begin();
}

}  // namespace gridcensus
