#include "uniform_grids/frontier_sampler.hpp"

#include <memory>
#include <stdexcept>

namespace gridcensus::uniform_grids {

namespace {

std::shared_ptr<const symbol_frontier::Frontier> checked_frontier(const Problem& problem) {
  // From side 13 on nothing fits, and forecasts take longer and longer.
  constexpr int max_side = 12;
  if (problem.shape.side() > max_side) throw std::length_error{"a side above 12 has too many partial grids"};
  auto [frontier, forecast] = symbol_frontier::frontier_of(problem);
  if (!frontier) throw std::length_error{"a single symbol has too many states"};
  if (forecast.exceeds_max_width)
    throw std::length_error{"the widest layer has more than 1e12 partial grids, by forecast"};
  return frontier;
}

}  // namespace

FrontierSampler::FrontierSampler(const Problem& problem, std::size_t memory, const Poll& poll)
    : shape_{problem.shape}, layers_{checked_frontier(problem), memory, poll} {}

Grid FrontierSampler::draw(Random& random) const { return {shape_, layers_.unrank(random_below(random, grids()))}; }

}  // namespace gridcensus::uniform_grids
