#pragma once

#include "host/report/text_layout.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// Rows of text with the columns lined up, a header and a rule below it. A last column that stands
/// at the left is not padded.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string name;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// @param cells  one for each column
  /// @param of_last  the shade of the last of them
  void add(std::vector<std::string> cells, std::string_view of_last = shade::none) {
    rows_.push_back({std::move(cells), of_last});
  }

  /// Drops the column of that name from all rows.
  void leave_out(const std::string& name);

  /// @param width  rows wider than this have the longest of their cells that stand at the left broken into lines
  std::string text(std::size_t width = unlimited) const;

  static constexpr std::size_t unlimited = 1'000'000;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string_view of_last;
  };
  /// Of all columns, so that a row has at most `width` characters where cells can be broken.
  std::vector<std::size_t> widths(std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace gridcensus::host
