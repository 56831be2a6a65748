#include "host/report/text_table.hpp"

#include "host/base/text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gridcensus::host {

namespace {

/// The smallest width of a column: narrower text would be hard to read.
constexpr std::size_t min_width = 12;
constexpr std::size_t max_rule_length = 40;  ///< below the last column, unless its name is longer

constexpr const char* ends_of_parts = "_,";  ///< after which a name may be broken: classes_with_fixed_grids

/// Returns the length of the longest word, or of the longest part of a name: a cell cannot be broken further.
std::size_t max_word_width(const std::string& cell, bool breaks_names) {
  std::size_t longest = 0;
  for (std::string word : wrapped(cell, 0)) {
    for (auto end = word.find_first_of(ends_of_parts); breaks_names && end != std::string::npos;
         end = word.find_first_of(ends_of_parts)) {
      longest = std::max(longest, display_width(word.substr(0, end + 1)));
      word.erase(0, end + 1);
    }
    longest = std::max(longest, display_width(word));
  }
  return longest;
}

/// Returns the text in lines of at most `width` columns, broken at blanks, and in longer names.
std::vector<std::string> lines_of(const std::string& cell, std::size_t width) {
  std::vector<std::string> lines;
  for (std::string line : wrapped(cell, width)) {
    while (display_width(line) > width) {
      const auto end = line.find_last_of(ends_of_parts, width - 1);
      if (end == std::string::npos) break;
      lines.push_back(line.substr(0, end + 1));
      line.erase(0, end + 1);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::vector<std::size_t> TextTable::widths(std::size_t width) const {
  auto found = widths(width, false);
  const std::size_t total = std::accumulate(found.begin(), found.end(), 2 * (found.size() - 1));
  return total > width ? widths(width, true) : found;
}

std::vector<std::size_t> TextTable::widths(std::size_t width, bool breaks_names) const {
  std::vector<std::size_t> widths;
  std::vector<std::size_t> least;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t whole = display_width(columns_[i].name);
    std::size_t word = std::max(min_width, whole);
    for (const auto& row : rows_) {
      whole = std::max(whole, display_width(row.cells.at(i)));
      word = std::max(word, max_word_width(row.cells.at(i), breaks_names));
    }
    widths.push_back(whole);
    least.push_back(columns_[i].align == Align::left ? std::min(word, whole) : whole);
  }
  std::size_t total = 2 * (columns_.size() - 1);
  for (const auto each : widths) total += each;
  // The widest column shrinks first.
  while (total > width) {
    std::size_t widest = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (widths[i] > least[i] && (widest == columns_.size() || widths[i] > widths[widest])) widest = i;
    }
    if (widest == columns_.size()) break;
    --widths[widest];
    --total;
  }
  return widths;
}

void TextTable::remove_column(const std::string& name) {
  const auto place = std::ranges::find(columns_, name, &Column::name) - columns_.begin();
  columns_.erase(columns_.begin() + place);
  for (auto& row : rows_) row.cells.erase(row.cells.begin() + place);
}

std::string TextTable::text(std::size_t width) const {
  const auto widths = this->widths(width);
  std::string text;
  const auto add_row = [&](const Row& row) {
    std::vector<std::vector<std::string>> cells;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool fits = display_width(row.cells[i]) <= widths[i];
      cells.push_back(fits ? std::vector{row.cells[i]} : lines_of(row.cells[i], widths[i]));
      lines = std::max(lines, cells.back().size());
    }
    for (std::size_t line = 0; line < lines; ++line) {
      std::string padding;  // of the preceding cell, written only if another cell follows
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const bool is_last = i + 1 == columns_.size();
        const std::string cell = line < cells[i].size() ? cells[i][line] : "";
        const std::string own(widths[i] - std::min(widths[i], display_width(cell)), ' ');
        if (cell.empty()) {
          padding += own + "  ";
          continue;
        }
        const bool is_right = columns_[i].align == Align::right;
        text += padding + (is_right ? own : "") + (is_last ? paint(cell, row.of_last, Colour::on) : cell);
        padding = (is_right ? "" : own) + "  ";
      }
      text += '\n';
    }
  };
  Row header;
  Row rule;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    header.cells.push_back(columns_[i].name);
    const bool is_last = i + 1 == columns_.size();
    const std::size_t max_length = std::max(max_rule_length, display_width(columns_[i].name));
    rule.cells.emplace_back(is_last ? std::min(widths[i], max_length) : widths[i], '-');
  }
  add_row(header);
  add_row(rule);
  for (const auto& row : rows_) add_row(row);
  return text;
}

}  // namespace gridcensus::host
