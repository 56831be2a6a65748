#include "gridcensus/plugin.hpp"

#include "grid_shuffle/collisions.hpp"
#include "grid_shuffle/orbit_size.hpp"
#include "grid_shuffle/quantities.hpp"
#include "grid_shuffle/random_exchanges.hpp"
#include "grid_shuffle/returning_sequences.hpp"
#include "grid_shuffle/stabiliser_counts.hpp"

#include <optional>
#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using grid_shuffle::Exchanges;
using grid_shuffle::Question;
using mathematics::Grid;
using mathematics::InvalidGrid;
using mathematics::Moves;

enum class Method { stabiliser, collisions, exchanges };

/// Returns the quantity that the method estimates; nullopt if it counts.
std::optional<Quantity> sampled_by(Method method) {
  switch (method) {
    case Method::stabiliser: return std::nullopt;
    case Method::collisions: return grid_shuffle::orbit_size;
    case Method::exchanges: return grid_shuffle::returning_sequences;
  }
  return std::nullopt;
}

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
  /// @throws InvalidGrid  the parameter `grid` is not a grid of this shape.
  Grid start(Shape shape) const { return grid ? mathematics::parse_line(*grid, shape) : mathematics::base_grid(shape); }

  /// Returns the number of samples of one unit.
  std::uint64_t batch_of(Shape shape) const {
    if (batch) return static_cast<std::uint64_t>(*batch);
    if (method == Method::exchanges) return grid_shuffle::default_shuffles;
    return grid_shuffle::default_batch(mathematics::group_order(shape, moves()));
  }
};

class GridShuffle final : public Strategy {
 public:
  using Params = ShuffleParams;

  static About about() {
    return {.id = "grid_shuffle",
            .version = "1.0.0",
            .summary = "Counts the grids that shuffling one grid reaches: by its symmetries, or by repeated images.",
            .source = "habr.com/ru/post/312822; orbit-stabiliser theorem, birthday estimator",
            .yields = {{grid_shuffle::shuffle_options, Kind::exact},
                       {grid_shuffle::stabiliser_order, Kind::exact},
                       {grid_shuffle::orbit_size, Kind::exact},
                       {grid_shuffle::returning_sequences, Kind::exact}}};
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
    schema.field("labels", &Params::labels).part_of_question().help("Exchange symbols.");
    schema.field("rows", &Params::rows).part_of_question().help("Exchange the rows of a band.");
    schema.field("columns", &Params::columns).part_of_question().help("Exchange the columns of a stack.");
    schema.field("bands", &Params::bands).part_of_question().help("Exchange whole bands.");
    schema.field("stacks", &Params::stacks).part_of_question().help("Exchange whole stacks.");
    schema.field("transposition", &Params::transposition)
        .part_of_question()
        .help("Transpose the grid; for R = C only.");
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
    // A text that is a grid of no shape is a mistake, not a grid that is unused by some problems.
    if (params_.grid && !is_square(params_.grid->size())) {
      throw InvalidParameter{"parameter grid: it has " + std::to_string(params_.grid->size()) +
                             " symbols, and no grid has that many"};
    }
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem.shape, quantity); });
    offer.units = 1;
    offer.memory_bytes = mebibyte;
    const auto sampled = sampled_by(params_.method);
    if (sampled) offer.kinds.emplace(*sampled, Kind::estimate);
    if (!samples(quantities) || offer.refused.contains(*sampled)) return offer;
    const Batches batches{params_, params_.batch_of(problem.shape)};
    offer.units = batches.forecast();
    const std::uint64_t images = params_.method == Method::collisions ? batches.samples_of(0) : 0;
    *offer.memory_bytes += images * sizeof(grid_shuffle::Fingerprint);
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Shape shape = request.problem.shape;
    Question question{params_.start(shape), params_.moves(), params_.exchanges()};
    if (params_.method == Method::stabiliser) {
      return count_by_stabiliser(std::move(question), request.quantities);
    }
    if (!samples(request.quantities)) return count_shuffle_options(question);
    const auto estimate = params_.method == Method::collisions ? grid_shuffle::estimate_orbit_size
                                                               : grid_shuffle::estimate_returning_sequences;
    return estimate(std::move(question), request.quantities, params_, params_.batch_of(shape));
  }

 private:
  static bool is_square(std::size_t cells) {
    for (std::size_t side = 1; side <= mathematics::max_grid_side; ++side) {
      if (side * side == cells) return true;
    }
    return false;
  }

  std::optional<std::string> why_not(Shape shape, Quantity quantity) const {
    if (shape.side() > mathematics::max_grid_side) {
      return "the side is above " + std::to_string(mathematics::max_grid_side) + ", that of 5x5";
    }
    if (auto reason = mathematics::why_no_group(shape, params_.moves())) return reason;
    try {
      params_.start(shape);
    } catch (const InvalidGrid& error) {
      return std::string{"parameter grid: "} + error.what();
    }
    if (quantity == grid_shuffle::returning_sequences) {
      if (auto reason = why_no_exchange(shape, params_.exchanges())) return reason;
    }
    if (auto reason = cannot_yield(quantity)) return reason;
    if (params_.method != Method::collisions || quantity != grid_shuffle::orbit_size || !params_.samples) {
      return std::nullopt;
    }
    const std::uint64_t batch = Batches{params_, params_.batch_of(shape)}.samples_of(0);
    const Integer images{*params_.samples};
    return grid_shuffle::too_few_images(images, grid_shuffle::compared_pairs(images, batch), batch,
                                        mathematics::group_order(shape, params_.moves()));
  }

  /// Returns true if something is to be estimated. A sampling method still counts the options exactly.
  bool samples(const std::set<Quantity>& quantities) const {
    const auto sampled = sampled_by(params_.method);
    return sampled && quantities.contains(*sampled);
  }

  /// Returns why the method does not yield a quantity, or nullopt if it does.
  std::optional<std::string> cannot_yield(Quantity quantity) const {
    const auto sampled = sampled_by(params_.method);
    if (!sampled || quantity == *sampled || quantity == grid_shuffle::shuffle_options) return std::nullopt;
    const std::string what = params_.method == Method::collisions
                                 ? "colliding images give the size of the orbit"
                                 : "random exchanges give the number of returning sequences";
    return what + " and no other quantity; use method stabiliser";
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(GridShuffle);
