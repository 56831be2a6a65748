#include "gridcensus/plugin.hpp"

#include "band_classes/all_classes.hpp"
#include "band_classes/countable_shapes.hpp"
#include "band_classes/drawn_classes.hpp"
#include "gridcensus/sampling.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using band_classes::CountedShape;
using band_classes::Work;

enum class Orientation { automatic, as_given, transposed };
enum class Classes { all, drawn };

struct BandClassesParams : SamplingLimits {
  Orientation orientation = Orientation::automatic;
  Classes classes = Classes::all;
  bool allow_long_runs = false;
  bool check_orders = false;
  std::optional<std::string> closing_counts;
};

class BandClasses final : public Strategy {
 public:
  using Params = BandClassesParams;

  static About about() {
    return {.id = "band_classes",
            .version = "2.2.0",
            .summary = "Adds up classes of column signatures of bands, each with its bands and their completions.",
            .source =
                "Felgenhauer and Jarvis (2005); Russell's 44 classes; Silver and Pettersen, forum.enjoysudoku.com "
                "\"Fast 3x3-counting\" (2005), \"4x3 sudoku counting\" (2006), \"6x2 counting\" (2006)",
            .yields = {{Quantity::grids, Kind::exact},
                       {Quantity::relabelling_classes, Kind::exact},
                       {Quantity::bands, Kind::exact},
                       {Quantity::signature_classes, Kind::exact}}};
  }

  static void describe(Schema<Params>& schema) {
    schema
        .choice("orientation", &Params::orientation,
                {{"auto", Orientation::automatic},
                 {"as_given", Orientation::as_given},
                 {"transposed", Orientation::transposed}})
        .help(
            "Which of RxC and CxR the grids are counted for (they have equally many); auto: the one with fewer bands. "
            "Bands and signature classes are always those of the shape as given.");
    schema.choice("classes", &Params::classes, {{"all", Classes::all}, {"drawn", Classes::drawn}})
        .help(
            "all: every class, for exact numbers; drawn: classes drawn at random, each counted whole, for unbiased "
            "estimates: of the grids where three bands are combined, of the bands where not.");
    schema.field("allow_long_runs", &Params::allow_long_runs)
        .help(
            "Whether to take on every class of 4x3 or of 6x2: half a day of processor time each, for 6x2 also 14 GB; "
            "`plan --measure` forecasts the time.");
    schema.field("check_orders", &Params::check_orders)
        .help(
            "With drawn classes of 5x2 or 6x2: count the bands of each in two orders of factorisation, which "
            "must "
            "agree.");
    schema.field("closing_counts", &Params::closing_counts)
        .speed_only()
        .help(
            "A file that stores the closing counts of four rows of 6x2, 11 GB, between starts; without it "
            "they are "
            "recounted, which takes hours.");
    describe_sampling_limits(schema);
  }

  explicit BandClasses(Params params) : params_{std::move(params)} {
    if (is_sampling()) return;
    if (params_.any()) throw InvalidParameter{"samples, seconds and relative_error are limits for classes: drawn"};
    if (params_.check_orders) throw InvalidParameter{"check_orders goes with classes: drawn"};
  }

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    Offer offer = refusals(quantities, [&](Quantity quantity) { return why_not(problem, quantity); });
    offer.units = Batches{params_, 1}.forecast();
    offer.memory_bytes = 0;
    std::set<Quantity> counted;
    for (const Quantity quantity : quantities) {
      if (is_sampling()) offer.kinds.emplace(quantity, Kind::estimate);
      if (!offer.refused.contains(quantity)) counted.insert(quantity);
    }
    for (const auto& [shape, work] : plan(problem.shape, counted)) {
      *offer.memory_bytes +=
          band_classes::ClassCounts::memory_bytes(shape, is_sampling() ? band_classes::shared_work(work) : work);
    }
    return offer;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const auto counted = plan(request.problem.shape, request.quantities);
    if (!is_sampling()) return band_classes::sum_over_all_classes(counted, request, params_.closing_counts);
    return band_classes::mean_over_drawn_classes(counted.front(), params_, params_.check_orders, request);
  }

 private:
  bool is_sampling() const { return params_.classes == Classes::drawn; }

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const {
    if (quantity == Quantity::signature_classes) {
      if (is_sampling()) return "the classes are counted exactly, not drawn";
      return band_classes::cannot_count({problem.shape, Work::list_classes});
    }
    const Shape counted = counting_shape(problem.shape);
    if (quantity == Quantity::bands) {
      if (is_sampling() && counted.bands() == 3) {
        return "drawn classes estimate the grids of this shape; its bands are counted with classes: all";
      }
      auto reason = cannot_count({problem.shape, Work::count_bands});
      return reason ? reason : too_few_samples(params_, band_classes::min_draws);
    }
    auto reason = cannot_count({counted, Work::count_grids});
    if (reason && counted != problem.shape) reason->insert(0, "counted as " + to_string(counted) + ": ");
    return reason ? reason : too_few_samples(params_, band_classes::min_draws);
  }

  std::optional<std::string> cannot_count(CountedShape counted) const {
    if (auto reason = band_classes::cannot_count(counted)) return reason;
    if (is_sampling()) return band_classes::cannot_draw(counted, params_.check_orders);
    if (!band_classes::takes_days(counted) || params_.allow_long_runs) return std::nullopt;
    return "all classes of " + to_string(counted.shape) +
           " take days, or more: set allow_long_runs, or classes: drawn for an estimate; `plan --measure` tells how "
           "long";
  }

  Shape counting_shape(Shape shape) const {
    const Shape transposed = shape.transposed();
    switch (params_.orientation) {
      case Orientation::as_given: return shape;
      case Orientation::transposed: return transposed;
      case Orientation::automatic: break;
    }
    // Fewer bands are cheaper, if both shapes can be counted.
    const bool given_works = !band_classes::cannot_count({shape, Work::count_grids});
    const bool transposed_works = !band_classes::cannot_count({transposed, Work::count_grids});
    if (given_works != transposed_works) return given_works ? shape : transposed;
    return transposed.bands() < shape.bands() ? transposed : shape;
  }

  /// Returns the classes that the quantities need, with no more work on them than they need.
  std::vector<CountedShape> plan(Shape shape, const std::set<Quantity>& quantities) const {
    std::vector<CountedShape> counted;
    const bool grids = quantities.contains(Quantity::grids) || quantities.contains(Quantity::relabelling_classes);
    if (grids) counted.push_back({counting_shape(shape), Work::count_grids});
    if (grids && counted.front().shape == shape) return counted;
    if (quantities.contains(Quantity::bands)) {
      counted.push_back({shape, Work::count_bands});
    } else if (quantities.contains(Quantity::signature_classes)) {
      counted.push_back({shape, Work::list_classes});
    }
    return counted;
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(BandClasses);
