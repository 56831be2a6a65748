#pragma once

#include "gridcensus/problem.hpp"
#include "grids/grids.hpp"
#include "host/formats/grid_reader.hpp"

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::app {

/// Reads completed grids from a text, in the forms of `host::GridReader`, and checks them against the rules.
class CompletedGrids {
 public:
  /// @param name        of the text, for messages
  /// @param shape       if not given, follows from the number of symbols
  /// @param problem_of  returns the problem for the shape of the grids
  /// @throws BadInput   the first grid cannot be read, or has no shape.
  CompletedGrids(std::unique_ptr<std::istream> text, std::string name, std::optional<Shape> shape,
                 const std::function<Problem(Shape)>& problem_of);

  /// Returns the problem of the grids.
  const Problem& problem() const { return problem_; }

  /// Returns the next grid, or nullopt at the end.
  ///
  /// @throws BadInput  the text is not a grid of the problem; the message has file, line, column and the expected text.
  std::optional<mathematics::Grid> next();

  /// Returns what was read: "read 1000 grids of 3x3, one a line, symbols 0..8".
  std::string summary() const;

 private:
  [[noreturn]] void fail(std::size_t cell, const std::string& message) const;
  void check(const mathematics::Grid& grid) const;

  std::unique_ptr<std::istream> text_;
  host::GridReader reader_;
  Problem problem_;
  std::vector<std::vector<int>> earlier_;  ///< by cell: the cells before it that must differ
  std::vector<SymbolBits> allowed_;        ///< by cell; empty if symbols are alike
  std::vector<RelatedCells> related_;
  std::uint64_t grids_ = 0;
};

/// Returns the grids of a file; - is stdin.
///
/// @throws BadInput  it cannot be opened; or as CompletedGrids.
CompletedGrids open_grids(const std::string& name, std::optional<Shape> shape,
                          const std::function<Problem(Shape)>& problem_of);

/// Checks whether a text names a file, or stdin, rather than being a grid itself.
bool names_file(const std::string& text);

/// Returns the grid in the value of an option, in one of the forms of a file.
///
/// @throws BadInput  the text is not a grid of the problem; the message names the option.
mathematics::Grid read_given_grid(const std::string& option, const std::string& text, const Problem& problem);

/// Returns the puzzle in the value of an option, or in the file that the value names.
///
/// @throws BadInput  the value is neither; the message names the option, or the file with line and column.
host::Puzzle read_given_puzzle(const std::string& option, const std::string& text_or_path, Shape shape);

}  // namespace gridcensus::app
