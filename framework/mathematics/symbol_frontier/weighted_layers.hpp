#pragma once

#include "gridcensus/poll.hpp"
#include "symbol_frontier/frontier.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

namespace gridcensus::symbol_frontier {

/// Thrown if the layers do not fit into the given memory.
class LayersTooLarge : public std::length_error {
 public:
  using std::length_error::length_error;
};

/// All layers of a frontier with the number of completions of each filling: a numbering of the grids.
///
/// Forwards, lists the fillings of each layer; backwards, adds up the completions of each and removes fillings without
/// one:
///
///     completions(filling of k cells) = sum over the symbols possible in the next cell: completions(its successor)
///
/// The number of a grid is the number of grids that precede it if cells are filled in the order of the frontier, with
/// the least symbol first. Symbols are distinguished, so all grids are numbered.
///
/// @threads  const functions may be called from many threads.
class WeightedLayers {
 public:
  /// @param frontier  is stored
  /// @param memory    [bytes] for the layers and for building them
  /// @throws LayersTooLarge       they take more; the message states how much, approximately.
  /// @throws std::overflow_error  a number of completions exceeds 128 bits.
  /// @cost  two to three times the time of `Frontier::completions`; 18 to 44 bytes for each filling
  WeightedLayers(std::shared_ptr<const Frontier> frontier, std::size_t memory, const Poll& poll = {});
  WeightedLayers(const WeightedLayers&) = delete;
  WeightedLayers& operator=(const WeightedLayers&) = delete;
  WeightedLayers(WeightedLayers&&) = delete;
  WeightedLayers& operator=(WeightedLayers&&) = delete;
  ~WeightedLayers();

  /// Returns the number of grids.
  UInt128 grids() const;
  /// Returns the number of stored fillings, those that can be completed.
  std::size_t fillings() const;
  /// Returns the memory of all layers [bytes].
  std::size_t bytes() const;

  /// Returns the grid with a number.
  ///
  /// @return  the symbol of each cell, from 0
  /// @throws std::out_of_range  `index` is not below `grids()`.
  /// @cost  9x9: 0.1 ms
  std::vector<std::uint8_t> unrank(UInt128 index) const;

 private:
  class Layers;
  template <std::size_t words>
  class LayersOf;

  std::unique_ptr<const Layers> layers_;
};

}  // namespace gridcensus::symbol_frontier
