#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "uniform_grids/grid_draws.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace gridcensus::uniform_grids {

/// No way is known here to draw the grids of a problem exactly. The message says what there is.
class NoDraws : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// [bytes] 2 GiB.
inline constexpr std::size_t default_draw_memory = std::size_t{1} << 31U;

/// The way in which the grids of a problem are drawn. Always the same for a problem, so that draw k of a seed is.
///
///     3x3                          NineRanking      numbered
///     2x5, 5x2                     HalvesDraws
///     Latin squares of order 8     LatinDraws
///     what is small, any rules     FrontierRanking  numbered: 2x4, Latin squares up to order 7
///     what fits into memory        FrontierDraws
///
/// @param memory  [bytes] that draws of the last kind may take
/// @throws NoDraws  the problem is none of these.
std::unique_ptr<const GridDraws> draws_of(const Problem& problem, std::size_t memory = default_draw_memory,
                                          const Poll& poll = {});

}  // namespace gridcensus::uniform_grids
