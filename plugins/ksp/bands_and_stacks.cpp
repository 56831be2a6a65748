#include "ksp/bands_and_stacks.hpp"

#include "band_recursion/band_sum.hpp"
#include "ksp/estimate.hpp"

#include <optional>
#include <set>

namespace gridcensus::ksp {

namespace {

using band_recursion::BandSum;

/// Adds up b(R,C) and b(C,R). The units are the terms of the first, then those of the second. If R = C, the two are
/// one.
class BandsAndStacksJob final : public Job {
 public:
  explicit BandsAndStacksJob(const Request& request) : shape_{request.problem.shape}, bands_{shape_, request.poll} {
    const Shape transposed = shape_.transposed();
    if (transposed != shape_) stacks_.emplace(transposed, request.poll);
  }

  std::uint64_t units() const override { return bands_.terms() + (stacks_ ? stacks_->terms() : 0); }
  double weight(std::uint64_t unit) const override {
    return is_of_bands(unit) ? bands_.cost(unit) : stacks_->cost(unit - bands_.terms());
  }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    context.poll();
    if (is_of_bands(unit)) return Tally{}.add("bands", bands_.term(unit, context.poll));
    return Tally{}.add("stacks", stacks_->term(unit - bands_.terms(), context.poll));
  }

  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override {
    return std::set<std::string>{is_of_bands(unit) ? "bands" : "stacks"};
  }

  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    if (is_of_bands(unit)) return {{"bands", bands_.divisor()}};
    return {{"stacks", stacks_->divisor()}};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer bands = total.sum("bands");
    const Integer stacks = stacks_ ? total.sum("stacks") : bands;
    Report report;
    report.outcomes[Quantity::grids] = Approximation{estimated_grids(shape_, bands, stacks)};
    report.findings.emplace("band_fillings", Finding{Exact{bands}, "b(R,C): fillings of one band"});
    report.findings.emplace("stack_fillings",
                            Finding{Exact{stacks}, "b(C,R): fillings of one stack, a band of the transposed shape"});
    return report;
  }

 private:
  bool is_of_bands(std::uint64_t unit) const { return unit < bands_.terms(); }

  Shape shape_;
  BandSum bands_;
  std::optional<BandSum> stacks_;  // unless the stacks are the bands transposed
};

}  // namespace

std::unique_ptr<Job> sum_of_bands_and_stacks(const Request& request) {
  return std::make_unique<BandsAndStacksJob>(request);
}

}  // namespace gridcensus::ksp
