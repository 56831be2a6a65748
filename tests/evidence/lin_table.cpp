// lin_table [lines] < BANDS.csv > TABLE.csv: the signature classes of 6x2 (docs/data/signature_classes_6x2.csv.gz) in
// the form of Lin's release c6-verified-2026-09-07 (github.com/linche89/sudoku-enumeration), which fixes all 63,199
// values by one SHA-256. With `lines`: the form of its second one, a line "qid|words|orbit size|multiplicity|F" for
// each class.
//
// A class is named by six sets of six symbols, those of the first column of each box. A symbol becomes a word of six
// bits: bit q is 1 if the symbol is not in set q. Written below each other and sorted, the words of a class are a table
// of 12 rows and six columns. The 46,080 maps that permute and flip the six bits give 46,080 such tables; the
// representative is the one whose first column, of bit 0, is least, read downwards with the rows sorted by the columns
// so far, then its second, of bit 1, and so on.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr int bits = 6;
constexpr std::size_t symbols = 12;
constexpr std::uint64_t maps = 46'080;
constexpr std::string_view digits = "123456789ABC";

using Words = std::array<std::uint8_t, symbols>;

/// Returns the words of a class; each entry of the name has the symbols of the first column of a box, without box 1.
Words words_of(const std::string& name) {
  std::istringstream sets{"13579B " + name};
  Words words;
  words.fill((1U << bits) - 1);
  std::string set;
  for (unsigned bit = 0; sets >> set; ++bit) {
    for (const char symbol : set) words.at(digits.find(symbol)) &= static_cast<std::uint8_t>(~(1U << bit));
  }
  return words;
}

struct Representative {
  Words words{};
  std::uint64_t orbit = 0;
};

/// The chosen bits of the words, in the order in which they were chosen, as numbers: the first is the highest bit.
struct Choice {
  Words prefixes{};
  unsigned chosen = 0;
};

/// Returns the last column of the table, read downwards, if its rows are sorted.
std::uint16_t last_column(Words prefixes) {
  std::sort(prefixes.begin(), prefixes.end());
  unsigned column = 0;
  for (const std::uint8_t prefix : prefixes) column = column << 1U | (prefix & 1U);
  return static_cast<std::uint16_t>(column);
}

Representative representative(const Words& words) {
  std::vector<Choice> choices(1);
  for (int column = 0; column < bits; ++column) {
    std::vector<Choice> best;
    std::uint16_t least = 0;
    for (const Choice& choice : choices) {
      for (unsigned bit = 0; bit < bits; ++bit) {
        if ((choice.chosen >> bit & 1U) == 1) continue;
        for (const unsigned flip : {0U, 1U}) {
          Choice longer{{}, choice.chosen | 1U << bit};
          for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
            const unsigned prefix = choice.prefixes.at(symbol);
            longer.prefixes.at(symbol) =
                static_cast<std::uint8_t>(prefix << 1U | ((words.at(symbol) >> bit & 1U) ^ flip));
          }
          const std::uint16_t last = last_column(longer.prefixes);
          if (!best.empty() && last > least) continue;
          if (last < least) best.clear();
          least = last;
          best.push_back(longer);
        }
      }
    }
    choices = std::move(best);
  }
  Representative found;
  // The first column is bit 0.
  const Words& least = choices.front().prefixes;
  for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
    for (unsigned bit = 0; bit < bits; ++bit) {
      found.words.at(symbol) |= static_cast<std::uint8_t>((least.at(symbol) >> (bits - 1 - bit) & 1U) << bit);
    }
  }
  std::sort(found.words.begin(), found.words.end());
  // As many choices lead to the least table as maps fix it.
  found.orbit = maps / choices.size();
  return found;
}

std::uint64_t factorial(std::uint64_t n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// Returns the number of ways to assign the words to the symbols.
std::uint64_t multiplicity(const Words& words) {
  std::uint64_t count = factorial(symbols);
  std::uint64_t equal = 0;  // words up to this one; they are sorted
  for (std::size_t i = 0; i < words.size(); ++i) {
    equal = i > 0 && words[i] == words[i - 1] ? equal + 1 : 1;
    count /= equal;
  }
  return count;
}

/// Returns the sort key of the rows: of each word the mask of 16 bits in which each bit b is written as 1b, low byte
/// first.
std::string sort_key(const Words& words) {
  std::string key;
  for (const std::uint8_t word : words) {
    unsigned mask = 0;
    for (unsigned bit = 0; bit < bits; ++bit) mask |= (2U | (word >> bit & 1U)) << (2 * bit);
    key += static_cast<char>(mask & 0xFFU);
    key += static_cast<char>(mask >> 8U);
  }
  return key;
}

std::string text_of(const Words& words) {
  std::string text;
  for (const std::uint8_t word : words) text += (text.empty() ? "" : " ") + std::to_string(word);
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  const bool as_lines = count == 2 && std::string_view{arguments[1]} == "lines";
  std::string row;
  if ((count != 1 && !as_lines) || !std::getline(std::cin, row) || row != "class,size,completions") {
    std::cerr << "usage: lin_table [lines] < BANDS.csv, a table with the columns class, size and completions\n";
    return EXIT_FAILURE;
  }
  struct Class {
    Representative least;
    std::uint64_t factorisations = 0;
  };
  std::map<std::string, Class> classes;
  while (std::getline(std::cin, row)) {
    const std::string name = row.substr(0, row.find(','));
    const Representative least = representative(words_of(name));
    // The rows of a band of 6x2 have no order in the table.
    classes[sort_key(least.words)] = {least, factorial(bits) * std::stoull(row.substr(row.rfind(',') + 1))};
  }
  if (!as_lines) std::cout << "qid,representative_words,coordinate_orbit_size,labelled_multiplicity,F\r\n";
  std::size_t qid = 0;
  for (const auto& [key, each] : classes) {
    const auto& [least, factorisations] = each;
    if (as_lines) {
      std::cout << qid << '|' << text_of(least.words) << '|' << least.orbit << '|' << multiplicity(least.words) << '|'
                << factorisations << '\n';
    } else {
      std::cout << qid << ",\"" << text_of(least.words) << "\"," << least.orbit << ',' << multiplicity(least.words)
                << ',' << factorisations << "\r\n";
    }
    ++qid;
  }
}
