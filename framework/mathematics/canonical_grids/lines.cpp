#include "canonical_grids/lines.hpp"

#include "gridcensus/symmetries.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

namespace {

constexpr std::size_t most = mathematics::max_grid_side;
constexpr std::uint8_t none = 0xFF;

/// A table by line, by place or by symbol.
using Table = std::array<std::uint8_t, most>;

constexpr Table all_none() {
  Table table{};
  table.fill(none);
  return table;
}

std::uint8_t narrow(std::size_t value) { return static_cast<std::uint8_t>(value); }

/// The search through the images of a grid and, if the group has it, of its transpose.
class Search {
 public:
  /// @param rows   number of known rows
  /// @param tests  whether to test if the grid itself is the least image
  Search(const Grid& grid, LineBlocks blocks, std::size_t rows, bool tests)
      : side_{static_cast<std::size_t>(grid.shape.side())},
        rows_in_band_{static_cast<std::size_t>(blocks.rows)},
        columns_in_stack_{static_cast<std::size_t>(blocks.columns)},
        known_{rows},
        tests_{tests},
        grid_{grid},
        best_(grid.symbols),
        image_(grid.symbols) {
    if (tests) {
      // The names of the form: its first row is 1..N.
      Table names{};
      for (std::size_t column = 0; column < side_; ++column) names[grid.symbols[column]] = narrow(column);
      for (std::size_t cell = 0; cell < rows * side_; ++cell) best_[cell] = names[grid.symbols[cell]];
      rejected_ =
          !std::equal(best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(rows * side_), grid.symbols.begin());
    }
    for (std::size_t column = 0; column < side_; ++column) image_[column] = narrow(column);
    // Columns are placed while the second row is read, but a single cell has none.
    if (side_ == 1) columns_[0] = 0;
    // It is its own transpose.
    if (blocks.is_exchanged && side_ > 1 && rows == side_) turned_ = transposed(grid);
  }

  void run() {
    if (rejected_) return;
    Branches branches{automorphisms_};
    bool is_less = !tests_;
    for (const bool is_turned : {false, true}) {
      if (is_turned && turned_.symbols.empty()) break;
      symbols_ = (is_turned ? turned_ : grid_).symbols.data();
      is_turned_ = is_turned;
      for (std::size_t row = 0; row < known_; ++row) {
        if (branches.add(take_row(row, 0, is_less)) || rejected_) return;
      }
    }
    branches.close();
  }

  bool is_rejected() const { return rejected_; }
  std::uint64_t automorphisms() const { return automorphisms_; }

  CanonicalGrid result() const {
    CanonicalGrid result{.form = {grid_.shape, best_}, .automorphisms = automorphisms_, .map = {}};
    Table to_row{};
    Table to_column{};
    for (std::size_t place = 0; place < side_; ++place) {
      to_row[best_path_.rows[place]] = narrow(place);
      to_column[best_path_.columns[place]] = narrow(place);
    }
    result.map.cells.resize(grid_.symbols.size());
    result.map.symbols.resize(side_);
    for (std::size_t row = 0; row < side_; ++row) {
      for (std::size_t column = 0; column < side_; ++column) {
        const std::size_t from = best_path_.is_turned ? column * side_ + row : row * side_ + column;
        const std::size_t to = to_row[row] * side_ + to_column[column];
        result.map.cells[from] = static_cast<std::uint16_t>(to);
        result.map.symbols[grid_.symbols[from]] = best_[to];
      }
    }
    return result;
  }

 private:
  /// The path to an image.
  struct Path {
    Table rows{};  ///< by place: the row
    Table columns = all_none();
    bool is_turned = false;
  };

  std::size_t symbol(std::size_t row, std::size_t column) const { return symbols_[row * side_ + column]; }

  /// Continues with a row at this place of the image.
  Found take_row(std::size_t row, std::size_t place, bool& is_less) {
    rows_[place] = narrow(row);
    row_is_used_[row] = true;
    Found found = Found::nothing;
    if (place == 0) {
      for (std::size_t column = 0; column < side_; ++column) first_column_[symbol(row, column)] = narrow(column);
      found = next_row(1, is_less);
    } else if (place == 1) {
      found = read_second_row(0, is_less);
    } else {
      bool is_now_less = is_less;
      if (!exceeds(place, is_now_less)) {
        found = next_row(place + 1, is_now_less);
        is_less = is_less && found != Found::better;
      }
    }
    row_is_used_[row] = false;
    return found;
  }

  /// Chooses the row at this place.
  Found next_row(std::size_t place, bool& is_less) {
    if (place == side_) return end(is_less);
    const std::size_t in_band = place % rows_in_band_;
    const std::size_t band = in_band == 0 ? 0 : rows_[place - 1] / rows_in_band_ * rows_in_band_;
    const std::size_t begin = in_band == 0 ? 0 : band;
    const std::size_t end = std::min(in_band == 0 ? known_ : band + rows_in_band_, known_);
    const auto is_free = [&](std::size_t row) {
      if (in_band != 0) return !row_is_used_[row];
      const auto* const first = row_is_used_.data() + row / rows_in_band_ * rows_in_band_;
      return std::none_of(first, first + rows_in_band_, [](bool is_used) { return is_used; });
    };
    if (place > 1) {
      // The columns are placed, so only the row whose first symbol is least can follow.
      std::size_t chosen = side_;
      for (std::size_t row = begin; row < end; ++row) {
        if (is_free(row) && (chosen == side_ || name(row, columns_[0]) < name(chosen, columns_[0]))) chosen = row;
      }
      return chosen == side_ ? Found::nothing : take_row(chosen, place, is_less);
    }
    Branches branches{automorphisms_};
    for (std::size_t row = begin; row < end; ++row) {
      if (!is_free(row)) continue;
      if (branches.add(take_row(row, place, is_less)) || rejected_) break;
    }
    return branches.close();
  }

  /// Returns the place of a column or, if it is not placed, the least that it can get.
  std::size_t place_of(std::size_t column) const {
    if (places_[column] != none) return places_[column];
    const std::size_t slot = slots_[column / columns_in_stack_];
    return slot == none ? stacks_ * columns_in_stack_ : slot * columns_in_stack_ + filled_[slot];
  }
  std::size_t name(std::size_t row, std::size_t column) const { return place_of(first_column_[symbol(row, column)]); }

  void put(std::size_t column) {
    const std::size_t place = place_of(column);
    std::uint8_t& slot = slots_[column / columns_in_stack_];
    if (slot == none) slot = narrow(stacks_++);
    ++filled_[slot];
    places_[column] = narrow(place);
    columns_[place] = narrow(column);
  }
  void take_back(std::size_t column) {
    std::uint8_t& slot = slots_[column / columns_in_stack_];
    if (--filled_[slot] == 0) {
      slot = none;
      --stacks_;
    }
    columns_[places_[column]] = none;
    places_[column] = none;
  }

  /// Puts a symbol into the image.
  ///
  /// @return  whether it exceeds the least image so far
  bool put_symbol(std::size_t cell, std::size_t value, bool& is_less) {
    image_[cell] = narrow(value);
    if (is_less || value == best_[cell]) return false;
    if (value > best_[cell]) return true;
    is_less = true;
    rejected_ = rejected_ || tests_;
    return rejected_;
  }

  bool exceeds(std::size_t place, bool& is_less) {
    for (std::size_t i = 0; i < side_; ++i) {
      if (put_symbol(place * side_ + i, name(rows_[place], columns_[i]), is_less)) return true;
    }
    return false;
  }

  /// Reads the second row from this place on.
  Found read_second_row(std::size_t place, bool& is_less) {
    if (place == side_) return next_row(2, is_less);
    const std::size_t row = rows_[1];
    if (columns_[place] != none) return read_symbol(row, place, is_less);
    // The possible columns here: of the stack that has begun, or of any that has not.
    Branches branches{automorphisms_};
    std::array<std::uint8_t, most> values{};
    std::size_t least = none;
    for (std::size_t column = 0; column < side_; ++column) {
      values[column] = none;
      if (places_[column] != none || place_of(column) != place) continue;
      put(column);
      values[column] = narrow(name(row, column));
      take_back(column);
      least = std::min<std::size_t>(least, values[column]);
    }
    if (!is_less && least > best_[side_ + place]) return Found::nothing;
    for (std::size_t column = 0; column < side_; ++column) {
      if (values[column] != least) continue;
      put(column);
      const bool is_done = branches.add(read_symbol(row, place, is_less));
      take_back(column);
      if (is_done || rejected_) break;
    }
    return branches.close();
  }

  /// Reads the symbol at a place whose column is placed, and those that follow.
  Found read_symbol(std::size_t row, std::size_t place, bool& is_less) {
    bool is_now_less = is_less;
    const std::size_t named_by = first_column_[symbol(row, columns_[place])];
    if (put_symbol(side_ + place, place_of(named_by), is_now_less)) return Found::nothing;
    const bool is_new = places_[named_by] == none;
    if (is_new) put(named_by);
    const Found found = read_second_row(place + 1, is_now_less);
    if (is_new) take_back(named_by);
    is_less = is_less && found != Found::better;
    return found;
  }

  Found end(bool& is_less) {
    if (!is_less && has_path_) return Found::equal;
    if (is_less) best_ = image_;
    best_path_ = {rows_, columns_, is_turned_};
    automorphisms_ = 1;
    has_path_ = true;
    is_less = false;
    return Found::better;
  }

  std::size_t side_;
  std::size_t rows_in_band_;
  std::size_t columns_in_stack_;
  std::size_t known_;
  bool tests_;
  const Grid& grid_;
  Grid turned_;
  bool is_turned_ = false;
  const std::uint8_t* symbols_ = nullptr;  ///< of the grid or its transpose

  // The path from the root: rows and columns by place, and the data that follow from them.
  Table rows_{};
  std::array<bool, most + 1> row_is_used_{};
  Table first_column_{};        ///< by symbol: its column in the first row
  Table columns_ = all_none();  ///< by place
  Table places_ = all_none();   ///< by column
  Table slots_ = all_none();    ///< by stack: its place among the stacks
  Table filled_{};              ///< by slot: the number of placed columns
  std::size_t stacks_ = 0;      ///< number of stacks with a slot

  std::vector<std::uint8_t> best_;
  std::vector<std::uint8_t> image_;
  Path best_path_;
  bool has_path_ = false;
  bool rejected_ = false;
  std::uint64_t automorphisms_ = 0;
};

}  // namespace

std::optional<LineBlocks> line_blocks(const Problem& problem) {
  const auto [rows, columns] = problem.shape;
  const int side = problem.shape.side();
  if (problem == Problem{problem.shape}) return LineBlocks{rows, columns, rows == columns && side > 1};
  if (!problem.symbols_are_alike() || cells_seen(problem) != cells_seen(Problem{{1, side}})) return std::nullopt;
  PointImages exchange;
  for (int cell = 0; cell < problem.shape.cells(); ++cell) {
    exchange.push_back(static_cast<Point>(cell % side * side + cell / side));
  }
  return LineBlocks{1, side, symmetry_group(problem).contains(exchange)};
}

CanonicalGrid Lines::canonical(const Grid& grid) const {
  Search search{grid, blocks_, static_cast<std::size_t>(shape_.side()), false};
  search.run();
  return search.result();
}

std::optional<std::uint64_t> Lines::least_rows(const Grid& grid, int rows) const {
  Search search{grid, blocks_, static_cast<std::size_t>(rows), true};
  search.run();
  return search.is_rejected() ? std::nullopt : std::optional{search.automorphisms()};
}

Integer Lines::symmetries() const {
  const int side = shape_.side();
  const auto lines = [side](int block) { return power(factorial(block), side / block) * factorial(side / block); };
  return lines(blocks_.rows) * lines(blocks_.columns) * factorial(side) * (blocks_.is_exchanged ? 2 : 1);
}

}  // namespace gridcensus::canonical_grids
