#include "layouts/layouts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace gridcensus::mathematics {

namespace {

constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/// Bit c is cell c, row by row.
using Cells = std::uint64_t;

/// Places region after region. Each begins with the first free cell, so every layout is found once, and its letters
/// follow the alphabet.
class LayoutSearch {
 public:
  using Visit = std::function<void(const std::string&)>;

  LayoutSearch(int side, const Visit& visit) : side_{static_cast<unsigned>(side)}, visit_{visit} {
    const unsigned cells = side_ * side_;
    letters_.resize(cells);
    for (unsigned cell = 0; cell < cells; ++cell) {
      Cells& near = neighbours_.emplace_back();
      if (cell >= side_) near |= bit(cell - side_);
      if (cell % side_ > 0) near |= bit(cell - 1);
      if (cell % side_ + 1 < side_) near |= bit(cell + 1);
      if (cell + side_ < cells) near |= bit(cell + side_);
    }
    free_ = (bit(cells - 1) - 1) | bit(cells - 1);
  }

  void run() { lay(0); }

 private:
  static Cells bit(unsigned cell) { return Cells{1} << cell; }
  static unsigned first_of(Cells cells) { return static_cast<unsigned>(std::countr_zero(cells)); }

  void lay(std::size_t region) {
    if (free_ == 0) return visit_(letters_);
    const unsigned first = first_of(free_);
    grow(region, bit(first), side_ - 1, neighbours_[first] & free_, bit(first) | neighbours_[first]);
  }

  /// Adds cells to a region in all ways.
  ///
  /// @param missing  the number of cells it lacks
  /// @param edge     the adjacent free cells that may still be chosen
  /// @param seen     the cells that were on the edge: a cell that was passed over is not chosen later, so every region
  ///                 occurs once
  void grow(std::size_t region, Cells cells, unsigned missing, Cells edge, Cells seen) {
    if (missing == 0) return lay_region(region, cells);
    while (edge != 0) {
      const unsigned cell = first_of(edge);
      edge &= edge - 1;
      const Cells added = neighbours_[cell] & free_ & ~seen;
      grow(region, cells | bit(cell), missing - 1, edge | added, seen | added);
    }
  }

  void lay_region(std::size_t region, Cells cells) {
    free_ &= ~cells;
    if (can_be_divided()) {
      for (Cells rest = cells; rest != 0; rest &= rest - 1) letters_[first_of(rest)] = alphabet[region];
      lay(region + 1);
    }
    free_ |= cells;
  }

  /// Checks whether the size of each connected piece of the free cells is a multiple of that of a region.
  bool can_be_divided() const {
    for (Cells rest = free_; rest != 0;) {
      Cells piece = rest & (~rest + 1);
      for (Cells edge = piece; edge != 0;) {
        const Cells added = neighbours_[first_of(edge)] & free_ & ~piece;
        edge = (edge & (edge - 1)) | added;
        piece |= added;
      }
      if (static_cast<unsigned>(std::popcount(piece)) % side_ != 0) return false;
      rest &= ~piece;
    }
    return true;
  }

  unsigned side_;
  const Visit& visit_;
  std::vector<Cells> neighbours_;
  Cells free_ = 0;
  std::string letters_;
};

}  // namespace

std::string with_ordered_letters(std::string_view letters) {
  std::array<char, 256> names{};
  std::size_t named = 0;
  std::string ordered;
  for (const char letter : letters) {
    char& name = names[static_cast<unsigned char>(letter)];
    if (name == 0) name = alphabet.at(named++);
    ordered += name;
  }
  return ordered;
}

std::vector<PointImages> square_symmetries(int side) {
  std::vector<PointImages> symmetries;
  for (unsigned kind = 0; kind < 8; ++kind) {
    PointImages& images = symmetries.emplace_back();
    for (int row = 0; row < side; ++row) {
      for (int col = 0; col < side; ++col) {
        const int to_row = (kind & 1U) != 0 ? side - 1 - row : row;
        const int to_col = (kind & 2U) != 0 ? side - 1 - col : col;
        images.push_back(static_cast<Point>((kind & 4U) != 0 ? to_col * side + to_row : to_row * side + to_col));
      }
    }
    for (int symbol = 0; symbol < side; ++symbol) images.push_back(static_cast<Point>(side * side + symbol));
  }
  std::ranges::sort(symmetries);
  symmetries.erase(std::unique(symmetries.begin(), symmetries.end()), symmetries.end());
  return symmetries;
}

std::map<std::string, std::uint64_t> layout_classes(int side, const std::vector<PointImages>& symmetries) {
  std::map<std::string, std::uint64_t> classes;
  std::string image;
  const LayoutSearch::Visit visit = [&](const std::string& letters) {
    std::string first = letters;
    for (const PointImages& images : symmetries) {
      image.clear();
      for (std::size_t cell = 0; cell < letters.size(); ++cell) image += letters[images[cell]];
      first = std::min(first, with_ordered_letters(image));
    }
    ++classes[first];
  };
  LayoutSearch{side, visit}.run();
  return classes;
}

}  // namespace gridcensus::mathematics
