#include "gridcensus/plugin.hpp"

#include "gridcensus/ready_jobs.hpp"
#include "mathematics.hpp"

namespace {

using namespace gridcensus;

class NewStrategy final : public Strategy {
 public:
  static About about() {
    return {.id = "new_strategy",
            .version = "1",
            .summary = "Bands of 3xC boxes, by how many symbols of the first box row go to the second one.",
            .source = "elementary: see README.md",
            .yields = {{Quantity::bands, Kind::exact}}};
  }

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.shape.box_rows != 3) return "a box must have 3 rows";
    return std::nullopt;
  }

  // What a run will cost, told before it begins: so many units, and no memory to speak of.
  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    return {.units = static_cast<std::uint64_t>(problem.shape.box_cols) + 1, .memory_bytes = 1024};
  }

  // The quantity is a sum over k = 0..C, and a unit of work is one k.
  std::unique_ptr<Job> prepare(const Request& request) const override {
    const int c = request.problem.shape.box_cols;
    return exact_sum({.quantity = Quantity::bands,
                      .units = static_cast<std::uint64_t>(c) + 1,
                      .count =
                          [c](std::uint64_t k, const Poll& poll) {
                            poll();  // a long unit asks every few thousand steps whether it shall stop
                            return new_strategy::ways(c, static_cast<int>(k));
                          },
                      .times = new_strategy::orders(c)});
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(NewStrategy);
