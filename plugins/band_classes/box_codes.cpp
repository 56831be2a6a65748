#include "box_codes.hpp"

#include "combinatorics/closed_formulas.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridcensus::band_classes {

using combinatorics::least;
using combinatorics::singleton;
using combinatorics::without;
using combinatorics::without_least;

namespace {

constexpr combinatorics::Wide code_limit = 65536;

constexpr auto small_binomials = [] {
  std::array<std::array<std::uint32_t, combinatorics::max_symbols + 1>, combinatorics::max_symbols + 1> table{};
  for (std::size_t n = 0; n < table.size(); ++n) {
    for (std::size_t k = 0; k <= n; ++k) {
      table[n][k] = static_cast<std::uint32_t>(combinatorics::binomial(static_cast<int>(n), static_cast<int>(k)));
    }
  }
  return table;
}();

/// The place of a subset of `universe` among those of its size, in the order of their ascending texts.
std::uint32_t rank_of_subset(SymbolSet subset, SymbolSet universe) {
  std::uint32_t rank = 0;
  auto wanted = static_cast<std::size_t>(combinatorics::size_of(subset));
  auto left = static_cast<std::size_t>(combinatorics::size_of(universe));
  for (; wanted > 0; universe = without_least(universe)) {
    --left;
    if ((subset & singleton(least(universe))) != 0)
      --wanted;
    else
      rank += small_binomials[left][wanted - 1];  // the subsets that hold this symbol come before
  }
  return rank;
}

/// Appends to `columns` all ways to go on, in the order of their texts.
void list_codes(int size, SymbolSet rest, std::vector<SymbolSet>& so_far, std::vector<SymbolSet>& columns) {
  if (rest == 0) {
    columns.insert(columns.end(), so_far.begin(), so_far.end());
    return;
  }
  const auto extend = [&](const auto& self, SymbolSet column, SymbolSet candidates) -> void {
    if (combinatorics::size_of(column) == size) {
      so_far.push_back(column);
      list_codes(size, without(rest, column), so_far, columns);
      so_far.pop_back();
      return;
    }
    for (; candidates != 0; candidates = without_least(candidates)) {
      self(self, static_cast<SymbolSet>(column | singleton(least(candidates))), without_least(candidates));
    }
  };
  extend(extend, singleton(least(rest)), without_least(rest));
}

}  // namespace

BoxCodes::BoxCodes(int box_rows, int box_cols) : rows_{box_rows}, cols_{box_cols} {
  if (box_rows < 1 || box_cols < 1 || box_rows * box_cols > combinatorics::max_symbols) {
    throw std::invalid_argument{"a box has 1 to 16 cells"};
  }
  if (combinatorics::equal_partitions(box_cols, box_rows) > code_limit) {
    throw std::invalid_argument{"a box of this shape has more than 65536 codes"};
  }
  for (int columns = 0; columns <= cols_; ++columns) {
    partitions_.push_back(static_cast<std::uint32_t>(combinatorics::equal_partitions(columns, rows_)));
  }
  std::vector<SymbolSet> so_far;
  list_codes(rows_, combinatorics::first_symbols(symbols()), so_far, columns_);

  std::vector<SymbolSet> identity_columns(static_cast<std::size_t>(cols_));
  for (int symbol = 0; symbol < symbols(); ++symbol) {
    auto& column = identity_columns[static_cast<std::size_t>(symbol % cols_)];
    column = static_cast<SymbolSet>(column | singleton(symbol));
  }
  identity_ = code_of(identity_columns);
}

BoxCode BoxCodes::code_of(std::span<const SymbolSet> columns) const {
  std::array<SymbolSet, combinatorics::max_symbols> sorted{};
  auto* const end = std::ranges::copy(columns, sorted.begin()).out;
  std::sort(sorted.begin(), end, [](SymbolSet a, SymbolSet b) { return least(a) < least(b); });
  SymbolSet rest = combinatorics::first_symbols(symbols());
  std::uint32_t code = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::uint32_t rank = rank_of_subset(without_least(sorted[k]), without_least(rest));
    code += rank * partitions_[columns.size() - k - 1];
    rest = without(rest, sorted[k]);
  }
  return static_cast<BoxCode>(code);
}

BoxCode BoxCodes::relabelled(BoxCode code, const Relabelling& relabelling) const {
  std::array<SymbolSet, combinatorics::max_symbols> image{};
  const auto from = columns(code);
  for (std::size_t k = 0; k < from.size(); ++k) image[k] = combinatorics::relabelled(from[k], relabelling);
  return code_of({image.data(), from.size()});
}

Relabelling BoxCodes::to_identity(BoxCode code) const {
  Relabelling relabelling = combinatorics::unchanged();
  int column_number = 0;
  for (const SymbolSet column : columns(code)) {
    int target = column_number++;
    for (SymbolSet left = column; left != 0; left = without_least(left), target += cols_) {
      relabelling[static_cast<std::size_t>(least(left))] = static_cast<std::uint8_t>(target);
    }
  }
  return relabelling;
}

std::string BoxCodes::text(BoxCode code) const {
  std::string text;
  for (const SymbolSet column : columns(code)) {
    if (!text.empty()) text += ' ';
    for (SymbolSet left = column; left != 0; left = without_least(left)) {
      if (symbols() > 9 && left != column) text += ',';
      text += std::to_string(least(left) + 1);
    }
  }
  return text;
}

}  // namespace gridcensus::band_classes
