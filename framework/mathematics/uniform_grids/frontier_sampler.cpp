#include "uniform_grids/frontier_sampler.hpp"

#include <memory>
#include <stdexcept>
#include <string>

namespace gridcensus::uniform_grids {

namespace {

std::shared_ptr<const symbol_frontier::Frontier> checked_frontier(const Problem& problem) {
  const int most = symbol_frontier::max_side(problem);
  if (problem.shape.side() > most) {
    throw std::length_error{"a side above " + std::to_string(most) + " has too many partial grids"};
  }
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
