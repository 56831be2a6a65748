#include "gridcensus/plugin.hpp"

#include "mathematics.hpp"

using namespace gridcensus;
// The bands of 3xC boxes are a sum over k = 0..C, and a unit of work is one k.
struct NewStrategy final : Strategy {
  static About about() {
    return {.id = "new_strategy",
            .version = "1",
            .summary = "Bands of 3xC boxes, by how many symbols of the first box row go to the second one.",
            .source = "elementary: see README.md",
            .yields = {{Quantity::bands, Kind::exact}}};
  }
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    return problem.shape.box_rows == 3 ? Offer{} : refusal(quantities, "a box must have 3 rows");
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    const int c = request.problem.shape.box_cols;
    const auto ways = [c](std::uint64_t k, const Poll& /*poll*/) { return new_strategy::ways(c, static_cast<int>(k)); };
    const auto units = static_cast<std::uint64_t>(c) + 1;
    return exact_sum({.quantity = Quantity::bands, .units = units, .count = ways, .times = new_strategy::orders(c)});
  }
};
GRIDCENSUS_PLUGIN(NewStrategy);
