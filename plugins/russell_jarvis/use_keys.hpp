#pragma once

#include "russell_jarvis/row_uses.hpp"
#include "russell_jarvis/ways_memory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace gridcensus::russell_jarvis {

/// A number for each row, with room for two more rows so that loops use whole registers.
using RowNumbers = std::array<std::uint32_t, 8>;

/// The edges between two rows of a band, each with a code.
class RowEdges {
 public:
  using Ends = std::array<std::uint8_t, 2>;

  explicit RowEdges(std::size_t rows);

  /// Returns the code of the edge between two rows.
  std::uint8_t code(std::size_t one, std::size_t other) const { return codes_[one][other]; }
  const Ends& ends(std::uint8_t code) const { return ends_[code]; }
  /// Returns the code of the edge between the two rows of a set.
  std::uint8_t code_of_set(std::uint8_t set) const { return code_of_set_[set]; }
  /// Returns, by row, a number for the relation of two edges to each other and to the row.
  const RowNumbers& numbers(std::uint8_t one, std::uint8_t other) const { return numbers_[one][other]; }

 private:
  static constexpr std::size_t max_edges = max_rows_of_uses * (max_rows_of_uses - 1) / 2;

  RowNumbers computed_numbers(std::size_t one, std::size_t other) const;

  std::array<std::array<std::uint8_t, max_rows_of_uses>, max_rows_of_uses> codes_{};  ///< by two rows
  std::array<Ends, max_edges> ends_{};                                                ///< by code
  std::array<std::uint8_t, std::size_t{1} << max_rows_of_uses> code_of_set_{};        ///< by set of two rows
  std::array<std::array<RowNumbers, max_edges>, max_edges> numbers_{};                ///< by two codes
};

/// Computes keys of uses within two stacks, in which every symbol is in two rows: an edge between them.
///
/// Uses with one key can always be turned into one another by permutations of the rows, and of symbols by maps that
/// commute with p. Uses that can be turned into one another mostly, not always, have one key. To this end the rows are
/// put in the order of numbers that the permutations carry along. Rows with equal numbers keep their order.
class UseKeys {
 public:
  /// @param rows       of a band
  /// @param exchanged  the number of symbols, the first ones, that p exchanges in pairs
  UseKeys(std::size_t rows, std::size_t exchanged) : rows_{rows}, exchanged_{exchanged}, edges_{rows} {}

  UseKey key_of(const RowUses& uses) const;

 private:
  std::size_t rows_;
  std::size_t exchanged_;
  RowEdges edges_;
};

}  // namespace gridcensus::russell_jarvis
