#include "gridcensus/plugin.hpp"

#include "gridcensus/ready_jobs.hpp"
#include "stack_product/grid_ratio.hpp"
#include "stack_product/plans.hpp"
#include "stack_product/samples_needed.hpp"
#include "symmetric_grids_bound/essentially_different.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace {

using namespace gridcensus;
using stack_product::GridRatio;
using stack_product::Plan;
using symmetric_grids_bound::EssentiallyDifferent;

enum class Orientation { automatic, as_given, transposed };

struct StackProductParams : SamplingLimits {
  Orientation orientation = Orientation::automatic;
  std::optional<std::int64_t> exact_columns;
  std::optional<std::int64_t> draws;
  std::optional<double> repeats;
  std::optional<std::int64_t> batch;
};

/// Returns the shape in the orientation that the parameters ask for.
Shape laid(Shape shape, const StackProductParams& params) {
  const bool is_transposed =
      params.orientation == Orientation::transposed ||
      (params.orientation == Orientation::automatic && stack_product::is_better_transposed(shape));
  return is_transposed ? shape.transposed() : shape;
}

/// Returns the plan of a shape, changed by the parameters that are set.
Plan plan_for(Shape shape, const StackProductParams& params) {
  Plan plan = stack_product::plan_of(laid(shape, params));
  const auto as_int = [](std::optional<std::int64_t> value) {
    return value ? std::optional<int>{static_cast<int>(*value)} : std::nullopt;
  };
  stack_product::change_counting(plan, as_int(params.exact_columns), as_int(params.draws));
  if (params.repeats) plan.settings.repeats = *params.repeats;
  if (params.batch) plan.batch = static_cast<std::uint64_t>(*params.batch);
  return plan;
}

/// Returns 1 / ratio - 1; the ends of its interval follow from those of the ratio.
Estimate deviation(const Estimate& ratio) {
  Estimate estimate = ratio;
  estimate.value = 1 / ratio.value - 1;
  estimate.standard_error = ratio.standard_error / (ratio.value * ratio.value);
  estimate.low = 1 / ratio.high - 1;
  estimate.high = 1 / ratio.low - 1;
  estimate.tail.reset();
  return estimate;
}

void report_ratio(const GridRatio& ratio, const SplitSample& samples, std::uint64_t min_samples, Report& report) {
  // Otherwise the scale is not the approximation.
  if (!ratio.has_known_mean()) return;
  const Outcome outcome = estimate_heavy_tailed_mean(samples, 1, min_samples);
  const auto* const estimate = std::get_if<Estimate>(&outcome);
  if (estimate == nullptr) return;
  report.findings["grids_per_ksp"] = {*estimate, "grids / (b(R,C)^C b(C,R)^R / N!^N)"};
  // An interval of few degrees of freedom may extend below 0; that of the reciprocal is then unbounded.
  if (estimate->low <= 0) return;
  report.findings["ksp_deviation"] = {deviation(*estimate), "b(R,C)^C b(C,R)^R / N!^N / grids - 1"};
}

class StackProduct final : public Strategy {
 public:
  using Params = StackProductParams;

  static About about() {
    return {.id = "stack_product",
            .version = "1.0.0",
            .summary = "Draws the row structures of all bands and multiplies the fillings of the stacks.",
            .source = "our own; the product of independent stacks goes back to Kilfoil, Silver and Pettersen (2005)",
            .yields = {{Quantity::grids, Kind::estimate},
                       {Quantity::relabelling_classes, Kind::estimate},
                       {Quantity::essentially_different, Kind::estimate}}};
  }

  static void describe(Schema<Params>& schema) {
    schema
        .choice("orientation", &Params::orientation,
                {{"auto", Orientation::automatic},
                 {"as_given", Orientation::as_given},
                 {"transposed", Orientation::transposed}})
        .help(
            "Orientation of the grid: its bands are drawn, its stacks are counted; auto: the more precise "
            "orientation.");
    schema.field("exact_columns", &Params::exact_columns)
        .unit("columns")
        .range(2, 6)
        .help("Columns of a stack that are counted, not drawn; unset: the number measured as best.");
    schema.field("draws", &Params::draws)
        .unit("columns")
        .range(1, 10000)
        .help(
            "First columns drawn for each stack, if not all columns are counted; unset: the number measured as best.");
    schema.field("repeats", &Params::repeats)
        .range(0, 0.9)
        .help(
            "Probability that a band repeats the row structure of an earlier one in another order, with a weight that "
            "corrects for it; the rare grids with many fillings are then seen. Unset: the value measured as best.");
    schema.field("batch", &Params::batch)
        .unit("samples")
        .range(1, 1e9)
        .help("Samples of one unit; unset: about a tenth of a second of them.");
    describe_sampling_limits(schema);
  }

  explicit StackProduct(Params params) : params_{params} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem, quantity); });
    if (offer.refused.size() == quantities.size()) return offer;
    const Plan plan = plan_for(problem.shape, params_);
    offer.units = Batches{params_, plan.batch}.forecast();
    offer.memory_bytes = stack_product::memory_bytes(plan);
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Shape shape = request.problem.shape;
    const Plan plan = plan_for(shape, params_);
    const auto ratio = std::make_shared<const GridRatio>(plan.shape, plan.settings, request.poll);
    const std::uint64_t min_samples = samples_needed(plan, request.poll);
    const auto different = request.quantities.contains(Quantity::essentially_different)
                               ? std::optional<EssentiallyDifferent>{Problem{.shape = shape}}
                               : std::nullopt;
    return mean_of_samples(
        {.limits = params_,
         .batch = plan.batch,
         .begin_unit = [ratio]() -> DrawSample {
           const auto workspace = std::make_shared<GridRatio::Workspace>();
           return [ratio, workspace](Random& random, const Poll& poll) -> Real {
             return ratio->draw(random, *workspace, poll).total();
           };
         },
         .scale = ratio->scale(),
         .min_samples = min_samples,
         .conclude =
             [ratio, different, min_samples](const SplitSample& samples, std::uint64_t /*zeros*/, Report& report) {
               if (different) {
                 different->add_to(report, estimate_heavy_tailed_mean(samples, ratio->scale(), min_samples));
               }
               report_ratio(*ratio, samples, min_samples, report);
             }},
        request);
  }

 private:
  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const {
    const Shape shape = problem.shape;
    if (shape.box_rows == 1 || shape.box_cols == 1) {
      return "boxes of one row or column have no bands, or no stacks, to put together";
    }
    if (auto reason = stack_product::why_not(laid(shape, params_))) return reason;
    const Plan plan = plan_for(shape, params_);
    if (auto reason = stack_product::why_not(plan)) return reason;
    if (auto reason = too_few_samples(params_, plan.min_samples)) return reason;
    if (quantity == Quantity::essentially_different) return EssentiallyDifferent::why_not({.shape = shape});
    return std::nullopt;
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(StackProduct);
