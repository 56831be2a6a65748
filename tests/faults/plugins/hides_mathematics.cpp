// Counts with a shared library, and does not declare it.
#include "about.hpp"
#include "band_recursion/band_sum.hpp"
#include "small_counts.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public faults::SmallJob {
 public:
  explicit FaultyJob(const Problem& problem) : SmallJob{problem}, bands_{problem.shape, {}} {}
  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Tally tally = SmallJob::run(unit, context);
    tally.add("terms", Integer{bands_.terms()});
    return tally;
  }

 private:
  band_recursion::BandSum bands_;
};

class Plugin final : public Strategy {
 public:
  static About about() { return faults::about("hides_mathematics"); }
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    return faults::small_offer(problem, quantities);
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<FaultyJob>(request.problem);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
