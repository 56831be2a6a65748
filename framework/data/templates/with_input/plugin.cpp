#include "gridcensus/plugin.hpp"

#include "mathematics.hpp"

namespace {

using namespace gridcensus;

// A job of one unit. A job that is a sum of many returns a unit's part from run() and interprets the sum of all units
// in conclude(); exact_sum() of ready_jobs.hpp is such a job.
class LowerBoundJob final : public Job {
 public:
  LowerBoundJob(Shape shape, Integer grids) : shape_{shape}, grids_{std::move(grids)} {}

  std::uint64_t units() const override { return 1; }

  Tally run(std::uint64_t /*unit*/, const UnitContext& context) const override {
    context.poll();  // call it every few thousand steps of a long unit
    Tally tally;
    tally.add("classes", new_strategy::min_classes(shape_, grids_));
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

  // Decides what to do with a problem: take the exact number of grids, which another strategy counts or the user gives,
  // and count in one unit.
  Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    return {.inputs = {{Quantity::essentially_different, {Quantity::grids}}}, .units = 1, .memory_bytes = 1024};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<LowerBoundJob>(request.problem.shape, request.inputs.at(Quantity::grids));
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(NewStrategy);
