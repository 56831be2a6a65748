#include "host/formats/grid_reader.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ios>
#include <sstream>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr std::uint8_t no_symbol = 255;

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 4 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// "[Puzzle]"
bool is_section(std::string_view line) {
  if (line.size() < 3 || line.front() != '[' || line.back() != ']') return false;
  line = line.substr(1, line.size() - 2);
  return is_letter(line.front()) && std::ranges::all_of(line, [](char c) { return is_letter(c) || c == ' '; });
}

/// Returns "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

}  // namespace

GridReader::GridReader(std::istream& text, std::string name, std::optional<Shape> shape, Wanted wanted)
    : text_{text}, name_{std::move(name)}, shape_{shape}, wanted_{wanted} {
  first_ = next_cells();
  if (!first_)
    fail(0, 0, is_puzzle() ? fmt::format("contains no puzzle of {}", to_string(*shape_)) : "contains no grid");
}

void GridReader::fail(int line, int column, const std::string& message) const {
  throw BadInput{Diagnostic{{name_, line, column}, "", message, std::nullopt}};
}

// Lines

/// Reads the next line, whatever is in it.
bool GridReader::next_raw_line() {
  raw_line_.clear();
  ++line_number_;
  const auto fail_at_nul = [&] {
    const bool is_utf16 = line_number_ == 1 && (raw_line_.size() < 2 || raw_line_.starts_with("\xFF\xFE") ||
                                                raw_line_.starts_with("\xFE\xFF"));
    const int column = static_cast<int>(raw_line_.size()) + 1;
    if (is_utf16 && text_.rdbuf()->sgetc() > 0)
      fail(0, 0, "is UTF-16; expected UTF-8, as `iconv -f UTF-16 -t UTF-8` writes it");
    fail(line_number_, column, "a NUL byte; expected text");
  };
  try {
    for (std::streambuf& buffer = *text_.rdbuf();;) {
      const int c = buffer.sbumpc();
      if (c == std::char_traits<char>::eof()) {
        if (!raw_line_.empty()) break;
        --line_number_;
        return false;
      }
      if (++bytes_ > max_grid_bytes)
        fail(line_number_, 0, fmt::format("no grid ends in {} of text", bytes_text(max_grid_bytes)));
      if (c == '\n') break;
      if (c == 0) fail_at_nul();
      raw_line_ += static_cast<char>(c);
    }
  } catch (const std::ios_base::failure& error) {
    fail(0, 0, "cannot be read: " + error.code().message());
  }
  if (line_number_ == 1 && raw_line_.starts_with("\xEF\xBB\xBF")) raw_line_.erase(0, 3);
  if (raw_line_.ends_with('\r')) raw_line_.pop_back();
  return true;
}

/// Reads the next line that may have cells.
bool GridReader::next_line() {
  while (std::exchange(is_pending_, false) || next_raw_line()) {
    line_ = plain_characters(raw_line_);
    if (!skips_line()) return true;
  }
  return false;
}

bool GridReader::skips_line() {
  const auto line = trimmed(line_);
  if (line.starts_with('#')) return true;
  if (is_section(line)) {
    is_other_section_ = upper(std::string{line}) != "[PUZZLE]";
    return true;
  }
  // A row of nothing but dashes is part of a frame.
  return is_other_section_ || is_ruler(line_) || line_.find_first_not_of("-_| \t") == std::string::npos;
}

/// Returns the part of the line that may have cells.
GridLine GridReader::grid_line() const {
  std::string_view text = std::string_view{line_}.substr(0, line_.find('#'));
  std::size_t offset = 0;
  if (column_) {
    const auto fields = csv_fields_of(text);
    if (*column_ >= fields.size()) {
      fail(line_number_, 0, fmt::format("expected the grid in field {}; the line has {}", *column_ + 1, fields.size()));
    }
    text = fields[*column_].text;
    offset = fields[*column_].offset;
  }
  return {std::string{text}, line_number_, static_cast<int>(offset)};
}

/// Checks whether a line is text rather than a grid with a mistake.
bool GridReader::is_header(const CellTexts& cells) const {
  if (!is_puzzle() && form_) return false;
  std::size_t usual = 0;
  std::size_t letters = 0;
  bool has_other = false;
  constexpr int largest_known = 25;
  const int side = shape_ ? shape_->side() : largest_known;
  for (const auto& cell : cells) {
    const char c = cell.text.empty() ? ' ' : upper(cell.text).front();
    const bool is_usual = is_number(cell.text) || (can_be_blank(cell.text) && c != 'X');
    if (is_usual) ++usual;
    if (is_letter(c)) ++letters;
    has_other = has_other || (!is_usual && c != 'X' && (!is_letter(c) || c - 'A' >= side));
  }
  return letters > 0 && has_other && 2 * usual < cells.size();
}

/// Takes the column of the grids from a header of CSV.
///
/// @return  true if the line is one
bool GridReader::take_header() {
  if (form_ || column_) return false;
  using namespace std::string_view_literals;
  constexpr std::array names_of_puzzles{"PUZZLE"sv, "PUZZLES"sv, "QUIZ"sv, "QUIZZES"sv, "GIVENS"sv, "GRID"sv};
  constexpr std::array names_of_grids{"GRID"sv, "GRIDS"sv, "SOLUTION"sv, "SOLUTIONS"sv};
  const auto fields = csv_fields_of(line_);
  const auto find = [&](const auto& names) {
    for (const auto name : names) {
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (upper(std::string{trimmed(fields[i].text)}) != name) continue;
        column_ = i;
        return true;
      }
    }
    return false;
  };
  return is_puzzle() ? find(names_of_puzzles) : find(names_of_grids);
}

// Grids of lines

GridSizes GridReader::sizes() const {
  return {shape_ ? std::optional{static_cast<std::size_t>(shape_->side())} : std::nullopt};
}

void GridReader::set_form(Form form) {
  if (form_ && *form_ != form && !is_puzzle()) fail(line_number_, 0, fmt::format("expected grids {}", this->form()));
  form_ = form;
}

/// Takes the shape of square boxes that grids of this size, or rows, have.
void GridReader::set_shape(std::size_t cells, bool is_row) {
  if (shape_) return;
  const auto side = is_row ? static_cast<double>(cells) : std::sqrt(static_cast<double>(cells));
  const int box = static_cast<int>(std::lround(std::sqrt(side)));
  shape_ = Shape{box, box};
}

void GridReader::refuse_size(std::size_t cells) const {
  if (shape_) {
    const int side = shape_->side();
    fail(line_number_, 0,
         fmt::format("expected {} symbols{}, a grid of {}, or {}, a row of it; found {}", side * side,
                     is_puzzle() ? " or blanks" : "", to_string(*shape_), side, cells));
  }
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(cells))));
  std::vector<std::string> shapes;
  for (std::size_t rows = 1; side * side == cells && side <= std::size_t{max_side} && rows <= side; ++rows) {
    if (side % rows == 0) shapes.push_back(fmt::format("{}x{}", rows, side / rows));
  }
  if (!shapes.empty()) {
    fail(line_number_, 0,
         fmt::format("{} symbols can be a grid of {}; choose by --shape", cells, fmt::join(shapes, ", ")));
  }
  fail(line_number_, 0,
       fmt::format("{} symbols are neither a grid nor a row of one whose shape is known; expected N^2 of them, N rows, "
                   "or a CSV header with a column grid; --shape names the shape",
                   cells));
}

/// Returns the cells of the next grid, or nullopt at the end.
std::optional<CellTexts> GridReader::next_cells() {
  if (!waiting_.empty()) {
    CellTexts cells = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    return cells;
  }
  while (next_line()) {
    begins_ = line_number_;
    const auto line = trimmed(line_);
    const GridLine part = grid_line();
    CellTexts found = cells_of(part, sizes(), is_puzzle());
    const std::size_t number = found.size();
    if (take_header()) continue;
    if (is_header(found) && grids_in(part, sizes(), is_puzzle()).empty()) {
      if (!line.starts_with('<')) notes_.insert("lines of other text are skipped");
      continue;
    }
    // 16 different symbols are a row of 4x4, and others a grid of 2x2.
    constexpr std::size_t row_or_grid = 16;
    std::set<std::string_view> different;
    if (!shape_ && number == row_or_grid) {
      for (const auto& cell : found) different.insert(cell.text);
    }
    const bool is_row = sizes().is_row(number) && (shape_ || number != row_or_grid || different.size() == number);
    if (sizes().is_grid(number) && (!is_row || number == 1)) {
      set_shape(number, false);
      set_form(Form::lines);
      return found;
    }
    if (is_row && !column_) {
      set_shape(number, true);
      set_form(Form::rows);
      return rows_from(std::move(found));
    }
    auto grids = grids_in(part, sizes(), is_puzzle());
    if (!grids.empty()) {
      set_form(Form::lines);
      return chosen(std::move(grids));
    }
    if (line.starts_with('<')) continue;
    const auto fields = csv_fields_of(part.text);
    const auto longest = std::ranges::max(fields, {}, [](const CsvField& field) { return field.text.size(); }).text;
    refuse_size(fields.size() > 1 && longest.size() >= 16 && !shape_ ? longest.size() : number);
  }
  return std::nullopt;
}

/// Returns the cells of the row and of the rows below it.
CellTexts GridReader::rows_from(CellTexts cells) {
  const auto side = static_cast<std::size_t>(shape_->side());
  for (std::size_t row = 1; row < side; ++row) {
    if (!next_line()) {
      fail(line_number_, 0,
           fmt::format("the grid that begins in line {} ends after {} of {} rows", begins_, row, side));
    }
    CellTexts more = cells_of(grid_line(), sizes(), is_puzzle());
    if (more.size() != side) {
      fail(line_number_, 0,
           fmt::format("expected {} symbols{}, a row of {}; found {}", side, is_puzzle() ? " or blanks" : "",
                       to_string(*shape_), more.size()));
    }
    std::ranges::move(more, std::back_inserter(cells));
  }
  return cells;
}

/// Returns the first of several grids of a line, as wanted: the puzzle rather than its solution, or the solution. The
/// others of its kind wait.
CellTexts GridReader::chosen(std::vector<CellTexts> grids) {
  set_shape(grids.front().size(), false);
  const auto side = static_cast<std::size_t>(shape_->side());
  std::erase_if(grids, [&](const CellTexts& cells) { return cells.size() != side * side; });
  const auto is_other = [&](const CellTexts& cells) { return is_complete(cells, side) == is_puzzle(); };
  if (!std::ranges::all_of(grids, is_other) && std::erase_if(grids, is_other) > 0)
    notes_.insert(is_puzzle() ? "solutions beside puzzles are skipped" : "puzzles beside solutions are skipped");
  CellTexts first = std::move(grids.front());
  grids.erase(grids.begin());
  if (is_puzzle()) waiting_ = std::move(grids);
  return first;
}

// Symbols

/// Returns the symbol of a text, from 0, or nullopt if the alphabet lacks it.
std::optional<int> GridReader::symbol_of(const std::string& text, Alphabet alphabet) const {
  const int side = shape_->side();
  if (alphabet == Alphabet::from_1) return parse_symbol(side, text);
  if (alphabet == Alphabet::letters) {
    if (text.size() != 1 || !is_letter(text.front())) return std::nullopt;
    const int symbol = upper(text).front() - 'A';
    return symbol < side ? std::optional{symbol} : std::nullopt;
  }
  if (is_number(text)) {
    const int symbol = std::stoi(text);
    return symbol < side ? std::optional{symbol} : std::nullopt;
  }
  const auto symbol = parse_symbol(side, text);
  return symbol && *symbol + 1 < side ? std::optional{*symbol + 1} : std::nullopt;
}

bool GridReader::is_blank(const std::string& text, Alphabet alphabet) const {
  return can_be_blank(text) && !symbol_of(text, alphabet);
}

/// Returns the number of cells before the first one that the alphabet lacks.
std::size_t GridReader::readable_cells(const CellTexts& cells, Alphabet alphabet) const {
  const auto wrong = std::ranges::find_if(cells, [&](const CellText& cell) {
    return !symbol_of(cell.text, alphabet) && !(is_puzzle() && is_blank(cell.text, alphabet));
  });
  return static_cast<std::size_t>(wrong - cells.begin());
}

std::string GridReader::range_text(Alphabet alphabet) const {
  const int side = shape_->side();
  constexpr int letters = 26;
  const auto range = [](char first, int count) {
    return count == 1 ? std::string{first} : fmt::format("{}..{}", first, static_cast<char>(first + count - 1));
  };
  const char first = alphabet == Alphabet::from_0 ? '0' : '1';
  const int digits = '9' - first + 1;
  if (alphabet == Alphabet::letters) return range('A', std::min(side, letters));
  if (side <= digits) return range(first, side);
  if (has_numbers_ || side > digits + 2 * letters) return fmt::format("{}..{}", first, side - (first == '0' ? 1 : 0));
  const int more = side - digits - letters;
  return range(first, digits) + ", " + range('A', std::min(side - digits, letters)) +
         (more > 0 ? ", " + range('a', more) : "");
}

std::string GridReader::expected_symbols() const { return range_text(*alphabet_); }

/// Determines the alphabet of a puzzle, or of the first completed grid.
///
/// @throws BadInput  a puzzle has two readings.
void GridReader::find_alphabet(const CellTexts& cells) {
  has_numbers_ = std::ranges::any_of(cells, [](const CellText& cell) { return cell.text.size() > 1; });
  std::size_t most = 0;
  std::vector<Alphabet> possible;
  alphabet_ = Alphabet::from_1;
  const auto side = static_cast<std::size_t>(shape_->side());
  const auto is_zero = [](const CellText& cell) { return cell.text == "0"; };
  const auto zero = std::ranges::find_if(cells, is_zero);
  const bool has_other_blank = std::ranges::any_of(
      cells, [&](const CellText& cell) { return !is_zero(cell) && is_blank(cell.text, Alphabet::from_0); });
  for (const Alphabet alphabet : {Alphabet::from_1, Alphabet::from_0, Alphabet::letters}) {
    const std::size_t readable = readable_cells(cells, alphabet);
    if (readable > most) alphabet_ = alphabet;
    most = std::max(most, readable);
    // 0 as a symbol, and no other blank: only a completed grid can be meant.
    const bool is_meant =
        alphabet != Alphabet::from_0 || (zero != cells.end() && (has_other_blank || is_complete(cells, side)));
    const bool has_symbol =
        std::ranges::any_of(cells, [&](const CellText& cell) { return symbol_of(cell.text, alphabet).has_value(); });
    if (readable == cells.size() && is_meant && (has_symbol || possible.empty())) possible.push_back(alphabet);
  }
  if (!is_puzzle()) {
    for (std::size_t code = 0; code < symbol_table_.size(); ++code) {
      const auto symbol = symbol_of(std::string(1, static_cast<char>(code)), *alphabet_);
      symbol_table_[code] = symbol ? static_cast<std::uint8_t>(*symbol) : no_symbol;
    }
    return;
  }
  if (!possible.empty()) alphabet_ = possible.front();
  if (possible.size() < 2) return;
  const std::string one = range_text(possible[0]);
  const std::string other = range_text(possible[1]);
  if (possible[1] == Alphabet::from_0) {
    fail(
        zero->line, zero->column,
        fmt::format("0 can be a blank, with the symbols {0}, or a symbol of {1}. These are different puzzles; expected "
                    "one kind of blank and the symbols {0}",
                    one, other));
  }
  const auto letter = std::ranges::find_if(
      cells, [&](const CellText& cell) { return symbol_of(cell.text, Alphabet::letters).has_value(); });
  fail(letter->line, letter->column,
       fmt::format("{} can be a symbol of {}, or of {}. These are different puzzles; expected numbers, with blanks "
                   "between",
                   letter->text, one, other));
}

/// Reads a line of nothing but symbols, as long files have them; nullopt if anything is unusual.
std::optional<std::vector<int>> GridReader::plain_grid() const {
  if (raw_line_.size() != static_cast<std::size_t>(shape_->cells())) return std::nullopt;
  std::vector<int> symbols(raw_line_.size());
  for (std::size_t cell = 0; cell < raw_line_.size(); ++cell) {
    const std::uint8_t symbol = symbol_table_[static_cast<unsigned char>(raw_line_[cell])];
    if (symbol == no_symbol) return std::nullopt;
    symbols[cell] = symbol;
  }
  return symbols;
}

std::optional<std::vector<int>> GridReader::next() {
  cells_.clear();
  std::optional<CellTexts> cells = std::exchange(first_, std::nullopt);
  bytes_ = 0;
  if (!cells && !is_puzzle() && form_ == Form::lines && !column_ && waiting_.empty()) {
    if (!next_raw_line()) return std::nullopt;
    begins_ = line_number_;
    if (auto symbols = plain_grid()) return symbols;
    is_pending_ = true;
  }
  if (!cells) cells = next_cells();
  if (!cells) return std::nullopt;
  cells_ = std::move(*cells);
  if (is_puzzle() || !alphabet_) find_alphabet(cells_);
  std::vector<int> symbols;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const auto& [text, line, column] = cells_[cell];
    const auto symbol = symbol_of(text, *alphabet_);
    if (!symbol && !(is_puzzle() && is_blank(text, *alphabet_))) {
      const auto side = static_cast<std::size_t>(shape_->side());
      fail(line, column,
           fmt::format("row {}, column {}: expected one of {}{}, not {}", cell / side + 1, cell % side + 1,
                       expected_symbols(), is_puzzle() ? " or a blank" : "",
                       text == "\x1A" ? "a character beyond ASCII" : fmt::format("'{}'", text)));
    }
    symbols.push_back(symbol.value_or(blank_cell));
  }
  return symbols;
}

Location GridReader::location_of(std::size_t cell) const {
  if (cells_.empty()) return {name_, line_number_, static_cast<int>(cell) + 1};
  return {name_, cells_[cell].line, cells_[cell].column};
}

std::string GridReader::text_of(std::size_t cell) const {
  return cells_.empty() ? std::string(1, raw_line_[cell]) : cells_[cell].text;
}

std::string GridReader::form() const {
  return form_ == Form::lines ? column_ ? fmt::format("in column {} of CSV", *column_ + 1) : "one a line"
                              : fmt::format("{} lines each", shape_->side());
}

std::vector<std::string> GridReader::notes() const {
  std::vector<std::string> notes;
  std::set<std::string> blanks;
  for (const auto& cell : cells_) {
    if (cell.text != "." && is_puzzle() && is_blank(cell.text, *alphabet_))
      blanks.insert(cell.text.empty() ? "an empty cell" : cell.text);
  }
  if (!blanks.empty())
    notes.push_back(listed({blanks.begin(), blanks.end()}) + (blanks.size() > 1 ? " are blanks" : " is a blank"));
  if (is_puzzle() && alphabet_ && *alphabet_ != Alphabet::from_1)
    notes.push_back(fmt::format("{} are the symbols 1..{}", expected_symbols(), shape_->side()));
  notes.insert(notes.end(), notes_.begin(), notes_.end());
  return notes;
}

// A puzzle

Puzzle read_puzzle(const std::string& text, const std::string& name, Shape shape) {
  std::istringstream stream{text};
  GridReader reader{stream, name, shape, GridReader::Wanted::puzzles};
  Puzzle puzzle;
  const auto symbols = reader.next();
  for (const int symbol : *symbols) {
    puzzle.givens += puzzle.givens.empty() ? "" : " ";
    puzzle.givens += symbol == blank_cell ? "." : std::to_string(symbol + 1);
  }
  puzzle.notes = reader.notes();
  std::vector<std::string> lines{std::to_string(reader.line_of_grid())};
  std::size_t number = 1;
  while (reader.next()) {
    constexpr std::size_t most_named = 3;
    if (number++ < most_named) lines.push_back(std::to_string(reader.line_of_grid()));
  }
  if (number == 1) return puzzle;
  if (number > lines.size()) lines.emplace_back("more");
  throw BadInput{Diagnostic{{name, 0, 0},
                            "",
                            fmt::format("has {} puzzles, in lines {}; expected one: write it to a file of its own, or "
                                        "give its text",
                                        number, listed(lines)),
                            std::nullopt}};
}

}  // namespace gridcensus::host
