#include "mathematics.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace new_strategy {

using gridcensus::Real;

Descent::Descent(const gridcensus::Problem& problem)
    : side_{problem.shape.side()},
      rivals_(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_)),
      symbols_(rivals_.size()) {
  for (const gridcensus::Region& region : problem.regions()) {
    for (const int cell : region) {
      for (const int other : region) {
        if (other < cell) rivals_[static_cast<std::size_t>(cell)].push_back(static_cast<std::size_t>(other));
      }
    }
  }
}

Real Descent::sample(gridcensus::Random& random, const gridcensus::Poll& poll) {
  poll();  // call it every few thousand steps of a long sample: it throws if the work is to stop
  Real weight = 1;
  for (std::size_t cell = 0; cell < rivals_.size(); ++cell) {
    std::vector<int> candidates;
    for (int symbol = 0; symbol < side_; ++symbol) {
      const auto holds = [&](std::size_t rival) { return symbols_[rival] == symbol; };
      if (std::none_of(rivals_[cell].begin(), rivals_[cell].end(), holds)) candidates.push_back(symbol);
    }
    if (candidates.empty()) return 0;
    weight *= static_cast<Real>(candidates.size());
    symbols_[cell] = candidates[random.below(candidates.size())];
  }
  return weight;
}

}  // namespace new_strategy
