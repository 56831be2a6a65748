#pragma once

#include "grids/grid_maps.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace gridcensus::testing {

/// Returns every permutation of 0..size-1.
inline std::vector<mathematics::Images> all_permutations(int size) {
  std::vector<mathematics::Images> all;
  mathematics::Images images = mathematics::unmoved();
  do all.push_back(images);
  while (std::next_permutation(images.begin(), images.begin() + size));
  return all;
}

/// Returns every permutation of lines in blocks that the two choices allow.
inline std::vector<mathematics::Images> all_lines(int blocks, int block_size, bool move_blocks, bool move_inside) {
  using mathematics::Images;
  std::vector<Images> all{mathematics::unmoved()};
  const auto size = static_cast<std::size_t>(block_size);
  for (std::size_t block = 0; move_inside && block < static_cast<std::size_t>(blocks); ++block) {
    std::vector<Images> more;
    for (const Images& inside : all_permutations(block_size)) {
      for (Images images : all) {
        for (std::size_t i = 0; i < size; ++i)
          images[block * size + i] = static_cast<std::uint8_t>(block * size + inside[i]);
        more.push_back(images);
      }
    }
    all = std::move(more);
  }
  if (!move_blocks) return all;
  std::vector<Images> more;
  for (const Images& places : all_permutations(blocks)) {
    for (Images images : all) {
      for (int line = 0; line < blocks * block_size; ++line) {
        auto& image = images[static_cast<std::size_t>(line)];
        image = static_cast<std::uint8_t>(places[image / size] * block_size + image % block_size);
      }
      more.push_back(images);
    }
  }
  return more;
}

/// Calls `visit` with every map of the group that fixes the labels.
template <class Visit>
void for_each_geometric_map(Shape shape, const mathematics::Moves& moves, const Visit& visit) {
  const auto rows = all_lines(shape.bands(), shape.box_rows, moves.bands, moves.rows);
  const auto columns = all_lines(shape.stacks(), shape.box_cols, moves.stacks, moves.columns);
  for (const bool is_transposed : {false, true}) {
    if (is_transposed && !moves.transposition) continue;
    for (const auto& row_images : rows) {
      for (const auto& column_images : columns) {
        visit(mathematics::GridMap{row_images, column_images, mathematics::unmoved(), is_transposed});
      }
    }
  }
}

/// Returns the relabelling that turns the image of the grid under a geometric map back into the grid, or nullopt if
/// there is none. Compares all cells.
inline std::optional<mathematics::Images> relabelling_back(const mathematics::Grid& grid,
                                                           const mathematics::GridMap& map) {
  const int side = grid.shape.side();
  const auto unknown = static_cast<std::uint8_t>(side);
  mathematics::Images labels = mathematics::unmoved();
  std::fill(labels.begin(), labels.begin() + side, unknown);
  for (int row = 0; row < side; ++row) {
    for (int col = 0; col < side; ++col) {
      const int to_row = map.rows[static_cast<std::size_t>(map.is_transposed ? col : row)];
      const int to_col = map.columns[static_cast<std::size_t>(map.is_transposed ? row : col)];
      auto& label = labels[grid.at(row, col)];
      if (label == unknown) label = grid.at(to_row, to_col);
      if (label != grid.at(to_row, to_col)) return std::nullopt;
    }
  }
  return labels;
}

/// Returns the order of the stabiliser, by trying every geometric map of the group.
inline Integer stabiliser_order_by_trial(const mathematics::Grid& grid, const mathematics::Moves& moves) {
  Integer order = 0;
  for_each_geometric_map(grid.shape, moves, [&](const mathematics::GridMap& map) {
    const auto labels = relabelling_back(grid, map);
    if (labels && (moves.labels || *labels == mathematics::unmoved())) ++order;
  });
  return order;
}

}  // namespace gridcensus::testing
