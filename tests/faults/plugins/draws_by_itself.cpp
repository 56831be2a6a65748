// A sampler that draws from random numbers of its own: by whatever seed, it gives the same estimate.
#include "random_descent.hpp"

namespace {

using namespace gridcensus;

class FaultyJob final : public Job {
 public:
  FaultyJob(const Problem& problem, faults::SamplerParams params) : honest_{problem, params, 1} {}
  std::uint64_t units() const override { return honest_.units(); }
  Tally run(std::uint64_t unit, UnitContext& /*context*/) const override {
    constexpr std::uint64_t own_seed = 42;
    UnitContext own{own_seed, 0, unit, {}};
    return honest_.run(unit, own);
  }
  Report conclude(const Tally& total, std::uint64_t units) const override { return honest_.conclude(total, units); }

 private:
  faults::RandomDescentJob honest_;
};

class Plugin final : public faults::RandomDescent<100> {
 public:
  explicit Plugin(Params params) : RandomDescent{params}, params_{params} {}
  static About about() { return faults::about("draws_by_itself", Quantity::grids, Kind::estimate); }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<FaultyJob>(request.problem, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
