#pragma once

#include "gridcensus/problem.hpp"

#include <cstddef>
#include <functional>
#include <map>
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

/// A description of rules, in the words of a user or in canonical ones. Any field may be left empty. The functions
/// `restrict_cell`, `add_givens` and `relate` fill the last two.
///
/// The boxes hold unless `latin` is named, or a layout is given and `classic` is not named.
struct RuleSpec {
  std::set<std::string, std::less<>> families;  ///< names of families
  std::vector<std::string> layout;              ///< jigsaw boxes: N lines of N characters
  std::vector<Region> regions;                  ///< further sets of cells that differ, N at most
  std::vector<CellPair> different;              ///< pairs of cells
  std::vector<Offset> offsets;                  ///< pairs of cells all over the grid
  std::map<int, SymbolBits> allowed;            ///< cells that may not hold all symbols, with those that they may
  std::map<CellPair, SymbolTable> related;      ///< related cells, the lower number first
};

/// Why this is not the name of rules for the shape; nullopt where it is. Names the key of experiments for rules that
/// have no name here but can be given cell by cell, such as thermometers.
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

/// Why these cells are no region: fewer than two, more than N, or one of them twice.
std::optional<std::string> region_mistake(Shape shape, const Region& cells);

/// Why no two cells can be so far from each other, or a cell would have to differ from itself.
std::optional<std::string> offset_mistake(Shape shape, const Offset& offset);

/// The cell that "r1c1" names, rows and columns from 1; nullopt where it names none of the grid.
std::optional<int> parse_cell(Shape shape, std::string_view text);

/// "r1c1".
std::string cell_name(Shape shape, int cell);

/// The character of a symbol: 1 to 9, A to Z, then a to z; nullopt beyond.
std::optional<char> symbol_character(int symbol);

/// The symbol, from 0, that a text names: its value in digits, or its character, where a to z also mean A to Z as long
/// as the side is 35 or less. nullopt if it names no symbol of that many.
std::optional<int> parse_symbol(int side, std::string_view text);

/// Restricts a cell to some symbols, in addition to what the description has of it.
///
/// @param symbols  some of the `side` lowest bits; none: the problem has no grid
void restrict_cell(Shape shape, int cell, SymbolBits symbols, RuleSpec& spec);

/// Restricts the cells that a text fills, each to its symbol. The text has N^2 characters, `.` or `0` for a free cell,
/// in any number of lines; or N^2 fields with blanks or commas between, an empty field for a free cell between commas.
/// `|` and lines of `-`, `+` and `=` are skipped.
///
/// @throws InvalidRules  the message says what is wrong, and in which row and column.
void add_givens(Shape shape, std::string_view text, RuleSpec& spec);

/// The symbols that go with each other by a relation of their values, which are 1 to `side`.
SymbolTable table_of(int side, const std::function<bool(int one, int other)>& is_allowed);

/// A relation of two values that has a name. The value of the first cell comes first.
struct Relation {
  std::string_view name;                                    ///< as written in YAML and in words
  bool takes_number = false;                                ///< whether a number belongs to it, 1 or more
  std::string_view definition;                              ///< one sentence; k is the number
  bool (*holds)(int one, int other, int number) = nullptr;  ///< whether it holds
};

/// All of them, in the order in which canonical words take them.
std::span<const Relation> all_relations();

/// Relates two different cells, in addition to what the description says of the pair.
///
/// @param goes_with  by the symbol of `one`, the symbols that `other` may hold
void relate(int one, int other, const SymbolTable& goes_with, RuleSpec& spec);

/// The pairs of cells that lie so far from each other: the cell from which the offset leads, then the one to which.
std::vector<CellPair> pairs_at(Shape shape, const Offset& offset);

/// Returns the problem that a description asks for. Descriptions of one set of pairs, allowed symbols and related
/// symbols give one problem.
///
/// @throws InvalidRules  the message says what is wrong.
/// @cost  bounded: under 1 ms for most descriptions of a 9x9 grid, under 50 ms for any of a 25x25 grid
Problem make_problem(Shape shape, const RuleSpec& spec);

/// Adds a word of rules: the name of a family, or `layout:aab/abb/...`, `region:r1c1.r1c2...`, `different:r1c1.r2c3`,
/// `offset:1.2`, `wrapped_offset:1.2`, `givens:12..34..`, `allowed:1.3:r1c1.r2c2`, and relations of pairs of cells such
/// as `less:r1c1.r1c2/r1c2.r1c3`, `difference:2:r1c1.r1c2`, `table:6.5.3:r1c1.r2c1`, where a table has for each symbol
/// of the first cell the symbols of the second, as the hexadecimal number of their bits. Of `less` a chain of cells is
/// allowed as well.
///
/// @throws InvalidRules  the message says what is wrong with it.
void add_rule(Shape shape, std::string_view word, RuleSpec& spec);

/// Adds words of rules with commas between.
///
/// @throws InvalidRules  as `add_rule`.
void add_rules(Shape shape, std::string_view words, RuleSpec& spec);

/// Returns the shape that a text names: "3x3", or "7" for a square of order 7, which is 1x7 under the rule `square`;
/// adds that rule to the description.
///
/// @throws InvalidShape  as `parse_shape`.
Shape add_shape(std::string_view text, RuleSpec& spec);

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
