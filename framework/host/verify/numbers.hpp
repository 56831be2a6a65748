#pragma once

#include <gmpxx.h>
#include <optional>
#include <string>
#include <string_view>

namespace gridcensus::host::verify {

/// GmpInteger numbers, by GMP: other code than that of the integers which were counted with.
using GmpInteger = mpz_class;

/// Real numbers of 1,024 bits. The reals of a ledger have 64, so that sums of them and of their fourth powers, over any
/// number of units, come out as good as exact.
using Real = mpf_class;

/// @throws MalformedText  not plain decimal.
GmpInteger integer_from(std::string_view decimal);

/// Reads "-9.c4ffp-22", hexadecimal digits and a power of two, as the machine's number.
///
/// @throws MalformedText  anything else.
long double machine_real_from(std::string_view hexadecimal);
/// The same as a real number of verify.
///
/// @throws MalformedText  also for "inf" and "nan".
Real real_from(std::string_view hexadecimal);

/// Returns the same number, without rounding.
///
/// @param value  finite
Real exactly(long double value);
Real exactly(const GmpInteger& value);
Real exactly(const Real& value);

/// A few digits, for people.
std::string shown(const Real& value);

/// Samples as sums of their powers, which simply add. The ledger has them as count, mean and central sums, which it
/// merges by other formulas, in another order of magnitude of precision.
struct Samples {
  GmpInteger count = 0;
  Real powers[4];  ///< sums of the samples and of their 2nd, 3rd and 4th powers
  Real min;
  Real max;

  Samples();
  /// From what a ledger holds: the mean and the sums of the 2nd, 3rd and 4th powers of the differences from it.
  Samples(GmpInteger number, const Real& mean, const Real (&central)[3], const Real& smallest, const Real& largest);

  void add(const Samples& other);

  Real mean() const;
  /// Sum of (sample - mean)^power, for power from 2 to 4.
  Real central(int power) const;

  /// What differs, in words. Count, min and max must be equal; the mean may differ by 2^-40 of itself and of the
  /// standard deviation, a central sum by 2^-40 of its size: so much and more is what rounding to 64 bits, unit by
  /// unit, does, and far less than what a unit that is wrong does.
  std::optional<std::string> difference(const Samples& stored) const;
};

}  // namespace gridcensus::host::verify
