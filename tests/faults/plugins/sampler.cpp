// An unbiased sampler by default. Parameters give its weights a bias, or its draws a seed of their own.
#include "about.hpp"
#include "random_descent.hpp"

namespace {

using namespace gridcensus;

class Plugin final : public Strategy {
 public:
  using Params = faults::SamplerParams;
  static About about() { return faults::about("sampler", Quantity::grids, Kind::estimate); }
  static void describe(Schema<Params>& schema) {
    describe_sampling_limits(schema);
    schema.field("batch", &Params::batch).unit("samples").range(2, 1000000).help("Samples of one unit.");
    schema.field("factor_percent", &Params::factor_percent)
        .unit("%")
        .at_least(1)
        .help("Factor of every weight; 100 is honest.");
    schema.field("own_seed", &Params::own_seed)
        .at_least(0)
        .help("Draw by this seed, whatever the seed of the experiment; unset is honest.");
  }
  explicit Plugin(Params params) : params_{params} {}
  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    return faults::small_offer(problem, quantities, 6);
  }
  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<faults::RandomDescentJob>(request.problem, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Plugin);
