#include "gridcensus/plugin.hpp"

#include "gridcensus/ready_jobs.hpp"

namespace {

using namespace gridcensus;

Integer binomial(int n, int k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

class ThreeRowBands final : public Strategy {
 public:
  static About about() {
    return {.id = "three_row_bands",
            .version = "1",
            .summary = "Bands of 3xC boxes, by how many symbols of the first box row go to the second one.",
            .source = "elementary: see docs/add-a-strategy.md",
            .yields = {{Quantity::bands, Kind::exact}}};
  }

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.shape.box_rows != 3) return "a box must have 3 rows";
    return std::nullopt;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const int c = request.problem.shape.box_cols;
    return exact_sum({.quantity = Quantity::bands,
                      .units = static_cast<std::uint64_t>(c) + 1,
                      .count = [c](std::uint64_t k, const Poll& /*poll*/) { return power(binomial(c, int(k)), 3); },
                      .times = factorial(3 * c) * power(factorial(c), 6)});
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(ThreeRowBands);
