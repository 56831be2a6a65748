#pragma once

#include <cstdlib>
#include <vector>

namespace gridcensus::testing {

/// Returns whether tests/evidence/run has started this program. Its cases may then take minutes; otherwise they are
/// quick relatives.
inline bool is_evidence() { return std::getenv("GRIDCENSUS_EVIDENCE") != nullptr; }

/// Returns the size of a test: the number of its seeds, draws or samples.
template <class Number>
Number size_of_test(Number quick, Number as_evidence) {
  return is_evidence() ? as_evidence : quick;
}

/// Returns the parameters of cases that take too long for each change: none, unless evidence is gathered.
template <class Parameter>
std::vector<Parameter> only_as_evidence(std::vector<Parameter> parameters) {
  if (!is_evidence()) parameters.clear();
  return parameters;
}

}  // namespace gridcensus::testing
