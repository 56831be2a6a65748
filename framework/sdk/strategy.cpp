#include "gridcensus/strategy.hpp"

namespace gridcensus {

Offer refusal(const std::set<Quantity>& quantities, const std::string& reason) {
  return refusals(quantities, [&](Quantity /*quantity*/) { return reason; });
}

Offer refusals(const std::set<Quantity>& quantities,
               const std::function<std::optional<std::string>(Quantity)>& why_not) {
  Offer offer;
  for (const Quantity quantity : quantities) {
    if (const auto reason = why_not(quantity)) offer.refused.emplace(quantity, *reason);
  }
  return offer;
}

}  // namespace gridcensus
