#include "grid_shuffle/matching.hpp"

#include <algorithm>
#include <iterator>

namespace gridcensus::grid_shuffle {

namespace {

constexpr std::array kinds{Line::row, Line::column, Line::label};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Triples::Triples(const Grid& grid) {
  const int side = grid.shape.side();
  for (int row = 0; row < side; ++row) {
    for (int col = 0; col < side; ++col) {
      const std::uint8_t label = grid.at(row, col);
      table_[0][at(row)][at(col)] = label;
      table_[1][at(row)][at(label)] = static_cast<std::uint8_t>(col);
      table_[2][at(col)][at(label)] = static_cast<std::uint8_t>(row);
    }
  }
}

Matching::Matching(const Triples& from, const Triples& to, Shape shape, const Moves& moves)
    : from_{&from}, to_{&to}, count_{shape.side()} {
  for (Side& side : sides_) {
    side.image.fill(none);
    side.preimage.fill(none);
    side.block_image.fill(none);
    side.block_preimage.fill(none);
  }
  const auto describe = [this](Line kind, int block_size, bool move_blocks, bool move_inside) {
    Side& side = side_of(kind);
    side.block_size = block_size;
    side.move_blocks = move_blocks;
    side.move_inside = move_inside;
  };
  describe(Line::row, shape.box_rows, moves.bands, moves.rows);
  describe(Line::column, shape.box_cols, moves.stacks, moves.columns);
  // All labels are one block, which cannot be exchanged.
  describe(Line::label, count_, false, moves.labels);
  for (const Line kind : kinds) {
    Side& side = side_of(kind);
    const int blocks = count_ / side.block_size;
    for (int block = 0; block < blocks; ++block) {
      if (side.move_blocks && blocks > 1) continue;
      side.block_image[at(block)] = side.block_preimage[at(block)] = static_cast<std::int16_t>(block);
    }
  }
}

bool Matching::Side::takes(int index, int target) const {
  if (preimage[at(target)] != none) return false;
  if (!move_inside && index % block_size != target % block_size) return false;
  const int block = index / block_size;
  const int target_block = target / block_size;
  if (block_image[at(block)] != none) return block_image[at(block)] == target_block;
  return block_preimage[at(target_block)] == none;
}

std::optional<int> Matching::image(Place place) const {
  const int image = side_of(place.kind).image[at(place.index)];
  if (image == none) return std::nullopt;
  return image;
}

bool Matching::note(Place place, int image) {
  Side& side = side_of(place.kind);
  if (side.image[at(place.index)] != none) return side.image[at(place.index)] == image;
  if (!side.takes(place.index, image)) return false;
  side.image[at(place.index)] = static_cast<std::int16_t>(image);
  side.preimage[at(image)] = static_cast<std::int16_t>(place.index);
  const int block = place.index / side.block_size;
  const int target_block = image / side.block_size;
  side.block_image[at(block)] = static_cast<std::int16_t>(target_block);
  side.block_preimage[at(target_block)] = static_cast<std::int16_t>(block);
  pending_.push_back(place);
  return true;
}

bool Matching::follow() {
  while (!pending_.empty()) {
    const Place place = pending_.back();
    pending_.pop_back();
    const int image = side_of(place.kind).image[at(place.index)];
    for (const Line other : kinds) {
      if (other == place.kind) continue;
      const auto third =
          static_cast<Line>(line_kinds - static_cast<std::size_t>(other) - static_cast<std::size_t>(place.kind));
      for (int index = 0; index < count_; ++index) {
        const int other_image = side_of(other).image[at(index)];
        if (other_image == none) continue;
        const Place follows{third, from_->third(place.kind, place.index, other, index)};
        if (!note(follows, to_->third(place.kind, image, other, other_image))) return false;
      }
    }
  }
  return true;
}

bool Matching::assign(Place place, int image) { return note(place, image) && follow(); }

std::vector<int> Matching::candidates(Place place) const {
  const Side& side = side_of(place.kind);
  std::vector<int> images;
  for (int image = 0; image < count_; ++image) {
    if (side.takes(place.index, image)) images.push_back(image);
  }
  return images;
}

std::optional<Place> Matching::next_place() const {
  for (const Line kind : {Line::row, Line::column}) {
    const auto& images = side_of(kind).image;
    if (std::count(images.begin(), images.end(), none) == std::ssize(images)) return Place{kind, 0};
  }
  std::optional<Place> found;
  for (const Line kind : {Line::row, Line::column}) {
    const Side& side = side_of(kind);
    for (int index = 0; index < count_; ++index) {
      if (side.image[at(index)] != none) continue;
      if (side.block_image[at(index / side.block_size)] != none) return Place{kind, index};
      if (!found) found = Place{kind, index};
    }
  }
  return found;
}

mathematics::GridMap Matching::map() const {
  mathematics::GridMap map;
  for (std::size_t i = 0; i < at(count_); ++i) {
    map.rows[i] = static_cast<std::uint8_t>(side_of(Line::row).image[i]);
    map.columns[i] = static_cast<std::uint8_t>(side_of(Line::column).image[i]);
    map.labels[i] = static_cast<std::uint8_t>(side_of(Line::label).image[i]);
  }
  return map;
}

}  // namespace gridcensus::grid_shuffle
