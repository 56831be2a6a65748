#include "closed_formulas/closed_formulas.hpp"
#include "numbered_keys/numbered_keys.hpp"
#include "support/closed_band_formulas.hpp"
#include "symbols/symbols.hpp"
#include "uint128/uint128.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

namespace {

// Qualified where files are compiled together, because the SDK has a factorial of its own.
namespace math = gridcensus::mathematics;

using namespace gridcensus::mathematics;
using gridcensus::testing::bands_by_formula;

constexpr UInt128 greatest = ~UInt128{0};

TEST(UInt128, ThrowsIfAPlainOperatorWouldWrap) {
  EXPECT_TRUE(checked_add(greatest - 1, 1) == greatest);
  EXPECT_THROW(checked_add(greatest, 1), std::overflow_error);
  EXPECT_TRUE(checked_multiply(greatest, 1) == greatest);
  EXPECT_TRUE(checked_multiply(0, greatest) == 0);
  EXPECT_THROW(checked_multiply(greatest / 2 + 1, 2), std::overflow_error);
  EXPECT_TRUE(checked_power(2, 127) == greatest / 2 + 1);
  EXPECT_THROW(checked_power(2, 128), std::overflow_error);
  EXPECT_TRUE(checked_power(7, 0) == 1);
}

TEST(NumberedKeys, AreNumberedInTheOrderOfAdding) {
  using Key = std::array<std::uint16_t, 3>;
  NumberedKeys<std::uint16_t> keys{3};
  std::map<Key, std::size_t> expected;
  std::uint32_t number = 1;
  for (int i = 0; i < 5000; ++i) {
    number = number * 1664525 + 1013904223;
    const Key key{static_cast<std::uint16_t>(number >> 28U), static_cast<std::uint16_t>(number >> 24U & 15U), 7};
    EXPECT_EQ(keys.find(key).has_value(), expected.contains(key));
    const auto [known, is_new] = expected.try_emplace(key, expected.size());
    EXPECT_EQ(keys.add(key), std::pair(known->second, is_new));
    if (i == 100) keys = NumberedKeys{std::move(keys)};
  }
  ASSERT_EQ(keys.size(), expected.size());
  for (const auto& [key, place] : expected) {
    EXPECT_EQ(keys.find(key), place);
    EXPECT_TRUE(std::ranges::equal(keys.key(place), key));
  }
}

TEST(ClosedFormulas, FactorialsFillThe128Bits) {
  EXPECT_TRUE(math::factorial(0) == 1);
  EXPECT_TRUE(math::factorial(20) == 2432902008176640000U);
  EXPECT_NO_THROW(math::factorial(34));
  EXPECT_THROW(math::factorial(35), std::overflow_error);
}

TEST(ClosedFormulas, BinomialsFollowPascal) {
  EXPECT_TRUE(binomial(5, -1) == 0);
  EXPECT_TRUE(binomial(5, 6) == 0);
  for (int n = 1; n <= 60; ++n) {
    EXPECT_TRUE(binomial(n, 0) == 1);
    for (int k = 1; k <= n; ++k) EXPECT_TRUE(binomial(n, k) == binomial(n - 1, k - 1) + binomial(n - 1, k));
  }
}

TEST(ClosedFormulas, EqualPartitionsAreFactorialQuotients) {
  EXPECT_TRUE(equal_partitions(3, 3) == 280);
  EXPECT_TRUE(equal_partitions(3, 4) == 5775);
  EXPECT_TRUE(equal_partitions(4, 3) == 15400);
  for (int blocks = 1; blocks <= 5; ++blocks) {
    for (int size = 1; size <= 5; ++size) {
      EXPECT_TRUE(equal_partitions(blocks, size) * checked_power(math::factorial(size), blocks) *
                      math::factorial(blocks) ==
                  math::factorial(blocks * size));
    }
  }
}

// b(2,2), b(2,3), b(3,2) are recomputed by brute force in many places; b(3,3) is Felgenhauer and Jarvis.
TEST(ClosedFormulas, BandCountsEqualTheKnownOnes) {
  EXPECT_TRUE(bands_by_formula(1, 5) == math::factorial(5));
  EXPECT_TRUE(bands_by_formula(2, 2) == UInt128{96});
  EXPECT_TRUE(bands_by_formula(2, 3) == UInt128{25920});
  EXPECT_TRUE(bands_by_formula(3, 2) == UInt128{460800});
  EXPECT_TRUE(bands_by_formula(3, 3) == UInt128{948109639680});
  EXPECT_TRUE(bands_by_formula(3, 1) == UInt128{12});
  EXPECT_FALSE(bands_by_formula(4, 2));
}

TEST(Symbols, FormSetsAndAreRelabelled) {
  const SymbolSet set = 0b10110;
  EXPECT_EQ(least(set), 1);
  EXPECT_EQ(size_of(set), 3);
  EXPECT_EQ(without_least(set), 0b10100);
  EXPECT_EQ(without(set, 0b00110), 0b10000);
  EXPECT_EQ(first_symbols(16), 0xFFFF);

  Relabelling cycle = identity_relabelling();
  cycle[1] = 2;
  cycle[2] = 4;
  cycle[4] = 1;
  EXPECT_EQ(math::relabelled(set, cycle), set);
  EXPECT_EQ(math::relabelled(singleton(1), cycle), singleton(2));
  EXPECT_EQ(composed(cycle, cycle)[1], 4);
  EXPECT_EQ(composed(cycle, inverse(cycle)), identity_relabelling());
}

}  // namespace
