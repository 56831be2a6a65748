#include "box_class_zc/hands.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::box_class_zc {

namespace {

/// Returns the number of orders of the letters of a text.
std::uint64_t orders(std::string text) {
  std::ranges::sort(text);
  std::uint64_t count = 0;
  do {
    ++count;
  } while (std::next_permutation(text.begin(), text.end()));
  return count;
}

/// The rows of a box in letters, each in alphabetical order, which determine its hand.
using LetterRows = std::vector<std::string>;

LetterRows renamed(const LetterRows& rows, const std::string& names) {
  LetterRows result;
  for (const std::string& row : rows) {
    std::string text;
    for (const char letter : row) text += names[static_cast<std::size_t>(letter - 'a')];
    std::ranges::sort(text);
    result.push_back(text);
  }
  std::ranges::sort(result);
  return result;
}

/// Counts the pairs of a row and a letter that it lacks: ZC of the box and the columns of the letters.
int crossings_of(const LetterRows& rows) {
  int missing = 0;
  for (const std::string& row : rows) {
    for (const char letter : {'a', 'b', 'c'}) missing += row.find(letter) == std::string::npos ? 1 : 0;
  }
  return missing;
}

/// Returns the arrangements with the same hand in all rows: the choices of letters times the orders of rows, each
/// multiplied by the orders of its letters.
Arrangements arrangements_of(const LetterRows& rows) {
  Arrangements found{.rows = 1};
  LetterRows order = rows;
  while (std::next_permutation(order.begin(), order.end())) ++found.rows;
  for (std::size_t row = 0; row < Border::lines; ++row) found.in_row.at(row) = orders(rows.at(row));
  std::set<LetterRows> choices;
  std::string names = "abc";
  do {
    choices.insert(renamed(rows, names));
  } while (std::next_permutation(names.begin(), names.end()));
  found.sets = choices.size();
  found.total = found.rows * found.in_row[0] * found.in_row[1] * found.in_row[2] * found.sets;
  return found;
}

}  // namespace

std::map<int, StraightHand> straight_hands(const Border& border) {
  std::map<int, StraightHand> hands;
  for (std::size_t i = 0; i < border.size(); ++i) {
    const auto code = static_cast<Code>(i);
    StraightHand& hand = hands[zero_crossings(Border::box_1_rows(), border.classes()[code])];
    const std::uint64_t partners = border.partners(code).size();
    if (hand.box_2_classes++ != 0 && hand.box_3_classes != partners) {
      throw BrokenInvariant{"two classes of one straight hand have different numbers of partners"};
    }
    hand.box_3_classes = partners;
  }
  return hands;
}

std::map<int, CrossHand> cross_hands(const Border& border, const Interior& interior) {
  std::map<int, CrossHand> hands;
  std::vector<std::size_t> seen_by(interior.classes());  // the last pair that left this class to box 8, from 1
  std::size_t pair = 0;
  for (std::size_t i = 0; i < border.size(); ++i) {
    for (std::size_t j = 0; j < border.size(); ++j) {
      const auto box_2 = static_cast<Code>(i);
      const auto box_4 = static_cast<Code>(j);
      ++pair;
      CrossHand found;
      for (const Split& split : interior.splits(box_2)) {
        if (!interior.has_octet(box_4, split.next)) continue;
        found.fillings += rows_per_column;
        if (seen_by[split.last] != pair) ++found.box_8_classes;
        seen_by[split.last] = pair;
      }
      CrossHand& hand = hands[zero_crossings(mirror(border.classes()[box_4]), border.classes()[box_2])];
      const bool differs = hand.fillings != found.fillings || hand.box_8_classes != found.box_8_classes;
      if (hand.cases != 0 && differs) throw BrokenInvariant{"two pairs of one cross hand differ"};
      hand = {hand.cases + 1, found.fillings, found.box_8_classes};
    }
  }
  return hands;
}

std::map<int, Arrangements> arrangements() {
  std::map<LetterRows, std::uint64_t> ways;
  std::string letters = "aaabbbccc";
  do {
    LetterRows rows;
    for (std::size_t row = 0; row < Border::lines; ++row) {
      std::string text = letters.substr(Border::lines * row, Border::lines);
      std::ranges::sort(text);
      rows.push_back(text);
    }
    std::ranges::sort(rows);
    ++ways[rows];
  } while (std::next_permutation(letters.begin(), letters.end()));

  std::map<int, Arrangements> hands;
  std::map<int, std::uint64_t> counted;
  for (const auto& [rows, count] : ways) {
    const int crossings = crossings_of(rows);
    counted[crossings] += count;
    hands.try_emplace(crossings, arrangements_of(rows));
  }
  for (const auto& [crossings, hand] : hands) {
    if (counted[crossings] != hand.total) throw BrokenInvariant{"a cross hand is not the product of its parts"};
  }
  return hands;
}

}  // namespace gridcensus::box_class_zc
