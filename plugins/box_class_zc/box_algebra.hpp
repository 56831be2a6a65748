#pragma once

#include "symbols/symbols.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

/// The algebra of boxes of the source: what rows and columns of a box hold, regardless of order within them.
namespace gridcensus::box_class_zc {

using mathematics::SymbolSet;

/// The most rows or columns of a box.
inline constexpr std::size_t max_lines = 4;

/// One set of symbols for each line of a box (all its rows, or all its columns), in order: what stands there, or what
/// may stand there. The source calls it a triplet, since its boxes have three lines.
///
///     box      rows: {123, 456, 789}      what a box to the right of it may hold in its rows:
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

  /// Line by line.
  friend Lines operator&(const Lines& left, const Lines& right);
  friend Lines operator|(const Lines& left, const Lines& right);
  friend auto operator<=>(const Lines&, const Lines&) = default;

 private:
  std::array<SymbolSet, max_lines> sets_{};  // the others are empty
  std::size_t count_ = 0;
};

/// The source's ~: in each line the symbols that are missing there.
Lines complement(const Lines& lines, int symbols);

/// Whether the lines part the symbols into sets of one size: what every filled box does.
bool is_complete(const Lines& lines, int symbols);

/// The source's S: the same sets in ascending order. Stands for all orders of these sets.
Lines class_of(Lines lines);

/// The source's ZC: how many pairs of one line of `left` and one of `right` have no symbol in common.
///
/// A box of R rows and C columns that has complete rows and complete columns to match has exactly one filling where ZC
/// is 0, and none otherwise: every cell is the one symbol that its row and its column share. (A row of C symbols that
/// meets each of C disjoint columns meets each in one.)
int zero_crossings(const Lines& left, const Lines& right);

/// The lines after every symbol s has become relabelling[s].
Lines relabelled(Lines lines, const mathematics::Relabelling& relabelling);

/// The orders of a class's sets in which each lies within the allowed set of its line.
std::vector<Lines> fitting_orders(const Lines& box_class, const Lines& allowed);

/// All complete classes of so many lines, ascending: 280 for nine symbols in three.
std::vector<Lines> all_classes(int symbols, std::size_t lines);

/// The number of a class.
using Code = std::uint16_t;

/// Classes under numbers 0, 1, 2, ...
class ClassNumbers {
 public:
  /// @param classes  in the order of their numbers
  explicit ClassNumbers(std::vector<Lines> classes);

  std::size_t size() const { return classes_.size(); }
  const Lines& operator[](Code code) const { return classes_[code]; }
  /// The number of the class that complete lines belong to.
  Code code_of(const Lines& lines) const { return codes_.at(class_of(lines)); }

 private:
  std::vector<Lines> classes_;
  std::map<Lines, Code> codes_;
};

}  // namespace gridcensus::box_class_zc
