#include "grid_shuffle/returning_sequences.hpp"

#include "grid_shuffle/quantities.hpp"
#include "grid_shuffle/random_exchanges.hpp"

#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

/// Returns the share of shuffles that return, times the scale.
Estimate share_of(const Tally& total, const Real& scale) {
  const auto shuffles = total.sum("shuffles").convert_to<std::uint64_t>();
  const auto share = estimate_share(total.sum("returning").convert_to<std::uint64_t>(), shuffles);
  return {.value = share.share * scale,
          .standard_error = share.standard_error * scale,
          .low = share.low * scale,
          .high = share.high * scale,
          .samples = shuffles,
          .degrees_of_freedom = share.degrees_of_freedom};
}

class ExchangesJob final : public SampledShuffleJob {
 public:
  ExchangesJob(Question question, std::set<Quantity> quantities, const SamplingLimits& limits, std::uint64_t batch)
      : SampledShuffleJob{std::move(question), std::move(quantities), limits, batch},
        shuffler_{this->question().grid, this->question().exchanges} {}

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Random random = context.random;
    const std::uint64_t shuffles = batches().samples_of(unit);
    Tally tally;
    tally.add("shuffles", shuffles);
    tally.add("returning", shuffler_.returning(shuffles, random, context.poll));
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    if (prefix.sum("returning") < min_hits) return false;
    const Estimate share = share_of(prefix, 1);
    return is_precise_enough(limits(), share.value, share.standard_error);
  }

 private:
  void add_counted(const Tally& total, Report& report) const override {
    const Real sequences = to_real(exchange_sequences(question().grid.shape, question().exchanges));
    report.outcomes[returning_sequences] = share_of(total, sequences);
    report.findings["return_share"] = {share_of(total, 1), "of all random shuffles, those that give the grid back"};
  }

  ExchangeShuffler shuffler_;
};

}  // namespace

std::unique_ptr<Job> estimate_returning_sequences(Question question, std::set<Quantity> quantities,
                                                  const SamplingLimits& limits, std::uint64_t batch) {
  return std::make_unique<ExchangesJob>(std::move(question), std::move(quantities), limits, batch);
}

}  // namespace gridcensus::grid_shuffle
