#include "host/report/text_layout.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gridcensus::host {

namespace {

using Column = TextTable::Column;

/// The smallest widths of a column, of whole words and of pieces: narrower text would be hard to read.
constexpr std::size_t min_width = 12;
constexpr std::size_t min_width_of_pieces = 6;

constexpr std::string_view gap = "  ";
constexpr std::string_view ends_of_parts = " _,/";  ///< where `wrapped` breaks names and paths

/// The ways to make cells narrower, each with those before it.
enum class Breaks { at_blanks, in_names, in_numbers, anywhere };

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

std::size_t least_width(const std::string& cell, TextTable::Align align, Breaks breaks) {
  if (align == TextTable::Align::left)
    return std::max(min_width, max_piece_width(cell, breaks == Breaks::at_blanks ? " " : ends_of_parts));
  if (breaks != Breaks::in_numbers) return display_width(cell);
  const auto shortest = digits_within(cell, 0);
  return shortest == cell ? max_piece_width(cell, " ") : display_width(shortest);
}

/// Returns the width below which a column would need other breaks.
std::size_t least_width(const Column& column, Breaks breaks) {
  if (breaks == Breaks::anywhere) return min_width_of_pieces;
  std::size_t least = display_width(column.name);
  for (const auto& cell : column.cells) least = std::max(least, least_width(cell, column.align, breaks));
  return least;
}

/// Returns the widths of all columns, such that a row has at most `width` characters if its cells can be broken.
std::vector<std::size_t> widths_of(const std::vector<Column>& columns, std::size_t width) {
  std::vector<std::size_t> whole;
  for (const auto& column : columns) {
    whole.push_back(display_width(column.name));
    for (const auto& cell : column.cells) whole.back() = std::max(whole.back(), display_width(cell));
  }
  const auto total = [](const std::vector<std::size_t>& widths) {
    return std::accumulate(widths.begin(), widths.end(), gap.size() * (widths.size() - 1));
  };
  auto widths = whole;
  for (const auto breaks : {Breaks::at_blanks, Breaks::in_names, Breaks::in_numbers, Breaks::anywhere}) {
    if (total(widths) <= width) break;
    widths = whole;
    std::vector<std::size_t> least;
    for (const auto& column : columns) least.push_back(least_width(column, breaks));
    // The widest column shrinks first.
    while (total(widths) > width) {
      std::size_t widest = columns.size();
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (widths[i] > least[i] && (widest == columns.size() || widths[i] > widths[widest])) widest = i;
      }
      if (widest == columns.size()) break;
      --widths[widest];
    }
  }
  return widths;
}

/// Cells in lines, and where they are.
struct Layout {
  std::vector<std::vector<std::vector<std::string>>> lines;  ///< of each column, of each row; names are the first row
  std::vector<std::size_t> places;                           ///< the begin of a left-aligned column, or the end
  std::size_t width = 0;
};

std::size_t widest(const std::vector<std::string>& lines) {
  std::size_t widest = 0;
  for (const auto& line : lines) widest = std::max(widest, display_width(line));
  return widest;
}

/// The room of a right-aligned cell: its column, or also the rest of the cell on its left.
enum class Room { own, shared };

/// Breaks cells that are wider than their columns.
Layout layout_of(const std::vector<Column>& columns, const std::vector<std::size_t>& widths, Room room_of_cells) {
  Layout layout;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_right = columns[i].align == TextTable::Align::right;
    const bool has_room =
        room_of_cells == Room::shared && is_right && i > 0 && columns[i - 1].align == TextTable::Align::left;
    auto& rows = layout.lines.emplace_back();
    std::size_t width = 0;
    for (std::size_t row = 0; row <= columns[i].cells.size(); ++row) {
      const auto& cell = row == 0 ? columns[i].name : columns[i].cells[row - 1];
      const std::size_t left = has_room ? widest(layout.lines[i - 1][row]) : 0;
      const std::size_t room = widths[i] + (has_room ? widths[i - 1] - std::min(widths[i - 1], left) : 0);
      const auto shorter = is_right ? digits_within(cell, room) : cell;
      rows.push_back(display_width(shorter) <= room ? std::vector{shorter} : wrapped(shorter, room));
      width = std::max(width, widest(rows.back()) + (has_room ? left + gap.size() : 0));
    }
    if (has_room) begin = layout.places.back();
    layout.places.push_back(is_right ? begin + width : begin);
    layout.width = std::max(layout.width, begin + width);
    begin = layout.width + gap.size();
  }
  return layout;
}

std::string paint(std::string_view text, std::string_view shade, Colour colour) {
  if (colour == Colour::off || shade.empty()) return std::string{text};
  return fmt::format("{}{}{}", shade, text, shade::plain);
}

}  // namespace

void TextTable::add(const std::vector<std::string>& cells, std::string_view of_last) {
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].cells.push_back(printable(cells.at(i)));
  shades_.push_back(of_last);
}

std::string TextTable::text(std::size_t width, Colour colour) const {
  auto columns = columns_;
  std::erase_if(columns, [](const Column& column) { return std::ranges::all_of(column.cells, &std::string::empty); });
  if (columns.empty()) return {};
  auto layout = layout_of(columns, widths_of(columns, unlimited), Room::own);
  if (layout.width > width) layout = layout_of(columns, widths_of(columns, unlimited), Room::shared);
  if (layout.width > width) layout = layout_of(columns, widths_of(columns, width), Room::shared);
  const bool has_names = !std::ranges::all_of(columns, &std::string::empty, &Column::name);
  std::string text;
  for (std::size_t row = has_names ? 0 : 1; row <= shades_.size(); ++row) {
    std::size_t lines = 0;
    for (const auto& rows : layout.lines) lines = std::max(lines, rows[row].size());
    for (std::size_t line = 0; line < lines; ++line) {
      std::size_t end = 0;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto& cell = layout.lines[i][row];
        if (line >= cell.size() || cell[line].empty()) continue;
        const std::size_t own = display_width(cell[line]);
        const std::size_t begin = layout.places[i] - (columns[i].align == Align::right ? own : 0);
        const bool is_last = row > 0 && i + 1 == columns.size();
        text += std::string(begin - end, ' ') + paint(cell[line], is_last ? shades_[row - 1] : shade::none, colour);
        end = begin + own;
      }
      text += '\n';
    }
  }
  return text;
}

void Lines::add(const TextTable& table, std::size_t indent) {
  const std::string text = table.text(width_ - std::min(width_, indent), colour_);
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin) + 1;
    text_ += std::string(indent, ' ') + text.substr(begin, end - begin);
    begin = end;
  }
}

void Lines::add_wrapped(std::string_view head, std::string_view shade, std::string_view text, std::size_t indent) {
  const std::string safe_head = printable(head);
  const std::string whole = safe_head + printable(text);
  const std::size_t blanks = std::min(whole.find_first_not_of(' '), indent);
  const std::string lines =
      display_width(whole) <= width_ ? whole + '\n' : wrapped_lines(whole, width_, indent - blanks);
  const bool has_head = lines.starts_with(safe_head);
  text_ += has_head ? paint(safe_head, shade, colour_) + lines.substr(safe_head.size()) : lines;
}

std::string digits_within(const std::string& text, std::size_t width) {
  const std::size_t begin = std::min(text.find_first_of("0123456789"), text.size());
  const std::string grouped = text.substr(begin);
  const auto commas = static_cast<std::size_t>(std::ranges::count(grouped, ','));
  const bool is_number = commas > 0 && grouped.find_first_not_of("0123456789,") == std::string::npos;
  if (text.size() <= width || !is_number) return text;
  const std::string remark = fmt::format(" ({} digits)", grouped.size() - commas);
  constexpr std::string_view left_out = "...,";
  constexpr std::size_t group = 4;  // three digits and a comma
  const std::size_t room = width - std::min(width, begin + remark.size() + left_out.size());
  const std::size_t groups = std::max<std::size_t>(2, room / group);
  // The first group may be shorter than the others.
  const std::size_t first = grouped.find(',') + 1;
  const std::size_t head = first + (groups - groups / 2 - 1) * group;
  const std::size_t tail = groups / 2 * group - 1;
  // A number with few digits has none to omit, even if `width` is exceeded.
  if (head + left_out.size() + tail + remark.size() >= grouped.size()) return text;
  return text.substr(0, begin + head).append(left_out) + grouped.substr(grouped.size() - tail) + remark;
}

}  // namespace gridcensus::host
