#pragma once

#include "border.hpp"
#include "interior.hpp"

namespace gridcensus::testing {

/// The tables of 3x3, made once.
inline const box_class_zc::Border& border() {
  static const box_class_zc::Border tables;
  return tables;
}

inline const box_class_zc::Interior& interior() {
  static const box_class_zc::Interior tables{border()};
  return tables;
}

}  // namespace gridcensus::testing
