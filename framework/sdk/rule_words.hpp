#pragma once

#include "gridcensus/rules.hpp"
#include "sdk/cell_graph.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// From words to cells: what rules mean on a shape.
namespace gridcensus {

// Of no concern to plugins.
#pragma GCC visibility push(hidden)

inline constexpr std::string_view classic_rules = "classic";
inline constexpr std::string_view latin_rules = "latin";

/// Rows, then columns.
std::vector<Region> lines_of(Shape shape);
std::vector<Region> boxes_of(Shape shape);
/// What a family adds to rows, columns and boxes: regions, and offsets.
std::vector<Region> regions_of_family(Shape shape, std::string_view name);
std::vector<Offset> offsets_of_family(std::string_view name);
/// The pairs of cells that lie so far from each other, the lower number first. No cell is paired with itself.
std::vector<CellPair> pairs_at(Shape shape, const Offset& offset);

/// All regions that are asked for or follow, each once, and pairs, some of which may be in regions.
std::vector<Region> regions_of(Shape shape, const Demands& demands);
std::vector<CellPair> pairs_of(Shape shape, const Demands& demands);

CellGraph graph_of_regions(Shape shape, const std::vector<Region>& regions);
CellGraph graph_of(Shape shape, const Demands& demands);

/// A cell that no way over sides of cells of the region joins with its first cell; nullopt: it is in one piece.
std::optional<int> cell_apart(Shape shape, const Region& region);

std::string joined(const std::vector<std::string>& parts, char separator);
std::vector<std::string> parts_of(std::string_view text, char separator);

/// The rules by which these pairs of cells must differ.
Rules canonical_rules(Shape shape, CellGraph graph);

#pragma GCC visibility pop

}  // namespace gridcensus
