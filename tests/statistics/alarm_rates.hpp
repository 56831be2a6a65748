#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/shape.hpp"

#include <cstdint>
#include <string>

namespace gridcensus::statistics {

inline const Integer grids_of_2x3 = 28200960;
inline const Integer grids_of_2x4{"29136487207403520"};
inline const Integer grids_of_2x5{"1903816047972624930994913280000"};
inline const Integer grids_of_3x3{"6670903752021072936960"};
inline const Integer bands_of_4x2{"828396011520"};
inline const Integer orbit_of_2x2 = 96;
/// Values for rules that are not classic.
inline const Integer diagonals_of_2x3 = 8640;
inline const Integer anti_knight_of_2x4{"8435468160"};

/// An honest estimate of a number that is known exactly.
struct Setting {
  std::string strategy;
  Shape shape;
  std::string parameters;  ///< as typed, with blanks between: "samples=50 repeats=0"
  Integer truth;
  Quantity quantity = Quantity::grids;
  std::string rules = "classic";
};

/// Returns text such as "2x3 stack_product samples=50 repeats=0".
std::string to_string(const Setting& setting);

/// The results of one setting with many seeds. Each seed is its own experiment, whose confidence is 99 %.
struct AlarmRates {
  int seeds = 0;
  int shown = 0;               ///< estimates; the other runs were unfinished
  std::string reason;          ///< of the last unfinished run
  int too_low = 0;             ///< estimates that were called a disagreement and are below the truth
  int too_high = 0;            ///< the same above the truth
  int missed_above = 0;        ///< intervals of 95 % below the truth
  int missed_below = 0;        ///< intervals of 95 % above the truth
  double mean_samples = 0;     ///< of an estimate
  double bias = 0;             ///< mean estimate / truth - 1
  double error_of_bias = 0;    ///< its standard error
  double error_of_single = 0;  ///< the standard deviation of one estimate, relative to the truth

  int alarms() const { return too_low + too_high; }
  int missed() const { return missed_above + missed_below; }
};

/// Runs the jobs of the strategy as the host does, with seeds from 1, and judges each estimate against the truth.
///
/// @throws std::runtime_error  the strategy refuses the problem
AlarmRates measure(const Setting& setting, int seeds);

/// The Clopper-Pearson interval of a proportion, at 95 %.
struct ShareInterval {
  double low = 0;
  double high = 1;
};
ShareInterval share_interval(int hits, int trials);

}  // namespace gridcensus::statistics
