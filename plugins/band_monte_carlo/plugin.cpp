#include "gridcensus/plugin.hpp"

#include "band_monte_carlo/sharp.hpp"
#include "band_monte_carlo/source_trials.hpp"
#include "band_monte_carlo/structures.hpp"
#include "gridcensus/sampling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using band_monte_carlo::Indices;
using band_monte_carlo::LabelledBand;
using band_monte_carlo::LastBand;

enum class Mode { source, sharp };
enum class ThirdBand { by_mode, random, scan, signature };

struct BandMonteCarloParams : SamplingLimits {
  Mode mode = Mode::sharp;
  ThirdBand third_band = ThirdBand::by_mode;
  Indices indices = Indices::exact;
  std::int64_t tries = 1000;
  std::int64_t pairs = 0;
  std::optional<std::string> pair;
  std::optional<std::int64_t> batch;
};

/// How many bands a list may have: beyond, the source's second table does not fit in memory.
constexpr std::uint64_t max_listed_bands = 5'000'000;

/// The listed bands of a shape: those with a given first row, less the orders of the other rows.
Integer listed_bands(Shape shape) {
  const band_monte_carlo::Structures rows{shape.box_rows, shape.box_cols};
  return bands_with_given_first_row(shape, rows) / factorial(shape.box_rows - 1);
}

/// Samples of one unit: about a tenth of a second of them.
std::uint64_t sharp_batch(Shape shape, const BandMonteCarloParams& params) {
  constexpr std::uint64_t tabled = 1U << 20U;
  constexpr std::uint64_t direct = 64;
  if (params.batch) return static_cast<std::uint64_t>(*params.batch);
  return band_monte_carlo::can_be_tabled(shape) ? tabled : direct;
}

LastBand last_band_of(const BandMonteCarloParams& params) {
  switch (params.third_band) {
    case ThirdBand::random: return LastBand::random;
    case ThirdBand::signature: return LastBand::signature;
    case ThirdBand::scan:
    case ThirdBand::by_mode: break;
  }
  return LastBand::scan;
}

std::uint64_t source_batch(const BandMonteCarloParams& params) {
  constexpr std::uint64_t scanning = 1U << 15U;
  constexpr std::uint64_t quick = 1U << 18U;
  if (params.batch) return static_cast<std::uint64_t>(*params.batch);
  return last_band_of(params) == LastBand::scan ? scanning : quick;
}

/// The partial grids behind which the last bands are counted for their own sake, a unit each.
std::uint64_t given_grids(const BandMonteCarloParams& params) {
  return static_cast<std::uint64_t>(params.pairs) + (params.pair ? 1 : 0);
}

/// "12 0 3456": the listed band on top, then label row and listed band for each of the next ones, as the source's
/// program prints what it found.
std::vector<std::uint64_t> parse_pair(const std::string& text) {
  std::istringstream words{text};
  std::vector<std::uint64_t> numbers;
  for (std::string word; words >> word;) {
    const auto number = parse_integer(word);
    if (!number || *number < 0 || *number > Integer{~std::uint32_t{0}}) {
      throw InvalidParameter{"pair: expected indices such as \"12 345 678\", got " + word};
    }
    numbers.push_back(static_cast<std::uint64_t>(*number));
  }
  if (numbers.size() % 2 == 0) {
    throw InvalidParameter{"pair: expected the top band, then label row and band for each band below it"};
  }
  return numbers;
}

std::vector<LabelledBand> labelled(const std::vector<std::uint64_t>& numbers) {
  std::vector<LabelledBand> bands{{numbers.front(), 0}};
  for (std::size_t i = 1; i < numbers.size(); i += 2) bands.push_back({numbers[i + 1], numbers[i]});
  return bands;
}

std::string to_string(const std::vector<LabelledBand>& bands) {
  std::string text = std::to_string(bands.front().band);
  for (std::size_t i = 1; i < bands.size(); ++i) {
    text += " " + std::to_string(bands[i].row) + " " + std::to_string(bands[i].band);
  }
  return text;
}

/// The quantities of the request from an estimate of the number of grids.
Outcomes outcomes_from(const Request& request, const Estimate& grids) {
  Outcomes outcomes;
  for (const Quantity quantity : request.quantities) {
    Estimate estimate = grids;
    const Real divisor =
        quantity == Quantity::relabelling_classes ? to_real(factorial(request.problem.shape.side())) : Real{1};
    for (Real* const part : {&estimate.value, &estimate.standard_error, &estimate.low, &estimate.high}) {
      *part /= divisor;
    }
    outcomes.emplace(quantity, estimate);
  }
  return outcomes;
}

Outcomes unfinished(const Request& request, const std::string& reason) {
  Outcomes outcomes;
  for (const Quantity quantity : request.quantities) outcomes.emplace(quantity, Unfinished{reason});
  return outcomes;
}

constexpr auto first_rate = "first_stage_hit_rate";
constexpr auto first_rate_help = "share of pairs of random bands that do not clash";
constexpr auto second_rate = "second_stage_hit_rate";
constexpr auto second_rate_help = "share of choices of the other bands that complete the grid, given such a pair";
constexpr auto combined_rate = "combined_hit_rate";
constexpr auto combined_rate_help = "share of choices of all bands that make a grid";

class SharpJob final : public Job {
 public:
  SharpJob(Request request, const BandMonteCarloParams& params)
      : request_{std::move(request)}, params_{params}, batches_{params, sharp_batch(request_.problem.shape, params)} {
    const auto poll = [this] { request_.stop.check(); };
    const Shape shape = request_.problem.shape;
    sharp_ = band_monte_carlo::can_be_tabled(shape) ? band_monte_carlo::make_tabled(shape, poll)
                                                    : band_monte_carlo::make_direct(shape, poll);
    mean_ = band_monte_carlo::mean_bands_with_signature(shape, sharp_->bands());
  }

  std::uint64_t units() const override { return batches_.units(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Random random = context.random();
    const auto sums = sharp_->run(random, batches_.samples_of(unit), [&context] { context.check_stop(); });
    return Tally{}.add("second", sums.second).add("all", sums.all).add("both", sums.both);
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    const Moments all = prefix.moments("all");
    return is_precise_enough(params_, all.mean, all.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Shape shape = request_.problem.shape;
    const Moments all = total.moments("all");
    Report report;
    const Integer listed = sharp_->bands() / (factorial(shape.side()) * factorial(shape.box_rows - 1));
    report.findings["listed_bands"] = {Exact{listed}, "bands with a given first row and the other rows in order"};
    if (const auto range = sharp_->bands_with_signature()) {
      const Integer orders = factorial(shape.box_rows - 1);
      report.findings["fewest_last_bands"] = {Exact{Integer{range->fewest} / orders},
                                              "least number of (relabelling, listed band) pairs that complete a grid"};
      report.findings["most_last_bands"] = {Exact{Integer{range->most} / orders},
                                            "greatest number of (relabelling, listed band) pairs that complete a grid"};
    }
    if (all.count < 2) {
      report.outcomes = unfinished(request_, "fewer than two samples");
      return report;
    }
    const Real bands = to_real(sharp_->bands());
    const Real pairs = std::pow(static_cast<Real>(sharp_->completions_of_stack()), Real(shape.stacks()));
    const Real products = std::pow(mean_, Real(shape.bands() - 1));
    report.outcomes = outcomes_from(request_, estimate_mean(all, bands * pairs * products));
    report.findings[combined_rate] = {estimate_mean(all, pairs * products / std::pow(bands, Real(shape.bands() - 1))),
                                      combined_rate_help};
    const Moments second = total.moments("second");
    if (shape.bands() == 2) report.findings[first_rate] = {report.findings[combined_rate].value, first_rate_help};
    if (shape.bands() == 3) {
      report.findings[first_rate] = {estimate_mean(second, pairs * mean_ / bands), first_rate_help};
      report.findings[second_rate] = {ratio(all, second, total.moments("both"), mean_ / bands), second_rate_help};
    }
    return report;
  }

 private:
  /// mean(above) / mean(below) * scale, with the error of a ratio of two means of the same samples.
  ///
  /// @param sum  of above + below, for the covariance
  static Estimate ratio(const Moments& above, const Moments& below, const Moments& sum, Real scale) {
    const Real value = above.mean / below.mean;
    const Real covariance = (sum.variance() - above.variance() - below.variance()) / 2;
    const Real variance = above.variance() - 2 * value * covariance + value * value * below.variance();
    const Moments residuals{above.count, value,
                            std::max<Real>(0, variance) / below.mean / below.mean * static_cast<Real>(above.count - 1)};
    return estimate_mean(residuals, scale);
  }

  Request request_;
  BandMonteCarloParams params_;
  Batches batches_;
  std::unique_ptr<const band_monte_carlo::Sharp> sharp_;
  Real mean_ = 0;
};

class SourceJob final : public Job {
 public:
  SourceJob(Request request, const BandMonteCarloParams& params)
      : request_{std::move(request)},
        params_{params},
        last_band_{last_band_of(params)},
        batches_{params, source_batch(params)},
        trials_{request_.problem.shape,
                {.indices = params.indices, .last_band = last_band_, .tries = static_cast<std::uint64_t>(params.tries)},
                [this] { request_.stop.check(); }} {
    if (params.pair) partial_grids_.push_back(labelled(parse_pair(*params.pair)));
    for (std::int64_t number = 0; number < params.pairs; ++number) {
      // Of its own numbers, the same in every run: so that two runs count behind the same pairs.
      Random random{0, 0, static_cast<std::uint64_t>(number)};
      partial_grids_.push_back(trials_.draw_partial_grid(random));
    }
  }

  std::uint64_t units() const override { return partial_grids_.size() + batches_.units(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    const auto poll = [&context] { context.check_stop(); };
    if (unit < partial_grids_.size()) {
      const auto& given = partial_grids_[unit];
      Table table{"bands", {"last bands"}, {}};
      table.add(to_string(given), {Integer{trials_.last_bands(given, last_band_, poll).value_or(0)}});
      return Tally{}.add("last_bands", table);
    }
    Random random = context.random();
    const auto sums = trials_.run(random, batches_.samples_of(unit - partial_grids_.size()), poll);
    Tally tally;
    tally.add("pairs", sums.pairs).add("all", sums.all).add("completed", Integer{sums.completed});
    if (sums.rest.count > 0) tally.add("rest", sums.rest).add("empty", sums.empty_hits);
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    // With fewer hits the error itself is too uncertain to stop by.
    static constexpr std::uint64_t least_hits = 100;
    const Moments all = prefix.moments("all");
    return prefix.sum("completed") >= least_hits && is_precise_enough(params_, all.mean, all.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Shape shape = request_.problem.shape;
    const Moments all = total.moments("all");
    const Moments rest = total.moments("rest");
    const auto completed = static_cast<std::uint64_t>(total.sum("completed"));
    Report report;
    report.findings["listed_bands"] = {Exact{Integer{trials_.listed_bands()}},
                                       "bands with a given first row and the other rows in order"};
    if (!partial_grids_.empty()) {
      report.findings["last_bands"] = {total.table("last_bands"),
                                       "(relabelling, listed band) pairs that complete a grid, behind given bands (top "
                                       "band, then label row and band for each below)"};
    }
    if (rest.count >= 2 && shape.bands() > 2) {
      report.findings[first_rate] = {estimate_mean(total.moments("pairs"), 1, 0.95, rest.count), first_rate_help};
      if (params_.indices == Indices::as_written) {
        report.findings["share_of_hits_with_an_empty_band"] = {
            estimate_mean(total.moments("empty"), 1),
            "share of the clash-free pairs in which a band was read past the end of its table"};
      }
    }
    if (completed < 2) {
      report.outcomes =
          unfinished(request_, "only " + std::to_string(completed) + " of " + std::to_string(all.count) +
                                   " trials found a grid, so that no error can be stated: take more samples" +
                                   (last_band_ == LastBand::random ? ", or third_band: scan or signature" : ""));
      return report;
    }
    if (shape.bands() == 2) report.findings[first_rate] = {estimate_mean(all, 1, 0.95, completed), first_rate_help};
    if (shape.bands() > 2) {
      report.findings[second_rate] = {estimate_mean(rest, 1, 0.95, completed), second_rate_help};
    }
    report.findings[combined_rate] = {estimate_mean(all, 1, 0.95, completed), combined_rate_help};
    const Real bands = trials_.choices() * to_real(factorial(shape.box_rows - 1));
    report.outcomes =
        outcomes_from(request_, estimate_mean(all, std::pow(bands, Real(shape.bands())), 0.95, completed));
    return report;
  }

 private:
  Request request_;
  BandMonteCarloParams params_;
  LastBand last_band_;
  Batches batches_;
  band_monte_carlo::Trials trials_;
  std::vector<std::vector<LabelledBand>> partial_grids_;
};

class BandMonteCarlo final : public Strategy {
 public:
  using Params = BandMonteCarloParams;

  static About about() {
    return {.id = "band_monte_carlo",
            .version = "1.0.0",
            .summary = "Draws bands at random and counts what completes them.",
            .source =
                "a public answer to a question on counting Sudoku grids, with a C++ program; "
                "mode sharp is our own",
            .yields = {{Quantity::grids, Kind::estimate}, {Quantity::relabelling_classes, Kind::estimate}}};
  }

  static void describe(Schema<Params>& schema) {
    schema.choice("mode", &Params::mode, {{"sharp", Mode::sharp}, {"source", Mode::source}})
        .help(
            "sharp: columns that do not clash are drawn, and the bands with them are counted; source: bands are drawn "
            "until they do not clash, as in the source.");
    schema
        .choice("third_band", &Params::third_band,
                {{"by_mode", ThirdBand::by_mode},
                 {"random", ThirdBand::random},
                 {"scan", ThirdBand::scan},
                 {"signature", ThirdBand::signature}})
        .help(
            "How the last band is found: some random ones are tried, all are searched, or those with the columns that "
            "are left are counted; by_mode is scan in mode source and signature in mode sharp.");
    schema.choice("indices", &Params::indices, {{"exact", Indices::exact}, {"as_written", Indices::as_written}})
        .help(
            "In mode source, how random numbers become indices: uniform, or as in the source's program, which also "
            "reads past the end of its tables and is wrong for it.");
    schema.field("tries", &Params::tries)
        .unit("bands")
        .at_least(1)
        .help("In mode source, bands tried behind each partial grid, where they are drawn at random.");
    schema.field("pairs", &Params::pairs)
        .unit("partial grids")
        .range(0, 1000)
        .help("In mode source, also count the last bands behind this many partial grids, the same in every run.");
    schema.field("pair", &Params::pair)
        .help(
            "In mode source, also count the last bands behind these bands: index of the top band, then index of label "
            "row and band for each band below but the last.");
    schema.field("batch", &Params::batch)
        .unit("samples")
        .range(1, 1e12)
        .help("Samples of one unit; unset: about a tenth of a second of them.");
    describe_sampling_limits(schema);
  }

  explicit BandMonteCarlo(Params params) : params_{std::move(params)} {
    if (params_.pair) pair_ = parse_pair(*params_.pair);
  }

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    const Shape shape = problem.shape;
    if (shape.bands() == 1) return "one band alone is the whole grid: there is nothing to combine";
    if (auto reason = params_.mode == Mode::sharp ? why_not_sharp(shape) : why_not_source(shape)) return reason;
    if (!params_.any()) return "no limit is given: set samples, seconds or relative_error";
    return std::nullopt;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    if (why_not(problem, Quantity::grids)) return {};
    // The list and the rows are what takes room; the tables of mode sharp stay below a few MB.
    constexpr std::uint64_t little = 4'000'000;
    std::optional<std::uint64_t> units;
    if (params_.samples) {
      const auto batch = params_.mode == Mode::sharp ? sharp_batch(problem.shape, params_) : source_batch(params_);
      units = given_grids(params_) + Batches{params_, batch}.units();
    }
    if (params_.mode == Mode::sharp) return {.units = units, .memory_bytes = little};
    const auto side = static_cast<std::uint64_t>(problem.shape.side());
    const auto listed = static_cast<std::uint64_t>(listed_bands(problem.shape));
    const auto rows = static_cast<std::uint64_t>(factorial(problem.shape.side()));
    // A growing table is held twice while it is copied.
    return {.units = units,
            .memory_bytes = little + rows * side + 3 * listed * side * sizeof(band_monte_carlo::ColumnSet)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    if (params_.mode == Mode::sharp) return std::make_unique<SharpJob>(request, params_);
    return std::make_unique<SourceJob>(request, params_);
  }

 private:
  std::optional<std::string> why_not_sharp(Shape shape) const {
    const bool is_of_source =
        (params_.third_band != ThirdBand::by_mode && params_.third_band != ThirdBand::signature) ||
        params_.indices != Indices::exact || params_.pairs > 0 || params_.pair;
    if (is_of_source) {
      return "mode sharp draws no bands that could clash: third_band (but for signature), indices, pairs and pair "
             "belong to mode source";
    }
    static constexpr std::array<Shape, 9> feasible{
        {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}, {2, 5}, {3, 4}, {4, 3}}};
    if (shape.box_rows == 1) return "a band of one row has nothing but its columns: mode sharp would count, not sample";
    if (std::find(feasible.begin(), feasible.end(), shape) != feasible.end()) return std::nullopt;
    return "counting the bands with given columns takes too long for a sample beyond 2x5, 3x4 and 4x3 (5x2 takes a "
           "second each)";
  }

  std::optional<std::string> why_not_source(Shape shape) const {
    if (shape.side() > band_monte_carlo::max_listed_side) {
      return "the source lists all N! rows; side " + std::to_string(shape.side()) + " has too many (at most " +
             std::to_string(band_monte_carlo::max_listed_side) + ")";
    }
    const Integer listed = listed_bands(shape);
    if (listed > max_listed_bands) return "there are " + to_decimal(listed) + " bands to list, too many";
    if (params_.indices == Indices::as_written && listed < 2) {
      return "there is one band to list: no random index is drawn that could be past the end";
    }
    return why_not_pair(shape, static_cast<std::uint64_t>(listed));
  }

  std::optional<std::string> why_not_pair(Shape shape, std::uint64_t listed) const {
    if (!params_.pair) return std::nullopt;
    if (pair_.size() != 2 * static_cast<std::size_t>(shape.bands()) - 3) {
      return "pair has " + std::to_string(pair_.size()) + " indices, and " + std::to_string(shape.bands() - 1) +
             " bands take " + std::to_string(2 * shape.bands() - 3);
    }
    const auto rows = static_cast<std::uint64_t>(factorial(shape.side()));
    for (std::size_t i = 0; i < pair_.size(); ++i) {
      const bool is_row = i % 2 == 1;
      // Past the end of the list are the bands without a symbol that the source's program may read.
      const bool may_be_past = !is_row && params_.indices == Indices::as_written;
      const std::uint64_t end = is_row ? rows : may_be_past ? band_monte_carlo::source_indices(listed) : listed;
      if (pair_[i] >= end) {
        return "pair: index " + std::to_string(pair_[i]) + " of a " + (is_row ? "row" : "band") +
               ", expected one below " + std::to_string(end);
      }
    }
    return std::nullopt;
  }

  Params params_;
  std::vector<std::uint64_t> pair_;
};

}  // namespace

GRIDCENSUS_PLUGIN(BandMonteCarlo);
