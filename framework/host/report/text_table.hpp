#pragma once

#include <string>
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
  void add(std::vector<std::string> cells) { rows_.push_back({std::move(cells), {}, {}}); }
  /// With escape sequences before and after the last cell, which take no room.
  void add(std::vector<std::string> cells, std::string before_last, std::string after_last) {
    rows_.push_back({std::move(cells), std::move(before_last), std::move(after_last)});
  }

  std::string text() const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string before_last;
    std::string after_last;
  };
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace gridcensus::host
