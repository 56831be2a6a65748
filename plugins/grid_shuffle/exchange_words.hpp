#pragma once

#include "cycle_types/cycle_types.hpp"
#include "grid_shuffle/stabiliser.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "grids/grid_maps.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::grid_shuffle {

/// The numbers of random exchanges in a shuffle, in the order of the source: of two rows of one band, of two columns of
/// one stack, of two labels.
struct Exchanges {
  int labels = 9;
  int rows = 7;
  int columns = 7;
};

/// Returns why such an exchange cannot be drawn (a band of one row, a stack of one column, a single label), or nullopt.
std::optional<std::string> why_no_exchange(Shape shape, const Exchanges& exchanges);

/// Returns the number of sequences of so many exchanges, as ordered choices of unordered pairs:
///
///     (N(N-1)/2)^labels * (N(R-1)/2)^rows * (N(C-1)/2)^columns
///
/// The source's random exchanges give each sequence the same probability.
Integer exchange_sequences(Shape shape, const Exchanges& exchanges);

using mathematics::CycleType;

/// Counts the ways to write permutations as products of transpositions.
///
/// Not thread-safe: it stores its earlier counts.
class TranspositionWords {
 public:
  /// Returns the number of words of so many transpositions whose product is one given permutation of this cycle type.
  ///
  /// A word for p is a transposition t followed by a shorter word for the rest. Multiplying by t joins two cycles or
  /// cuts one in two, and the number of t that do each depends on the cycle type alone.
  /// @cost  A step for each cycle type that so many transpositions can reach.
  Integer words(const CycleType& type, int length);

  /// Returns the number of words of so many transpositions, each within one of several disjoint blocks, whose product
  /// has the given types there: every way to divide the length among the blocks, times every way to interleave the
  /// words.
  ///
  /// @throws std::overflow_error  a length well above 100.
  Integer words_in_blocks(const std::vector<CycleType>& types, int length);

 private:
  std::map<std::pair<CycleType, int>, Integer> known_;
};

/// The maps of relabellings, rows within bands and columns within stacks that give a grid back: the possible products
/// of a sequence of exchanges that returns to it.
class ReturningMaps {
 public:
  /// The largest number of maps that are enumerated.
  static constexpr std::uint64_t most = 1'000'000;

  /// @return  nullopt if there are more than `most`.
  /// @throws  what `poll` throws.
  static std::optional<ReturningMaps> of(const Grid& grid, const Poll& poll = {});

  /// Returns the number of sequences of so many exchanges that give the grid back: the sum over the maps of the
  /// sequences that make this map.
  Integer sequences(const Exchanges& exchanges) const;

  /// Returns the number of maps by their signs as permutations of the rows, the columns and the labels: "even odd
  /// even".
  std::map<std::string, Integer> signs() const;

 private:
  /// The data on which the number of sequences depends.
  struct Types {
    CycleType labels;
    std::vector<CycleType> rows;     ///< in each band; sorted, because the order of the bands does not matter
    std::vector<CycleType> columns;  ///< in each stack; sorted
    auto operator<=>(const Types&) const = default;
  };

  std::map<Types, std::uint64_t> maps_;
};

}  // namespace gridcensus::grid_shuffle
