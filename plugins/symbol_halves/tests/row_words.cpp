// Classes of row structures, by a list of all of them and by their sizes.
#include "symbol_halves/row_words.hpp"

#include "support/stopping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::symbol_halves;
using gridcensus::testing::told_to_stop;

TEST(WordClasses, HaveTheKnownNumbersOfClasses) {
  // Pettersen (2005) for the 355 classes of 5x2; the others from Burnside's lemma (signature_burnside).
  EXPECT_EQ(word_classes(2, {}).size(), 2U);
  EXPECT_EQ(word_classes(3, {}).size(), 4U);
  EXPECT_EQ(word_classes(4, {}).size(), 26U);
  EXPECT_EQ(word_classes(5, {}).size(), 355U);
}

TEST(WordClasses, AreBalancedAndDistinct) {
  for (const int columns : {2, 3, 4, 5}) {
    std::set<std::vector<Word>> lists;
    for (const WordClass& each : word_classes(columns, {})) {
      ASSERT_EQ(each.words.size(), 2 * static_cast<std::size_t>(columns));
      EXPECT_TRUE(std::is_sorted(each.words.begin(), each.words.end()));
      EXPECT_TRUE(lists.insert(each.words).second);
      for (int box = 0; box < columns; ++box) {
        EXPECT_EQ(
            std::count_if(each.words.begin(), each.words.end(), [&](Word word) { return (word >> box & 1) == 1; }),
            columns);
      }
    }
  }
}

/// All row structures of a stack of three boxes, by the sets of three symbols in the upper rows.
TEST(WordClasses, AreTheOrbitsOfAllRowStructures) {
  constexpr int symbols = 6;
  std::vector<unsigned> halves;
  for (unsigned set = 0; set < 1U << symbols; ++set) {
    if (std::popcount(set) == 3) halves.push_back(set);
  }
  std::map<std::vector<Word>, Integer> found;
  for (const unsigned a : halves) {
    for (const unsigned b : halves) {
      for (const unsigned c : halves) {
        // The least image under exchanges of rows and all orders of the boxes.
        std::vector<Word> least;
        std::vector<unsigned> sets{a, b, c};
        std::sort(sets.begin(), sets.end());
        do {
          for (unsigned exchanged = 0; exchanged < 8; ++exchanged) {
            std::vector<Word> words(symbols, 0);
            for (std::size_t box = 0; box < sets.size(); ++box) {
              for (std::size_t symbol = 0; symbol < words.size(); ++symbol) {
                words[symbol] |= ((sets[box] >> symbol ^ exchanged >> box) & 1U) << box;
              }
            }
            std::sort(words.begin(), words.end());
            if (least.empty() || words < least) least = words;
          }
        } while (std::next_permutation(sets.begin(), sets.end()));
        found[least] += 1;
      }
    }
  }
  std::map<std::vector<Word>, Integer> listed;
  for (const WordClass& each : word_classes(3, {})) listed[each.words] = each.structures;
  EXPECT_EQ(listed, found);
}

TEST(WordClasses, StopWhenAsked) { EXPECT_THROW(word_classes(4, told_to_stop), Stopped); }

}  // namespace
