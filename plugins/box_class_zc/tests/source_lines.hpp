#pragma once

#include "box_class_zc/border.hpp"
#include "box_class_zc/interior.hpp"

#include <algorithm>
#include <string>

namespace gridcensus::testing {

/// Returns the tables of 3x3, made once.
inline const box_class_zc::Border& border() {
  static const box_class_zc::Border tables;
  return tables;
}

inline const box_class_zc::Interior& interior() {
  static const box_class_zc::Interior tables{border()};
  return tables;
}

/// Returns the lines of "123 456 789", the source's notation without the commas.
inline box_class_zc::Lines lines(const std::string& text) {
  const auto spaces = static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
  box_class_zc::Lines result = box_class_zc::Lines::empty(spaces + 1);
  std::size_t line = 0;
  for (const char symbol : text) {
    if (symbol == ' ')
      ++line;
    else
      result[line] |= mathematics::singleton(symbol - '1');
  }
  return result;
}

}  // namespace gridcensus::testing
