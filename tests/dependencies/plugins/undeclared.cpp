// Counts with a shared library that it does not declare.
#include "band_recursion/band_sum.hpp"
#include "gridcensus/shape.hpp"

extern "C" {
std::size_t count();
std::size_t count() { return gridcensus::band_recursion::BandSum{gridcensus::Shape{2, 2}}.terms(); }
}
