#pragma once

#include "gridcensus/shape.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus {

/// `side` cells that must hold `side` different symbols. A cell is row * side + column, from 0.
using Region = std::vector<int>;

/// Two cells that must hold different symbols, the lower number first.
using CellPair = std::pair<int, int>;

/// A set of symbols: bit s is symbol s, counted from 0. Symbol 0 has the value 1.
using SymbolBits = std::uint64_t;

/// The pairs of symbols that two cells may hold: for each symbol of one cell, the symbols of the other cell.
using SymbolTable = std::vector<SymbolBits>;

/// Two cells with a relation between their symbols other than being different.
struct RelatedCells {
  CellPair cells;         ///< the lower number first
  SymbolTable goes_with;  ///< for each symbol of the first cell, the symbols that the second may hold

  auto operator<=>(const RelatedCells&) const = default;
};

/// Rules beyond rows and columns, in canonical form: on one shape, two rules are equal if and only if the same pairs of
/// cells must differ, the same symbols are allowed in each cell, and the same symbols in related cells.
/// gridcensus/rules.hpp parses them.
class Rules {
 public:
  /// Classic rules: each box holds every symbol once.
  Rules() = default;

  /// Returns the canonical form, which `parse_problem` accepts: "classic", "diagonals,anti_knight".
  const std::string& text() const;
  /// Returns true if there are no rules but rows, columns and boxes.
  bool are_classic() const { return text_ == nullptr; }

  /// Returns true if the rules are equal, provided the shapes are.
  bool operator==(const Rules& other) const { return text_ == other.text_ || text() == other.text(); }
  /// Orders rules by their texts.
  auto operator<=>(const Rules& other) const { return text() <=> other.text(); }

 private:
  friend class RulesTable;
  explicit Rules(const std::string* text) : text_{text} {}

  // All equal rules of the process share one text: problems are copied often, and a layout has many letters.
  const std::string* text_ = nullptr;
};

/// A counting problem: a shape and its rules.
struct Problem {
  Shape shape;       ///< of a box
  Rules rules = {};  ///< the rules of a grid; canonical for this shape

  /// Returns the sets of `side` cells that must hold different symbols, each once: rows, columns, boxes that are
  /// neither (a 1xN box is a row) if the rules have boxes, then the other sets of the canonical form. An automorphism
  /// of the problem may map a region to cells that are not listed as a region, although they must differ pairwise.
  std::vector<Region> regions() const;

  /// Returns the pairs of cells that must differ although no region contains both, in ascending order. With the
  /// regions, `allowed` and `related`, this defines a grid completely.
  std::vector<CellPair> pairs() const;

  /// Returns for each cell the symbols that it may hold: all `side` of them unless the rules restrict the cell. A given
  /// is a cell with one symbol.
  std::vector<SymbolBits> allowed() const;

  /// Returns the pairs of cells with a relation other than being different, in ascending order. If the two must differ,
  /// no symbol goes with itself.
  std::vector<RelatedCells> related() const;

  /// Returns true if every permutation of the symbols maps grids to grids: no cells are restricted or related.
  bool symbols_are_alike() const;

  /// Returns true if a grid of 1xN or Nx1 is a square: rows and columns may be exchanged (the rule `square`).
  bool is_square() const;

  auto operator<=>(const Problem&) const = default;
};

/// The structure that a map of cells from one problem to another preserves.
enum class Preserved {
  nothing,     ///< none: only the same problem is the same question
  grids,       ///< pairs of cells that must differ, and so grids
  symmetries,  ///< also boxes that are rows or columns, as those of 1xN, unless the rules have `square`
};

/// Returns for each cell of a grid the other cells that must differ from it, in ascending order.
std::vector<std::vector<int>> cells_seen(const Problem& problem);

/// Returns "3x3", followed by the rules unless they are classic: "3x3 diagonals". Layouts, regions, pairs, restricted
/// and related cells are shortened to a hash: "2x3 layout#3f2a91c0".
std::string to_string(const Problem& problem);

}  // namespace gridcensus
