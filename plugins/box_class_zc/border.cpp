#include "box_class_zc/border.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace gridcensus::box_class_zc {

using mathematics::Relabelling;
using mathematics::singleton;

namespace {

constexpr std::size_t side = Border::symbols;

/// Returns the relabelling of symbol 3r + c, in row r and column c of box 1, to 3 rows[r] + columns[c].
Relabelling moved(std::span<const int> rows, std::span<const int> columns) {
  Relabelling relabelling = mathematics::identity_relabelling();
  for (std::size_t r = 0; r < Border::lines; ++r) {
    for (std::size_t c = 0; c < Border::lines; ++c) {
      const int image = static_cast<int>(Border::lines) * rows[r] + columns[c];
      relabelling[Border::lines * r + c] = static_cast<std::uint8_t>(image);
    }
  }
  return relabelling;
}

/// Returns the classes in the order of their numbers, those that box 2 cannot have at the end.
std::vector<Lines> numbered_classes() {
  std::vector<Lines> classes = all_classes(Border::symbols, Border::lines);
  std::map<Lines, int> last_seen;  // in the list of all boxes 2, read row by row, in lexicographic order
  std::vector<int> box(side);
  std::iota(box.begin(), box.end(), 0);
  int boxes = 0;
  do {
    bool fits = true;
    Lines columns = Lines::empty(Border::lines);
    for (std::size_t cell = 0; cell < side; ++cell) {
      fits = fits && (Border::box_1_rows()[cell / Border::lines] & singleton(box[cell])) == 0;
      columns[cell % Border::lines] = static_cast<SymbolSet>(columns[cell % Border::lines] | singleton(box[cell]));
    }
    if (fits) last_seen[class_of(columns)] = boxes++;
  } while (std::next_permutation(box.begin(), box.end()));
  std::ranges::stable_sort(classes, {}, [&](const Lines& box_class) {
    const auto seen = last_seen.find(box_class);
    return seen != last_seen.end() ? seen->second : boxes;
  });
  return classes;
}

}  // namespace

Lines mirror(const Lines& lines) {
  Relabelling transposed = mathematics::identity_relabelling();
  for (std::size_t symbol = 0; symbol < side; ++symbol) {
    transposed[symbol] = static_cast<std::uint8_t>(symbol % Border::lines * Border::lines + symbol / Border::lines);
  }
  return relabelled(lines, transposed);
}

Border::Border() : classes_{numbered_classes()} {
  const Lines beside_box_1 = complement(box_1_rows(), symbols);
  for (std::size_t code = 0; code < classes_.size(); ++code) {
    std::ranges::copy(fitting_orders(classes_[static_cast<Code>(code)], beside_box_1),
                      std::back_inserter(row_triplets_));
  }

  const auto columns_for = [&](const Lines& rows) {
    std::vector<Code> columns;
    for (std::size_t code = 0; code < classes_.size(); ++code) {
      if (zero_crossings(rows, classes_[static_cast<Code>(code)]) == 0) columns.push_back(static_cast<Code>(code));
    }
    return columns;
  };
  std::vector<std::vector<int>> copies(classes_.size(), std::vector<int>(classes_.size()));
  std::size_t border = 0;
  for (const Lines& rows_of_2 : row_triplets_) {
    const std::vector<Code> box_3 = columns_for(complement(box_1_rows() | rows_of_2, symbols));
    for (const Code code_2 : columns_for(rows_of_2)) {
      border = std::max<std::size_t>(border, code_2 + 1U);
      for (const Code code_3 : box_3) ++copies[code_2][code_3];
    }
  }
  copies.resize(border);
  for (auto& row : copies) row.resize(border);
  copies_ = std::move(copies);
}

std::vector<Code> Border::partners(Code box_2) const {
  std::vector<Code> codes;
  for (std::size_t code = 0; code < size(); ++code) {
    if (copies_[box_2][code] != 0) codes.push_back(static_cast<Code>(code));
  }
  return codes;
}

std::vector<Border::Symmetry> Border::symmetries() const {
  std::vector<Symmetry> found;
  std::array<int, Border::lines> rows{0, 1, 2};
  do {
    std::array<int, Border::lines> columns{0, 1, 2};
    do {
      const Relabelling relabelling = moved(rows, columns);
      Symmetry symmetry;
      for (std::size_t code = 0; code < size(); ++code) {
        const Lines& box_class = classes_[static_cast<Code>(code)];
        symmetry.columns.push_back(classes_.code_of(relabelled(box_class, relabelling)));
        symmetry.rows.push_back(classes_.code_of(mirror(relabelled(mirror(box_class), relabelling))));
      }
      found.push_back(std::move(symmetry));
    } while (std::next_permutation(columns.begin(), columns.end()));
  } while (std::next_permutation(rows.begin(), rows.end()));
  return found;
}

}  // namespace gridcensus::box_class_zc
