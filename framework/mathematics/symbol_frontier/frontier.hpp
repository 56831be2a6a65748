#pragma once

#include "gridcensus/poll.hpp"
#include "symbol_frontier/symbol_states.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace gridcensus::symbol_frontier {

using mathematics::UInt128;

/// The equivalence class of partial fillings with the same completions: the multiset of the states of its symbols, in
/// ascending order, and the number of ways to reach it.
struct Filling {
  std::array<std::uint16_t, max_symbols> symbol_states{};  ///< 0 behind the last symbol
  UInt128 ways = 0;                                        ///< up to relabelling
};

/// All partial fillings of the first cells in the order, each once.
struct Layer {
  std::size_t filled = 0;         ///< cells
  std::vector<Filling> fillings;  ///< in ascending order of their symbol states
};

/// The work of a sweep, for measurements and forecasts.
struct Effort {
  double fillings = 0;  ///< in all layers together
  double widest = 0;    ///< fillings in the widest layer, or in the largest part of one held at once
  /// Forecasts only: whether a layer is wider than `Frontier::max_layer_width`. Later layers are not forecast then.
  bool exceeds_max_width = false;
  /// Forecasts only: the factor by which the widest layer would grow if nothing merged once layers are sampled.
  double merging = 1;
  std::uint64_t cuts = 0;      ///< parts of layers that were swept separately because memory was too small
  std::size_t peak_bytes = 0;  ///< of all tables and lists held at the same time
};

/// Counts the ways to fill all cells such that cells that see each other have different symbols, up to relabelling.
///
/// Fills the cells one by one in a fixed order, in all ways at once, layer by layer. A partial filling is represented
/// only by the multiset of the states of its symbols: fillings with equal multisets are merged, and their numbers
/// added. A new symbol may be any unused one, and all unused symbols are in the same state. It is taken once, so one of
/// each N! fillings that differ by relabelling is counted.
///
///     1 2 | 3 4     1 2 | 3 4     Half of 2x2: in both, one symbol has been in the columns 1 and 3, one in 1 and 4,
///     3 4 | 2 1     4 3 | 1 2     one in 2 and 3, one in 2 and 4. Their completions are equal up to the names of
///     symbols.
///
/// @threads  const functions may be called from many threads.
/// @source   frontier methods (K. Sekine, H. Imai and S. Tani 1995; D. E. Knuth, The Art of Computer Programming 4A,
///           7.1.4), on multisets of states of a symbol; see README.md
class Frontier {
 public:
  /// @param constraints  as for `SymbolStates`
  /// @param order        of the cells
  /// @throws std::invalid_argument  as `SymbolStates` does.
  /// @throws std::length_error      the symbols have too many states.
  Frontier(const Constraints& constraints, const std::vector<int>& order);

  /// Returns several orders of the cells, from which the one with the smallest forecast is chosen: row by row, column
  /// by column, and always the cell that sees the most filled cells; cells with only one possible symbol come first.
  static std::vector<std::vector<int>> orders(const Constraints& constraints);

  /// The maximum width of a layer; a forecast ends at a wider one.
  static constexpr double max_layer_width = 1e12;

  /// Returns the states of one symbol.
  const SymbolStates& states() const { return states_; }
  /// Returns the cells in the order in which they are filled.
  const std::vector<int>& order() const { return order_; }
  /// Returns the number of words for the states of all symbols, 1 to 3.
  std::size_t words() const { return words_; }
  /// Checks whether symbols are alike, so grids are counted up to relabelling; otherwise all grids are counted.
  bool counts_up_to_relabelling() const { return are_alike_; }

  /// Estimates how many fillings the layers have, and how much merges. Counts layers of up to two thousand fillings,
  /// then samples: a successor of the sample has weight 1 / (number of its predecessors), so merged fillings count
  /// once.
  ///
  /// @param most  the forecast ends when the layers together have more fillings than this
  /// @cost  10 ms for 3x3. Found 0.15 to 1.5 times the known values: some counted predecessors are impossible
  /// (README.md).
  Effort forecast(double most = std::numeric_limits<double>::infinity()) const;

  /// Returns the width of the widest layer that is swept whole in this much memory [bytes].
  std::size_t fillings_in(std::size_t memory) const;

  /// Returns the first layer with at least `wanted` fillings, in the first half of the cells, or otherwise the middle
  /// one.
  Layer beginnings(std::size_t wanted, const Poll& poll = {}) const;

  /// Returns the sum over fillings of a layer of (ways to reach it) * (ways to complete it).
  ///
  /// @param layer   made by `beginnings`
  /// @param first   first filling to use; up to `last`, exclusive
  /// @param memory  [bytes] for tables. With less, a layer is cut into parts that are swept one after the other.
  /// Fillings
  ///                that merge across parts are then swept more than once, which takes longer: much longer if many
  ///                merge.
  ///                Some hundreds of fillings are always held.
  /// @param effort  if given, the work is added to it
  /// @return  grids, up to relabelling if symbols are alike
  /// @throws std::invalid_argument  there are no such fillings.
  /// @throws std::overflow_error    the count exceeds 128 bits.
  /// @cost    about 0.3 microseconds for each filling of each layer; 24 to 40 bytes, and 3 times as much at worst,
  ///          for each filling of two layers
  UInt128 completions(const Layer& layer, std::size_t first, std::size_t last, std::size_t memory,
                      const Poll& poll = {}, Effort* effort = nullptr) const;

 private:
  SymbolStates states_;
  std::vector<int> order_;
  bool are_alike_;
  std::vector<std::uint16_t> never_used_;  // by layer: the state of a symbol that was never used, or `none`
  std::size_t words_ = 1;                  // for the states of all symbols
};

/// A frontier with its forecast.
struct ForecastFrontier {
  std::shared_ptr<const Frontier> frontier;  ///< null if a single symbol has too many states
  Effort forecast;                           ///< of this frontier
};

/// Returns the largest side for which a forecast is worth its time. If symbols are alike, no forecast was ever below
/// `Frontier::max_layer_width` from side 10 on. Puzzles may have few fillings up to the largest side that the states of
/// symbols have room for.
inline int max_side(const Problem& problem) { return problem.symbols_are_alike() ? 12 : max_symbols; }

/// Returns the frontier of a problem in the order with the smallest forecast, after trials have ruled out symbols.
///
/// @cost  that of three forecasts and of `rule_out_symbols`
ForecastFrontier frontier_of(const Problem& problem);

}  // namespace gridcensus::symbol_frontier
