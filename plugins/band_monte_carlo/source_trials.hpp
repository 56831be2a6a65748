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

/// How random numbers become indices of the source's tables.
enum class Indices {
  exact,      ///< uniform on the entries of the table
  as_written  ///< as in the source's program: 32 random bits divided by a rounded quotient, which also gives indices
              ///< past the end of the table
};

/// How the last band is looked for, given the others.
enum class LastBand {
  random,    ///< some random bands are tried
  scan,      ///< all of them, by search
  signature  ///< all of them, counted from the columns that are left
};

/// What some trials add up to.
struct TrialSums {
  Moments pairs;                ///< 1 where the first two bands do not clash, 0 where they do
  Moments rest;                 ///< of the pairs that do not: the share of all choices of the other bands that fit
  Moments all;                  ///< of all trials: the share of all choices of the other bands that fit, 0 for a clash
  Moments empty_hits;           ///< of the pairs that do not clash: 1 where one of the two was a band without a symbol
  std::uint64_t completed = 0;  ///< trials that found a grid
};

/// The source's search: random bands, relabelled at random, until they do not clash.
///
/// A trial draws the first two bands. Where they clash it counts 0, where not the share of choices of the remaining
/// bands that complete the grid, found in one of the ways of `LastBand`. Trials are independent and alike, and the mean
/// of that share over all trials, times the number of choices of all bands but the first, is the number of grids over
/// that of first bands: however many third bands are tried behind one pair, the pair is one sample.
class Trials {
 public:
  struct Settings {
    Indices indices = Indices::exact;
    LastBand last_band = LastBand::scan;
    std::uint64_t tries = 1000;  ///< bands tried behind every partial grid, where they are drawn
  };

  /// @param shape  R >= 1, C >= 2, side at most max_listed_side
  /// @cost  3x3: 0.1 s and 28 MB
  Trials(Shape shape, Settings settings, const Poll& poll = {});

  std::uint64_t listed_bands() const { return bands_.size(); }
  /// (relabelling, listed band) pairs: the choices for each band but the first.
  Real choices() const { return static_cast<Real>(rows_.size()) * static_cast<Real>(bands_.size()); }

  TrialSums run(Random& random, std::uint64_t trials, const Poll& poll) const;

  /// How many (relabelling, listed band) pairs complete the grid behind the given bands, all but the last of a grid.
  /// Counted by signature or else scanned for: also where they would be drawn, and where a band without a symbol is
  /// among the given ones, since then there is no signature.
  ///
  /// @return  nullopt where the given bands clash
  std::optional<std::uint64_t> last_bands(const PartialGrid& given, LastBand how, const Poll& poll) const;

  /// A partial grid of all bands but the last, without a clash: bands are drawn until they fit.
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

/// The quotient by which the source's program divides 32 random bits to get an index of a table, 2^31 / (entries / 2)
/// in integers.
///
/// @param entries  at least 2
constexpr std::uint64_t source_quotient(std::uint64_t entries) { return (std::uint64_t{1} << 31U) / (entries / 2); }

/// The least index that the source's program never draws. The quotient is rounded down, so that this lies past the end.
constexpr std::uint64_t source_indices(std::uint64_t entries) {
  return ((std::uint64_t{1} << 32U) - 1) / source_quotient(entries) + 1;
}

}  // namespace gridcensus::band_monte_carlo
