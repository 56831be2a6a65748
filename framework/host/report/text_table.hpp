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

  /// @param width  in wider rows, the longest left-aligned cells are broken into lines, at blanks and, if that is not
  ///               enough, in names
  std::string text(std::size_t width = unlimited) const;

  static constexpr std::size_t unlimited = 1'000'000;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string_view of_last;
  };
  /// Returns the widths of all columns, such that a row has at most `width` characters if its cells can be broken.
  std::vector<std::size_t> widths(std::size_t width) const;
  /// @param breaks_names  names such as classes_with_fixed_grids may be broken, too
  std::vector<std::size_t> widths(std::size_t width, bool breaks_names) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace gridcensus::host
