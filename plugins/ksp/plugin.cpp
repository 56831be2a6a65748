#include "gridcensus/plugin.hpp"

#include "band_recursion/band_sum.hpp"
#include "ksp/estimate.hpp"

#include <optional>

namespace {

using namespace gridcensus;
using band_recursion::BandSum;

/// The units are the terms of b(R,C), then those of b(C,R). Where R = C the two are one.
class KspJob final : public Job {
 public:
  explicit KspJob(const Request& request)
      : shape_{request.problem.shape}, quantities_{request.quantities}, bands_{shape_, [&request] {
                                                                                 request.stop.check();
                                                                               }} {
    const Shape turned = shape_.transposed();
    if (turned != shape_) stacks_.emplace(turned, [&request] { request.stop.check(); });
  }

  std::uint64_t units() const override { return bands_.terms() + (stacks_ ? stacks_->terms() : 0); }
  double weight(std::uint64_t unit) const override {
    return is_of_bands(unit) ? bands_.cost(unit) : stacks_->cost(unit - bands_.terms());
  }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    context.check_stop();
    if (is_of_bands(unit)) return Tally{}.add("bands", bands_.term(unit));
    return Tally{}.add("stacks", stacks_->term(unit - bands_.terms()));
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override {
    return {{"bands", bands_.divisor()}, {"stacks", stacks_ ? stacks_->divisor() : Integer{1}}};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer bands = total.sum("bands");
    const Integer stacks = stacks_ ? total.sum("stacks") : bands;
    const Real grids = ksp::estimated_grids(shape_, bands, stacks);
    Report report;
    for (const Quantity quantity : quantities_) {
      const bool is_grids = quantity == Quantity::grids;
      report.outcomes[quantity] = Approximation{is_grids ? grids : grids / to_real(factorial(shape_.side()))};
    }
    report.findings.emplace("band_fillings", Finding{Exact{bands}, "b(R,C): fillings of one band"});
    report.findings.emplace("stack_fillings",
                            Finding{Exact{stacks}, "b(C,R): fillings of one stack, a band of the transposed shape"});
    return report;
  }

 private:
  bool is_of_bands(std::uint64_t unit) const { return unit < bands_.terms(); }

  Shape shape_;
  std::set<Quantity> quantities_;
  BandSum bands_;
  std::optional<BandSum> stacks_;  // unless the stacks are the bands transposed
};

class Ksp final : public Strategy {
 public:
  struct Params {};

  static About about() {
    return {.id = "ksp",
            .version = "1.0.0",
            .summary = "Approximates the grids by b(R,C)^C b(C,R)^R / N!^N, as if boxes were independent.",
            .source = "Kilfoil, Silver, Pettersen, forum.enjoysudoku.com, \"Su-Doku's maths\" (2005)",
            .yields = {{Quantity::grids, Kind::approximation}, {Quantity::relabelling_classes, Kind::approximation}}};
  }

  static void describe(Schema<Params>& /*schema*/) {}

  explicit Ksp(Params /*params*/) {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    for (const Shape shape : {problem.shape, problem.shape.transposed()}) {
      if (const auto reason = band_recursion::why_not(shape)) {
        return "it takes the bands of " + to_string(shape) + ", but " + *reason;
      }
    }
    return std::nullopt;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    const Shape shape = problem.shape;
    const Shape turned = shape.transposed();
    const auto units = band_recursion::count_terms(shape);
    const std::uint64_t bytes = band_recursion::memory_bytes(shape);
    if (shape == turned) return {.units = units, .memory_bytes = bytes};
    const auto more = band_recursion::count_terms(turned);
    return {.units = units && more ? std::optional<std::uint64_t>{*units + *more} : std::nullopt,
            .memory_bytes = bytes + band_recursion::memory_bytes(turned)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override { return std::make_unique<KspJob>(request); }
};

}  // namespace

GRIDCENSUS_PLUGIN(Ksp);
