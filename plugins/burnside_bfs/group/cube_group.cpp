#include "burnside_bfs/group/cube_group.hpp"

#include <cstddef>
#include <stdexcept>

namespace gridcensus::burnside_bfs {

namespace {

constexpr int max_cube_side = 40;

/// Returns unit cubes whose images determine an element: the edges of the cube at its corner (0, 0, 0). The orbit of
/// the first is the whole cube; once that is fixed, every other one stays in its edge or, if transposed, goes to the
/// other edge of layer 0.
std::vector<Point> edges(std::size_t side) {
  std::vector<Point> points{0};
  for (const std::size_t step : {std::size_t{1}, side, side * side}) {
    for (std::size_t i = 1; i < side; ++i) points.push_back(static_cast<Point>(i * step));
  }
  return points;
}

}  // namespace

std::vector<PointImages> cube_moves(Shape shape, const std::vector<PointImages>& cell_moves) {
  if (shape.side() > max_cube_side) throw std::length_error{"the cube of " + to_string(shape) + " is too large"};
  const auto side = static_cast<std::size_t>(shape.side());
  const std::size_t cells = side * side;
  std::vector<PointImages> found;
  for (const PointImages& move : cell_moves) {
    PointImages& images = found.emplace_back(cells * side);
    for (std::size_t point = 0; point < images.size(); ++point) {
      images[point] = static_cast<Point>(move[point / side] * side + point % side);
    }
  }
  for (std::size_t first = 0; first < side; ++first) {
    for (std::size_t second = first + 1; second < side; ++second) {
      PointImages& images = found.emplace_back(cells * side);
      for (std::size_t point = 0; point < images.size(); ++point) {
        const std::size_t symbol = point % side;
        const std::size_t image = symbol == first ? second : symbol == second ? first : symbol;
        images[point] = static_cast<Point>(point - symbol + image);
      }
    }
  }
  return found;
}

Integer cube_group_order(Shape shape, const std::vector<PointImages>& cell_moves) {
  const auto side = static_cast<std::size_t>(shape.side());
  PermutationGroup group{side * side * side, edges(side)};
  for (const PointImages& move : cube_moves(shape, cell_moves)) group.insert(move);
  return group.order();
}

}  // namespace gridcensus::burnside_bfs
