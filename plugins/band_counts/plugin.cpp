#include "gridcensus/plugin.hpp"

#include "band_recursion/band_sum.hpp"
#include "gridcensus/ready_jobs.hpp"

#include <memory>

namespace {

using namespace gridcensus;
using band_recursion::BandSum;

class BandCounts final : public Strategy {
 public:
  static About about() {
    return {.id = "band_counts",
            .version = "1.0.0",
            .summary = "Counts bands by which sets of rows their symbols use in the first half of the boxes.",
            .source = "Pettersen, forum.enjoysudoku.com, \"RxC band counting algorithm\" (2006)",
            .yields = {{Quantity::bands, Kind::exact}}};
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (const auto reason = band_recursion::why_not(problem.shape)) return refusal(quantities, *reason);
    return {.units = band_recursion::count_terms(problem.shape),
            .memory_bytes = band_recursion::memory_bytes(problem.shape)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Shape shape = request.problem.shape;
    const auto terms = std::make_shared<const BandSum>(shape, request.poll);
    return exact_sum({.quantity = Quantity::bands,
                      .units = terms->terms(),
                      .count = [terms](std::uint64_t unit, const Poll& poll) { return terms->term(unit, poll); },
                      .divisor = terms->divisor(),
                      .weight = [terms](std::uint64_t unit) { return terms->cost(unit); },
                      .findings = [shape, terms](const Integer& bands) { return findings(shape, *terms, bands); }});
  }

 private:
  static Findings findings(Shape shape, const BandSum& terms, const Integer& bands) {
    return {{"normalised_bands", {Exact{bands / factorial(shape.side())}, "Bands with a given first box: bands / N!"}},
            {"band_row_contents",
             {Exact{bands / terms.divisor()},
              "Bands with a given first box, the order within the rows of the other boxes left out: "
              "bands / (N! C!^(R(R-1)))"}}};
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(BandCounts);
