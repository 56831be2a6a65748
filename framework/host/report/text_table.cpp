#include "host/report/text_table.hpp"

#include "host/report/text_layout.hpp"

#include <algorithm>
#include <cstddef>

namespace gridcensus::host {

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].name);
    for (const auto& row : rows_) width = std::max(width, display_width(row.cells.at(i)));
    widths.push_back(width);
  }
  std::string text;
  const auto add_line = [&](const Row& row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool is_last = i + 1 == columns_.size();
      const std::string cell =
          columns_[i].align == Align::right ? padded_left(row.cells[i], widths[i]) : std::string{row.cells[i]};
      if (is_last)
        text += row.before_last + cell + row.after_last + "\n";
      else
        text += padded(cell, widths[i]) + "  ";
    }
  };
  Row header;
  Row rule;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    header.cells.push_back(columns_[i].name);
    const bool is_last = i + 1 == columns_.size();
    rule.cells.emplace_back(is_last ? std::min<std::size_t>(widths[i], 40) : widths[i], '-');
  }
  add_line(header);
  add_line(rule);
  for (const auto& row : rows_) add_line(row);
  return text;
}

}  // namespace gridcensus::host
