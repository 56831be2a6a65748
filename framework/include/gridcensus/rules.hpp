#pragma once

#include "gridcensus/problem.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus {

/// Words that are no rules, or rules that the shape does not have.
class InvalidRules : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Rules with a name.
struct RuleFamily {
  std::string_view name;        ///< as written in YAML and on the command line
  std::string_view definition;  ///< one sentence
};

/// All families, in the order in which they are listed for users.
std::span<const RuleFamily> all_rule_families();

/// Cells that lie so far from each other must differ, in the whole grid.
struct Offset {
  int down = 0;        ///< rows
  int right = 0;       ///< columns; negative: to the left
  bool wraps = false;  ///< whether the grid is closed to a torus

  auto operator<=>(const Offset&) const = default;
};

/// A description of rules, in the words of a user or in canonical ones. Any field may be left empty.
///
/// The boxes hold unless `latin` is named, or a layout is given and `classic` is not named.
struct RuleSpec {
  std::set<std::string, std::less<>> families;  ///< names of families
  std::vector<std::string> layout;              ///< jigsaw boxes: N lines of N characters
  std::vector<Region> regions;                  ///< further sets of N cells
  std::vector<CellPair> different;              ///< pairs of cells
  std::vector<Offset> offsets;                  ///< pairs of cells all over the grid
};

/// Why this is not the name of rules for the shape; nullopt where it is. Says so where somebody asks for a rule on
/// values, such as `non_consecutive`.
std::optional<std::string> family_mistake(Shape shape, std::string_view name);

/// Why no grid is meant by these families together; nullopt where they can be combined.
std::optional<std::string> combination_mistake(const std::set<std::string, std::less<>>& names);

/// A mistake in one line of a layout.
struct LayoutMistake {
  std::size_t line = 0;  ///< from 0
  std::string message;   ///< what is wrong with it
};

/// What keeps lines of characters from being N connected regions of N cells; empty where nothing does.
std::vector<LayoutMistake> layout_mistakes(Shape shape, std::span<const std::string> lines);

/// Why these cells are no region: not N of them, or one of them twice.
std::optional<std::string> region_mistake(Shape shape, const Region& cells);

/// Why no two cells can be so far from each other, or a cell would have to differ from itself.
std::optional<std::string> offset_mistake(Shape shape, const Offset& offset);

/// The cell that "r1c1" names, rows and columns from 1; nullopt where it names none of the grid.
std::optional<int> parse_cell(Shape shape, std::string_view text);

/// "r1c1".
std::string cell_name(Shape shape, int cell);

/// Returns the problem that a description asks for. Descriptions of one set of pairs give one problem.
///
/// @throws InvalidRules  the message says what is wrong.
/// @cost  bounded: under 1 ms for most descriptions of a 9x9 grid, under 50 ms for any of a 25x25 grid
Problem make_problem(Shape shape, const RuleSpec& spec);

/// Adds a word of rules: the name of a family, or `layout:aab/abb/...`, `region:r1c1.r1c2...`, `different:r1c1.r2c3`,
/// `offset:1.2`, `wrapped_offset:1.2`.
///
/// @throws InvalidRules  the message says what is wrong with it.
void add_rule(Shape shape, std::string_view word, RuleSpec& spec);

/// Returns the words of a description, in the form that `add_rule` takes, with commas between: "classic" if it has
/// none.
std::string to_string(Shape shape, const RuleSpec& spec);

/// Returns the problem of a text: words with commas between.
///
/// @throws InvalidRules  the message says what is wrong.
Problem parse_problem(Shape shape, std::string_view rules);

/// Returns a problem with the same grids whose rules also have regions that follow from those of the problem: if k
/// regions without a common cell hold k - 1 regions without a common cell, the N cells that are left hold every symbol
/// once ("law of leftovers").
///
///     three rows, two windows in them:   . w w w . w w w .       the cells marked . are a region
///                                        . w w w . w w w .
///                                        . w w w . w w w .
///
/// It helps to count. It is another problem: its group may be larger, or smaller if not all regions that follow were
/// found.
///
/// @cost     bounded: some ms, once for each problem in a process
/// @threads  may be called from many threads.
Problem with_implied_regions(const Problem& problem);

}  // namespace gridcensus
