#pragma once

#include "band_monte_carlo/band_list.hpp"
#include "band_monte_carlo/partial_grid.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/shape.hpp"
#include "gridcensus/tally.hpp"

#include <cstdint>
#include <optional>

namespace gridcensus::band_monte_carlo {

/// The method of mapping random numbers to indices of the source's tables.
enum class Indices {
  exact,      ///< uniform on the entries of the table
  as_written  ///< as in the source's program: 32 random bits divided by a rounded quotient, which also gives indices
              ///< past the end of the table
};

/// The method of finding the last band, given the others.
enum class LastBand {
  random,    ///< tries some random bands
  scan,      ///< counts all of them, by search
  signature  ///< counts all of them, from the remaining columns
};

/// Sums over some trials.
struct TrialSums {
  Moments pairs;                ///< 1 if the first two bands do not clash, otherwise 0
  Moments rest;                 ///< of the pairs that do not clash: the share of choices of the other bands that fit
  Moments all;                  ///< of all trials: the share of choices of the other bands that fit, 0 for a clash
  Moments empty_hits;           ///< of the pairs that do not clash: 1 if one of the two was a band without a symbol
  std::uint64_t completed = 0;  ///< trials that found a grid
};

/// The source's search: random bands, relabelled at random, until they do not clash.
///
/// A trial draws the first two bands. If they clash, it counts 0, otherwise the share of choices of the remaining bands
/// that complete the grid, found in one of the ways of `LastBand`. Trials are independent and identically distributed.
/// The mean of that share over all trials, times the number of choices of all bands but the first, is the number of
/// grids over that of first bands. However many third bands are tried for one pair, the pair is one sample.
class Trials {
 public:
  struct Settings {
    Indices indices = Indices::exact;
    LastBand last_band = LastBand::scan;
    std::uint64_t tries = 1000;  ///< bands tried for every partial grid, if they are drawn
  };

  /// @param shape  R >= 1, C >= 2, side at most max_listed_side
  /// @cost  3x3: 0.1 s and 28 MB
  Trials(Shape shape, Settings settings, const Poll& poll = {});

  std::uint64_t listed_bands() const { return bands_.size(); }
  /// Returns the number of (relabelling, listed band) pairs: the choices for each band but the first.
  Real choices() const { return static_cast<Real>(rows_.size()) * static_cast<Real>(bands_.size()); }

  TrialSums run(Random& random, std::uint64_t trials, const Poll& poll) const;

  /// Returns the number of (relabelling, listed band) pairs that complete the grid after the given bands, all but the
  /// last of a grid. Counts them by signature, or otherwise scans for them. Scans even if the method is to draw them,
  /// and if a given band has a symbol missing, because then there is no signature.
  ///
  /// @return  nullopt if the given bands clash
  std::optional<std::uint64_t> last_bands(const PartialGrid& given, LastBand how, const Poll& poll) const;

  /// Returns a partial grid of all bands but the last, without a clash: draws bands until they fit.
  PartialGrid draw_partial_grid(Random& random) const;

 private:
  ColumnsOfSymbols columns_of(LabelledBand labelled) const;
  std::uint64_t draw_band(Random& random) const;
  std::optional<LabelledBand> draw(Random& random) const;
  bool add_if_free(LabelledBand labelled, ColumnsOfSymbols& taken) const;
  Real rest_share(Random& random, int placed, const ColumnsOfSymbols& taken, const Poll& poll) const;
  std::uint64_t count_last(const ColumnsOfSymbols& taken, LastBand how, const Poll& poll) const;

  Shape shape_;
  Settings settings_;
  Rows rows_;
  BandList bands_;
  std::uint64_t orders_of_rows_ = 1;  ///< (R-1)!: bands for each listed one, with the same columns
  std::uint64_t band_quotient_ = 0;   ///< of the source's program
  std::uint64_t row_quotient_ = 0;
};

/// Returns the quotient by which the source's program divides 32 random bits to get an index of a table, 2^31 /
/// (entries / 2) in integers.
///
/// @param entries  at least 2
constexpr std::uint64_t source_quotient(std::uint64_t entries) { return (std::uint64_t{1} << 31U) / (entries / 2); }

/// Returns the least index that the source's program never draws. The quotient is rounded down, so this is past the
/// end.
constexpr std::uint64_t source_indices(std::uint64_t entries) {
  return ((std::uint64_t{1} << 32U) - 1) / source_quotient(entries) + 1;
}

}  // namespace gridcensus::band_monte_carlo
