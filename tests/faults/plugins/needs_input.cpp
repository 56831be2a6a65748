// Takes the number of grids from another strategy, and divides it by the relabellings.
#include "about.hpp"

#include <stdexcept>

namespace {

using namespace gridcensus;

class DividingJob final : public Job {
 public:
  DividingJob(Integer grids, int side) : grids_{std::move(grids)}, side_{side} {}
  std::uint64_t units() const override { return 1; }
  Tally run(std::uint64_t /*unit*/, const UnitContext& /*context*/) const override {
    const Integer relabellings = factorial(side_);
    if (grids_ % relabellings != 0) throw std::runtime_error{"the number of grids is not divisible by side!"};
    Tally tally;
    tally.add("relabelling_classes", Integer{grids_ / relabellings});
    return tally;
  }
  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {{{Quantity::relabelling_classes, Exact{total.sum("relabelling_classes")}}}, {}};
  }

 private:
  Integer grids_;
  int side_;
};

class Plugin final : public Strategy {
 public:
  static About about() { return faults::about("needs_input", Quantity::relabelling_classes); }
  Offer offer(const Problem& /*problem*/, const std::set<Quantity>& /*quantities*/) const override {
    return {.inputs = {{Quantity::relabelling_classes, {Quantity::grids}}}};
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<DividingJob>(request.inputs.at(Quantity::grids), request.problem.shape.side());
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
