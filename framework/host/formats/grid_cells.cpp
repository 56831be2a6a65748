#include "host/formats/grid_cells.hpp"

#include "gridcensus/shape.hpp"
#include "host/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr std::string_view separators = " \t,;|";
/// No grid has more cells, so no more are kept.
constexpr std::size_t max_cells = std::size_t{max_side} * max_side + 1;
constexpr char no_character = '\x1A';

bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class Character>
bool is_one_of(Character character, std::basic_string_view<Character> characters) {
  return characters.find(character) != std::basic_string_view<Character>::npos;
}

/// Checks whether a text is one character, or a number up to the limit. "04" is two cells.
bool is_field(std::string_view text, std::size_t limit) {
  if (text.size() == 1) return true;
  if (text.empty() || text.size() > 3 || text.front() == '0' || !std::ranges::all_of(text, is_digit)) return false;
  return std::stoul(std::string{text}) <= limit;
}

struct Part {
  std::string_view text;
  std::size_t begin = 0;
};

/// Returns the parts between separators that are not empty.
std::vector<Part> parts_between(std::string_view text, std::string_view between) {
  std::vector<Part> parts;
  for (auto begin = text.find_first_not_of(between); begin != std::string_view::npos && parts.size() < max_cells;) {
    const auto end = std::min(text.find_first_of(between, begin), text.size());
    parts.push_back({text.substr(begin, end - begin), begin});
    begin = text.find_first_not_of(between, end);
  }
  return parts;
}

/// Returns all parts between delimiters, without the spaces around them.
std::vector<Part> fields_between(std::string_view text, char delimiter) {
  std::vector<Part> fields;
  for (std::size_t begin = 0; fields.size() <= max_cells;) {
    const auto end = std::min(text.find(delimiter, begin), text.size());
    const auto field = text.substr(begin, end - begin);
    const auto first = std::min(field.find_first_not_of(" \t"), field.size());
    const auto last = field.find_last_not_of(" \t");
    fields.push_back(
        {first == field.size() ? field.substr(0, 0) : field.substr(first, last + 1 - first), begin + first});
    if (end == text.size()) break;
    begin = end + 1;
  }
  return fields;
}

CellText cell_at(const GridLine& line, std::string_view text, std::size_t begin) {
  return {std::string{text}, line.number, line.offset + static_cast<int>(begin) + 1};
}

CellTexts words_of(const GridLine& line, const GridSizes& sizes) {
  const auto parts = parts_between(line.text, separators);
  const std::size_t limit = sizes.side.value_or(parts.size());
  const bool are_fields =
      parts.size() > 1 && std::ranges::all_of(parts, [&](const Part& part) { return is_field(part.text, limit); });
  CellTexts cells;
  for (const auto& [part, begin] : parts) {
    const std::size_t step = are_fields ? part.size() : 1;
    for (std::size_t i = 0; i < part.size() && cells.size() < max_cells; i += step)
      cells.push_back(cell_at(line, part.substr(i, step), begin + i));
  }
  return cells;
}

/// Returns one cell for each field, also for empty ones; empty if their number does not fit.
CellTexts separated_cells(const GridLine& line, const GridSizes& sizes, char delimiter) {
  if (line.text.find(delimiter) == std::string::npos) return {};
  auto fields = fields_between(line.text, delimiter);
  const auto fits = [&] { return sizes.is_row(fields.size()) || sizes.is_grid(fields.size()); };
  // The delimiter after the last cell, or the sides of a frame.
  if (!fits() && fields.back().text.empty()) fields.pop_back();
  if (!fits() && delimiter == '|' && !fields.empty() && fields.front().text.empty()) fields.erase(fields.begin());
  if (!fits() || !std::ranges::all_of(fields, [&](const Part& field) {
        return field.text.empty() || is_field(field.text, *sizes.side);
      })) {
    return {};
  }
  CellTexts cells;
  for (const auto& [text, begin] : fields) cells.push_back(cell_at(line, text, begin));
  return cells;
}

bool can_be_cell(char c) { return is_digit(c) || is_letter(c) || can_be_blank({&c, 1}); }

}  // namespace

bool GridSizes::is_row(std::size_t cells) const {
  if (side) return cells == *side;
  return cells == 4 || cells == 9 || cells == 16 || cells == 25;
}

bool GridSizes::is_grid(std::size_t cells) const {
  if (side) return cells == *side * *side;
  return cells == 1 || cells == 16 || cells == 81 || cells == 256 || cells == 625;
}

std::string plain_characters(std::string_view line) {
  if (std::ranges::all_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return std::string{line};
  constexpr std::u32string_view bars = U"\u2502\u2503\u2506\u2507\u250A\u250B\u254E\u254F\u2551";
  constexpr std::u32string_view dashes = U"\u2500\u2501\u2504\u2505\u2508\u2509\u254C\u254D\u2550";
  std::string plain;
  while (!line.empty()) {
    const auto [code, bytes] = first_utf8_character(line);
    constexpr char32_t no_break_space = 0xA0;
    const bool draws = code >= 0x2500 && code <= 0x257F;
    plain += bytes == 0                ? no_character
             : code < 0x80             ? static_cast<char>(code)
             : code == no_break_space  ? ' '
             : is_one_of(code, bars)   ? '|'
             : is_one_of(code, dashes) ? '='
             : draws                   ? '+'
                                       : no_character;
    line.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return plain;
}

bool is_ruler(std::string_view line) {
  const auto consists_of = [&](std::string_view characters) {
    return line.find_first_not_of(characters) == std::string_view::npos;
  };
  if (line.find_first_of("+=:") != std::string_view::npos && consists_of("-+=|_: \t")) return true;
  // With corners, as "*-----------*" and ".-------.-------.".
  if (line.find("---") == std::string_view::npos || !consists_of("-+=|*.:'`, \t")) return false;
  constexpr std::string_view corners = "*.:'`,+|";
  const auto first = line.find_first_not_of(" \t");
  const auto last = line.find_last_not_of(" \t");
  const bool has_corners = is_one_of(line[first], corners) && is_one_of(line[last], corners);
  return has_corners && line.find_first_of("*.:'`,") != std::string_view::npos;
}

std::string_view trimmed(std::string_view line) {
  const auto first = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(first, line.find_last_not_of(" \t") + 1 - first);
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool can_be_blank(std::string_view cell) {
  constexpr std::string_view blanks = ".0*-_?Xx";
  return cell.empty() || (cell.size() == 1 && is_one_of(cell.front(), blanks));
}

CellTexts cells_of(const GridLine& line, const GridSizes& sizes, bool is_puzzle) {
  CellTexts found = words_of(line, sizes);
  if (sizes.is_row(found.size()) || sizes.is_grid(found.size()) || !is_puzzle) return found;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    auto cells = separated_cells(line, sizes, delimiter);
    if (!cells.empty()) return cells;
  }
  return found;
}

std::vector<CellTexts> grids_in(const GridLine& line, const GridSizes& sizes, bool is_puzzle) {
  const bool is_of_hodoku = line.text.starts_with(':');
  std::vector<CellTexts> grids;
  for (const auto& [field, offset] : csv_fields_of(line.text)) {
    const GridLine part{std::string{field}, line.number, line.offset + static_cast<int>(offset)};
    if (auto cells = words_of(part, sizes);
        field.size() < line.text.size() && sizes.is_grid(cells.size()) && cells.size() > 1 &&
        std::ranges::all_of(cells, [](const CellText& cell) { return std::ranges::all_of(cell.text, can_be_cell); })) {
      grids.push_back(std::move(cells));
      continue;
    }
    for (const auto& [word, begin] : parts_between(part.text, " \t,;:|\"'=<>()[]{}")) {
      CellTexts cells;
      for (std::size_t i = 0; i < word.size() && cells.size() < max_cells; ++i) {
        const bool is_placed = is_of_hodoku && word[i] == '+' && i + 1 < word.size();
        if (is_placed) ++i;
        cells.push_back(cell_at(part, is_placed && is_puzzle ? "." : word.substr(i, 1), begin + i));
      }
      const bool are_cells =
          std::ranges::all_of(cells, [](const CellText& cell) { return can_be_cell(cell.text.front()); });
      if (are_cells && cells.size() > 1 && sizes.is_grid(cells.size())) grids.push_back(std::move(cells));
    }
  }
  return grids;
}

std::vector<CsvField> csv_fields_of(std::string_view line) {
  std::vector<CsvField> fields;
  for (std::size_t begin = 0;;) {
    const bool is_quoted = begin < line.size() && line[begin] == '"';
    const std::size_t close = is_quoted ? std::min(line.find('"', begin + 1), line.size()) : begin;
    const std::size_t end = std::min(line.find(',', close), line.size());
    fields.push_back(is_quoted ? CsvField{line.substr(begin + 1, close - begin - 1), begin + 1}
                               : CsvField{line.substr(begin, end - begin), begin});
    if (end == line.size() || fields.size() > max_cells) return fields;
    begin = end + 1;
  }
}

bool is_complete(const CellTexts& cells, std::size_t side) {
  for (std::size_t row = 0; row < side; ++row) {
    std::set<std::string_view> symbols;
    for (std::size_t column = 0; column < side; ++column) {
      const std::string& text = cells[row * side + column].text;
      if (text != "0" && text != "X" && text != "x" && can_be_blank(text)) return false;
      if (!symbols.insert(text).second) return false;
    }
  }
  return true;
}

}  // namespace gridcensus::host
