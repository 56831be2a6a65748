#pragma once

#include "gridcensus/sampling.hpp"
#include "small_counts.hpp"

#include <algorithm>
#include <cmath>

namespace gridcensus::faults {

struct SamplerParams : SamplingLimits {
  std::int64_t batch = 1000;
  int factor_percent = 100;              ///< of every weight; 100 for an honest estimate
  std::optional<std::int64_t> own_seed;  ///< replaces the seed of the experiment; unset for an honest estimate
};

/// A job that estimates the number of grids by random descent: each cell in turn takes one of its candidates at random.
/// The product of the numbers of candidates, or 0 at a dead end, has the number of grids as its mean.
///
/// @source  Knuth (1975), "Estimating the efficiency of backtrack programs".
class RandomDescentJob final : public Job {
 public:
  RandomDescentJob(const Problem& problem, SamplerParams params) : problem_{problem}, params_{params} {}

  std::uint64_t units() const override { return batches().units(); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Random random = params_.own_seed ? Random{static_cast<std::uint64_t>(*params_.own_seed), 0, unit} : context.random;
    const Real factor = static_cast<Real>(params_.factor_percent) / 100;
    Tally tally;
    for (std::uint64_t i = 0; i < batches().samples_of(unit); ++i) {
      if (i % 64 == 0) context.poll();
      tally.sample("weight", factor * descend(random));
    }
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    const Moments moments = prefix.moments("weight");
    return is_precise_enough(params_, moments.mean, moments.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Moments moments = total.moments("weight");
    if (moments.count < 2) return {{{Quantity::grids, Unfinished{"fewer than two samples"}}}, {}};
    return {{{Quantity::grids, estimate_mean(moments, 1)}}, {}};
  }

 private:
  Batches batches() const { return {params_, static_cast<std::uint64_t>(params_.batch)}; }

  Real descend(Random& random) const {
    Filling filling{problem_};
    Real weight = 1;
    while (!filling.is_full()) {
      const std::vector<int> candidates = filling.candidates();
      if (candidates.empty()) return 0;
      weight *= static_cast<Real>(candidates.size());
      filling.place(candidates[random.below(candidates.size())]);
    }
    return weight;
  }

  Problem problem_;
  SamplerParams params_;
};

}  // namespace gridcensus::faults
