#include "burnside_bfs/group/symmetries.hpp"

#include "burnside_bfs/size_of.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/permutation_group.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

using mathematics::composed;
using mathematics::Images;

/// Returns the permutation of cells that maps (row, column) to `image(row, column)`, a pair.
template <class Image>
CellImages cells_by(Shape shape, const Image& image) {
  CellImages images;
  for (int row = 0; row < shape.side(); ++row) {
    for (int col = 0; col < shape.side(); ++col) {
      const auto [to_row, to_col] = image(row, col);
      images.push_back(static_cast<std::uint16_t>(to_row * shape.side() + to_col));
    }
  }
  return images;
}

/// Returns the line after an exchange of `width` lines from `first` on with as many from `second` on.
int exchanged(int line, int first, int second, int width) {
  if (line >= first && line < first + width) return line - first + second;
  if (line >= second && line < second + width) return line - second + first;
  return line;
}

/// An exchange of two blocks of lines, or of two lines of a block, as (first, second, width).
struct Exchange {
  int first;
  int second;
  int width;
};

std::vector<Exchange> exchanges(int blocks, int block_size) {
  std::vector<Exchange> found;
  for (int i = 0; i < blocks; ++i) {
    for (int j = i + 1; j < blocks; ++j) found.push_back({i * block_size, j * block_size, block_size});
  }
  for (int block = 0; block < blocks; ++block) {
    for (int i = 0; i < block_size; ++i) {
      for (int j = i + 1; j < block_size; ++j) found.push_back({block * block_size + i, block * block_size + j, 1});
    }
  }
  return found;
}

/// Returns the number of a permutation in an ascending list.
Code number_of(const std::vector<Images>& list, const Images& images) {
  const auto place = std::lower_bound(list.begin(), list.end(), images);
  if (place == list.end() || *place != images) throw std::out_of_range{"no symmetry permutes lines so"};
  return static_cast<Code>(place - list.begin());
}

}  // namespace

std::vector<CellImages> moves(Shape shape) {
  using Cell = std::pair<int, int>;
  std::vector<CellImages> found;
  if (shape.box_rows == shape.box_cols) {
    found.push_back(cells_by(shape, [&](int row, int col) { return Cell{col, shape.side() - 1 - row}; }));
  } else {
    for (const auto& [first, second, width] : exchanges(shape.bands(), shape.box_rows)) {
      found.push_back(cells_by(shape, [i = first, j = second, size = width](int row, int col) {
        return Cell{exchanged(row, i, j, size), col};
      }));
    }
  }
  for (const auto& [first, second, width] : exchanges(shape.stacks(), shape.box_cols)) {
    found.push_back(cells_by(shape, [i = first, j = second, size = width](int row, int col) {
      return Cell{row, exchanged(col, i, j, size)};
    }));
  }
  return found;
}

GridMap map_of_cells(Shape shape, const CellImages& images) {
  const std::size_t side = size_of(shape.side());
  GridMap map;
  map.is_transposed = side > 1 && images.at(0) / side != images.at(1) / side;
  for (std::size_t line = 0; line < side; ++line) {
    const std::uint16_t in_row = images.at(line);            // the image of cell (0, line)
    const std::uint16_t in_column = images.at(line * side);  // the image of cell (line, 0)
    map.rows.at(line) = static_cast<std::uint8_t>((map.is_transposed ? in_row : in_column) / side);
    map.columns.at(line) = static_cast<std::uint8_t>((map.is_transposed ? in_column : in_row) % side);
  }
  if (cell_images(shape, map) != images) throw std::invalid_argument{"a move that tears rows or columns apart"};
  return map;
}

std::map<int, int> cell_cycles(const CellImages& images) {
  std::vector<bool> is_seen(images.size());
  std::map<int, int> cycles;
  for (std::size_t first = 0; first < images.size(); ++first) {
    int length = 0;
    for (std::size_t cell = first; !is_seen[cell]; cell = images[cell]) {
      is_seen[cell] = true;
      ++length;
    }
    if (length > 0) ++cycles[length];
  }
  return cycles;
}

std::vector<std::uint16_t> line_images(Shape shape, const GridMap& map) {
  const std::size_t side = size_of(shape.side());
  std::vector<std::uint16_t> images(2 * side);
  for (std::size_t line = 0; line < side; ++line) {
    // Transposing: row r becomes column columns[r], column c becomes row rows[c].
    const auto row = map.rows.at(line);
    const auto column = static_cast<std::uint16_t>(side + map.columns.at(line));
    images[line] = map.is_transposed ? column : row;
    images[side + line] = map.is_transposed ? row : column;
  }
  return images;
}

std::vector<Images> closure(const std::vector<Images>& generators, std::size_t most) {
  std::set<Images> found{mathematics::unmoved()};
  std::vector<Images> waiting{mathematics::unmoved()};
  while (!waiting.empty()) {
    const Images lines = waiting.back();
    waiting.pop_back();
    for (const Images& generator : generators) {
      const Images product = composed(lines, generator);
      if (found.insert(product).second) waiting.push_back(product);
    }
    if (found.size() > most) return {};
  }
  return {found.begin(), found.end()};
}

Integer code_limit(Shape shape) { return mathematics::group_order(shape, mathematics::geometric_moves(shape)); }

Symmetries::Symmetries(Shape shape, const Poll& poll) : shape_{shape} {
  if (size_of(shape.side()) > mathematics::max_grid_side || code_limit(shape) > std::numeric_limits<Code>::max()) {
    throw std::length_error{"the symmetries of " + to_string(shape) + " are too many to list"};
  }
  const std::vector<CellImages> all_moves = moves(shape);
  choose_generators(all_moves);
  find_lines();

  std::vector<std::function<GridMap(const GridMap&)>> steps;
  for (const GridMap& generator : generators_) {
    steps.emplace_back([&generator](const GridMap& element) { return composed(element, generator); });
  }
  const StepGraph cayley_graph = graph(steps);
  reached_ = Reached{num_vertices(cayley_graph)};
  order_ = reach(cayley_graph, code_of(GridMap{}), reached_, poll, [](Code) {});

  for (const CellImages& move : all_moves) {
    if (!contains(code_of(map_of_cells(shape, move)))) throw BrokenInvariant{"the search has missed a move"};
  }
}

/// Chooses generators. Few of them make a fast search, which takes a step for each of them from every element. Skips
/// moves that the ones before them generate. Three of the 13 of 3x3 remain: the turn and one exchange each of stacks
/// and of columns. A half turn maps the first exchange of each kind to that of the last two; two neighbouring exchanges
/// generate the third; and the columns of another stack are moved by bringing it to the place of the first one, and
/// back.
void Symmetries::choose_generators(const std::vector<CellImages>& all_moves) {
  PermutationGroup generated{2 * size_of(shape_.side())};
  for (const CellImages& move : all_moves) {
    const GridMap map = map_of_cells(shape_, move);
    if (!generated.insert(line_images(shape_, map))) continue;
    generators_.push_back(map);
    has_transposition_ = has_transposition_ || map.is_transposed;
  }
}

void Symmetries::find_lines() {
  Lines rows;
  Lines columns;
  for (const GridMap& generator : generators_) {
    rows.push_back(generator.rows);
    columns.push_back(generator.columns);
  }
  if (has_transposition_) {  // rows become columns, so moves of one kind give moves of the other
    rows.insert(rows.end(), columns.begin(), columns.end());
    columns = rows;
  }
  rows_ = closure(rows);
  columns_ = has_transposition_ ? rows_ : closure(columns);
}

std::uint64_t Symmetries::codes() const { return std::uint64_t{uppers()} * columns_.size(); }

GridMap Symmetries::map_of(Code code) const {
  const std::size_t upper = code / columns_.size();
  return {.rows = rows_.at(upper % rows_.size()),
          .columns = columns_.at(code % columns_.size()),
          .labels = mathematics::unmoved(),
          .is_transposed = upper >= rows_.size()};
}

Code Symmetries::code_of(const GridMap& map) const {
  if (map.labels != mathematics::unmoved() || (map.is_transposed && !has_transposition_)) {
    throw std::out_of_range{"a map that is none of the symmetries"};
  }
  const Code upper = static_cast<Code>(map.is_transposed ? rows_.size() : 0) + number_of(rows_, map.rows);
  return static_cast<Code>(upper * columns_.size() + number_of(columns_, map.columns));
}

StepGraph Symmetries::graph(const std::vector<std::function<GridMap(const GridMap&)>>& steps) const {
  const auto rows = static_cast<Code>(rows_.size());
  const auto lowers = static_cast<Code>(columns_.size());
  StepGraph graph{uppers(), lowers, has_transposition_, steps.size()};
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (Code upper = 0; upper < uppers(); ++upper) {
      graph.of_upper(upper, step) = code_of(steps[step](map_of(static_cast<Code>(upper * lowers))));
    }
    for (const bool is_transposed : has_transposition_ ? std::vector{false, true} : std::vector{false}) {
      const Code first = is_transposed ? rows : 0;
      // Negative differences wrap around; so does the sum with a number from the upper table.
      const Code origin = graph.of_upper(first, step);
      for (Code lower = 0; lower < lowers; ++lower) {
        graph.of_lower(is_transposed, lower, step) =
            code_of(steps[step](map_of(static_cast<Code>(first * lowers + lower)))) - origin;
      }
    }
  }
  return graph;
}

}  // namespace gridcensus::burnside_bfs
