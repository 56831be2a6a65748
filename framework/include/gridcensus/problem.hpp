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

/// Two cells whose symbols are related otherwise than by being different.
struct RelatedCells {
  CellPair cells;         ///< the lower number first
  SymbolTable goes_with;  ///< for each symbol of the first cell, the symbols that the second may hold

  auto operator<=>(const RelatedCells&) const = default;
};

/// Rules beyond rows and columns, in canonical form: on one shape, two rules are equal exactly if the same pairs of
/// cells must differ, the same symbols are allowed in each cell, and the same symbols in related cells.
/// gridcensus/rules.hpp makes them of words.
class Rules {
 public:
  /// Classic rules: each box holds every symbol once.
  Rules() = default;

  /// The canonical form, which `parse_problem` reads again: "classic", "diagonals,anti_knight".
  const std::string& text() const;
  /// Whether rows, columns and boxes are all.
  bool are_classic() const { return text_ == nullptr; }

  /// Returns whether the rules are the same if the shape is.
  bool operator==(const Rules& other) const { return text_ == other.text_ || text() == other.text(); }
  /// By their texts.
  auto operator<=>(const Rules& other) const { return text() <=> other.text(); }

 private:
  friend class RulesTable;
  explicit Rules(const std::string* text) : text_{text} {}

  // One text for all rules of the process that are the same: problems are copied often, and a layout has many letters.
  const std::string* text_ = nullptr;
};

/// What is to be counted: a shape and its rules.
struct Problem {
  Shape shape;       ///< of a box
  Rules rules = {};  ///< which of the grids are counted; canonical for this shape

  /// Sets of `side` cells that must hold different symbols: rows, columns, boxes that are neither (a 1xN box is a row)
  /// if the rules have boxes, then what else the canonical form names, each set once. An automorphism of the problem
  /// may carry a region to cells that are no region here, though each two of them must differ.
  std::vector<Region> regions() const;

  /// The pairs of cells that must differ though no region has both, in ascending order. With the regions, `allowed` and
  /// `related` this is the whole definition of a grid.
  std::vector<CellPair> pairs() const;

  /// For each cell, the symbols that it may hold: all `side` of them unless the rules restrict the cell. A given is a
  /// cell with one symbol.
  std::vector<SymbolBits> allowed() const;

  /// The cells whose symbols are related otherwise than by being different, in ascending order. If the two must differ,
  /// no symbol goes with itself.
  std::vector<RelatedCells> related() const;

  /// Returns whether every permutation of the symbols carries grids to grids: no cell is restricted, none are related.
  bool symbols_are_alike() const;

  /// Returns whether a grid of 1xN or Nx1 is a square, whose rows and columns may be exchanged (the rule `square`).
  bool is_square() const;

  auto operator<=>(const Problem&) const = default;
};

/// What a map of cells keeps that carries one problem to another.
enum class Kept {
  nothing,     ///< only the same problem is the same question
  grids,       ///< cells that must differ go to cells that must differ, and so grids to grids
  symmetries,  ///< and boxes that are rows or columns, as those of 1xN, go to such boxes unless the rules say `square`
};

/// For each cell of a grid, the other cells that must differ from it, in ascending order.
std::vector<std::vector<int>> cells_seen(const Problem& problem);

/// "3x3", with the rules behind it where they are not classic: "3x3 diagonals". Layouts, regions, pairs, restricted and
/// related cells are shortened to a number that follows from them: "2x3 layout#3f2a91c0".
std::string to_string(const Problem& problem);

}  // namespace gridcensus
