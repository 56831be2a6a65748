#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

/// The source's algebra of boxes: the contents of rows and columns of a box, regardless of order within them.
namespace gridcensus::box_class_zc {

using mathematics::SymbolSet;

/// The maximum number of rows or columns of a box.
inline constexpr std::size_t max_lines = 4;

/// One set of symbols for each line of a box (all its rows, or all its columns), in order: its actual or its allowed
/// contents. The source calls it a triplet, because its boxes have three lines.
///
///     box      rows: {123, 456, 789}      the allowed contents of the rows of a box to the right of it:
///     1 2 3                                 {456789, 123789, 123456}
///     4 5 6    columns: {147, 258, 369}
///     7 8 9
class Lines {
 public:
  Lines() = default;
  Lines(std::initializer_list<SymbolSet> sets);
  /// @param count  at most max_lines
  static Lines empty(std::size_t count);

  std::size_t count() const { return count_; }
  SymbolSet operator[](std::size_t line) const { return sets_[line]; }
  SymbolSet& operator[](std::size_t line) { return sets_[line]; }

  /// Returns the intersection line by line.
  friend Lines operator&(const Lines& left, const Lines& right);
  friend Lines operator|(const Lines& left, const Lines& right);
  friend auto operator<=>(const Lines&, const Lines&) = default;

 private:
  std::array<SymbolSet, max_lines> sets_{};  // the others are empty
  std::size_t count_ = 0;
};

/// Returns the source's ~: for each line the symbols that it lacks.
Lines complement(const Lines& lines, int symbols);

/// Checks whether the lines partition the symbols into sets of one size, as in every filled box.
bool is_complete(const Lines& lines, int symbols);

/// Returns the source's S: the same sets in ascending order. Represents all orders of these sets.
Lines class_of(Lines lines);

/// Returns the source's ZC: the number of pairs of one line of `left` and one of `right` without a common symbol.
///
/// A box of R rows and C columns with given complete rows and complete columns has exactly one filling if ZC is 0, and
/// none otherwise: every cell has the one symbol that its row and its column share. (A row of C symbols that meets each
/// of C disjoint columns meets each in one.)
int zero_crossings(const Lines& left, const Lines& right);

/// Returns the lines after every symbol s has become relabelling[s].
Lines relabelled(Lines lines, const mathematics::Relabelling& relabelling);

/// Returns the orders of a class's sets in which each is within the allowed set of its line.
std::vector<Lines> fitting_orders(const Lines& box_class, const Lines& allowed);

/// Returns all complete classes of this many lines, ascending: 280 for nine symbols in three.
std::vector<Lines> all_classes(int symbols, std::size_t lines);

/// The number of a class.
using Code = std::uint16_t;

/// Classes numbered 0, 1, 2, ...
class ClassNumbers {
 public:
  /// @param classes  in the order of their numbers
  explicit ClassNumbers(std::vector<Lines> classes);

  std::size_t size() const { return classes_.size(); }
  const Lines& operator[](Code code) const { return classes_[code]; }
  /// Returns the number of the class of complete lines.
  Code code_of(const Lines& lines) const { return codes_.at(class_of(lines)); }

 private:
  std::vector<Lines> classes_;
  std::map<Lines, Code> codes_;
};

}  // namespace gridcensus::box_class_zc
