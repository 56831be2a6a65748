#pragma once

#include <gmpxx.h>
#include <optional>
#include <string>
#include <string_view>

namespace gridcensus::host::verify {

/// An integer of GMP: independent of the integers that strategies count with.
using GmpInteger = mpz_class;

/// A real number of 1,024 bits. The reals of a ledger have 64, so sums of them and of their fourth powers, over any
/// number of units, are practically exact.
using Real = mpf_class;

/// Parses a plain decimal integer.
///
/// @throws MalformedText  for any other text.
GmpInteger integer_from(std::string_view decimal);

/// Parses "-9.c4ffp-22", hexadecimal digits and a power of two, as the machine's number.
///
/// @throws MalformedText  for any other text.
long double machine_real_from(std::string_view hexadecimal);
/// Parses the same text as a real number of this library.
///
/// @throws MalformedText  also for "inf" and "nan".
Real real_from(std::string_view hexadecimal);

/// Returns the same number, without rounding.
///
/// @param value  finite
Real exactly(long double value);
Real exactly(const GmpInteger& value);
Real exactly(const Real& value);

/// Returns a few digits, for people.
std::string shown(const Real& value);

/// Samples as sums of their powers, which are merged by addition. The ledger has them as count, mean and central sums,
/// which it merges by other formulas and with far less precision.
struct Samples {
  GmpInteger count = 0;
  Real powers[4];  ///< sums of the samples and of their 2nd, 3rd and 4th powers
  Real min;
  Real max;

  Samples();
  /// Converts the form of a ledger: the mean and the sums of the 2nd, 3rd and 4th powers of the differences from it.
  Samples(GmpInteger number, const Real& mean, const Real (&central)[3], const Real& smallest, const Real& largest);

  void add(const Samples& other);

  Real mean() const;
  /// Returns the sum of (sample - mean)^power, for power from 2 to 4.
  Real central(int power) const;

  /// Returns the difference in words, or nullopt. Count, min and max must be equal; the mean may differ by 2^-40 of
  /// itself and of the standard deviation, a central sum by 2^-40 of its size. Rounding to 64 bits, unit by unit, stays
  /// within this, and a wrong unit differs by far more.
  std::optional<std::string> difference(const Samples& stored) const;
};

}  // namespace gridcensus::host::verify
