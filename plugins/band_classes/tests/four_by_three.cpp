#include "band_classes/completions/three_bands.hpp"

#include <gtest/gtest.h>

#include <random>
#include <span>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using namespace gridcensus::band_signatures;

/// Returns the classes, which are searched once.
const SignatureClasses& four_by_three() {
  static const SignatureClasses classes{4, 3};
  return classes;
}

// The only shape whose tables have a third box. Any numbers may serve as B, so none is counted.
TEST(ThreeBandsOfFourByThree, HaveConsistentTablesAndSlices) {
  const SignatureClasses& classes = four_by_three();
  std::vector<UInt128> bands;
  for (std::size_t place = 0; place < classes.classes().size(); ++place)
    bands.push_back(UInt128{24} * (1 + place % 9973));
  const ThreeBands three_bands{classes, bands};

  std::mt19937 random{1};
  const BoxCode identity = classes.codes().identity();
  for (int trial = 0; trial < 20000; ++trial) {
    // Each box is arbitrary or, at times, equal to another, so all relations occur.
    std::vector<BoxCode> signature{identity};
    for (int box = 1; box < 4; ++box) {
      const auto any = static_cast<BoxCode>(random() % classes.codes().size());
      signature.push_back(random() % 4 == 0 ? signature[random() % signature.size()] : any);
    }
    const UInt128 expected = bands[classes.index_of(classes.canonical(signature))];
    ASSERT_TRUE(three_bands.bands(std::span{signature}.subspan(1)) == expected) << trial;
  }

  std::size_t members = 0;
  for (const ThreeBands::Family& family : three_bands.families()) members += family.classes.size();
  EXPECT_EQ(members, bands.size());
  // M^2/2 choices of boxes 1 and 2, of which a slice has at most one here. The sum of all is far beyond this test.
  EXPECT_EQ(three_bands.choices_per_box(), 346U);  // sum of binomial(4,k)^3
  const ThreeBands::Family& least = three_bands.families().back();
  EXPECT_TRUE(three_bands.completions(least, 59857, 59858).front() > 0);
  for (const UInt128 completions : three_bands.completions(least, 5, 59858))
    EXPECT_TRUE(completions % (UInt128{24} * 24 * 2) == 0);
}

// With every B = 24, completions are choices. Many relabellings fix the beginning of the last families but one, so few
// frames remain to be counted.
TEST(ThreeBandsOfFourByThree, EveryChoiceIsCountedOnce) {
  const SignatureClasses& classes = four_by_three();
  const ThreeBands three_bands{classes, std::vector<UInt128>(classes.classes().size(), 24)};
  const auto last = std::span{three_bands.families()}.last(8).first(7);
  UInt128 choices = 1;
  for (int box = 0; box < 4; ++box) choices *= 346;
  int counted = 0;
  for (const auto& family : last) {
    if (family.classes.size() > 2) continue;
    ++counted;
    for (const UInt128 completions : three_bands.completions(family, 0, 1)) {
      EXPECT_TRUE(completions == UInt128{24} * 24 * choices);
    }
  }
  EXPECT_EQ(counted, 2);
}

}  // namespace
