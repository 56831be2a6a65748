#include "uniform_grids/least_grid.hpp"

#include "uniform_grids/line_permutations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace gridcensus::uniform_grids {

using mathematics::Grid;
using mathematics::Images;

namespace {

constexpr std::size_t most = mathematics::max_grid_side;

/// Orders of columns, by the shape of their boxes: they are asked for again and again.
const std::vector<Images>& orders_of_columns(Shape shape) {
  static std::mutex mutex;
  static std::map<Shape, std::vector<Images>> known;
  const std::scoped_lock lock{mutex};
  auto& orders = known[shape];
  if (orders.empty()) orders = line_permutations(shape.stacks(), shape.box_cols);
  return orders;
}

/// The search among the images of a grid, not transposed.
class Search {
 public:
  Search(const Grid& grid, LeastGrid& least)
      : grid_{grid},
        least_{least},
        side_{static_cast<std::size_t>(grid.shape.side())},
        rows_{static_cast<std::size_t>(grid.shape.box_rows)} {}

  void run() {
    for (const Images& order : orders_of_columns(grid_.shape)) {
      for (std::size_t first = 0; first < side_; ++first) look_at(order, first);
    }
  }

 private:
  std::uint8_t named(std::size_t row, std::size_t column) const {
    return names_[grid_.symbols[row * side_ + (*order_)[column]]];
  }

  /// The image that has this row first, its columns in this order.
  void look_at(const Images& order, std::size_t first) {
    order_ = &order;
    const std::uint8_t* const symbols = grid_.symbols.data() + first * side_;
    for (std::size_t column = 0; column < side_; ++column) {
      names_[symbols[order[column]]] = static_cast<std::uint8_t>(column);
    }
    bool is_less = least_.automorphisms == 0;
    std::size_t place = 1;
    // The rows of the band of the first row, then those of the other bands, band by band.
    const std::size_t band = first / rows_;
    std::array<std::size_t, most> bands{};
    std::size_t count = 0;
    std::array<std::size_t, most> in_order{};
    append_rows(band, in_order.data());
    for (std::size_t i = 1; i < rows_; ++i, ++place) {
      if (is_beyond(in_order[i], place, is_less)) return;
    }
    for (std::size_t other = 0; other < side_ / rows_; ++other) {
      if (other != band) bands[count++] = other;
    }
    std::array<std::array<std::size_t, most>, most> rows_of_bands{};
    for (std::size_t i = 0; i < count; ++i) append_rows(bands[i], rows_of_bands[i].data());
    std::array<std::size_t, most> sorted{};
    for (std::size_t i = 0; i < count; ++i) sorted[i] = i;
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count), [&](std::size_t a, std::size_t b) {
      return named(rows_of_bands[a][0], 0) < named(rows_of_bands[b][0], 0);
    });
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t row = 0; row < rows_; ++row, ++place) {
        if (is_beyond(rows_of_bands[sorted[i]][row], place, is_less)) return;
      }
    }
    least_.automorphisms = is_less ? 1 : least_.automorphisms + 1;
  }

  /// The rows of a band in the order of their first cells.
  void append_rows(std::size_t band, std::size_t* rows) const {
    for (std::size_t i = 0; i < rows_; ++i) rows[i] = band * rows_ + i;
    std::sort(rows, rows + rows_, [this](std::size_t a, std::size_t b) { return named(a, 0) < named(b, 0); });
  }

  /// Whether a row makes the image greater than the least so far; where it makes it less, it is written down.
  bool is_beyond(std::size_t row, std::size_t place, bool& is_less) {
    std::uint8_t* const best = least_.grid.symbols.data() + place * side_;
    for (std::size_t column = 0; column < side_; ++column) {
      const std::uint8_t symbol = named(row, column);
      if (!is_less && symbol > best[column]) return true;
      is_less = is_less || symbol < best[column];
      if (is_less) best[column] = symbol;
    }
    return false;
  }

  const Grid& grid_;
  LeastGrid& least_;
  std::size_t side_;
  std::size_t rows_;
  const Images* order_ = nullptr;
  std::array<std::uint8_t, most> names_{};
};

}  // namespace

LeastGrid least_grid(const Grid& grid) {
  LeastGrid least{.grid = grid};
  for (int column = 0; column < grid.shape.side(); ++column)
    least.grid.at(0, column) = static_cast<std::uint8_t>(column);
  Search{grid, least}.run();
  // A single cell is its own transpose.
  if (grid.shape.box_rows == grid.shape.box_cols && grid.shape.side() > 1) {
    const Grid turned = transposed(grid);
    Search{turned, least}.run();
  }
  return least;
}

}  // namespace gridcensus::uniform_grids
