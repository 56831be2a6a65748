#include "burnside_bfs/group/line_classes.hpp"

#include "burnside_bfs/group/listed_classes.hpp"
#include "burnside_bfs/group/symmetries.hpp"
#include "gridcensus/permutation_group.hpp"

#include <algorithm>
#include <cstddef>

namespace gridcensus::burnside_bfs {

using mathematics::Images;

std::optional<LineMoves> line_moves(Shape shape) {
  PermutationGroup generated{2 * static_cast<std::size_t>(shape.side())};
  LineMoves parts;
  for (const CellImages& move : moves(shape)) {
    const GridMap map = map_of_cells(shape, move);
    const bool moves_rows = map.rows != mathematics::unmoved();
    if (map.is_transposed || (moves_rows && map.columns != mathematics::unmoved())) return std::nullopt;
    if (generated.insert(line_images(shape, map))) {
      (moves_rows ? parts.rows : parts.columns).push_back(moves_rows ? map.rows : map.columns);
    }
  }
  return parts;
}

std::vector<LineClass> line_classes(const std::vector<Images>& generators, const Poll& poll) {
  PermutationGroup group{Images{}.size()};
  std::vector<PointImages> of_points;
  for (const Images& generator : generators) {
    of_points.emplace_back(generator.begin(), generator.end());
    group.insert(of_points.back());
  }
  std::vector<LineClass> classes;
  const auto order = group.order().convert_to<std::uint64_t>();
  for (const auto& [representative, size] : listed_classes(of_points, Images{}.size(), order, poll)) {
    LineClass& of_lines = classes.emplace_back(LineClass{.representative = {}, .size = size});
    std::ranges::transform(representative, of_lines.representative.begin(),
                           [](Point image) { return static_cast<std::uint8_t>(image); });
  }
  return classes;
}

}  // namespace gridcensus::burnside_bfs
