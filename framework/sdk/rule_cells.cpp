#include "sdk/rule_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace gridcensus {

namespace {

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

/// The sets of rows that windows cross, and the set that no window crosses, each with all such sets of columns.
std::vector<Region> crossings_of_window_lines(Shape shape) {
  const int side = shape.side();
  const int apart = shape.box_rows + 1;
  std::vector<std::vector<int>> classes(static_cast<std::size_t>(shape.box_rows));
  for (int line = 0; line < side; ++line) {
    const int window = line % apart == 0 ? 0 : line / apart + 1;
    classes[static_cast<std::size_t>(window)].push_back(line);
  }
  std::vector<Region> regions;
  for (const auto& rows : classes) {
    for (const auto& columns : classes) {
      Region& region = regions.emplace_back();
      for (const int row : rows) {
        for (const int column : columns) region.push_back(row * side + column);
      }
    }
  }
  return regions;
}

bool has_boxes(const RuleSpec& spec) {
  const auto has = [&](std::string_view name) { return spec.families.contains(name); };
  if (std::ranges::any_of(rules_with_boxes, has)) return true;
  return !spec.families.contains(latin_rules) && spec.layout.empty();
}

}  // namespace

bool boxes_are_lines(Shape shape) { return shape.box_rows == 1 || shape.box_cols == 1; }

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
  if (name == "all_windows") regions = crossings_of_window_lines(shape);
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

std::vector<Region> regions_of(Shape shape, const RuleSpec& spec) {
  std::vector<Region> regions = lines_of(shape);
  std::set<Region> known{regions.begin(), regions.end()};
  const auto add = [&](std::vector<Region> more) {
    for (Region& region : more) {
      Region sorted = region;
      std::ranges::sort(sorted);
      if (known.insert(std::move(sorted)).second) regions.push_back(std::move(region));
    }
  };
  if (has_boxes(spec) && !boxes_are_lines(shape)) add(boxes_of(shape));
  add(regions_of_layout(spec.layout));
  for (const std::string& name : spec.families) add(regions_of_family(shape, name));
  add(spec.regions);
  return regions;
}

CellGraph graph_of_regions(Shape shape, const std::vector<Region>& regions) {
  CellGraph graph{shape.cells()};
  for (const Region& region : regions) graph.add(region);
  return graph;
}

Constraints constraints_of(Shape shape, const RuleSpec& spec) {
  CellGraph different = graph_of_regions(shape, regions_of(shape, spec));
  for (const auto& [one, other] : spec.different) different.add(one, other);
  for (const std::string& name : spec.families) add_offsets(shape, offsets_of_family(name), different);
  add_offsets(shape, spec.offsets, different);

  RuleSpec related = spec;
  if (spec.families.contains(non_consecutive_rules)) {
    const SymbolTable apart = table_of(shape.side(), [](int one, int other) { return std::abs(one - other) != 1; });
    for (const auto& [one, other] : neighbours(shape)) relate(one, other, apart, related);
  }
  for (auto& [cells, table] : related.related) {
    bool differ = different.has(cells.first, cells.second);
    SymbolTable same_removed = table;
    for (std::size_t symbol = 0; symbol < table.size(); ++symbol) same_removed[symbol] &= ~(SymbolBits{1} << symbol);
    if (!differ && same_removed == table) {
      differ = true;
      different.add(cells.first, cells.second);
    }
    if (differ) table = std::move(same_removed);
  }
  const SymbolTable all = table_of(shape.side(), [](int /*one*/, int /*other*/) { return true; });
  const SymbolTable all_others = table_of(shape.side(), [](int one, int other) { return one != other; });
  std::erase_if(related.related, [&](const auto& entry) {
    const auto& [cells, table] = entry;
    return table == (different.has(cells.first, cells.second) ? all_others : all);
  });
  return {.different = std::move(different),
          .allowed = spec.allowed,
          .related = std::move(related.related),
          .is_square = spec.families.contains(square_rules)};
}

void add_offsets(Shape shape, const std::vector<Offset>& offsets, CellGraph& graph) {
  for (const Offset& offset : offsets) {
    for (const auto& [one, other] : pairs_at(shape, offset)) graph.add(one, other);
  }
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
