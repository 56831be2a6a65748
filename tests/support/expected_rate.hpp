#pragma once

#include <boost/math/distributions/binomial.hpp>
#include <gtest/gtest.h>

namespace gridcensus::statistics {

/// Fails if, at the claimed rate, the probability of `hits` or fewer out of `trials` is at most 0.001.
inline void expect_rate_of_at_least(int hits, int trials, double rate) {
  const boost::math::binomial_distribution<double> binomial{static_cast<double>(trials), rate};
  EXPECT_GT(boost::math::cdf(binomial, hits), 0.001) << hits << " of " << trials << " is too few";
}

/// Fails if, at the claimed rate, the probability of `hits` or fewer, or of `hits` or more, out of `trials` is at most
/// 0.001.
inline void expect_rate(int hits, int trials, double rate) {
  expect_rate_of_at_least(hits, trials, rate);
  const boost::math::binomial_distribution<double> binomial{static_cast<double>(trials), rate};
  EXPECT_GT(hits == 0 ? 1 : boost::math::cdf(boost::math::complement(binomial, hits - 1)), 0.001)
      << hits << " of " << trials << " is too many";
}

}  // namespace gridcensus::statistics
