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

/// The layers do not fit into the memory that was given.
class LayersTooLarge : public std::length_error {
 public:
  using std::length_error::length_error;
};

/// All layers of a frontier with the number of completions of each filling: a numbering of the grids.
///
/// Forwards, the fillings of each layer are listed; backwards, the completions of each are added up, and fillings
/// without one are dropped:
///
///     completions(filling of k cells) = sum over the symbols that may have the next cell: completions(what it becomes)
///
/// A grid's number is the number of grids that come before it where the cells are filled in the order of the frontier,
/// with the least symbol first. Symbols are told apart, so that all grids are numbered.
///
/// @threads  const functions may be called from many threads.
class WeightedLayers {
 public:
  /// @param frontier  is kept
  /// @param memory    [bytes] that the layers may take, and what is needed to make them
  /// @throws LayersTooLarge       they take more; the message says how much, about.
  /// @throws std::overflow_error  a number of completions exceeds 128 bits.
  /// @cost  twice the time of `Frontier::completions` or three times; 18 to 44 bytes for each filling
  WeightedLayers(std::shared_ptr<const Frontier> frontier, std::size_t memory, const Poll& poll = {});
  WeightedLayers(const WeightedLayers&) = delete;
  WeightedLayers& operator=(const WeightedLayers&) = delete;
  WeightedLayers(WeightedLayers&&) = delete;
  WeightedLayers& operator=(WeightedLayers&&) = delete;
  ~WeightedLayers();

  /// How many grids there are.
  UInt128 grids() const;
  /// How many fillings are held, those that can be completed.
  std::size_t fillings() const;
  /// The memory of all layers.
  std::size_t bytes() const;

  /// The grid with a number.
  ///
  /// @return  the symbol of each cell, from 0
  /// @throws std::out_of_range  there are not so many.
  /// @cost  9x9: 0.1 ms
  std::vector<std::uint8_t> unrank(UInt128 index) const;

 private:
  class Layers;
  template <std::size_t words>
  class LayersOf;

  std::unique_ptr<const Layers> layers_;
};

}  // namespace gridcensus::symbol_frontier
