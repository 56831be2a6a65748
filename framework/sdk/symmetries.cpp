#include "gridcensus/symmetries.hpp"

#include "sdk/cell_graph.hpp"

#include <bliss/graph.hh>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace gridcensus {

namespace {

/// The graph whose automorphisms are asked for: a vertex for each cell, and for each box that is a line.
class Structure {
 public:
  Structure(const Problem& problem, Kept kept) : cells_{static_cast<unsigned>(problem.shape.cells())} {
    const auto [box_rows, box_cols] = problem.shape;
    const auto side = static_cast<unsigned>(problem.shape.side());
    const bool marks_lines = kept == Kept::symmetries && (box_rows == 1 || box_cols == 1);
    const unsigned marks = marks_lines ? side : 0;
    for (unsigned vertex = 0; vertex < cells_ + marks; ++vertex) graph_.add_vertex(vertex < cells_ ? 0 : 1);
    // bliss 0.73 leaks what it keeps for this, and the graph is in one piece.
    graph_.set_component_recursion(false);
    const auto add_edge = [this](unsigned a, unsigned b) {
      graph_.add_edge(a, b);
      edges_.emplace_back(a, b);
    };
    cell_graph(problem).for_each_pair(
        [&](int a, int b) { add_edge(static_cast<unsigned>(a), static_cast<unsigned>(b)); });
    for (unsigned cell = 0; cell < cells_ && marks > 0; ++cell) {
      add_edge(cell, cells_ + (box_rows == 1 ? cell / side : cell % side));
    }
  }

  std::size_t edges() const { return edges_.size(); }

  std::vector<PointImages> automorphisms() {
    Found found{cells_, {}};
    bliss::Stats stats;
    graph_.find_automorphisms(
        stats,
        [](void* into, unsigned /*vertices*/, const unsigned* images) {
          auto& [cells, generators] = *static_cast<Found*>(into);
          generators.emplace_back(images, images + cells);
        },
        &found);
    return found.generators;
  }

  /// The edges under the canonical labelling, as a text.
  std::string canonical_text() {
    bliss::Stats stats;
    const unsigned* const labels = graph_.canonical_form(stats, nullptr, nullptr);
    std::vector<std::pair<unsigned, unsigned>> edges;
    for (const auto& [a, b] : edges_) edges.emplace_back(std::minmax(labels[a], labels[b]));
    std::ranges::sort(edges);
    std::string text = std::to_string(cells_);
    for (const auto& [a, b] : edges) text += " " + std::to_string(a) + "-" + std::to_string(b);
    return text;
  }

 private:
  struct Found {
    unsigned cells = 0;
    std::vector<PointImages> generators;
  };

  unsigned cells_;
  bliss::Graph graph_;
  std::vector<std::pair<unsigned, unsigned>> edges_;
};

std::string classic_class(Shape shape) { return "classic " + to_string(std::min(shape, shape.transposed())); }

std::string computed_class(const Problem& problem, Kept kept) {
  Structure structure{problem, kept};
  std::string text = structure.canonical_text();
  const int side = problem.shape.side();
  for (int rows = 1; rows * rows <= side; ++rows) {
    if (side % rows != 0) continue;
    Structure other{{{rows, side / rows}, {}}, kept};
    if (other.edges() == structure.edges() && other.canonical_text() == text) {
      return classic_class({rows, side / rows});
    }
  }
  return text;
}

}  // namespace

std::vector<PointImages> symmetry_generators(const Problem& problem) {
  return Structure{problem, Kept::symmetries}.automorphisms();
}

PermutationGroup symmetry_group(const Problem& problem) {
  PermutationGroup group{static_cast<std::size_t>(problem.shape.cells())};
  for (const PointImages& generator : symmetry_generators(problem)) group.insert(generator);
  return group;
}

std::string class_under_maps(const Problem& problem, Kept kept) {
  if (kept == Kept::nothing) return to_string(problem.shape) + " " + problem.rules.text();
  if (problem.rules.are_classic()) return classic_class(problem.shape);
  static std::mutex mutex;
  static std::map<std::pair<Problem, Kept>, std::string> known;
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
