#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"

namespace gridcensus::testing {

/// Returns a table of two rows, with a number that needs more than 64 bits and a negative one.
inline Table small_table() {
  Table table{"class", {"size", "completions"}, {}};
  table.add("a", {1, Integer{"123456789012345678901234567890"}});
  table.add("b", {0, -7});
  return table;
}

}  // namespace gridcensus::testing
