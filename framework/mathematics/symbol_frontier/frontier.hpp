#pragma once

#include "gridcensus/poll.hpp"
#include "symbol_frontier/symbol_states.hpp"
#include "uint128/uint128.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gridcensus::symbol_frontier {

using mathematics::UInt128;

/// A partial filling, up to what matters for its completions: the multiset of the states of its symbols, in ascending
/// order, and in how many ways it comes about.
struct Filling {
  std::array<std::uint16_t, most_symbols> symbol_states{};  ///< 0 behind the last symbol
  UInt128 ways = 0;                                         ///< up to relabelling
};

/// All partial fillings of the first cells of the order, each once.
struct Layer {
  std::size_t filled = 0;         ///< cells
  std::vector<Filling> fillings;  ///< in ascending order of their symbol states
};

/// What a sweep did, for measurements and forecasts.
struct Effort {
  double fillings = 0;  ///< in all layers together
  double widest = 0;    ///< fillings in the widest layer, or in the part of it that was held at once
  /// Forecasts only: whether a layer is wider than `Frontier::hopeless`. What lies behind it is not told.
  bool is_hopeless = false;
  /// Forecasts only: how many times as wide the widest layer would be if nothing merged once layers are sampled.
  double merging = 1;
  std::uint64_t cuts = 0;      ///< parts of layers that were swept for themselves, since memory did not suffice
  std::size_t peak_bytes = 0;  ///< of all tables and lists held at the same time
};

/// Counts the ways to fill all cells such that cells which see each other hold different symbols, up to relabelling.
///
/// The cells are filled one by one in a fixed order, in all ways at once, layer by layer. Of a partial filling only the
/// multiset of the states of its symbols is kept: fillings with equal multisets are merged, and their numbers added. A
/// new symbol may be any of those not used yet, which are in one and the same state: it is taken once, and so one of
/// each N! fillings that differ by relabelling is counted.
///
///     1 2 | 3 4     1 2 | 3 4     Half of 2x2: in both, one symbol has been in the columns 1 and 3, one in 1 and 4,
///     3 4 | 2 1     4 3 | 1 2     one in 2 and 3, one in 2 and 4. What can follow is the same but for the symbols'
///     names.
///
/// @threads  const functions may be called from many threads.
/// @source   frontier methods (R. Sekine, H. Imai and S. Tani 1995; D. E. Knuth, The Art of Computer Programming 4A,
///           7.1.4), on multisets of states of a symbol; see README.md
class Frontier {
 public:
  /// @param constraints  as for `SymbolStates`
  /// @param order        of the cells
  /// @throws std::invalid_argument  as `SymbolStates` does.
  /// @throws std::length_error      the symbols have too many states.
  Frontier(const Constraints& constraints, const std::vector<int>& order);

  /// The cells in several orders, of which that with the least forecast is taken: row by row, column by column, and
  /// always the one that sees the most filled cells; cells that may have only one symbol first.
  static std::vector<std::vector<int>> orders(const Constraints& constraints);

  /// A layer with more fillings is never held: a forecast ends there.
  static constexpr double hopeless = 1e12;

  /// The states of one symbol.
  const SymbolStates& states() const { return states_; }
  /// The cells in the order in which they are filled.
  const std::vector<int>& order() const { return order_; }
  /// How many words the states of all symbols take, 1 to 3.
  std::size_t words() const { return words_; }
  /// Whether symbols are alike, so that grids are counted up to relabelling; else all are.
  bool counts_up_to_relabelling() const { return are_alike_; }

  /// About how many fillings the layers have, and how much merges. Up to two thousand they are counted, then sampled:
  /// what a sample becomes counts by one over the number of its forerunners, so that what merges is counted once.
  ///
  /// @cost  10 ms for 3x3. Found 0.15 to 1.5 times the truth where that was known: some forerunners that are counted
  ///        cannot come about (README.md).
  Effort forecast() const;

  /// The widest layer that is swept whole in so much memory [bytes].
  std::size_t fillings_in(std::size_t memory) const;

  /// The first layer that has so many fillings, in the first half of the cells; else that in the middle.
  Layer beginnings(std::size_t wanted, const Poll& poll = {}) const;

  /// In how many ways fillings of a layer can be completed, with the ways in which they come about.
  ///
  /// @param layer   made by `beginnings`
  /// @param first   of the fillings that are taken, up to `last`, exclusive
  /// @param memory  [bytes] that tables may take. With less, a layer is cut into parts which are swept one after the
  ///                other; what merges across parts is then swept more than once, so that it takes longer: much longer
  ///                where much merges. Some hundreds of fillings are always held.
  /// @param effort  is added up, if it is given
  /// @return  grids, up to relabelling where symbols are alike
  /// @throws std::invalid_argument  no such fillings.
  /// @throws std::overflow_error    the count exceeds 128 bits.
  /// @cost    about 0.3 microseconds for each filling of each layer; 24 to 40 bytes, and 3 times as much at worst,
  ///          for each filling of two layers
  UInt128 completions(const Layer& layer, std::size_t first, std::size_t last, std::size_t memory,
                      const Poll& poll = {}, Effort* effort = nullptr) const;

 private:
  SymbolStates states_;
  std::vector<int> order_;
  bool are_alike_;
  std::vector<std::uint16_t> never_used_;  // in each layer the state of a symbol that was never used, or `none`
  std::size_t words_ = 1;                  // in which the states of all symbols fit
};

/// A frontier with its forecast.
struct ForecastFrontier {
  std::shared_ptr<const Frontier> frontier;  ///< none where a symbol alone has too many states
  Effort forecast;                           ///< of this frontier
};

/// Returns the frontier of a problem in the order of least forecast, once what trials rule out is gone.
///
/// @cost  that of three forecasts and of `rule_out_symbols`
ForecastFrontier frontier_of(const Problem& problem);

}  // namespace gridcensus::symbol_frontier
