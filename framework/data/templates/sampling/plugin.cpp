#include "gridcensus/plugin.hpp"

#include "gridcensus/ready_jobs.hpp"
#include "mathematics.hpp"

namespace {

using namespace gridcensus;

class NewStrategy final : public Strategy {
 public:
  // The parameters samples, seconds and relative_error: a run ends with the first limit that is reached.
  using Params = SamplingLimits;
  static void describe(Schema<Params>& schema) { describe_sampling_limits(schema); }

  static About about() {
    return {.id = "new_strategy",
            .version = "1",
            .summary = "Fills random grids cell by cell and weighs each by the inverse of its probability.",
            .source = "Knuth, Mathematics of Computation 29 (1975) 121-136: see README.md",
            .yields = {{Quantity::grids, Kind::estimate}}};
  }

  explicit NewStrategy(Params limits) : limits_{limits} {}

  // Decides what to do with a problem: refuse it, with the reason, or take so many units and bytes.
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (problem.shape.side() > 6) return refusal(quantities, "beyond side 6 nearly every descent comes to a dead end");
    return {.units = Batches{limits_, batch}.forecast(), .memory_bytes = 64 * 1024};
  }

  // A unit of work is a batch of samples with its own random numbers.
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return mean_of_samples({.quantity = Quantity::grids,
                            .limits = limits_,
                            .batch = batch,
                            .begin_unit = [problem = request.problem]() -> DrawSample {
                              return
                                  [descent = new_strategy::Descent{problem}](Random& random, const Poll& poll) mutable {
                                    return descent.sample(random, poll);
                                  };
                            }},
                           request);
  }

 private:
  static constexpr std::uint64_t batch = 10000;

  SamplingLimits limits_;
};

}  // namespace

GRIDCENSUS_PLUGIN(NewStrategy);
