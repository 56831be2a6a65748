#pragma once

#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gridcensus::grid_shuffle {

using mathematics::Grid;
using mathematics::Moves;

/// The kinds of things that are mapped: rows to rows, columns to columns, labels to labels.
enum class Line : std::uint8_t { row, column, label };

inline constexpr std::size_t line_kinds = 3;

/// A row, a column or a label of a grid.
struct Place {
  Line kind = Line::row;
  int index = 0;
};

/// A grid as triples (row, column, label), of which any two determine the third.
class Triples {
 public:
  explicit Triples(const Grid& grid);

  /// Returns the third of the triple that has these two, which are of different kinds.
  int third(Line kind, int index, Line other_kind, int other_index) const {
    const bool is_in_order = kind < other_kind;
    return table_[static_cast<std::size_t>(kind) + static_cast<std::size_t>(other_kind) - 1][static_cast<std::size_t>(
        is_in_order ? index : other_index)][static_cast<std::size_t>(is_in_order ? other_index : index)];
  }

 private:
  using Table = std::array<mathematics::Images, mathematics::max_grid_side>;

  /// By the two that are given: row and column, row and label, column and label.
  std::array<Table, line_kinds> table_{};
};

/// A partial map of one grid onto another: the images of some rows, columns and labels. It is closed under inference:
/// if two of the three of a cell have images, so has the third.
class Matching {
 public:
  /// Creates a matching that maps only what the moves leave in place.
  ///
  /// @param from  the grid that is mapped; kept by reference, like `to`
  /// @param to    a grid of the same shape
  Matching(const Triples& from, const Triples& to, Shape shape, const Moves& moves);

  /// Maps the place to the image, with all consequences.
  ///
  /// @return  false if that contradicts the grids or the moves; the matching is then invalid.
  bool assign(Place place, int image);

  /// Returns the image of the place, or nullopt if it is not known yet.
  std::optional<int> image(Place place) const;

  /// Returns the images that the moves allow for a place without one. `assign` finds out if the grids agree.
  std::vector<int> candidates(Place place) const;

  /// Returns a row or column without an image, or nullopt if the map is complete: labels follow from the lines.
  ///
  /// Returns first one row and one column, because nothing follows from rows alone or columns alone: a search that
  /// began with all columns would try N! orders. Then it prefers a line in a band or stack that has an image, because
  /// few images are left for it.
  std::optional<Place> next_place() const;

  /// Returns the map of the rows, columns and labels. Every place must have an image.
  mathematics::GridMap map() const;

 private:
  static constexpr std::int16_t none = -1;

  /// The images of the places of one kind, and the inverse.
  struct Side {
    std::array<std::int16_t, mathematics::max_grid_side> image{};
    std::array<std::int16_t, mathematics::max_grid_side> preimage{};
    std::array<std::int16_t, mathematics::max_grid_side> block_image{};
    std::array<std::int16_t, mathematics::max_grid_side> block_preimage{};
    int block_size = 1;
    bool move_blocks = true;
    bool move_inside = true;

    bool takes(int index, int target) const;
  };

  Side& side_of(Line kind) { return sides_[static_cast<std::size_t>(kind)]; }
  const Side& side_of(Line kind) const { return sides_[static_cast<std::size_t>(kind)]; }

  /// Gives the place its image and queues it; returns false on a contradiction.
  bool note(Place place, int image);
  /// Draws the conclusions from the queue; returns false on a contradiction.
  bool follow();

  const Triples* from_ = nullptr;
  const Triples* to_ = nullptr;
  int count_ = 0;
  std::array<Side, line_kinds> sides_{};
  std::vector<Place> pending_;  ///< mapped, with conclusions not drawn yet
};

}  // namespace gridcensus::grid_shuffle
