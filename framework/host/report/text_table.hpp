#pragma once

#include "host/report/text_layout.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// Rows of text in aligned columns, below a header and a rule. A left-aligned last column is not padded.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string name;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// @param cells  one for each column
  /// @param of_last  the shade of the last cell
  void add(std::vector<std::string> cells, std::string_view of_last = shade::none) {
    rows_.push_back({std::move(cells), of_last});
  }

  /// Removes the column of that name from all rows.
  void remove_column(const std::string& name);

  /// @param width  in wider rows, the longest cells are broken into lines: at blanks; if that is not enough, in names;
  ///               then anywhere but within right-aligned words
  std::string text(std::size_t width = unlimited) const;

  static constexpr std::size_t unlimited = 1'000'000;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string_view of_last;
  };
  /// The places at which cells may be broken.
  enum class Breaks { at_blanks, in_names, anywhere };
  /// Returns the width below which a column would be broken elsewhere, or be hard to read. Right-aligned cells, most of
  /// them numbers, are broken last, and only at blanks.
  std::size_t least_width(std::size_t column, Breaks breaks) const;
  /// Returns the widths of all columns, such that a row has at most `width` characters if its cells can be broken.
  std::vector<std::size_t> widths(std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace gridcensus::host
