// The findings of the adapter of band_counts in addition to the bands.
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;

// Felgenhauer and Jarvis, "Enumerating possible Sudoku grids" (2005): 9! * 2612736 bands, 2612736 = 56 * 6^6.
TEST(BandCounts, FindsTheBandsWithAGivenFirstBox) {
  const auto strategy = create(load(plugin_file("band_counts")));
  const Report report = count(*strategy, {.shape = {3, 3}}, {Quantity::bands});
  EXPECT_EQ(exact(report, Quantity::bands), factorial(9) * 2612736);
  EXPECT_EQ(report.findings.at("normalised_bands").value, FindingValue{Exact{2612736}});
  EXPECT_EQ(report.findings.at("band_row_contents").value, FindingValue{Exact{56}});
}

}  // namespace
