#include "gridcensus/plugin.hpp"

#include "grid_shuffle/collisions.hpp"
#include "grid_shuffle/exchange_words.hpp"
#include "grid_shuffle/random_exchanges.hpp"
#include "grid_shuffle/stabiliser.hpp"
#include "gridcensus/sampling.hpp"

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using grid_shuffle::Exchanges;
using mathematics::Grid;
using mathematics::group_order;
using mathematics::InvalidGrid;
using mathematics::Moves;

enum class Method { stabiliser, collisions, exchanges };

struct ShuffleParams : SamplingLimits {
  Method method = Method::stabiliser;
  std::optional<std::string> grid;
  bool labels = true;
  bool rows = true;
  bool columns = true;
  bool bands = false;
  bool stacks = false;
  bool transposition = false;
  int label_exchanges = 9;
  int row_exchanges = 7;
  int column_exchanges = 7;
  std::optional<std::int64_t> batch;

  Moves moves() const { return {labels, rows, columns, bands, stacks, transposition}; }
  Exchanges exchanges() const { return {label_exchanges, row_exchanges, column_exchanges}; }
  Grid start(Shape shape) const { return grid ? mathematics::parse_line(*grid, shape) : mathematics::base_grid(shape); }
};

/// The source's own numbers, whatever the moves.
Findings common_findings(Shape shape) {
  const auto [rows, cols] = shape;
  const Integer relabellings = factorial(shape.side());
  return {
      {"relabellings", {Exact{relabellings}, "permutations of the symbols, N!"}},
      {"row_and_column_orders",
       {Exact{power(factorial(rows), cols) * power(factorial(cols), rows)},
        "orders of the rows of every band and of the columns of every stack, (R!)^C (C!)^R"}},
      {"few_exchanges_options",
       {Exact{relabellings * (factorial(rows) * cols) * (factorial(cols) * rows)},
        "the source's estimate for a few exchanges: as if they reordered one band and one stack, N! (R! C) (C! R)"}},
  };
}

/// What all methods share: the grid, the moves, and the values that need no counting.
class ShuffleJob : public Job {
 public:
  ShuffleJob(ShuffleParams params, const Request& request)
      : params_{std::move(params)}, shape_{request.problem.shape}, quantities_{request.quantities} {}

  Report conclude(const Tally& total, std::uint64_t /*units*/) const final {
    Report report{.outcomes = {}, .findings = common_findings(shape_)};
    if (asks(Quantity::shuffle_options)) report.outcomes[Quantity::shuffle_options] = Exact{options()};
    add_counted(total, report);
    return report;
  }

 protected:
  /// What the units were for.
  virtual void add_counted(const Tally& total, Report& report) const = 0;

  const ShuffleParams& params() const { return params_; }
  Shape shape() const { return shape_; }
  Integer options() const { return group_order(shape_, params_.moves()); }
  bool asks(Quantity quantity) const { return quantities_.contains(quantity); }

 private:
  ShuffleParams params_;
  Shape shape_;
  std::set<Quantity> quantities_;
};

/// One unit: a search does not fall into pieces that are worth sharing out.
class StabiliserJob final : public ShuffleJob {
 public:
  using ShuffleJob::ShuffleJob;

  std::uint64_t units() const override { return 1; }

  Tally run(std::uint64_t /*unit*/, UnitContext& context) const override {
    const Poll poll = [&context] { context.check_stop(); };
    const Grid grid = params().start(shape());
    Tally tally;
    if (asks(Quantity::stabiliser_order) || asks(Quantity::orbit_size)) {
      tally.add("stabiliser_order", grid_shuffle::StabiliserChain{grid, params().moves(), poll}.order());
    }
    if (asks(Quantity::returning_sequences)) {
      if (const auto maps = grid_shuffle::ReturningMaps::of(grid, poll)) {
        tally.add("returning_sequences", maps->sequences(params().exchanges()));
        Table signs{.key = "rows, columns, labels", .columns = {"maps"}, .rows = {}};
        for (const auto& [text, count] : maps->signs()) signs.add(text, {count});
        tally.add("signs", signs);
      }
    }
    return tally;
  }

 private:
  void add_counted(const Tally& total, Report& report) const override {
    const Integer stabiliser = total.sum("stabiliser_order");
    if (asks(Quantity::stabiliser_order)) report.outcomes[Quantity::stabiliser_order] = Exact{stabiliser};
    if (asks(Quantity::orbit_size)) {
      if (options() % stabiliser != 0) {
        throw std::logic_error{"the order of the stabiliser, " + to_decimal(stabiliser) +
                               ", does not divide that of the group, " + to_decimal(options())};
      }
      report.outcomes[Quantity::orbit_size] = Exact{options() / stabiliser};
    }
    if (!asks(Quantity::returning_sequences)) return;
    if (!total.sums().contains("returning_sequences")) {
      report.outcomes[Quantity::returning_sequences] =
          Unfinished{"more than " + std::to_string(grid_shuffle::ReturningMaps::most) +
                     " combinations of exchanges give this grid back, too many to go through"};
      return;
    }
    report.outcomes[Quantity::returning_sequences] = Exact{total.sum("returning_sequences")};
    report.findings["signs_of_returning_maps"] = {
        total.table("signs"),
        "permutations of rows within bands, columns within stacks and labels that give the grid "
        "back, by their signs"};
  }
};

/// Units are batches of images. Images are compared within a batch only, so that a unit needs no other.
class CollisionsJob final : public ShuffleJob {
 public:
  CollisionsJob(const ShuffleParams& params, const Request& request)
      : ShuffleJob{params, request},
        sampler_{params.start(shape()), params.moves()},
        batches_{params, batch_of(params, options())} {}

  static std::uint64_t batch_of(const ShuffleParams& params, const Integer& options) {
    return params.batch ? static_cast<std::uint64_t>(*params.batch) : grid_shuffle::default_batch(options);
  }

  std::uint64_t units() const override { return batches_.units(); }
  double weight(std::uint64_t unit) const override { return static_cast<double>(batches_.samples_of(unit)); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Random random = context.random();
    const Integer images = batches_.samples_of(unit);
    Tally tally;
    tally.add("images", images);
    tally.add("pairs", images * (images - 1) / 2);
    tally.add("colliding", sampler_.colliding_pairs(batches_.samples_of(unit), random, [&] { context.check_stop(); }));
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    const auto estimate = grid_shuffle::estimate_orbit(prefix.sum("pairs"), prefix.sum("colliding"));
    return estimate && is_precise_enough(params(), estimate->size, estimate->standard_error);
  }

  std::optional<double> seconds_limit() const override { return params().seconds; }

 private:
  void add_counted(const Tally& total, Report& report) const override {
    const Integer colliding = total.sum("colliding");
    const Integer images = total.sum("images");
    const auto estimate = grid_shuffle::estimate_orbit(total.sum("pairs"), colliding);
    report.outcomes[Quantity::orbit_size] =
        estimate ? Outcome{Estimate{estimate->size, estimate->standard_error, estimate->low, estimate->high, 0.95,
                                    images.convert_to<std::uint64_t>()}}
                 : Outcome{Unfinished{too_few(colliding, images)}};
  }

  /// How many images would do: by the pairs met so far, or if there are none, even if no two options gave one grid.
  std::string too_few(const Integer& colliding, const Integer& images) const {
    const std::string fewest = std::to_string(grid_shuffle::fewest_collisions);
    const std::string met = "only " + to_decimal(colliding) + " pairs of images were equal, fewer than " + fewest;
    if (colliding > 0) {
      const Integer wanted = images * grid_shuffle::fewest_collisions / colliding;
      return met + "; at this rate about " + group_digits(to_decimal(wanted)) + " samples would do";
    }
    const Integer pairs_of_image = batches_.samples_of(0) - 1;
    if (pairs_of_image <= 0) return met + "; one image in a unit has nothing to be compared with, so raise batch";
    const Integer wanted = 2 * grid_shuffle::fewest_collisions * options() / pairs_of_image + 1;
    return met + "; about " + group_digits(to_decimal(wanted)) +
           " samples would do even if every combination of moves gave another grid";
  }

  grid_shuffle::ImageSampler sampler_;
  Batches batches_;
};

/// Units are batches of shuffles by random exchanges.
class ExchangesJob final : public ShuffleJob {
 public:
  ExchangesJob(const ShuffleParams& params, const Request& request)
      : ShuffleJob{params, request},
        shuffler_{params.start(shape()), params.exchanges()},
        batches_{params, params.batch ? static_cast<std::uint64_t>(*params.batch) : default_batch} {}

  std::uint64_t units() const override { return batches_.units(); }
  double weight(std::uint64_t unit) const override { return static_cast<double>(batches_.samples_of(unit)); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Random random = context.random();
    const std::uint64_t shuffles = batches_.samples_of(unit);
    Tally tally;
    tally.add("shuffles", shuffles);
    tally.add("returning", shuffler_.returning(shuffles, random, [&] { context.check_stop(); }));
    return tally;
  }

  bool is_enough(const Tally& prefix, std::uint64_t /*units*/) const override {
    const Estimate share = share_of(prefix, 1);
    return is_precise_enough(params(), share.value, share.standard_error);
  }

  std::optional<double> seconds_limit() const override { return params().seconds; }

 private:
  /// A tenth of a second or less.
  static constexpr std::uint64_t default_batch = 50'000;

  static Estimate share_of(const Tally& total, const Real& scale) {
    const auto shuffles = total.sum("shuffles").convert_to<std::uint64_t>();
    const auto share = grid_shuffle::estimate_share(total.sum("returning").convert_to<std::uint64_t>(), shuffles);
    return {share.share * scale, share.standard_error * scale, share.low * scale, share.high * scale, 0.95, shuffles};
  }

  void add_counted(const Tally& total, Report& report) const override {
    const Real sequences = to_real(grid_shuffle::exchange_sequences(shape(), params().exchanges()));
    report.outcomes[Quantity::returning_sequences] = share_of(total, sequences);
    report.findings["return_share"] = {share_of(total, 1), "of all random shuffles, those that give the grid back"};
  }

  grid_shuffle::ExchangeShuffler shuffler_;
  Batches batches_;
};

/// For a sampling method that is asked for nothing sampled.
class FormulaJob final : public ShuffleJob {
 public:
  using ShuffleJob::ShuffleJob;
  std::uint64_t units() const override { return 1; }
  Tally run(std::uint64_t /*unit*/, UnitContext& context) const override {
    context.check_stop();
    return {};
  }

 private:
  void add_counted(const Tally& /*total*/, Report& /*report*/) const override {}
};

class GridShuffle final : public Strategy {
 public:
  using Params = ShuffleParams;

  static About about() {
    return {.id = "grid_shuffle",
            .version = "1.0.0",
            .summary = "Counts the grids that shuffling one grid reaches: by its symmetries, or by repeated images.",
            .source = "habr.com/ru/post/312822; orbit-stabiliser theorem, birthday estimator",
            .yields = {{Quantity::shuffle_options, Kind::exact},
                       {Quantity::stabiliser_order, Kind::exact},
                       {Quantity::orbit_size, Kind::exact},
                       {Quantity::returning_sequences, Kind::exact}}};
  }

  static std::optional<Kind> kind(Quantity quantity, const Params& params) {
    const bool is_sampled = (params.method == Method::collisions && quantity == Quantity::orbit_size) ||
                            (params.method == Method::exchanges && quantity == Quantity::returning_sequences);
    if (is_sampled) return Kind::estimate;
    return std::nullopt;
  }

  static void describe(Schema<Params>& schema) {
    schema
        .choice(
            "method", &Params::method,
            {{"stabiliser", Method::stabiliser}, {"collisions", Method::collisions}, {"exchanges", Method::exchanges}})
        .help(
            "stabiliser: exactly, by the maps that give the grid back; collisions: the orbit, by how often random "
            "images are equal; exchanges: the returning sequences, by shuffling at random.");
    schema.field("grid", &Params::grid)
        .part_of_question()
        .help(
            "The grid to shuffle: its symbols row by row, 1..9 and then A..P; unset: the base grid, whose rows are "
            "shifted by C places from row to row of a band and by one from band to band.");
    schema.field("labels", &Params::labels).part_of_question().help("Whether symbols are exchanged.");
    schema.field("rows", &Params::rows).part_of_question().help("Whether the rows of a band are exchanged.");
    schema.field("columns", &Params::columns).part_of_question().help("Whether the columns of a stack are exchanged.");
    schema.field("bands", &Params::bands).part_of_question().help("Whether whole bands are exchanged.");
    schema.field("stacks", &Params::stacks).part_of_question().help("Whether whole stacks are exchanged.");
    schema.field("transposition", &Params::transposition)
        .part_of_question()
        .help("Whether the grid is mirrored on its diagonal; for R = C only.");
    const auto exchanges = [&schema](const char* name, int Params::*member, const char* of) {
      schema.field(name, member)
          .unit("exchanges")
          .range(0, 100)
          .part_of_question()
          .help(std::string{"Random exchanges of two "} + of + " in a sequence; for returning_sequences.");
    };
    exchanges("label_exchanges", &Params::label_exchanges, "symbols");
    exchanges("row_exchanges", &Params::row_exchanges, "rows of a band");
    exchanges("column_exchanges", &Params::column_exchanges, "columns of a stack");
    describe_sampling_limits(schema);
    schema.field("batch", &Params::batch)
        .unit("samples")
        .range(2, 100'000'000)
        .help(
            "Samples of one unit. For collisions, images are compared within a unit; unset: about as many as make "
            "forty equal pairs if all options gave different grids, at most 2097152. For exchanges: 50000.");
  }

  explicit GridShuffle(Params params) : params_{std::move(params)} {
    // A text that is a grid of no shape is a slip of the pen, not a grid that some problems have no use for.
    if (params_.grid && !is_square(params_.grid->size())) {
      throw InvalidParameter{"parameter grid: it has " + std::to_string(params_.grid->size()) +
                             " symbols, and no grid has that many"};
    }
  }

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const override {
    if (problem.rules != Rules::classic) return "the moves keep classic rules only";
    const Shape shape = problem.shape;
    if (shape.side() > mathematics::max_grid_side) {
      return "the side is above " + std::to_string(mathematics::max_grid_side) + ", that of 5x5";
    }
    if (auto reason = mathematics::why_no_group(shape, params_.moves())) return reason;
    try {
      params_.start(shape);
    } catch (const InvalidGrid& error) {
      return std::string{"parameter grid: "} + error.what();
    }
    if (params_.method != Method::stabiliser && !params_.any()) {
      return "no limit is given: set samples, seconds or relative_error";
    }
    if (quantity == Quantity::returning_sequences) {
      if (auto reason = why_no_exchange(shape, params_.exchanges())) return reason;
    }
    return cannot_yield(quantity);
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& quantities) const override {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
    if (params_.method != Method::collisions || !quantities.contains(Quantity::orbit_size)) {
      return {.units = std::nullopt, .memory_bytes = mebibyte};
    }
    const Batches batches{params_, CollisionsJob::batch_of(params_, group_order(problem.shape, params_.moves()))};
    return {.units = batches.units(),
            .memory_bytes = mebibyte + batches.samples_of(0) * sizeof(grid_shuffle::Fingerprint)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    if (params_.method == Method::stabiliser) return std::make_unique<StabiliserJob>(params_, request);
    if (params_.method == Method::collisions && request.quantities.contains(Quantity::orbit_size)) {
      return std::make_unique<CollisionsJob>(params_, request);
    }
    if (params_.method == Method::exchanges && request.quantities.contains(Quantity::returning_sequences)) {
      return std::make_unique<ExchangesJob>(params_, request);
    }
    return std::make_unique<FormulaJob>(params_, request);
  }

 private:
  static bool is_square(std::size_t cells) {
    for (std::size_t side = 1; side <= mathematics::max_grid_side; ++side) {
      if (side * side == cells) return true;
    }
    return false;
  }

  /// What the method does not give.
  std::optional<std::string> cannot_yield(Quantity quantity) const {
    if (params_.method == Method::stabiliser || quantity == Quantity::shuffle_options) return std::nullopt;
    const std::string remedy = "; method stabiliser gives it";
    if (params_.method == Method::collisions && quantity != Quantity::orbit_size) {
      return "colliding images tell the size of the orbit and nothing else" + remedy;
    }
    if (params_.method == Method::exchanges && quantity != Quantity::returning_sequences) {
      return "random exchanges tell how many sequences return and nothing else" + remedy;
    }
    return std::nullopt;
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(GridShuffle);
