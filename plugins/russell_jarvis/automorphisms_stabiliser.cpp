#include "russell_jarvis/automorphisms_stabiliser.hpp"

#include "grids/grid_maps.hpp"

#include <bit>
#include <numeric>

namespace gridcensus::russell_jarvis {

bool is_prime(int number) {
  int divisor = 2;
  while (divisor < number && number % divisor != 0) ++divisor;
  return divisor == number;
}

AutomorphismKind AutomorphismSearch::kind(std::span<const std::uint8_t> symbols) {
  const auto side = static_cast<std::size_t>(shape_.side());
  const bool has_transposition = mathematics::geometric_moves(shape_).transposition;
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t col = 0; col < side; ++col) {
      const std::uint8_t symbol = symbols[row * side + col];
      grid_.symbols[row][col] = symbol;
      grid_.columns[row][symbol] = static_cast<std::uint8_t>(col);
      transposed_.symbols[col][row] = symbol;
      transposed_.columns[col][symbol] = static_cast<std::uint8_t>(row);
    }
  }
  find_types(grid_);
  if (has_transposition) find_types(transposed_);
  found_ = {};
  for (const Rows* image : {&grid_, &transposed_}) {
    if (image == &transposed_ && !has_transposition) break;
    image_ = image;
    map_rows(0, 0);
  }
  return found_;
}

void AutomorphismSearch::find_types(Rows& rows) const {
  const auto side = static_cast<std::size_t>(shape_.side());
  for (std::size_t row = 1; row < side; ++row) {
    for (std::size_t other = 0; other < row; ++other) {
      std::uint64_t type = 0;
      std::uint32_t open = (std::uint32_t{1} << side) - 1;  // columns
      while (open != 0) {
        int length = 0;
        for (auto col = static_cast<std::size_t>(std::countr_zero(open)); (open >> col & 1U) != 0;
             col = rows.columns[row][rows.symbols[other][col]]) {
          open &= ~(std::uint32_t{1} << col);
          ++length;
        }
        type += std::uint64_t{1} << (4 * length);
      }
      rows.types[row][other] = rows.types[other][row] = type;  // one permutation is the inverse of the other
    }
  }
}

void AutomorphismSearch::map_rows(std::size_t row, std::uint32_t used) {
  const auto side = static_cast<std::size_t>(shape_.side());
  const auto height = static_cast<std::size_t>(shape_.box_rows);
  if (row == side) return map_columns();
  // A band is mapped to one band: its first row to any band that is left, its other rows to the same band.
  const std::size_t begin = row % height == 0 ? 0 : row_images_[row - 1] / height * height;
  const std::size_t end = row % height == 0 ? side : begin + height;
  for (std::size_t image = begin; image < end; ++image) {
    if ((used >> image & 1U) != 0) continue;
    std::size_t same = 0;
    while (same < row && grid_.types[row][same] == image_->types[image][row_images_[same]]) ++same;
    if (same < row) continue;
    row_images_[row] = static_cast<std::uint8_t>(image);
    map_rows(row + 1, used | std::uint32_t{1} << image);
  }
}

void AutomorphismSearch::map_columns() {
  for (int first = 0; first < shape_.side(); ++first) {
    if (!map_columns(static_cast<std::uint8_t>(first))) continue;
    ++found_.order;
    if (is_of_prime_order()) ++found_.of_prime_order;
  }
}

/// Returns true if the row images, with column 0 mapped to the given one, make an automorphism; finds its columns.
bool AutomorphismSearch::map_columns(std::uint8_t first) {
  const auto side = static_cast<std::size_t>(shape_.side());
  const auto width = static_cast<std::size_t>(shape_.box_cols);
  Line labels{};
  for (std::size_t row = 0; row < side; ++row) {
    labels[grid_.symbols[row][0]] = image_->symbols[row_images_[row]][first];
  }
  for (std::size_t col = 0; col < side; ++col) {
    column_images_[col] = image_->columns[row_images_[0]][labels[grid_.symbols[0][col]]];
    if (col % width != 0 && column_images_[col] / width != column_images_[col - 1] / width) return false;
  }
  for (std::size_t row = 1; row < side; ++row) {
    const Line& image = image_->symbols[row_images_[row]];
    for (std::size_t col = 1; col < side; ++col) {
      if (image[column_images_[col]] != labels[grid_.symbols[row][col]]) return false;
    }
  }
  return true;
}

bool AutomorphismSearch::is_of_prime_order() const {
  const auto side = static_cast<std::size_t>(shape_.side());
  const auto order_of = [side](const Line& images) {
    int order = 1;
    for (std::size_t start = 0; start < side; ++start) {
      int length = 1;
      for (std::size_t line = images[start]; line != start; line = images[line]) ++length;
      order = std::lcm(order, length);
    }
    return order;
  };
  if (image_ == &transposed_) {
    // Row r goes to column row_images_[r] and then to row column_images_[..]. The order is even, so 2 or no prime.
    Line square{};
    for (std::size_t row = 0; row < side; ++row) square[row] = column_images_[row_images_[row]];
    return order_of(square) == 1;
  }
  return is_prime(std::lcm(order_of(row_images_), order_of(column_images_)));
}

}  // namespace gridcensus::russell_jarvis
