#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gridcensus {

/// Count, mean, spread and range of samples, in a form that loses no digits to cancellation when it is merged.
///
/// @source  Chan, Golub, LeVeque (1979), "Updating formulae and a pairwise algorithm for computing sample variances";
///          Pebay (2008), "Formulas for robust, one-pass parallel computation of covariances and arbitrary-order
///          statistical moments", for the third and fourth.
struct Moments {
  std::uint64_t count = 0;  ///< samples added
  Real mean = 0;            ///< of the samples
  Real squares = 0;         ///< sum of (sample - mean)^2
  Real cubes = 0;           ///< sum of (sample - mean)^3
  Real fourths = 0;         ///< sum of (sample - mean)^4
  Real min = 0;             ///< the smallest sample; 0 without samples
  Real max = 0;             ///< the largest sample; 0 without samples

  /// Adds one sample.
  void add(Real sample);
  /// Adds all samples of the other.
  void add(const Moments& other);

  /// Returns the unbiased sample variance; 0 if there are fewer than two samples.
  Real variance() const;
  /// Returns the standard error of the mean; 0 if there are fewer than two samples.
  Real standard_error() const;

  bool operator==(const Moments&) const = default;
};

/// The result of a unit, and the sum of such results: exact integers, sample moments and tables, each under a name.
///
/// The host adds tallies in unit order. Integers and tables do not depend on the order. Moments are floating point and
/// do, so the order is fixed.
class Tally {
 public:
  /// Adds to the sum of that name, which starts at zero.
  Tally& add(std::string_view name, const Integer& value);
  /// Adds one sample to the moments of that name.
  Tally& sample(std::string_view name, Real value);
  /// Adds to the moments of that name.
  Tally& add(std::string_view name, const Moments& moments);
  /// Adds to the table of that name.
  ///
  /// @throws std::invalid_argument  a table of that name has another key or other columns, or a row does not fit them.
  Tally& add(std::string_view name, const Table& table);
  /// Adds every part of the other tally.
  Tally& add(const Tally& other);

  /// Returns the sum of that name.
  ///
  /// @throws std::out_of_range  nothing was added under that name, not even a zero: one of the two names is wrong.
  Integer sum(std::string_view name) const;
  /// Returns the entry of that name; empty if nothing was added under it.
  Moments moments(std::string_view name) const;
  /// Returns the entry of that name; empty if nothing was added under it.
  Table table(std::string_view name) const;

  /// Returns all sums, by name.
  const std::map<std::string, Integer, std::less<>>& sums() const { return sums_; }
  /// Returns all moments, by name.
  const std::map<std::string, Moments, std::less<>>& all_moments() const { return moments_; }
  /// Returns all tables, by name.
  const std::map<std::string, Table, std::less<>>& tables() const { return tables_; }

  bool operator==(const Tally&) const = default;

 private:
  std::map<std::string, Integer, std::less<>> sums_;
  std::map<std::string, Moments, std::less<>> moments_;
  std::map<std::string, Table, std::less<>> tables_;
};

}  // namespace gridcensus
