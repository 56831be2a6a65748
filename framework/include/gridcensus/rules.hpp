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

/// Thrown for a text that is not a rule, or for rules that the shape does not have.
class InvalidRules : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A family of rules with a name.
struct RuleFamily {
  std::string_view name;        ///< as written in YAML and on the command line
  std::string_view definition;  ///< one sentence
};

/// Returns all families, in the order in which they are listed for users.
std::span<const RuleFamily> all_rule_families();

/// Requires all cells at this distance from each other to differ.
struct Offset {
  int down = 0;        ///< rows
  int right = 0;       ///< columns; negative: to the left
  bool wraps = false;  ///< true if the grid is closed to a torus

  auto operator<=>(const Offset&) const = default;
};

/// A description of rules, as a user wrote them or in canonical form. Any field may be empty. `restrict_cell`,
/// `add_givens` and `relate` fill the last two.
///
/// The boxes are rules unless `latin` is named, or a layout is given and neither `classic` nor `both_boxes` is named.
struct RuleSpec {
  std::set<std::string, std::less<>> families;  ///< names of families
  std::vector<std::string> layout;              ///< jigsaw boxes: N lines of N characters
  std::vector<Region> regions;                  ///< further sets of at most N cells that differ
  std::vector<CellPair> different;              ///< pairs of cells that differ
  std::vector<Offset> offsets;                  ///< pairs of cells at these distances that differ
  std::map<int, SymbolBits> allowed;            ///< by restricted cell: the symbols that it may hold
  std::map<CellPair, SymbolTable> related;      ///< related cells, the lower number first
};

/// Returns why this is not the name of rules for the shape, or nullopt if it is. For rules without a name that can be
/// given cell by cell, such as thermometers, the reason gives the key of experiments.
std::optional<std::string> family_mistake(Shape shape, std::string_view name);

/// Returns why these families cannot be combined, or nullopt if they can.
std::optional<std::string> combination_mistake(const std::set<std::string, std::less<>>& names);

/// A mistake in one line of a layout.
struct LayoutMistake {
  std::size_t line = 0;  ///< from 0
  std::string message;   ///< the mistake
};

/// Returns why the lines do not describe N connected regions of N cells; empty if they do.
std::vector<LayoutMistake> layout_mistakes(Shape shape, std::span<const std::string> lines);

/// Returns why these cells are not a region (fewer than two, more than N, or one of them twice), or nullopt.
std::optional<std::string> region_mistake(Shape shape, const Region& cells);

/// Returns why an offset is not valid (no two cells have it, or a cell would differ from itself), or nullopt.
std::optional<std::string> offset_mistake(Shape shape, const Offset& offset);

/// Parses "r1c1", with rows and columns from 1. Returns nullopt if it is not a cell of the grid.
std::optional<int> parse_cell(Shape shape, std::string_view text);

/// Returns "r1c1".
std::string cell_name(Shape shape, int cell);

/// Returns the character of a symbol: 1 to 9, A to Z, then a to z; nullopt for larger ones.
std::optional<char> symbol_character(int symbol);

/// Parses a symbol, given by its value in digits or by its character; a to z also mean A to Z if the side is at most
/// 35. Returns the symbol, from 0, or nullopt if the side has no such symbol.
std::optional<int> parse_symbol(int side, std::string_view text);

/// Restricts a cell to some symbols, in addition to its other restrictions in the description.
///
/// @param symbols  some of the `side` lowest bits; 0: the problem has no grid
void restrict_cell(Shape shape, int cell, SymbolBits symbols, RuleSpec& spec);

/// Restricts each cell that the text fills to its symbol. The text has N^2 characters, or N^2 fields with one blank
/// between. A free cell is `.`; or `0`, in a text without `.`.
///
/// @throws InvalidRules  with a message that says what is wrong, and in which row and column.
void add_givens(Shape shape, std::string_view text, RuleSpec& spec);

/// Returns the pairs of symbols that satisfy a relation of their values, which are 1 to `side`.
SymbolTable table_of(int side, const std::function<bool(int one, int other)>& is_allowed);

/// A named relation of two values. The value of the first cell comes first.
struct Relation {
  std::string_view name;                                    ///< as written in YAML and in rules
  bool takes_number = false;                                ///< true if it has a number, 1 or more
  std::string_view definition;                              ///< one sentence; k is the number
  bool (*holds)(int one, int other, int number) = nullptr;  ///< returns true if the relation holds
};

/// Returns all relations, in the order of the canonical form.
std::span<const Relation> all_relations();

/// Relates two different cells, in addition to other relations of the pair in the description.
///
/// @param goes_with  by the symbol of `one`, the symbols that `other` may hold
void relate(int one, int other, const SymbolTable& goes_with, RuleSpec& spec);

/// Returns the pairs of cells at this distance: the start of the offset, then its end.
std::vector<CellPair> pairs_at(Shape shape, const Offset& offset);

/// Returns the problem of a description. Descriptions with the same pairs, allowed symbols and related symbols give the
/// same problem.
///
/// @throws InvalidRules  with a message that says what is wrong.
/// @cost  bounded: under 1 ms for most descriptions of a 9x9 grid, under 50 ms for any of a 25x25 grid
Problem make_problem(Shape shape, const RuleSpec& spec);

/// Adds a rule: the name of a family, or `layout:aab/abb/...`, `region:r1c1.r1c2...`, `different:r1c1.r2c3`,
/// `offset:1.2`, `wrapped_offset:1.2`, `givens:12..34..`, `allowed:1.3:r1c1.r2c2`, and relations of pairs of cells such
/// as `less:r1c1.r1c2/r1c2.r1c3`, `difference:2:r1c1.r1c2`, `table:6.5.3:r1c1.r2c1`. A table has for each symbol of
/// the first cell the symbols of the second, as the hexadecimal number of their bits. `less` also takes a chain of
/// cells.
///
/// @throws InvalidRules  with a message that says what is wrong.
void add_rule(Shape shape, std::string_view word, RuleSpec& spec);

/// Adds rules that are separated by commas.
///
/// @throws InvalidRules  as `add_rule`.
void add_rules(Shape shape, std::string_view words, RuleSpec& spec);

/// Parses a shape: "3x3", or "7" for a square of order 7, which is 1x7 under the rule `square`. Adds that rule to the
/// description.
///
/// @throws InvalidShape  as `parse_shape`.
Shape add_shape(std::string_view text, RuleSpec& spec);

/// Returns the rules of a description in the form that `add_rules` takes; "classic" if it has none.
std::string to_string(Shape shape, const RuleSpec& spec);

/// Returns the problem of a text: rules separated by commas.
///
/// @throws InvalidRules  with a message that says what is wrong.
Problem parse_problem(Shape shape, std::string_view rules);

/// Returns a problem with the same grids and, in addition, regions that follow from those of the given problem: if k
/// disjoint regions contain k - 1 disjoint regions, the N remaining cells hold every symbol once ("law of leftovers").
///
///     three rows, two windows in them:   . w w w . w w w .       the cells marked . are a region
///                                        . w w w . w w w .
///                                        . w w w . w w w .
///
/// The added regions speed up counting. The result is another problem: its group may be larger, or smaller if not all
/// implied regions were found.
///
/// @cost     bounded: some ms, once per problem in a process
/// @threads  may be called from many threads.
Problem with_implied_regions(const Problem& problem);

}  // namespace gridcensus
