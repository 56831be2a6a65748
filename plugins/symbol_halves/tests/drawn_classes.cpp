// drawn_classes CLASSES SEED < BANDS.csv: draws classes of a table of the signature classes of 6x2 that band_classes
// counted, and recounts the fillings of each. Ends with 0 if all are equal.
#include "symbol_halves/stack_fillings.hpp"
#include "uint128/uint128.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace gridcensus;
using symbol_halves::Word;

constexpr int columns = 6;
constexpr std::uint64_t orders_of_columns = 720;
constexpr std::string_view digits = "123456789ABC";

/// Returns the words of a class; each entry of the name has the symbols of the first column of a box, without box 1.
std::vector<Word> words_of(const std::string& name) {
  std::istringstream boxes{"13579B " + name};
  std::vector<Word> words(digits.size(), 0);
  std::string box;
  for (unsigned number = 0; boxes >> box; ++number) {
    for (const char symbol : box) words.at(digits.find(symbol)) |= Word{1} << number;
  }
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: drawn_classes CLASSES SEED < BANDS.csv\n";
    return EXIT_FAILURE;
  }
  std::vector<std::string> rows;
  for (std::string row; std::getline(std::cin, row);) rows.push_back(row);
  if (rows.size() < 2 || rows.front() != "class,size,completions") {
    std::cerr << "drawn_classes: the input is not a table with the columns class, size and completions\n";
    return EXIT_FAILURE;
  }
  std::mt19937_64 random{std::stoull(arguments[2])};
  int wrong = 0;
  for (int drawn = 0; drawn < std::stoi(arguments[1]); ++drawn) {
    std::istringstream row{rows[1 + random() % (rows.size() - 1)]};
    std::string name;
    std::string size;
    std::uint64_t completions = 0;
    std::getline(row, name, ',');
    std::getline(row, size, ',');
    row >> completions;
    const auto fillings = symbol_halves::stack_fillings(columns, words_of(name), {});
    const bool is_equal = fillings == mathematics::UInt128{completions} * orders_of_columns;
    std::cout << name << ": " << (is_equal ? "equal" : "DIFFERENT") << std::endl;
    if (!is_equal) ++wrong;
  }
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
