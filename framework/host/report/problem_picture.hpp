#pragma once

#include "gridcensus/problem.hpp"

#include <string>

namespace gridcensus::host {

/// Returns a picture of the rules of a problem as an SVG file that needs nothing else: boxes or jigsaw regions have
/// thick borders, further regions are tinted and have letters, diagonals and single pairs are lines, givens are digits.
/// Words below the picture name the rules. The picture follows the reader's choice of light or dark.
std::string problem_svg(const Problem& problem);

}  // namespace gridcensus::host
