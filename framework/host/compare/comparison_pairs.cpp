#include "host/compare/comparison.hpp"

#include <algorithm>

namespace gridcensus::host {

std::vector<Comparison> compare_all(const std::vector<AttributedOutcome>& left,
                                    const std::vector<AttributedOutcome>& right) {
  const auto has = [](const std::vector<AttributedOutcome>& side, const AttributedOutcome& like, Quantity quantity) {
    return std::ranges::any_of(side, [&](const AttributedOutcome& origin) {
      return origin.quantity == quantity && origin.origin.name == like.origin.name &&
             origin.origin.problem == like.origin.problem;
    });
  };
  std::vector<Comparison> found;
  for (const auto& here : left) {
    for (const auto& there : right) {
      if (!are_comparable(here, there)) continue;
      const Quantity base = reduction(here.quantity, here.origin.problem).base;
      if (here.follows && there.follows && has(left, here, base) && has(right, there, base)) continue;
      // A conversion adds nothing if one side has the other's quantity itself.
      if (here.quantity != there.quantity && (has(left, here, there.quantity) || has(right, there, here.quantity))) {
        continue;
      }
      found.push_back(compare(here, there));
    }
  }
  return found;
}

std::vector<Comparison> compare_all(const std::vector<AttributedFinding>& left,
                                    const std::vector<AttributedFinding>& right) {
  std::vector<Comparison> found;
  for (const auto& here : left) {
    for (const auto& there : right) {
      if (are_comparable(here, there)) found.push_back(compare(here, there));
    }
  }
  return found;
}

}  // namespace gridcensus::host
