#include "host/report/text_table.hpp"

#include "host/base/text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gridcensus::host {

namespace {

/// The smallest widths of a column, of whole words and of pieces: narrower text would be hard to read.
constexpr std::size_t min_width = 12;
constexpr std::size_t min_width_of_pieces = 6;
constexpr std::size_t max_rule_length = 40;  ///< below the last column, unless its name is longer

constexpr std::string_view ends_of_parts = " _,/";  ///< where `wrapped` breaks names and paths

/// Returns the width of the longest piece of a cell that is broken after these characters.
std::size_t max_piece_width(std::string_view cell, std::string_view ends) {
  std::size_t longest = 0;
  while (!cell.empty()) {
    const auto piece = cell.substr(0, cell.find_first_of(ends));
    const bool has_end = piece.size() < cell.size() && cell[piece.size()] != ' ';
    longest = std::max(longest, display_width(piece) + (has_end ? 1 : 0));
    cell.remove_prefix(std::min(piece.size() + 1, cell.size()));
  }
  return longest;
}

}  // namespace

std::size_t TextTable::least_width(std::size_t column, Breaks breaks) const {
  const auto& [name, align] = columns_[column];
  if (breaks != Breaks::anywhere && align == Align::right) return unlimited;
  if (breaks == Breaks::anywhere && align == Align::left) return min_width_of_pieces;
  std::size_t least =
      breaks == Breaks::anywhere ? max_piece_width(name, " ") : std::max(min_width, display_width(name));
  for (const auto& row : rows_)
    least = std::max(least, max_piece_width(row.cells[column], breaks == Breaks::in_names ? ends_of_parts : " "));
  return least;
}

std::vector<std::size_t> TextTable::widths(std::size_t width) const {
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    whole.push_back(display_width(columns_[i].name));
    for (const auto& row : rows_) whole.back() = std::max(whole.back(), display_width(row.cells.at(i)));
  }
  const auto total = [](const std::vector<std::size_t>& widths) {
    return std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
  };
  auto widths = whole;
  for (const auto breaks : {Breaks::at_blanks, Breaks::in_names, Breaks::anywhere}) {
    if (total(widths) <= width) break;
    widths = whole;
    std::vector<std::size_t> least;
    for (std::size_t i = 0; i < columns_.size(); ++i) least.push_back(least_width(i, breaks));
    // The widest column shrinks first.
    while (total(widths) > width) {
      std::size_t widest = columns_.size();
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (widths[i] > least[i] && (widest == columns_.size() || widths[i] > widths[widest])) widest = i;
      }
      if (widest == columns_.size()) break;
      --widths[widest];
    }
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
      cells.push_back(fits ? std::vector{row.cells[i]} : wrapped(row.cells[i], widths[i]));
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
