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

/// What can be mapped to what: rows to rows, columns to columns, labels to labels.
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

  /// The third of the triple that has these two, which are of different kinds.
  int third(Line kind, int index, Line other_kind, int other_index) const {
    const bool is_in_order = kind < other_kind;
    return table_[static_cast<std::size_t>(kind) + static_cast<std::size_t>(other_kind) - 1][static_cast<std::size_t>(
        is_in_order ? index : other_index)][static_cast<std::size_t>(is_in_order ? other_index : index)];
  }

 private:
  using Table = std::array<mathematics::Images, mathematics::max_grid_side>;

  /// By what is given: row and column, row and label, column and label.
  std::array<Table, line_kinds> table_{};
};

/// A partial map of one grid onto another: where some rows, columns and labels go. Closed under all that follows: where
/// two of the three of a cell have images, so has the third.
class Matching {
 public:
  /// Nothing is mapped yet but what the moves leave in place.
  ///
  /// @param from  the grid that is mapped; kept by reference, like `to`
  /// @param to    a grid of the same shape
  Matching(const Triples& from, const Triples& to, Shape shape, const Moves& moves);

  /// Maps the place to the image, and all that follows.
  ///
  /// @return  false where that contradicts the grids or the moves; the matching is then of no further use.
  bool assign(Place place, int image);

  /// nullopt where it is not known yet.
  std::optional<int> image(Place place) const;

  /// The images that the moves leave to a place which has none yet. Whether the grids agree is for `assign` to find.
  std::vector<int> candidates(Place place) const;

  /// A row or column without an image; nullopt where the map is complete, for labels follow from the lines.
  ///
  /// First one row and one column, since nothing follows from rows alone or columns alone: a search that began with all
  /// columns would try N! orders. Then a line in a band or stack that has an image if there is one, as few images are
  /// left to it.
  std::optional<Place> next_place() const;

  /// The map of the rows, columns and labels. Every place has an image.
  mathematics::GridMap map() const;

 private:
  static constexpr std::int16_t none = -1;

  /// The images of the places of one kind, and whose image each is.
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

  /// Gives the place its image and queues it; false on a contradiction.
  bool note(Place place, int image);
  /// Draws the conclusions from what is queued; false on a contradiction.
  bool follow();

  const Triples* from_ = nullptr;
  const Triples* to_ = nullptr;
  int count_ = 0;
  std::array<Side, line_kinds> sides_{};
  std::vector<Place> pending_;  ///< noted, and not yet followed
};

}  // namespace gridcensus::grid_shuffle
