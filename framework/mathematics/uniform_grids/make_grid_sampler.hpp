#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "uniform_grids/grid_sampler.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace gridcensus::uniform_grids {

/// Thrown if no exact method here can draw the grids of a problem. The message names the available ones.
class SamplingUnsupported : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The default memory of draws [bytes]: 2 GiB.
inline constexpr std::size_t default_draw_memory = std::size_t{1} << 31U;

/// Returns the sampler for a problem. The choice depends on the problem alone, so draw k of a seed never changes.
///
///     3x3                          Ranking3x3      numbered
///     2x5, 5x2                     HalfGridSampler
///     Latin squares of order 8     LatinSquareSampler
///     small problems, any rules    FrontierRanking  numbered: 2x4, Latin squares up to order 7
///     others that fit into memory  FrontierSampler
///
/// @param memory  [bytes] that FrontierSampler may take
/// @throws SamplingUnsupported  no method fits the problem.
std::unique_ptr<const GridSampler> make_grid_sampler(const Problem& problem, std::size_t memory = default_draw_memory,
                                                     const Poll& poll = {});

}  // namespace gridcensus::uniform_grids
