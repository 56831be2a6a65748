#include "app/grid_reader.hpp"

#include "host/base/json.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

namespace gridcensus::app {

using mathematics::Grid;

namespace {

constexpr std::string_view separators = " \t,;|";
constexpr int no_symbol = -1;
/// Shorter fields are the symbols of a box, with commas between boxes.
constexpr std::size_t shortest_field = 9;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == std::string_view::npos; }
/// "------+-------+------"
bool is_ruler(std::string_view line) { return line.find_first_not_of("-+=|_ \t") == std::string_view::npos; }

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 4 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::size_t> root_of(std::size_t square) {
  const auto root = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(square))));
  return root * root == square ? std::optional{root} : std::nullopt;
}

/// A field of CSV without its quotes, and where it begins.
struct Field {
  std::string_view text;
  std::size_t offset = 0;
};
std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t begin = 0;;) {
    const bool is_quoted = begin < line.size() && line[begin] == '"';
    const std::size_t close = is_quoted ? std::min(line.find('"', begin + 1), line.size()) : begin;
    const std::size_t end = std::min(line.find(',', close), line.size());
    fields.push_back(is_quoted ? Field{line.substr(begin + 1, close - begin - 1), begin + 1}
                               : Field{line.substr(begin, end - begin), begin});
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

}  // namespace

GridReader::GridReader(std::istream& text, std::string name, std::optional<Shape> shape,
                       const std::function<Problem(Shape)>& problem_of)
    : text_{text}, name_{std::move(name)}, given_shape_{shape} {
  find_form();
  const auto seen = cells_seen(problem_ = problem_of(problem_.shape));
  earlier_.resize(seen.size());
  for (std::size_t cell = 0; cell < seen.size(); ++cell) {
    std::ranges::copy_if(seen[cell], std::back_inserter(earlier_[cell]),
                         [&](int other) { return other < static_cast<int>(cell); });
  }
  if (problem_.symbols_are_alike()) return;
  allowed_ = problem_.allowed();
  related_ = problem_.related();
}

void GridReader::fail(int line, int column, const std::string& message) const {
  throw host::BadInput{host::Diagnostic{{name_, line, column}, "", message, std::nullopt}};
}

/// Reads the next line that is not blank, a ruler or a comment.
bool GridReader::next_line() {
  while (std::getline(text_, line_)) {
    ++line_number_;
    if (line_number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
    if (line_.ends_with('\r')) line_.pop_back();
    if (!is_blank(line_) && !is_ruler(line_) && line_[line_.find_first_not_of(" \t")] != '#') return true;
  }
  if (text_.bad()) fail(0, 0, "cannot be read: " + std::generic_category().message(errno));
  return false;
}

/// Returns the symbols of a text: its characters, or the numbers between separators.
GridReader::Words GridReader::words_of(std::string_view text, std::size_t offset) const {
  struct Part {
    std::string_view text;
    std::size_t begin = 0;
  };
  std::vector<Part> parts;
  for (auto begin = text.find_first_not_of(separators); begin != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back({text.substr(begin, end - begin), begin});
    begin = text.find_first_not_of(separators, end);
  }
  // Words are numbers if none exceeds their count, such as 10 11 12 in a row of 12; "123 456 789" are not.
  const bool are_numbers = parts.size() > 1 && std::ranges::all_of(parts, [&](const Part& part) {
                             return is_number(part.text) && std::stoul(std::string{part.text}) <= parts.size();
                           });
  Words words;
  for (const auto& [part, begin] : parts) {
    const std::size_t step = are_numbers ? part.size() : 1;
    for (std::size_t i = 0; i < part.size(); i += step) {
      words.push_back({std::string{part.substr(i, step)}, line_number_, static_cast<int>(offset + begin + i) + 1});
    }
  }
  return words;
}

GridReader::Words GridReader::csv_words() {
  const auto fields = fields_of(line_);
  if (*column_ >= fields.size()) {
    fail(line_number_, 0, fmt::format("expected the grid in field {}; the line has {}", *column_ + 1, fields.size()));
  }
  return words_of(fields[*column_].text, fields[*column_].offset);
}

GridReader::Words GridReader::json_words() const try {
  const auto json = host::parse_json(line_);
  const auto found = json.is_object() ? json.find("grid") : json.end();
  if (!json.is_object() || found == json.end()) fail(line_number_, 1, "expected an object with \"grid\"");
  const auto place = line_.find("\"grid\"");
  if (found->is_string()) {
    const auto text = found->get<std::string>();
    const auto at = line_.find(text, std::min(place + 1, line_.size()));
    return words_of(text, at == std::string::npos ? place : at);
  }
  Words words;
  const auto flat = found->flatten();
  for (const auto& each : flat) {
    words.push_back({each.dump(), line_number_, static_cast<int>(place) + 1});
  }
  if (found->is_array() && !words.empty()) return words;
  fail(line_number_, static_cast<int>(place) + 1, "expected \"grid\" to be a text or a list of numbers");
} catch (const host::InvalidJson& error) {
  fail(line_number_, error.column, error.what());
}

/// Determines the form and the shape from the first line that is not a comment.
void GridReader::find_form() {
  if (!next_line()) fail(0, 0, "contains no grid");
  Words words;
  const auto fields = fields_of(line_);
  const auto is_grid = [](const Field& field) { return field.text == "grid"; };
  if (line_[line_.find_first_not_of(" \t")] == '{') {
    form_ = Form::json;
    words = json_words();
  } else if (const auto header = std::ranges::find_if(fields, is_grid); header != fields.end()) {
    form_ = Form::csv;
    column_ = static_cast<std::size_t>(header - fields.begin());
    if (!next_line()) fail(line_number_, 0, "expected grids below the header");
    words = csv_words();
  } else if (const auto longest =
                 std::ranges::max_element(fields, {}, [](const Field& field) { return field.text.size(); });
             fields.size() > 1 && longest->text.size() >= shortest_field) {
    form_ = Form::csv;
    column_ = static_cast<std::size_t>(longest - fields.begin());
    words = csv_words();
  } else {
    words = words_of(line_, 0);
  }
  is_pending_ = true;
  problem_.shape = shape_of(words.size());
  side_ = static_cast<std::size_t>(problem_.shape.side());
  if (words.size() == side_ && side_ > 1) {
    if (form_ != Form::lines) fail(line_number_, words.front().column, "expected the whole grid in one line");
    form_ = Form::rows;
  }
}

/// @param words  how many symbols the first line has
Shape GridReader::shape_of(std::size_t words) const {
  if (given_shape_) {
    const auto cells = static_cast<std::size_t>(given_shape_->cells());
    const auto side = static_cast<std::size_t>(given_shape_->side());
    if (words == cells || words == side) return *given_shape_;
    fail(line_number_, 0,
         fmt::format("expected {} symbols, a grid of {}, or {}, a row of it; found {}", cells, to_string(*given_shape_),
                     side, words));
  }
  const auto shape_of_side = [](std::size_t side) -> std::optional<Shape> {
    const auto box = root_of(side);
    if (!box || *box == 0 || side > static_cast<std::size_t>(mathematics::max_grid_side)) return std::nullopt;
    return Shape{static_cast<int>(*box), static_cast<int>(*box)};
  };
  const auto side = root_of(words);
  if (const auto shape = side ? shape_of_side(*side) : std::nullopt) return *shape;
  if (const auto shape = shape_of_side(words); shape && form_ == Form::lines) return *shape;
  std::vector<std::string> shapes;
  for (std::size_t rows = 1; side && rows <= *side; ++rows) {
    if (*side % rows == 0) shapes.push_back(fmt::format("{}x{}", rows, *side / rows));
  }
  if (!shapes.empty()) {
    fail(line_number_, 0,
         fmt::format("{} symbols can be a grid of {}; choose by --shape", words, fmt::join(shapes, ", ")));
  }
  fail(line_number_, 0,
       fmt::format("{} symbols are neither a grid nor a row of one whose shape is known; expected N^2 of them, N rows, "
                   "or a CSV header with a column grid; --shape names the shape",
                   words));
}

int GridReader::symbol_of(const std::string& word, Symbols symbols) const {
  const int side = static_cast<int>(side_);
  int symbol = no_symbol;
  const char c = static_cast<char>(std::toupper(static_cast<unsigned char>(word.front())));
  const bool is_letter = word.size() == 1 && c >= 'A' && c <= 'Z';
  constexpr int digits = 10;
  if (symbols == Symbols::letters) {
    symbol = is_letter ? c - 'A' : no_symbol;
  } else if (is_letter) {
    symbol = c - 'A' + digits - (symbols == Symbols::from_1 ? 1 : 0);
  } else if (is_number(word)) {
    symbol = std::stoi(word) - (symbols == Symbols::from_1 ? 1 : 0);
  }
  return symbol >= 0 && symbol < side ? symbol : no_symbol;
}

/// Returns the texts that symbols may have: "1..9, A..C".
std::string GridReader::expected_symbols() const {
  const int side = static_cast<int>(side_);
  const auto range = [](char first, int count) {
    return count == 1 ? std::string{first} : fmt::format("{}..{}", first, static_cast<char>(first + count - 1));
  };
  if (symbols_ == Symbols::letters) return range('A', side);
  const char first = symbols_ == Symbols::from_1 ? '1' : '0';
  const int digits = '9' - first + 1;
  return range(first, std::min(side, digits)) + (side > digits ? ", " + range('A', side - digits) : "");
}

/// Determines the kind of symbols from the first grid: the kind in which its longest prefix is valid.
void GridReader::find_symbols(const Words& words) {
  std::size_t most = 0;
  for (const Symbols symbols : {Symbols::from_1, Symbols::from_0, Symbols::letters}) {
    const auto wrong =
        std::ranges::find_if(words, [&](const Word& word) { return symbol_of(word.text, symbols) == no_symbol; });
    const auto right = static_cast<std::size_t>(wrong - words.begin());
    if (right > most) symbols_ = symbols;
    most = std::max(most, right);
  }
  for (std::size_t code = 0; code < symbol_table_.size(); ++code) {
    symbol_table_[code] = static_cast<std::uint8_t>(symbol_of(std::string(1, static_cast<char>(code)), symbols_));
  }
}

/// Returns the symbols of the next grid, or an empty list at the end.
GridReader::Words GridReader::next_words() {
  const auto words_of_line = [&] {
    return form_ == Form::json ? json_words() : form_ == Form::csv ? csv_words() : words_of(line_, 0);
  };
  if (!std::exchange(is_pending_, false) && !next_line()) return {};
  begins_ = line_number_;
  Words words = words_of_line();
  const std::size_t expected = form_ == Form::rows ? side_ : side_ * side_;
  const auto check_count = [&](std::size_t found) {
    if (found == expected) return;
    fail(line_number_, 0,
         fmt::format("expected {} symbols, {} of {}; found {}", expected, form_ == Form::rows ? "a row" : "a grid",
                     to_string(problem_.shape), found));
  };
  check_count(words.size());
  for (std::size_t row = 1; form_ == Form::rows && row < side_; ++row) {
    if (!next_line()) {
      fail(line_number_, 0,
           fmt::format("the grid that begins in line {} ends after {} of {} rows", begins_, row, side_));
    }
    Words more = words_of_line();
    check_count(more.size());
    std::ranges::move(more, std::back_inserter(words));
  }
  return words;
}

std::string GridReader::place_of(std::size_t cell) const {
  return fmt::format("row {}, column {}", cell / side_ + 1, cell % side_ + 1);
}

/// Reads a line of nothing but symbols, as long files have them; nullopt if anything is unusual.
std::optional<Grid> GridReader::plain_grid() const {
  if (line_.size() != side_ * side_ || !allowed_.empty()) return std::nullopt;
  Grid grid{problem_.shape, std::vector<std::uint8_t>(line_.size())};
  for (std::size_t cell = 0; cell < line_.size(); ++cell) {
    const std::uint8_t symbol = symbol_table_[static_cast<unsigned char>(line_[cell])];
    if (symbol >= side_) return std::nullopt;
    grid.symbols[cell] = symbol;
    for (const int other : earlier_[cell]) {
      if (grid.symbols[static_cast<std::size_t>(other)] == symbol) return std::nullopt;
    }
  }
  return grid;
}

std::optional<Grid> GridReader::next() {
  if (form_ == Form::lines && grids_ > 0) {
    if (!next_line()) return std::nullopt;
    begins_ = line_number_;
    if (auto grid = plain_grid()) {
      ++grids_;
      return grid;
    }
    is_pending_ = true;
  }
  const Words words = next_words();
  if (words.empty()) return std::nullopt;
  if (grids_ == 0) find_symbols(words);
  Grid grid{problem_.shape, {}};
  for (std::size_t cell = 0; cell < words.size(); ++cell) {
    const auto& [text, line, column] = words[cell];
    const int symbol = symbol_of(text, symbols_);
    if (symbol == no_symbol) {
      fail(line, column, fmt::format("{}: expected one of {}, not '{}'", place_of(cell), expected_symbols(), text));
    }
    grid.symbols.push_back(static_cast<std::uint8_t>(symbol));
    for (const int other : earlier_[cell]) {
      if (grid.symbols[static_cast<std::size_t>(other)] != symbol) continue;
      fail(line, column,
           fmt::format("{}: expected another symbol than {}, which {} has", place_of(cell), text,
                       place_of(static_cast<std::size_t>(other))));
    }
  }
  check_values(grid, words);
  ++grids_;
  return grid;
}

/// @throws BadInput  a cell has a symbol that the rules do not allow there, or not with that of another.
void GridReader::check_values(const Grid& grid, const Words& words) const {
  const auto bit = [&](std::size_t cell) { return SymbolBits{1} << grid.symbols[cell]; };
  for (std::size_t cell = 0; cell < allowed_.size(); ++cell) {
    if ((allowed_[cell] & bit(cell)) != 0) continue;
    fail(words[cell].line, words[cell].column,
         fmt::format("{}: the rules do not allow {} here", place_of(cell), words[cell].text));
  }
  for (const auto& [cells, goes_with] : related_) {
    const auto first = static_cast<std::size_t>(cells.first);
    const auto second = static_cast<std::size_t>(cells.second);
    if ((goes_with[grid.symbols[first]] & bit(second)) != 0) continue;
    fail(words[second].line, words[second].column,
         fmt::format("{}: the rules do not allow {} here with {} at {}", place_of(second), words[second].text,
                     words[first].text, place_of(first)));
  }
}

std::string GridReader::summary() const {
  const std::string form = form_ == Form::lines  ? "one a line"
                           : form_ == Form::rows ? fmt::format("{} lines each", side_)
                           : form_ == Form::csv  ? fmt::format("in column {} of CSV", *column_ + 1)
                                                 : "in lines of JSON";
  return fmt::format("read {} of {}, {}, symbols {}", host::counted(grids_, "grid"), to_string(problem_), form,
                     expected_symbols());
}

GridFile::GridFile(const std::string& name, std::optional<Shape> shape,
                   const std::function<Problem(Shape)>& problem_of) {
  if (name != "-") {
    errno = 0;
    file_.open(name, std::ios::binary);
    // A directory opens, and only reading it fails.
    if (!file_ || file_.peek() == std::ifstream::traits_type::eof()) {
      if (errno != 0) {
        throw host::BadInput{host::Diagnostic{
            {name, 0, 0}, "", "cannot be read: " + std::generic_category().message(errno), std::nullopt}};
      }
      file_.clear();
    }
  }
  reader_.emplace(name == "-" ? std::cin : file_, name == "-" ? "standard input" : name, shape, problem_of);
}

bool GridFile::names_file(const std::string& text) {
  std::error_code error;
  return text == "-" || std::filesystem::exists(text, error);
}

Grid read_given_grid(const std::string& option, const std::string& text, const Problem& problem) {
  try {
    if (problem == Problem{problem.shape}) return mathematics::parse_grid(text, problem.shape);
    std::istringstream stream{text};
    return *GridReader{stream, option, problem.shape, [&](Shape) { return problem; }}.next();
  } catch (const mathematics::InvalidGrid& error) {
    throw host::BadInput{host::on_command_line(option, error.what())};
  } catch (const host::BadInput& error) {
    throw host::BadInput{host::on_command_line(option, error.diagnostics().front().message)};
  }
}

}  // namespace gridcensus::app
