#include "band_signatures/box_codes.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <bit>
#include <stdexcept>

namespace gridcensus::band_signatures {

using mathematics::least;
using mathematics::singleton;
using mathematics::without;
using mathematics::without_least;

namespace {

constexpr mathematics::UInt128 code_limit = 65536;

/// Appends all continuations to `columns`, in the order of their texts.
void list_codes(int size, SymbolSet rest, std::vector<SymbolSet>& so_far, std::vector<SymbolSet>& columns) {
  if (rest == 0) {
    columns.insert(columns.end(), so_far.begin(), so_far.end());
    return;
  }
  const auto extend = [&](const auto& self, SymbolSet column, SymbolSet candidates) -> void {
    if (mathematics::size_of(column) == size) {
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
  if (box_rows < 1 || box_cols < 1 || box_rows * box_cols > mathematics::max_symbols) {
    throw std::invalid_argument{"a box has 1 to 16 cells"};
  }
  if (mathematics::equal_partitions(box_cols, box_rows) > code_limit) {
    throw std::invalid_argument{"a box of this shape has more than 65536 codes"};
  }
  std::vector<SymbolSet> so_far;
  list_codes(rows_, mathematics::first_symbols(symbols()), so_far, columns_);
  for (int column = 0; column + 1 < cols_; ++column) {
    const int others = symbols() - column * rows_ - 1;
    const auto ways_to_go_on = mathematics::equal_partitions(cols_ - column - 1, rows_);
    for (int chosen = 1; chosen < rows_; ++chosen) {
      auto& codes = codes_after_.emplace_back();
      for (int below = 0; below < others; ++below) {
        codes[static_cast<std::size_t>(below)] =
            static_cast<std::uint32_t>(mathematics::binomial(others - 1 - below, rows_ - chosen) * ways_to_go_on);
      }
    }
  }

  std::vector<SymbolSet> identity_columns(static_cast<std::size_t>(cols_));
  for (int symbol = 0; symbol < symbols(); ++symbol) {
    auto& column = identity_columns[static_cast<std::size_t>(symbol % cols_)];
    column = static_cast<SymbolSet>(column | singleton(symbol));
  }
  identity_ = code_of(identity_columns);
}

BoxCode BoxCodes::code_of(std::span<const SymbolSet> columns) const {
  std::size_t after = 0;
  const auto* codes = codes_after_.data();
  SymbolSet rest = mathematics::first_symbols(symbols());
  for (std::size_t place = 1; place < columns.size(); ++place) {
    const auto first = static_cast<SymbolSet>(rest & -rest);
    const SymbolSet* holder = columns.data();
    while ((*holder & first) == 0) ++holder;
    const SymbolSet others = without(rest, first);
    for (SymbolSet left = without(*holder, first); left != 0; left = without_least(left)) {
      const auto below = static_cast<SymbolSet>((left & -left) - 1);
      after += (*codes++)[static_cast<std::size_t>(mathematics::size_of(static_cast<SymbolSet>(others & below)))];
    }
    rest = without(rest, *holder);
  }
  return static_cast<BoxCode>(size() - 1 - after);
}

BoxCode BoxCodes::relabelled(BoxCode code, const Relabelling& relabelling) const {
  std::array<SymbolSet, mathematics::max_symbols> image{};
  const auto from = columns(code);
  for (std::size_t k = 0; k < from.size(); ++k) image[k] = mathematics::relabelled(from[k], relabelling);
  return code_of({image.data(), from.size()});
}

std::vector<BoxCode> BoxCodes::all_relabelled(const Relabelling& relabelling) const {
  // The image of a set is combined from those of its four quarters, four symbols each.
  std::array<std::array<SymbolSet, 16>, 4> quarters{};
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    for (std::size_t symbols = 1; symbols < 16; ++symbols) {
      const auto symbol = 4 * quarter + static_cast<std::size_t>(std::countr_zero(symbols));
      quarters[quarter][symbols] =
          static_cast<SymbolSet>(quarters[quarter][symbols & (symbols - 1)] | singleton(relabelling[symbol]));
    }
  }
  std::vector<BoxCode> images;
  images.reserve(size());
  std::array<SymbolSet, mathematics::max_symbols> image{};
  const auto columns_per_box = static_cast<std::size_t>(cols_);
  for (auto from = columns_.begin(); from != columns_.end();) {
    for (std::size_t k = 0; k < columns_per_box; ++k) {
      const std::size_t set = *from++;
      image[k] = static_cast<SymbolSet>(quarters[0][set & 15U] | quarters[1][(set >> 4U) & 15U] |
                                        quarters[2][(set >> 8U) & 15U] | quarters[3][set >> 12U]);
    }
    images.push_back(code_of({image.data(), columns_per_box}));
  }
  return images;
}

Relabelling BoxCodes::to_identity(BoxCode code) const {
  Relabelling relabelling = mathematics::identity_relabelling();
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

}  // namespace gridcensus::band_signatures
