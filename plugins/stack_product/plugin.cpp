#include "gridcensus/plugin.hpp"

#include "gridcensus/sampling.hpp"
#include "stack_product/grid_ratio.hpp"
#include "stack_product/plans.hpp"
#include "symmetric_grids_bound/essentially_different.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
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

/// The plan of a shape, as far as the parameters do not say otherwise.
Plan plan_for(Shape shape, const StackProductParams& params) {
  const bool is_turned = params.orientation == Orientation::transposed ||
                         (params.orientation == Orientation::automatic && stack_product::is_better_transposed(shape));
  Plan plan = stack_product::plan_of(is_turned ? shape.transposed() : shape);
  const auto as_int = [](std::optional<std::int64_t> value) {
    return value ? std::optional<int>{static_cast<int>(*value)} : std::nullopt;
  };
  stack_product::change_counting(plan, as_int(params.exact_columns), as_int(params.draws));
  if (params.repeats) plan.settings.repeats = *params.repeats;
  if (params.batch) plan.batch = static_cast<std::uint64_t>(*params.batch);
  return plan;
}

class StackProductJob final : public Job {
 public:
  StackProductJob(Request request, const StackProductParams& params)
      : request_{std::move(request)},
        params_{params},
        plan_{plan_for(request_.problem.shape, params)},
        batches_{params, plan_.batch},
        ratio_{plan_.shape, plan_.settings, [this] { request_.stop.check(); }} {
    if (request_.quantities.contains(Quantity::essentially_different)) different_.emplace(request_.problem.shape);
  }

  std::uint64_t units() const override { return batches_.units(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Random random = context.random();
    GridRatio::Workspace workspace;
    Halves samples;
    for (std::uint64_t left = batches_.samples_of(unit); left > 0; --left) {
      samples.add(ratio_.draw(random, workspace, [&context] { context.check_stop(); }).total());
    }
    Tally tally;
    samples.add_to(tally, "ratio", unit);
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    return is_precise_enough(params_, Halves::of(prefix, "ratio"));
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Halves samples = Halves::of(total, "ratio");
    Report report;
    for (const Quantity quantity : request_.quantities) {
      if (quantity == Quantity::essentially_different) {
        report.outcomes[quantity] = different_->from(estimate_watched_mean(samples, ratio_.ksp()));
        report.findings.insert(different_->finding());
        continue;
      }
      const Integer divisor = reduction(quantity, request_.problem).divisor;
      report.outcomes[quantity] = estimate_watched_mean(samples, ratio_.ksp() / to_real(divisor));
    }
    const Outcome ratio = estimate_watched_mean(samples, 1);
    if (const auto* estimate = std::get_if<Estimate>(&ratio)) {
      report.findings["grids_per_ksp"] = {*estimate, "grids / (b(R,C)^C b(C,R)^R / N!^N)"};
      report.findings["ksp_deviation"] = {deviation(*estimate), "b(R,C)^C b(C,R)^R / N!^N / grids - 1"};
    }
    return report;
  }

 private:
  /// 1 / ratio - 1; the interval's ends are those of the ratio.
  static Estimate deviation(const Estimate& ratio) {
    Estimate estimate = ratio;
    estimate.value = 1 / ratio.value - 1;
    estimate.standard_error = ratio.standard_error / (ratio.value * ratio.value);
    estimate.low = 1 / ratio.high - 1;
    estimate.high = 1 / ratio.low - 1;
    estimate.tail.reset();
    return estimate;
  }

  Request request_;
  StackProductParams params_;
  Plan plan_;
  Batches batches_;
  GridRatio ratio_;
  std::optional<EssentiallyDifferent> different_;  ///< if asked for
};

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
        .help("Which way the grid lies: its bands are drawn, and its stacks are counted; auto: the more precise way.");
    schema.field("exact_columns", &Params::exact_columns)
        .unit("columns")
        .range(2, 6)
        .help("Columns of a stack are drawn until so many are left, which are counted; unset: what was measured best.");
    schema.field("draws", &Params::draws)
        .unit("columns")
        .range(1, 10000)
        .help("First columns drawn for each stack, where not all columns are counted; unset: what was measured best.");
    schema.field("repeats", &Params::repeats)
        .range(0, 0.9)
        .help(
            "Chance that a band repeats the row sets of an earlier one in another order (weighted for it), so that the "
            "rare grids with many fillings are seen; unset: what was measured best.");
    schema.field("batch", &Params::batch)
        .unit("samples")
        .range(1, 1e9)
        .help("Samples of one unit; unset: about a tenth of a second of them.");
    describe_sampling_limits(schema);
  }

  explicit StackProduct(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const override {
    const Shape shape = problem.shape;
    if (problem.rules != Rules::classic) return "only classic rules";
    if (shape.box_rows == 1 || shape.box_cols == 1) {
      return "boxes of one row or column: there are no bands, or no stacks, that could be put together";
    }
    if (auto reason = stack_product::why_not(shape)) return reason;
    const Plan plan = plan_for(shape, params_);
    if (auto reason = stack_product::why_not(plan)) return reason;
    if (quantity == Quantity::essentially_different) {
      if (auto reason = EssentiallyDifferent::why_not(shape)) return reason;
    }
    if (!params_.any()) return "no limit is given: set samples, seconds or relative_error";
    return std::nullopt;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    if (why_not(problem, Quantity::grids)) return {};
    const Plan plan = plan_for(problem.shape, params_);
    std::optional<std::uint64_t> units;
    if (params_.samples) units = Batches{params_, plan.batch}.units();
    return {.units = units, .memory_bytes = stack_product::memory_bytes(plan)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<StackProductJob>(request, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(StackProduct);
