#include "gridcensus/plugin.hpp"

#include "gridcensus/sampling.hpp"
#include "row_sampler/descent.hpp"
#include "row_sampler/last_rows.hpp"
#include "symmetric_grids_bound/essentially_different.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using symmetric_grids_bound::EssentiallyDifferent;

struct RowSamplerParams : SamplingLimits {
  std::optional<std::int64_t> batch;
};

/// Samples of one unit: about a tenth of a second of them, at least one.
std::uint64_t batch_of(Shape shape, const RowSamplerParams& params) {
  // A sample takes some 8 ns * N * 2^N (3x3 to 4x4; README.md).
  constexpr std::uint64_t steps = 12'500'000;
  if (params.batch) return static_cast<std::uint64_t>(*params.batch);
  const auto side = static_cast<std::uint64_t>(shape.side());
  return std::max<std::uint64_t>(1, steps / side >> side);
}

/// Fewer say little of their share.
constexpr std::uint64_t fewest_dead_ends = 30;

class RowSamplerJob final : public Job {
 public:
  RowSamplerJob(Request request, const RowSamplerParams& params)
      : request_{std::move(request)}, params_{params}, batches_{params, batch_of(request_.problem.shape, params)} {
    if (request_.quantities.contains(Quantity::essentially_different)) different_.emplace(request_.problem.shape);
  }

  std::uint64_t units() const override { return batches_.units(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Random random = context.random();
    row_sampler::Descent descent{request_.problem.shape};
    const std::uint64_t samples = batches_.samples_of(unit);
    Halves weights;
    std::uint64_t dead_ends = 0;
    for (std::uint64_t i = 0; i < samples; ++i) {
      const Real sample = descent.sample(random, [&context] { context.check_stop(); });
      weights.add(sample);
      if (sample <= 0) ++dead_ends;
    }
    Tally tally;
    weights.add_to(tally, "weight", unit);
    return tally.add("dead_ends", Integer{dead_ends});
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    return is_precise_enough(params_, Halves::of(prefix, "weight"));
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Halves weights = Halves::of(total, "weight");
    const std::uint64_t count = weights.all().count;
    Report report;
    for (const Quantity quantity : request_.quantities) {
      if (quantity == Quantity::essentially_different) {
        report.outcomes[quantity] = different_->from(estimate_watched_mean(weights, 1));
        report.findings.insert(different_->finding());
        continue;
      }
      const Integer divisor = reduction(quantity, request_.problem).divisor;
      report.outcomes[quantity] = estimate_watched_mean(weights, 1 / to_real(divisor));
    }
    const auto zeros = total.sum("dead_ends").convert_to<std::uint64_t>();
    if (zeros >= fewest_dead_ends && zeros < count) {
      Moments share{.count = count - zeros, .mean = 0, .squares = 0};
      share.add(Moments{.count = zeros, .mean = 1, .squares = 0, .least = 1, .greatest = 1});
      report.findings["dead_ends"] = {estimate_mean(share, 1), "share of samples whose rows all came to a dead end"};
    }
    return report;
  }

 private:
  Request request_;
  RowSamplerParams params_;
  Batches batches_;
  std::optional<EssentiallyDifferent> different_;  ///< if asked for
};

class RowSampler final : public Strategy {
 public:
  using Params = RowSamplerParams;

  static About about() {
    return {.id = "row_sampler",
            .version = "1.0.0",
            .summary = "Draws grids row by row and weighs each by the inverse of its probability.",
            .source =
                "sequential importance sampling: Knuth, Mathematics of Computation 29 (1975) 121-136; rows and "
                "their weights are our own",
            .yields = {{Quantity::grids, Kind::estimate},
                       {Quantity::relabelling_classes, Kind::estimate},
                       {Quantity::essentially_different, Kind::estimate}}};
  }

  static void describe(Schema<Params>& schema) {
    describe_sampling_limits(schema);
    schema.field("batch", &Params::batch)
        .unit("samples")
        .at_least(1)
        .help("Samples of one unit; unset: about a tenth of a second of them.");
  }

  explicit RowSampler(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    const Shape shape = problem.shape;
    if (shape.side() > row_sampler::max_symbols) {
      return "the tables of rows have 2^" + std::to_string(shape.side()) + " entries, too many (at most 2^" +
             std::to_string(row_sampler::max_symbols) + ")";
    }
    if (shape.side() - row_sampler::counted_rows(shape) <= 1) {
      return "all rows but the first are counted: nothing is left to draw";
    }
    if (quantity == Quantity::essentially_different) {
      if (auto reason = EssentiallyDifferent::why_not(shape)) return reason;
    }
    if (!params_.any()) return "no limit is given: set samples, seconds or relative_error";
    return std::nullopt;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    if (why_not(problem, Quantity::grids)) return {};
    const Batches batches{params_, batch_of(problem.shape, params_)};
    const auto units = params_.samples ? std::optional<std::uint64_t>{batches.units()} : std::nullopt;
    // For each thread: the host does not tell how many there are.
    return {.units = units, .memory_bytes = row_sampler::memory_bytes(problem.shape)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<RowSamplerJob>(request, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(RowSampler);
