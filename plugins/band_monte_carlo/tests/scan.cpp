// Searches of the source's size: all 474,054,819,840 (relabelling, band) pairs.
#include "band_monte_carlo/source_trials.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::band_monte_carlo;

TEST(Scan, VisitsAllPairsIfNothingIsTaken) {
  const Trials trials{{3, 3}, {}};
  // An index past the end of the list is a band without a symbol; both of them are.
  const std::vector<LabelledBand> nothing{{trials.listed_bands(), 0}, {trials.listed_bands(), 0}};
  EXPECT_EQ(trials.last_bands(nothing, LastBand::scan, {}), 474'054'819'840U);
}

TEST(Scan, FindsMultiplesOfThreeWhateverIsTaken) {
  // The three choices of the first row of a band lead to three pairs of the scan, and its columns stay the same.
  const Trials trials{{3, 3}, {}};
  Random random{11, 0, 0};
  for (int i = 0; i < 3; ++i) {
    const std::vector<LabelledBand> one_band{{random.below(trials.listed_bands()), 0}, {trials.listed_bands(), 0}};
    const auto found = trials.last_bands(one_band, LastBand::scan, {});
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(*found % 3, 0U);
    // 56^3 column sets are compatible with a band, with some 200 / 2 bands each.
    EXPECT_NEAR(static_cast<double>(*found), 17.56e6, 1.5e6);
  }
}

}  // namespace
