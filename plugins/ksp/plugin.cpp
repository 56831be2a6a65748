#include "gridcensus/plugin.hpp"

#include "band_recursion/band_sum.hpp"
#include "ksp/bands_and_stacks.hpp"

#include <optional>

namespace {

using namespace gridcensus;

class Ksp final : public Strategy {
 public:
  static About about() {
    return {.id = "ksp",
            .version = "1.0.0",
            .summary = "Approximates the grids by b(R,C)^C b(C,R)^R / N!^N, as if boxes were independent.",
            .source = "Kilfoil, Silver, Pettersen, forum.enjoysudoku.com, \"Su-Doku's maths\" (2005)",
            .yields = {{Quantity::grids, Kind::approximation}}};
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    for (const Shape shape : {problem.shape, problem.shape.transposed()}) {
      if (const auto reason = band_recursion::why_not(shape)) {
        return refusal(quantities, "it takes the bands of " + to_string(shape) + ", but " + *reason);
      }
    }
    const Shape shape = problem.shape;
    const Shape transposed = shape.transposed();
    const auto units = band_recursion::count_terms(shape);
    const std::uint64_t bytes = band_recursion::memory_bytes(shape);
    if (shape == transposed) return {.units = units, .memory_bytes = bytes};
    const auto more = band_recursion::count_terms(transposed);
    return {.units = units && more ? std::optional<std::uint64_t>{*units + *more} : std::nullopt,
            .memory_bytes = bytes + band_recursion::memory_bytes(transposed)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override { return ksp::sum_of_bands_and_stacks(request); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Ksp);
