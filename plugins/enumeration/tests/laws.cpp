#include "enumeration/search.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

using gridcensus::enumeration::Prefix;
using gridcensus::enumeration::Region;
using gridcensus::enumeration::Search;

constexpr int cells = 16;

/// Rows and columns of a square of side 4, with as many as three other sets of four cells.
std::vector<Region> arbitrary_regions() {
  std::vector<Region> regions;
  for (int line = 0; line < 4; ++line) {
    regions.push_back({line * 4, line * 4 + 1, line * 4 + 2, line * 4 + 3});
    regions.push_back({line, line + 4, line + 8, line + 12});
  }
  const auto extra = *rc::gen::inRange(0, 4);
  for (int i = 0; i < extra; ++i) {
    regions.push_back(*rc::gen::unique<Region>(4, rc::gen::inRange(0, cells)));
  }
  return regions;
}

std::vector<int> arbitrary_permutation(int size) {
  std::vector<int> sorted(static_cast<std::size_t>(size));
  std::iota(sorted.begin(), sorted.end(), 0);
  for (std::size_t left = sorted.size(); left > 1; --left) {
    std::swap(sorted[left - 1], sorted[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  return sorted;
}

RC_GTEST_PROP(Search, TheNamesOfCellsAndTheOrderOfRegionsDoNotMatter, ()) {
  const auto regions = arbitrary_regions();
  const auto renamed = arbitrary_permutation(cells);
  const auto order = arbitrary_permutation(static_cast<int>(regions.size()));
  std::vector<Region> image;
  for (const int place : order) {
    Region region;
    for (const int cell : regions[static_cast<std::size_t>(place)]) {
      region.push_back(renamed[static_cast<std::size_t>(cell)]);
    }
    std::rotate(region.begin(), region.begin() + 1, region.end());
    image.push_back(std::move(region));
  }
  RC_ASSERT(Search(cells, regions).completions({}) == Search(cells, image).completions({}));
}

RC_GTEST_PROP(Search, AnySplitHasTheSameSum, ()) {
  const Search search{cells, arbitrary_regions()};
  std::uint64_t total = 0;
  const auto max_cells = *rc::gen::inRange<std::size_t>(0, cells + 1);
  for (const Prefix& prefix : search.prefixes(*rc::gen::inRange<std::size_t>(0, 100), max_cells)) {
    total += search.completions(prefix);
  }
  RC_ASSERT(total == search.completions({}));
}

}  // namespace
