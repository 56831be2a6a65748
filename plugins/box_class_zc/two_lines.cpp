#include "box_class_zc/two_lines.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridcensus::box_class_zc {

using mathematics::first_symbols;
using mathematics::least;
using mathematics::Relabelling;
using mathematics::without_least;

namespace {

/// Returns the rows of box 1: 1 .. C and C+1 .. 2C.
Lines box_1_rows(std::size_t box_cols) {
  const SymbolSet first = first_symbols(static_cast<int>(box_cols));
  return {first, static_cast<SymbolSet>(first << box_cols)};
}

/// Returns the columns of box 1: {1, C+1}, {2, C+2}, ...
Lines box_1_columns(std::size_t box_cols) {
  Lines columns = Lines::empty(box_cols);
  for (std::size_t column = 0; column < box_cols; ++column) {
    columns[column] = static_cast<SymbolSet>((1U << column) | (1U << (box_cols + column)));
  }
  return columns;
}

std::size_t checked(int box_cols) {
  if (box_cols < 2 || box_cols > static_cast<int>(max_lines)) {
    throw std::invalid_argument{"boxes must have 2 to 4 columns"};
  }
  return static_cast<std::size_t>(box_cols);
}

/// Returns the relabelling that maps these columns, with one symbol of each row of box 1 in each, to those of box 1.
Relabelling to_box_1(const Lines& columns) {
  Relabelling relabelling = mathematics::identity_relabelling();
  for (std::size_t column = 0; column < columns.count(); ++column) {
    const auto upper = static_cast<std::size_t>(least(columns[column]));
    const auto lower = static_cast<std::size_t>(least(without_least(columns[column])));
    relabelling[lower] = static_cast<std::uint8_t>(columns.count() + upper);
  }
  return relabelling;
}

}  // namespace

TwoLines::TwoLines(int box_cols, const Poll& poll)
    : box_cols_{checked(box_cols)},
      symbols_{2 * box_cols},
      rows_{all_classes(symbols_, 2)},
      columns_{all_classes(symbols_, box_cols_)},
      meeting_(columns_.size()) {
  for (std::size_t code = 0; code < columns_.size(); ++code) {
    const Lines& columns = columns_[static_cast<Code>(code)];
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (zero_crossings(rows_[static_cast<Code>(row)], columns) == 0) meeting_[code].push_back(row);
    }
    if (zero_crossings(box_1_rows(box_cols_), columns) == 0) border_.push_back(columns);
  }
  std::size_t places = 1;
  for (std::size_t box = 1; box < box_cols_; ++box) places *= rows_.size();
  ways_.resize(places);
  std::vector<Code> chosen;
  fill(chosen, complement(box_1_columns(box_cols_), symbols_), poll);
}

void TwoLines::fill(std::vector<Code>& chosen, const Lines& left, const Poll& poll) {
  poll();
  if (chosen.size() + 2 < box_cols_) {
    for (std::size_t code = 0; code < columns_.size(); ++code) {
      for (const Lines& order : fitting_orders(columns_[static_cast<Code>(code)], left)) {
        chosen.push_back(static_cast<Code>(code));
        fill(chosen, left & complement(order, symbols_), poll);
        chosen.pop_back();
      }
    }
    return;
  }
  // The remaining symbols are the contents of the last box.
  if (!is_complete(left, symbols_)) return;
  std::vector<std::size_t> places{0};
  const auto append = [&](Code columns) {
    std::vector<std::size_t> longer;
    for (const std::size_t place : places) {
      for (const std::size_t row : meeting_[columns]) longer.push_back(place * rows_.size() + row);
    }
    places = std::move(longer);
  };
  for (const Code columns : chosen) append(columns);
  append(columns_.code_of(left));
  for (const std::size_t place : places) ++ways_[place];
}

std::uint64_t TwoLines::meeting_pairs() const {
  std::uint64_t pairs = 0;
  for (const auto& rows : meeting_) pairs += rows.size();
  return pairs;
}

std::uint64_t TwoLines::row_combinations() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(ways_, [](std::uint64_t ways) { return ways != 0; }));
}

std::uint64_t TwoLines::solutions(std::size_t border_column) const {
  // D(1'; r) = D(1; r relabelled so that the columns of box 1' become those of box 1).
  const Relabelling relabelling = to_box_1(border_.at(border_column));
  std::vector<std::size_t> images;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    images.push_back(rows_.code_of(relabelled(rows_[static_cast<Code>(row)], relabelling)));
  }
  std::uint64_t sum = 0;
  for (std::size_t place = 0; place < ways_.size(); ++place) {
    if (ways_[place] == 0) continue;
    std::size_t image = 0;
    std::size_t weight = 1;
    for (std::size_t digits = place, box = 1; box < box_cols_; ++box) {
      image += images[digits % rows_.size()] * weight;
      weight *= rows_.size();
      digits /= rows_.size();
    }
    sum += ways_[place] * ways_[image];
  }
  return sum;
}

}  // namespace gridcensus::box_class_zc
