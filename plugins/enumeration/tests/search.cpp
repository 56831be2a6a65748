#include "enumeration/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using gridcensus::enumeration::Prefix;
using gridcensus::enumeration::Region;
using gridcensus::enumeration::Search;

std::vector<Region> latin(int side) {
  std::vector<Region> regions;
  for (int row = 0; row < side; ++row) {
    regions.emplace_back();
    for (int col = 0; col < side; ++col) regions.back().push_back(row * side + col);
  }
  for (int col = 0; col < side; ++col) {
    regions.emplace_back();
    for (int row = 0; row < side; ++row) regions.back().push_back(row * side + col);
  }
  return regions;
}

/// Counts every assignment of symbols to cells, tested only when it is complete.
std::uint64_t by_definition(int cell_count, const std::vector<Region>& regions) {
  const int symbols = static_cast<int>(regions.front().size());
  std::vector<int> grid(static_cast<std::size_t>(cell_count), 0);
  std::uint64_t total = 0;
  const auto is_legal = [&] {
    return std::ranges::all_of(regions, [&](const Region& region) {
      std::vector<bool> seen(static_cast<std::size_t>(symbols));
      for (const int cell : region) seen[static_cast<std::size_t>(grid[static_cast<std::size_t>(cell)])] = true;
      return std::ranges::all_of(seen, [](bool is_seen) { return is_seen; });
    });
  };
  while (true) {
    if (is_legal()) ++total;
    std::size_t cell = 0;
    while (cell < grid.size() && ++grid[cell] == symbols) grid[cell++] = 0;
    if (cell == grid.size()) return total;
  }
}

std::uint64_t sum_of_units(const Search& search, std::size_t wanted, std::size_t max_cells) {
  std::uint64_t total = 0;
  for (const Prefix& prefix : search.prefixes(wanted, max_cells)) total += search.completions(prefix);
  return total;
}

TEST(Search, CountsAsTheDefinitionDoes) {
  // Small enough for 3^9 and 2^8 assignments each.
  const std::vector<Region> two_squares{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {1, 2}, {5, 6}, {0, 3}};
  EXPECT_EQ(Search(8, two_squares).completions({}) * 2, by_definition(8, two_squares));
  auto latin_of_three = latin(3);
  EXPECT_EQ(Search(9, latin_of_three).completions({}) * 6, by_definition(9, latin_of_three));
  latin_of_three.push_back({0, 4, 8});
  EXPECT_EQ(Search(9, latin_of_three).completions({}) * 6, by_definition(9, latin_of_three));
  latin_of_three.push_back({2, 4, 6});
  EXPECT_EQ(by_definition(9, latin_of_three), 0U);
  EXPECT_EQ(Search(9, latin_of_three).completions({}), 0U);
}

TEST(Search, ExtraRegionsOnlyTakeGridsAway) {
  auto regions = latin(4);
  EXPECT_EQ(Search(16, regions).completions({}), 24U);  // 576 Latin squares / 4!
  for (const Region& box : {Region{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}}) regions.push_back(box);
  EXPECT_EQ(Search(16, regions).completions({}), 12U);  // 288 / 4!
  regions.push_back({0, 5, 10, 15});
  regions.push_back({3, 6, 9, 12});
  EXPECT_EQ(Search(16, regions).completions({}), 2U);  // both diagonals: 48 / 4!
}

TEST(Search, CountsOneCell) {
  const Search search{1, {{0}}};
  EXPECT_TRUE(search.order().empty());
  EXPECT_EQ(search.prefixes(500, 1), std::vector<Prefix>{{}});
  EXPECT_EQ(search.completions({}), 1U);
}

TEST(Search, OrderHasEachCellOnceAndPrefersTheMostRestricted) {
  const Search search{25, latin(5)};
  std::vector<int> sorted = search.order();
  std::ranges::sort(sorted);
  std::vector<int> expected(20);
  std::iota(expected.begin(), expected.end(), 5);
  EXPECT_EQ(sorted, expected);
  EXPECT_TRUE(
      std::ranges::all_of(search.order().begin(), search.order().begin() + 5, [](int cell) { return cell / 5 == 1; }));
}

TEST(Search, ListsLegalPrefixesInOrder) {
  const Search search{16, latin(4)};
  const auto prefixes = search.prefixes(1000, 4);
  EXPECT_EQ(prefixes.size(), 9U);  // derangements of 4
  EXPECT_TRUE(std::ranges::is_sorted(prefixes));
  EXPECT_EQ(prefixes.front(), (Prefix{1, 0, 3, 2}));
  EXPECT_EQ(search.prefixes(3, 4).front().size(), 1U);
  EXPECT_EQ(search.prefixes(4, 4).front().size(), 2U);
  EXPECT_EQ(search.prefixes(1, 4).front().size(), 0U);
  EXPECT_EQ(search.prefixes(1'000'000, 99).size(), 24U);
}

TEST(Search, AnySplitGivesTheSameSum) {
  const Search search{25, latin(5)};
  for (const std::size_t max_cells : {0U, 1U, 3U, 5U, 11U, 20U}) {
    EXPECT_EQ(sum_of_units(search, 1'000'000, max_cells), 1344U) << max_cells;  // 161280 / 5!
  }
}

TEST(Search, RejectsInvalidRegions) {
  EXPECT_THROW(Search(4, {}), std::invalid_argument);
  EXPECT_THROW(Search(4, {{0, 1}, {2}}), std::invalid_argument);
  EXPECT_THROW(Search(4, {{0, 1}, {2, 4}}), std::invalid_argument);
  EXPECT_THROW(Search(4, {{0, 1}, {1, 2}}), std::invalid_argument);
  EXPECT_THROW(Search(17, {Region(17, 0)}), std::invalid_argument);
}

TEST(Search, RejectsAnIllegalPrefix) {
  const Search search{9, latin(3)};
  EXPECT_THROW(search.completions({0}), std::invalid_argument);  // the symbol above it
  EXPECT_THROW(search.completions({1, 1}), std::invalid_argument);
  EXPECT_THROW(search.completions(Prefix(7, 1)), std::invalid_argument);
  EXPECT_EQ(search.completions({1}), 1U);
}

TEST(Search, StopsWhenThePollThrows) {
  struct Stop {};
  const Search search{49, latin(7)};
  int polls = 0;
  const auto stop_at_third = [&polls] {
    if (++polls == 3) throw Stop{};
  };
  EXPECT_THROW(search.completions({}, stop_at_third), Stop);
  EXPECT_EQ(polls, 3);
}

}  // namespace
