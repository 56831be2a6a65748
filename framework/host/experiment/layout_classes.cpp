#include "host/experiment/layout_classes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

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

/// Returns the relations of a problem, in both directions.
std::map<CellPair, std::vector<SymbolBits>> relations_of(const Problem& problem) {
  std::map<CellPair, std::vector<SymbolBits>> related;
  for (const auto& [cells, goes_with] : problem.related()) {
    std::vector<SymbolBits> back(goes_with.size());
    for (std::size_t symbol = 0; symbol < goes_with.size(); ++symbol) {
      for (std::size_t other = 0; other < back.size(); ++other)
        back[other] |= (goes_with[symbol] >> other & 1U) << symbol;
    }
    related.emplace(CellPair{cells.second, cells.first}, std::move(back));
    related.emplace(cells, goes_with);
  }
  return related;
}

}  // namespace

std::string with_ordered_letters(std::string_view letters) {
  std::map<char, char> names;
  std::string ordered;
  for (const char letter : letters) {
    ordered += names.try_emplace(letter, alphabet[std::min(names.size(), alphabet.size() - 1)]).first->second;
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
  }
  std::ranges::sort(symmetries);
  symmetries.erase(std::unique(symmetries.begin(), symmetries.end()), symmetries.end());
  return symmetries;
}

bool preserves_rules(const Problem& problem, const PointImages& images) {
  const auto related = relations_of(problem);
  const auto is_kept = [&](const auto& relation) {
    const auto& [cells, goes_with] = relation;
    const auto image = [&](int cell) { return static_cast<int>(images[static_cast<std::size_t>(cell)]); };
    const auto found = related.find({image(cells.first), image(cells.second)});
    return found != related.end() && found->second == goes_with;
  };
  if (!std::ranges::all_of(related, is_kept)) return false;
  const auto seen = cells_seen(problem);
  const auto allowed = problem.allowed();
  for (std::size_t cell = 0; cell < seen.size(); ++cell) {
    if (allowed[cell] != allowed[images[cell]]) return false;
    std::vector<int> image;
    for (const int other : seen[cell]) image.push_back(images[static_cast<std::size_t>(other)]);
    std::ranges::sort(image);
    if (image != seen[images[cell]]) return false;
  }
  return true;
}

std::vector<LayoutClass> layout_classes(int side, const std::vector<PointImages>& symmetries) {
  std::vector<LayoutClass> classes;
  std::string image;
  const auto add_if_first = [&](const std::string& letters) {
    std::size_t fixing = 0;  // the symmetries that carry the layout to itself
    for (const PointImages& images : symmetries) {
      std::array<char, 256> names{};
      std::size_t named = 0;
      image.clear();
      for (const Point cell : images) {
        char& name = names[static_cast<unsigned char>(letters[cell])];
        if (name == 0) name = alphabet[named++];
        image += name;
      }
      if (image < letters) return;
      if (image == letters) ++fixing;
    }
    if (fixing == 0) throw std::invalid_argument("the symmetries of layouts lack the identity");
    classes.push_back({letters, symmetries.size() / fixing});
  };
  const LayoutSearch::Visit visit = add_if_first;
  LayoutSearch{side, visit}.run();
  std::ranges::sort(classes, {}, &LayoutClass::letters);
  return classes;
}

}  // namespace gridcensus::host
