#include "gridcensus/symmetries.hpp"

#include "gridcensus/rules.hpp"
#include "sdk/cell_graph.hpp"
#include "sdk/implied_regions.hpp"

#include <bliss/graph.hh>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

namespace gridcensus {

namespace {

/// The graph whose automorphisms are computed: a vertex for each cell, and for each box that is a row or a column. If
/// symbols are not alike, also one for each symbol, and one for each symbol that a cell may hold, joined to both; edges
/// between the latter join symbols that related cells may not hold together.
class Structure {
 public:
  Structure(const Problem& problem, Preserved kept)
      : cells_{count(problem.shape.cells())}, side_{count(problem.shape.side())} {
    // bliss 0.73 leaks the memory of this option, and the graph is connected.
    graph_.set_component_recursion(false);
    add_vertices(cells_);
    cell_graph(problem).for_each_pair([&](int a, int b) { add_edge(count(a), count(b)); });
    const auto [box_rows, box_cols] = problem.shape;
    const bool marks_lines = kept == Preserved::symmetries && (box_rows == 1 || box_cols == 1) && !problem.is_square();
    const unsigned marks = add_vertices(marks_lines ? side_ : 0);
    for (unsigned cell = 0; cell < cells_ && marks_lines; ++cell) {
      add_edge(cell, marks + (box_rows == 1 ? cell / side_ : cell % side_));
    }
    if (!problem.symbols_are_alike()) add_values(problem);
  }

  std::size_t edges() const { return edges_.size(); }

  /// Returns generators, as images of the cells, followed by the symbols if these are not alike.
  std::vector<PointImages> automorphisms() {
    Found found{cells_, symbols_, side_, {}};
    bliss::Stats stats;
    graph_.find_automorphisms(
        stats,
        [](void* into, unsigned /*vertices*/, const unsigned* images) {
          auto& [cells, symbols, side, generators] = *static_cast<Found*>(into);
          PointImages& generator = generators.emplace_back(images, images + cells);
          for (unsigned symbol = 0; symbols != 0 && symbol < side; ++symbol) {
            generator.push_back(static_cast<Point>(images[symbols + symbol] - symbols + cells));
          }
        },
        &found);
    return found.generators;
  }

  /// Returns the numbers of vertices of each kind and the edges under the canonical labelling, as a text.
  std::string canonical_text() {
    bliss::Stats stats;
    const unsigned* const labels = graph_.canonical_form(stats, nullptr, nullptr);
    std::vector<std::pair<unsigned, unsigned>> edges;
    for (const auto& [a, b] : edges_) edges.emplace_back(std::minmax(labels[a], labels[b]));
    std::ranges::sort(edges);
    std::string text;
    for (const unsigned vertices : kinds_) text += std::to_string(vertices) + " ";
    for (const auto& [a, b] : edges) text += " " + std::to_string(a) + "-" + std::to_string(b);
    return text;
  }

 private:
  struct Found {
    unsigned cells = 0;
    unsigned symbols = 0;
    unsigned side = 0;
    std::vector<PointImages> generators;
  };

  static unsigned count(int number) { return static_cast<unsigned>(number); }

  /// Adds vertices that automorphisms map among themselves only.
  ///
  /// @return  the first of them
  unsigned add_vertices(unsigned number) {
    const unsigned first = graph_.get_nof_vertices();
    for (unsigned i = 0; i < number; ++i) graph_.add_vertex(count(static_cast<int>(kinds_.size())));
    kinds_.push_back(number);
    return first;
  }

  void add_edge(unsigned a, unsigned b) {
    graph_.add_edge(a, b);
    edges_.emplace_back(a, b);
  }

  void add_values(const Problem& problem) {
    symbols_ = add_vertices(side_);
    const auto allowed = problem.allowed();
    unsigned values = 0;
    for (const SymbolBits symbols : allowed) values += count(std::popcount(symbols));
    const unsigned first = add_vertices(values);
    std::vector<std::vector<unsigned>> vertex(cells_, std::vector<unsigned>(side_, 0));
    unsigned next = first;
    for (unsigned cell = 0; cell < cells_; ++cell) {
      for (SymbolBits left = allowed[cell]; left != 0; left &= left - 1) {
        const unsigned symbol = count(std::countr_zero(left));
        add_edge(cell, next);
        add_edge(symbols_ + symbol, next);
        vertex[cell][symbol] = next++;
      }
    }
    const CellGraph different = cell_graph(problem);
    for (const auto& [cells, goes_with] : problem.related()) {
      const auto& [one, other] = cells;
      for (unsigned symbol = 0; symbol < side_; ++symbol) {
        const unsigned from = vertex[static_cast<std::size_t>(one)][symbol];
        for (unsigned with = 0; with < side_ && from != 0; ++with) {
          const unsigned to = vertex[static_cast<std::size_t>(other)][with];
          const bool goes = (goes_with[symbol] >> with & 1U) != 0;
          if (to != 0 && !goes && (symbol != with || !different.has(one, other))) add_edge(from, to);
        }
      }
    }
  }

  unsigned cells_;
  unsigned side_;
  unsigned symbols_ = 0;  ///< the vertex of the first symbol; 0 if there are none
  bliss::Graph graph_;
  std::vector<unsigned> kinds_;  ///< vertices of each kind
  std::vector<std::pair<unsigned, unsigned>> edges_;
};

std::string classic_class(Shape shape) { return "classic " + to_string(std::min(shape, shape.transposed())); }

/// Returns the shape whose classic rules have this structure up to a map of cells, or nullopt if there is none.
///
/// @param text  the canonical text of the structure
std::optional<Shape> classic_shape(const Structure& structure, const std::string& text, int side, Preserved kept) {
  for (int rows = 1; rows * rows <= side; ++rows) {
    if (side % rows != 0) continue;
    Structure other{{{rows, side / rows}, {}}, kept};
    if (other.edges() == structure.edges() && other.canonical_text() == text) return Shape{rows, side / rows};
  }
  return std::nullopt;
}

std::string computed_class(const Problem& problem, Preserved kept) {
  const int side = problem.shape.side();
  Structure structure{problem, kept};
  std::string text = structure.canonical_text();
  if (const auto shape = classic_shape(structure, text, side, kept)) return classic_class(*shape);
  if (kept != Preserved::grids || !may_lack_boxes(problem)) return text;
  Structure implied{with_implied_regions(problem), kept};
  const auto shape = classic_shape(implied, implied.canonical_text(), side, kept);
  return shape ? classic_class(*shape) : text;
}

}  // namespace

bool may_lack_boxes(const Problem& problem) {
  const auto regions = static_cast<int>(problem.regions().size());
  const int side = problem.shape.side();
  return problem.symbols_are_alike() && 2 * side < regions && regions < 3 * side;
}

std::vector<PointImages> symmetry_generators(const Problem& problem) {
  auto generators = Structure{problem, Preserved::symmetries}.automorphisms();
  for (PointImages& generator : generators) generator.resize(static_cast<std::size_t>(problem.shape.cells()));
  // Relabellings fix every cell.
  std::erase_if(generators, [](const PointImages& generator) { return std::ranges::is_sorted(generator); });
  return generators;
}

PermutationGroup symmetry_group(const Problem& problem) {
  PermutationGroup group{static_cast<std::size_t>(problem.shape.cells())};
  for (const PointImages& generator : symmetry_generators(problem)) group.insert(generator);
  return group;
}

std::vector<PointImages> grid_symmetry_generators(const Problem& problem) {
  auto generators = Structure{problem, Preserved::symmetries}.automorphisms();
  if (!problem.symbols_are_alike()) return generators;
  const auto cells = static_cast<std::size_t>(problem.shape.cells());
  const auto side = static_cast<std::size_t>(problem.shape.side());
  PointImages identity(cells + side);
  std::iota(identity.begin(), identity.end(), Point{0});
  for (PointImages& generator : generators) {
    generator.insert(generator.end(), identity.begin() + static_cast<std::ptrdiff_t>(cells), identity.end());
  }
  if (side < 2) return generators;
  // A transposition and a cycle of all symbols generate every relabelling.
  PointImages& exchange = generators.emplace_back(identity);
  std::swap(exchange[cells], exchange[cells + 1]);
  PointImages& cycle = generators.emplace_back(identity);
  std::rotate(cycle.begin() + static_cast<std::ptrdiff_t>(cells), cycle.end() - 1, cycle.end());
  return generators;
}

Integer relabellings(const Problem& problem) {
  if (problem.symbols_are_alike()) return factorial(problem.shape.side());
  static std::mutex mutex;
  static std::map<Problem, Integer> known;
  {
    const std::scoped_lock lock{mutex};
    if (const auto found = known.find(problem); found != known.end()) return found->second;
  }
  const auto cells = static_cast<std::size_t>(problem.shape.cells());
  PermutationGroup group{cells + static_cast<std::size_t>(problem.shape.side())};
  PermutationGroup of_cells{cells};
  for (PointImages& generator : grid_symmetry_generators(problem)) {
    group.insert(generator);
    generator.resize(cells);
    of_cells.insert(generator);
  }
  Integer number = group.order() / of_cells.order();
  const std::scoped_lock lock{mutex};
  return known.emplace(problem, std::move(number)).first->second;
}

std::string class_under_maps(const Problem& problem, Preserved kept) {
  if (kept == Preserved::nothing) return to_string(problem.shape) + " " + problem.rules.text();
  if (problem.rules.are_classic()) return classic_class(problem.shape);
  static std::mutex mutex;
  static std::map<std::pair<Problem, Preserved>, std::string> known;
  const std::pair key{problem, kept};
  {
    const std::scoped_lock lock{mutex};
    if (const auto found = known.find(key); found != known.end()) return found->second;
  }
  std::string text = computed_class(problem, kept);
  const std::scoped_lock lock{mutex};
  return known.emplace(key, std::move(text)).first->second;
}

}  // namespace gridcensus
