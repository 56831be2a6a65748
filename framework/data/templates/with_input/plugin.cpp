#include "gridcensus/plugin.hpp"

#include "mathematics.hpp"

namespace {

using namespace gridcensus;

// A job of one unit. One that is a sum of many counts in run() what a unit adds, and says in conclude() what the sum of
// all units means; exact_sum() of ready_jobs.hpp is such a job.
class FewestClasses final : public Job {
 public:
  FewestClasses(Shape shape, Integer grids) : shape_{shape}, grids_{std::move(grids)} {}

  std::uint64_t units() const override { return 1; }

  Tally run(std::uint64_t /*unit*/, const UnitContext& context) const override {
    context.poll();  // a long unit asks every few thousand steps
    Tally tally;
    tally.add("classes", new_strategy::fewest_classes(shape_, grids_));
    return tally;
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {.outcomes = {{Quantity::essentially_different, LowerBound{total.sum("classes")}}}, .findings = {}};
  }

 private:
  Shape shape_;
  Integer grids_;
};

class NewStrategy final : public Strategy {
 public:
  static About about() {
    return {.id = "new_strategy",
            .version = "1",
            .summary = "Essentially different grids are at least grids / order of the group.",
            .source = "an orbit is no larger than its group: see README.md",
            .yields = {{Quantity::essentially_different, Kind::lower_bound}}};
  }

  // What it would do with a problem: take the exact number of grids, which the host runs another strategy for or is
  // given, and count in one unit.
  Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    return {.inputs = {{Quantity::essentially_different, {Quantity::grids}}}, .units = 1, .memory_bytes = 1024};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<FewestClasses>(request.problem.shape, request.inputs.at(Quantity::grids));
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(NewStrategy);
