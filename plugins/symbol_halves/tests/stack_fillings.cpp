// Fillings of stacks: by a trial of every filling, under symmetries, and for classes of 6x2 that band_classes counted.
#include "symbol_halves/stack_fillings.hpp"

#include "support/stopping.hpp"
#include "symbol_halves/row_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::symbol_halves;
using gridcensus::testing::told_to_stop;

/// Fills a stack column by column, each from its first row on, by trying every symbol.
class Trial {
 public:
  Trial(int columns, std::vector<Word> words)
      : columns_{columns}, words_{std::move(words)}, used_in_box_(static_cast<std::size_t>(columns)) {}

  std::uint64_t fillings(int column = 0, int row = 0) {
    if (column == columns_) return 1;
    if (row == 2 * columns_) {
      const unsigned kept = used_in_column_;
      used_in_column_ = 0;
      const std::uint64_t found = fillings(column + 1, 0);
      used_in_column_ = kept;
      return found;
    }
    unsigned& used_in_box = used_in_box_[static_cast<std::size_t>(row / 2)];
    std::uint64_t found = 0;
    for (std::size_t symbol = 0; symbol < words_.size(); ++symbol) {
      const unsigned bit = 1U << symbol;
      if (((used_in_column_ | used_in_box) & bit) != 0) continue;
      if (static_cast<int>(words_[symbol] >> (row / 2) & 1U) != row % 2) continue;
      used_in_column_ |= bit;
      used_in_box |= bit;
      found += fillings(column, row + 1);
      used_in_column_ &= ~bit;
      used_in_box &= ~bit;
    }
    return found;
  }

 private:
  int columns_;
  std::vector<Word> words_;
  std::vector<unsigned> used_in_box_;
  unsigned used_in_column_ = 0;
};

TEST(StackFillings, AgreeWithATrialOfAllFillings) {
  for (const int columns : {2, 3, 4}) {
    for (const WordClass& each : word_classes(columns, {})) {
      const std::uint64_t tried = Trial{columns, each.words}.fillings();
      EXPECT_TRUE(stack_fillings(columns, each.words, {}) == tried);
    }
  }
}

TEST(StackFillings, AreTheSameForAllMembersOfAClass) {
  for (const WordClass& each : word_classes(4, {})) {
    const auto expected = stack_fillings(4, each.words, {});
    for (Word exchanged = 0; exchanged < 16; ++exchanged) {
      std::vector<Word> words = each.words;
      for (Word& word : words) {
        const Word moved = word ^ exchanged;
        // Box 4 becomes box 1.
        word = (moved << 1U & 0b1111U) | moved >> 3U;
      }
      std::sort(words.begin(), words.end());
      EXPECT_TRUE(stack_fillings(4, words, {}) == expected);
    }
  }
}

TEST(StackFillings, AreNoneIfARowHasTooManySymbols) {
  EXPECT_TRUE(stack_fillings(2, {0b00, 0b00, 0b00, 0b11}, {}) == 0);
}

/// Returns the words of a class of 6x2, from its name in docs/data/signature_classes_6x2.csv.gz.
std::vector<Word> words_of(std::array<std::string_view, 6> first_columns) {
  constexpr std::string_view digits = "123456789ABC";
  std::vector<Word> words(digits.size(), 0);
  for (std::size_t box = 0; box < first_columns.size(); ++box) {
    for (const char symbol : first_columns.at(box)) words[digits.find(symbol)] |= Word{1} << box;
  }
  std::sort(words.begin(), words.end());
  return words;
}

TEST(StackFillings, AreTheCompletionsOfAClassOfSixByTwo) {
  const auto words = words_of({"13579B", "123456", "123456", "123456", "123457", "1248AC"});
  EXPECT_TRUE(stack_fillings(6, words, {}) == mathematics::UInt128{16409149046784} * 720);
}

TEST(StackFillings, StopWhenAsked) {
  EXPECT_THROW(stack_fillings(3, word_classes(3, {}).front().words, told_to_stop), Stopped);
}

}  // namespace
