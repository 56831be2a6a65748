#include "app/grid_file.hpp"

#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace gridcensus::app {

using host::GridReader;
using mathematics::Grid;

namespace {

[[noreturn]] void refuse_file(const std::string& name, const std::string& message) {
  throw host::BadInput{host::Diagnostic{{name, 0, 0}, "", message, std::nullopt}};
}

/// Opens a file for reading; - is stdin.
///
/// @throws BadInput  it cannot be opened, or is a directory.
std::unique_ptr<std::istream> opened(const std::string& name) {
  if (name == "-") return std::make_unique<std::istream>(std::cin.rdbuf());
  errno = 0;
  auto file = std::make_unique<std::ifstream>(name, std::ios::binary);
  // A directory opens, and only reading it fails.
  const bool is_empty = !*file || file->peek() == std::ifstream::traits_type::eof();
  if (is_empty && errno != 0) refuse_file(name, "cannot be read: " + std::generic_category().message(errno));
  file->clear();
  return file;
}

std::string place_name(std::size_t cell, std::size_t side) {
  return fmt::format("row {}, column {}", cell / side + 1, cell % side + 1);
}

/// Reports why the value of an option, which names no file, is not a grid.
[[noreturn]] void refuse_value(const std::string& option, const std::string& text, const host::BadInput& error) {
  const std::string end = text.substr(std::min(text.find('.'), text.size()));
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const bool has_ending = end.size() > 2 && std::all_of(end.begin() + 1, end.end(), is_letter);
  constexpr std::size_t longest_name = 255;
  const bool is_line = text.size() <= longest_name && text.find('\n') == std::string::npos;
  if (is_line && (has_ending || text.find('/') != std::string::npos))
    throw host::BadInput{host::on_command_line(option, fmt::format("there is no file {}", text))};
  throw host::BadInput{host::on_command_line(option, error.diagnostics().front().message)};
}

}  // namespace

CompletedGrids::CompletedGrids(std::unique_ptr<std::istream> text, std::string name, std::optional<Shape> shape,
                               const std::function<Problem(Shape)>& problem_of)
    : text_{std::move(text)},
      reader_{*text_, std::move(name), shape, GridReader::Wanted::grids},
      problem_{problem_of(reader_.shape())} {
  const auto seen = cells_seen(problem_);
  earlier_.resize(seen.size());
  for (std::size_t cell = 0; cell < seen.size(); ++cell) {
    std::ranges::copy_if(seen[cell], std::back_inserter(earlier_[cell]),
                         [&](int other) { return other < static_cast<int>(cell); });
  }
  if (problem_.symbols_are_alike()) return;
  allowed_ = problem_.allowed();
  related_ = problem_.related();
}

void CompletedGrids::fail(std::size_t cell, const std::string& message) const {
  const std::string place = place_name(cell, static_cast<std::size_t>(problem_.shape.side()));
  throw host::BadInput{host::Diagnostic{reader_.location_of(cell), "", place + ": " + message, std::nullopt}};
}

std::optional<Grid> CompletedGrids::next() {
  const auto symbols = reader_.next();
  if (!symbols) return std::nullopt;
  Grid grid{problem_.shape, {symbols->begin(), symbols->end()}};
  check(grid);
  ++grids_;
  return grid;
}

/// @throws BadInput  a cell has a symbol that the rules do not allow there, or not with that of another.
void CompletedGrids::check(const Grid& grid) const {
  const auto side = static_cast<std::size_t>(problem_.shape.side());
  for (std::size_t cell = 0; cell < earlier_.size(); ++cell) {
    for (const int earlier : earlier_[cell]) {
      const auto other = static_cast<std::size_t>(earlier);
      if (grid.symbols[other] != grid.symbols[cell]) continue;
      fail(cell, fmt::format("expected another symbol than {}, which {} has", reader_.text_of(cell),
                             place_name(other, side)));
    }
  }
  const auto bit = [&](std::size_t cell) { return SymbolBits{1} << grid.symbols[cell]; };
  for (std::size_t cell = 0; cell < allowed_.size(); ++cell) {
    if ((allowed_[cell] & bit(cell)) == 0)
      fail(cell, fmt::format("the rules do not allow {} here", reader_.text_of(cell)));
  }
  for (const auto& [cells, goes_with] : related_) {
    const auto first = static_cast<std::size_t>(cells.first);
    const auto second = static_cast<std::size_t>(cells.second);
    if ((goes_with[grid.symbols[first]] & bit(second)) != 0) continue;
    fail(second, fmt::format("the rules do not allow {} here with {} at {}", reader_.text_of(second),
                             reader_.text_of(first), place_name(first, side)));
  }
}

std::string CompletedGrids::summary() const {
  std::string text = fmt::format("read {} of {}, {}, symbols {}", host::pluralise(grids_, "grid"), to_string(problem_),
                                 reader_.form(), reader_.expected_symbols());
  for (const auto& note : reader_.notes()) text += "; " + note;
  return text;
}

bool names_file(const std::string& text) {
  std::error_code error;
  return text == "-" || std::filesystem::exists(text, error);
}

CompletedGrids open_grids(const std::string& name, std::optional<Shape> shape,
                          const std::function<Problem(Shape)>& problem_of) {
  return {opened(name), name == "-" ? "standard input" : name, shape, problem_of};
}

Grid read_given_grid(const std::string& option, const std::string& text, const Problem& problem) {
  try {
    CompletedGrids grids{std::make_unique<std::istringstream>(text), option, problem.shape,
                         [&](Shape) { return problem; }};
    auto grid = grids.next();
    if (grids.next()) throw host::BadInput{"expected one grid; found more"};
    return std::move(*grid);
  } catch (const host::BadInput& error) {
    refuse_value(option, text, error);
  }
}

host::Puzzle read_given_puzzle(const std::string& option, const std::string& text_or_path, Shape shape) {
  std::error_code none;
  if (!std::filesystem::exists(text_or_path, none)) {
    try {
      return host::read_puzzle(text_or_path, option, shape);
    } catch (const host::BadInput& error) {
      refuse_value(option, text_or_path, error);
    }
  }
  // `count` without strategies reads it for each that it tries, and a FIFO would be empty then.
  if (!std::filesystem::is_regular_file(text_or_path, none)) refuse_file(text_or_path, "expected a regular file");
  std::string text(host::max_grid_bytes + 1, '\0');
  const auto file = opened(text_or_path);
  file->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file->gcount()));
  if (text.size() > host::max_grid_bytes && text.find('\0') == std::string::npos) {
    refuse_file(text_or_path,
                fmt::format("has more than {}; {} takes one puzzle", host::bytes_text(host::max_grid_bytes), option));
  }
  return host::read_puzzle(text, text_or_path, shape);
}

}  // namespace gridcensus::app
