#include "uniform_grids/make_grid_sampler.hpp"

#include "uniform_grids/frontier_ranking.hpp"
#include "uniform_grids/frontier_sampler.hpp"
#include "uniform_grids/half_grid_sampler.hpp"
#include "uniform_grids/ranking_3x3.hpp"

#include <string>

namespace gridcensus::uniform_grids {

namespace {

/// Returns the message why no method fits.
std::string why_not(const Problem& problem, const std::string& reason) {
  for (const Shape shape : {Shape{3, 4}, Shape{2, 6}}) {
    if (problem != Problem{shape} && problem != Problem{shape.transposed()}) continue;
    return "drawing needs how many grids each class of first bands has, which `band_classes` counts in half a day";
  }
  return reason;
}

}  // namespace

std::unique_ptr<const GridSampler> make_grid_sampler(const Problem& problem, std::size_t memory, const Poll& poll) {
  constexpr int latin_side = 8;
  const Shape shape = problem.shape;
  if (problem == Problem{{3, 3}}) return std::make_unique<Ranking3x3>();
  if (problem == Problem{{2, 5}} || problem == Problem{{5, 2}}) return std::make_unique<HalfGridSampler>(shape, poll);
  const bool are_alike = problem.symbols_are_alike();
  if (are_alike && shape.side() == latin_side && cells_seen(problem) == cells_seen(Problem{{1, latin_side}})) {
    return std::make_unique<LatinSquareSampler>(shape, poll);
  }
  try {
    if (are_alike) return std::make_unique<FrontierRanking>(problem, FrontierRanking::default_max_states, poll);
  } catch (const std::length_error&) {
    // More memory may suffice.
  }
  try {
    return std::make_unique<FrontierSampler>(problem, memory, poll);
  } catch (const std::length_error& reason) {
    throw SamplingUnsupported{
        to_string(problem) + " cannot be drawn exactly: " + why_not(problem, reason.what()) +
        "; what can be drawn is 2x2 to 2x5, 3x3, Latin squares to order 8, and what `exact_cover` can count"};
  }
}

}  // namespace gridcensus::uniform_grids
