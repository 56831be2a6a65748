#include "gridcensus/plugin.hpp"

#include "band_classes/class_counts.hpp"
#include "band_classes/normalised.hpp"
#include "band_recursion/band_sum.hpp"
#include "gridcensus/sampling.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using band_classes::ClassCounts;
using band_classes::SignatureClass;
using band_classes::UInt128;
using band_classes::Work;

/// Boxes of one column have one class, whose band count is that of the Latin squares of this order.
constexpr int most_rows_of_one_column = 9;
/// Tables of more classes than this are not printed.
constexpr std::size_t most_printed_classes = 1000;

enum class Orientation { automatic, as_given, transposed };
enum class Classes { all, drawn };

struct BandClassesParams : SamplingLimits {
  Orientation orientation = Orientation::automatic;
  Classes classes = Classes::all;
  bool long_jobs = false;
  bool check_orders = false;
};

/// @throws std::logic_error  there is a remainder, though a theorem says that there is none.
Integer exact_quotient(const Integer& value, const Integer& divisor) {
  if (value % divisor != 0) {
    throw std::logic_error{to_decimal(value) + " is not a multiple of " + to_decimal(divisor) +
                           ", which the freeness of the band's symmetries demands"};
  }
  return value / divisor;
}

/// Bands of a class per normalised band: relabellings, the column orders of boxes 2..R, and the orders of these boxes.
Integer bands_per_normalised(Shape shape) {
  return factorial(shape.side()) * power(factorial(shape.box_cols), shape.box_rows - 1) * factorial(shape.box_rows - 1);
}

/// The permutations of the other bands, and of the rows in them: they act freely on the completions of a band.
Integer completion_symmetries(Shape shape) {
  return power(factorial(shape.box_rows), shape.box_cols - 1) * factorial(shape.box_cols - 1);
}

/// Whether R x C has few enough classes to be listed: seconds, and at most some 150 000 of them.
bool has_few_classes(Shape shape) {
  const auto [rows, cols] = shape;
  if (rows == 1 || cols == 1) return shape.side() <= mathematics::max_symbols;
  return (rows == 2 && cols <= 6) || (rows == 3 && cols <= 4) || (rows == 4 && cols <= 3) || (rows <= 6 && cols == 2);
}

/// Whether the whole of the work takes days or more: B of 6x2, and the completions of 4x3.
bool takes_days(Shape shape, Work work) {
  return (shape == Shape{6, 2} && work != Work::list_classes) || (shape == Shape{4, 3} && work == Work::count_grids);
}

std::optional<std::string> cannot_list_classes(Shape shape) {
  if (has_few_classes(shape)) return std::nullopt;
  if (shape.box_rows == 1 || shape.box_cols == 1) return std::string{"the side is above 16, the limit of this method"};
  return "the signature classes of " + to_string(shape) +
         " are too many to be listed (up to 2x6, 3x4, 4x3 and 6x2); signature_burnside tells how many there are";
}

std::optional<std::string> cannot_count_bands(Shape shape) {
  if (auto reason = cannot_list_classes(shape)) return reason;
  if (shape.box_cols == 1 && shape.box_rows > most_rows_of_one_column) {
    return "a band is a Latin square of order " + std::to_string(shape.box_rows) +
           "; this method counts them up to order " + std::to_string(most_rows_of_one_column);
  }
  return std::nullopt;
}

std::optional<std::string> cannot_count_grids(Shape shape) {
  if (auto reason = cannot_count_bands(shape)) return reason;
  if (shape.bands() > 3 && shape != Shape{2, 4}) {
    return "there are " + std::to_string(shape.bands()) + " bands; this method combines at most 3, and 4 for 2x4";
  }
  return std::nullopt;
}

/// The counts of one shape, as a part of the units of a job.
class Part {
 public:
  Part(Shape shape, Work work, bool is_given, const Poll& poll)
      : counts_{shape, work, poll},
        is_given_{is_given},
        is_printed_{counts_.classes().classes().size() <= most_printed_classes} {}

  std::size_t units() const { return counts_.units(); }
  Shape shape() const { return counts_.shape(); }
  Work work() const { return counts_.work(); }
  bool is_given() const { return is_given_; }
  std::size_t classes() const { return counts_.classes().classes().size(); }
  std::string table_name() const {
    if (work() == Work::count_bands) return "signature_class_sizes";
    return is_given_ ? "signature_class_table" : "transposed_signature_class_table";
  }

  /// Bands are counted under one name, completions as the grids that they make.
  Tally run(std::size_t unit, const Poll& poll) const {
    Tally tally;
    Table table{.key = "class", .columns = {"count"}, .rows = {}};
    for (const auto& [place, number] : counts_.count(unit, poll)) {
      const Integer count = Integer{number};
      tally.add(counts_name(), counts_.counts_completions() ? bands_of(place, counts_.bands()[place]) * count : count);
      if (is_printed_ || !counts_.counts_completions()) table.add(std::to_string(place), {count});
    }
    if (!table.rows.empty()) tally.add(counts_name(), table);
    return tally;
  }

  std::map<std::string, Integer> divisors() const {
    if (work() == Work::list_classes) return {};
    if (!counts_.counts_completions()) return {{counts_name(), factorial(shape().box_rows)}};
    return {{counts_name(), bands_per_normalised(shape()) * completion_symmetries(shape())}};
  }

  /// What the counts of all classes mean.
  struct Sums {
    Integer bands;
    Integer grids;
    Table table;    ///< no rows where there are too many classes to print
    Findings more;  ///< what else these classes must fulfil
  };
  Sums sums(const Tally& total) const {
    Sums sums;
    sums.table = {.key = "class", .columns = {"size"}, .rows = {}};
    if (work() == Work::count_grids) sums.table.columns.emplace_back("completions");
    for (const auto& [name, row] : total.table(counts_name()).rows) {
      const std::size_t place = std::stoul(name);
      const Integer bands =
          counts_.counts_completions() ? bands_of(place, counts_.bands()[place]) : signatures_of(place) * row.front();
      const Integer completions = shape().bands() == 1 ? Integer{1} : row.front();
      if (!counts_.counts_completions()) {
        sums.bands += bands;
        sums.grids += bands * completions;
      }
      // Also the check that every class is divisible.
      std::vector<Integer> cells{exact_quotient(bands, bands_per_normalised(shape()))};
      if (work() == Work::count_grids) cells.push_back(exact_quotient(completions, completion_symmetries(shape())));
      if (is_printed_) sums.table.add(text_of(counts_.classes(), counts_.classes().classes()[place]), cells);
    }
    if (counts_.counts_completions()) {
      for (std::size_t place = 0; place < classes(); ++place) sums.bands += bands_of(place, counts_.bands()[place]);
      sums.grids = total.sum(counts_name());
    }
    if (shape().box_cols == 2 && shape().box_rows > 1) sums.more = laws_of_two_columns(sums.bands, total);
    return sums;
  }

 private:
  std::string counts_name() const { return is_given_ ? "counts" : "transposed_counts"; }
  Integer signatures_of(std::size_t place) const {
    return Integer{counts_.classes().signatures(counts_.classes().classes()[place])};
  }
  /// @throws std::logic_error  the Latin-square family breaks its theorem.
  Findings laws_of_two_columns(const Integer& first_moment, const Tally& total) const {
    const std::string prefix = is_given_ ? "" : "transposed_";
    const Table& counts = total.tables().find(counts_name())->second;
    Table family{.key = "t", .columns = {"bands_each", "times_binomial"}, .rows = {}};
    Integer square;
    Integer binomial = 1;
    int t = 0;
    for (const std::size_t place : latin_square_family(counts_.classes())) {
      const Integer bands_each = counts.rows.at(std::to_string(place)).front();
      const Integer product = bands_each * binomial;
      family.add(std::to_string(t), {bands_each, product});
      if (t == 0) square = product;
      if (product != square) throw std::logic_error{"the Latin-square family of " + to_string(shape()) + " is uneven"};
      binomial = binomial * (shape().box_rows - t) / (t + 1);
      ++t;
    }
    return {{prefix + "first_moment", {Exact{first_moment}, "sum over the classes of signatures * B: all bands"}},
            {prefix + "latin_square_family",
             {family,
              "B of t boxes 1..R | R+1..2R and R-t with R and R+1 exchanged, and times binomial(R,t): the square "
              "of the number of Latin squares of order R"}}};
  }

  Integer bands_of(std::size_t place, UInt128 bands_each) const { return signatures_of(place) * Integer{bands_each}; }

  ClassCounts counts_;
  bool is_given_;
  bool is_printed_;
};

/// The outcomes of all quantities, from the number of grids and what else was summed.
Outcomes outcomes_of(const Problem& problem, const std::set<Quantity>& quantities, const Integer& grids,
                     const Integer& bands, const Integer& classes) {
  Outcomes outcomes;
  for (const Quantity quantity : quantities) {
    switch (quantity) {
      case Quantity::grids: outcomes[quantity] = Exact{grids}; break;
      case Quantity::relabelling_classes:
        outcomes[quantity] = Exact{exact_quotient(grids, factorial(problem.shape.side()))};
        break;
      case Quantity::bands: outcomes[quantity] = Exact{bands}; break;
      default: outcomes[quantity] = Exact{classes}; break;
    }
  }
  return outcomes;
}

constexpr auto size_help =
    "size: normalised bands (box 1 filled row by row, the other boxes and their columns ordered)";
constexpr auto completions_clause = "; completions: of one band, up to the order of the other bands and of their rows";

class AllClassesJob final : public Job {
 public:
  AllClassesJob(std::vector<std::unique_ptr<Part>> parts, Request request)
      : parts_{std::move(parts)}, request_{std::move(request)} {}

  std::uint64_t units() const override {
    std::uint64_t sum = 0;
    for (const auto& part : parts_) sum += part->units();
    return sum;
  }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    const auto [part, place] = locate(unit);
    return part->run(place, [&context] { context.check_stop(); });
  }

  std::map<std::string, Integer> divisors(std::uint64_t unit) const override { return locate(unit).first->divisors(); }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    Integer grids = 0;
    Integer bands = 0;
    Integer classes = 0;
    for (const auto& part : parts_) {
      if (part->is_given()) classes = part->classes();
      if (part->work() == Work::list_classes) continue;
      Part::Sums sums = part->sums(total);
      check_first_moment(*part, sums.bands);
      if (part->work() == Work::count_grids) grids = sums.grids;
      if (part->is_given()) bands = sums.bands;
      report.findings.merge(sums.more);
      if (sums.table.rows.empty()) continue;
      report.findings.emplace(part->table_name(), Finding{std::move(sums.table), help_of(part->table_name())});
    }
    report.outcomes = outcomes_of(request_.problem, request_.quantities, grids, bands, classes);
    return report;
  }

 private:
  std::pair<const Part*, std::size_t> locate(std::uint64_t unit) const {
    for (const auto& part : parts_) {
      if (unit < part->units()) return {part.get(), unit};
      unit -= part->units();
    }
    throw std::out_of_range{"band_classes has no unit of this number"};
  }

  /// The first moment: the bands of all classes are b(R,C), which another formula tells.
  static void check_first_moment(const Part& part, const Integer& found) {
    const Shape shape = part.shape();
    // Of Latin squares the recursion has no shorter way either.
    if (shape.box_cols == 1 || band_recursion::why_not(shape)) return;
    const Integer expected = band_recursion::bands(shape);
    if (found == expected) return;
    throw std::logic_error{"the signature classes of " + to_string(shape) + " hold " + to_decimal(found) +
                           " bands, not the " + to_decimal(expected) + " of the recursion over sub-bands"};
  }

  static std::string help_of(const std::string& table) {
    std::string help = std::string{"Signature classes by their least normalised band; "} + size_help;
    if (table != "signature_class_sizes") help += completions_clause;
    if (table == "transposed_signature_class_table") help += "; of the transposed shape";
    return help;
  }

  std::vector<std::unique_ptr<Part>> parts_;
  Request request_;
};

/// Classes drawn at random, each counted whole: unbiased estimates.
///
///     bands = signatures * E[B]            a signature drawn uniformly: a class by its number of signatures
///     grids = bands * E[completions]       three bands; a band drawn uniformly: a class by its number of bands
///
/// Two bands have no estimate of the grids, signatures * E[B^2]: a few classes, far too rare to be drawn, have much of
/// the spread of B^2, and no sample tells.
class DrawnClassesJob final : public Job {
 public:
  DrawnClassesJob(Shape shape, Work work, const Request& request, const BandClassesParams& params)
      : params_{params},
        request_{request},
        counts_{shape, work, [&request] { request.stop.check(); }},
        batches_{params_, 1} {
    UInt128 sum = 0;
    for (std::size_t place = 0; place < classes().size(); ++place) {
      const UInt128 bands_each = counts_.counts_completions() ? counts_.bands()[place] : 1;
      sum = mathematics::checked_add(sum, mathematics::checked_multiply(classes()[place].weight, bands_each));
      ends_.push_back(sum);
    }
    if (sum > ~std::uint64_t{0}) throw std::overflow_error{"the classes have too large weights to be drawn"};
    // The weights are of signatures whose box 1 has the identity code.
    scale_ =
        Integer{sum} * (Integer{counts_.classes().signatures(classes().front())} / Integer{classes().front().weight});
  }

  std::uint64_t units() const override { return batches_.units(); }

  Tally run(std::uint64_t /*unit*/, UnitContext& context) const override {
    Random random = context.random();
    const auto drawn = random.below(static_cast<std::uint64_t>(ends_.back()));
    const auto place = static_cast<std::size_t>(std::ranges::upper_bound(ends_, UInt128{drawn}) - ends_.begin());
    const Poll poll = [&context] { context.check_stop(); };
    const UInt128 count = counts_.count_class(place, poll);
    if (params_.check_orders) check_orders(place, count, poll);
    Table table{.key = "class", .columns = {"draws", "count"}, .rows = {}};
    table.add(std::to_string(place), {1, Integer{count}});
    return Tally{}.add("drawn", table).sample("count", static_cast<Real>(count));
  }

  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    // Of fewer draws the spread is too uncertain to stop by: two that happen to be close would end the run.
    static constexpr std::uint64_t least_draws = 30;
    const Moments count = prefix.moments("count");
    return units >= least_draws && is_precise_enough(params_, count.mean, count.standard_error());
  }

  std::optional<double> seconds_limit() const override { return params_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    const Moments count = total.moments("count");
    for (const Quantity quantity : request_.quantities) {
      if (count.count < 2) {
        report.outcomes[quantity] = Unfinished{"fewer than two classes were drawn"};
        continue;
      }
      const bool is_reduced = quantity == Quantity::relabelling_classes;
      const Integer divisor = is_reduced ? factorial(request_.problem.shape.side()) : Integer{1};
      report.outcomes[quantity] = estimate_mean(count, to_real(scale_) / to_real(divisor));
    }
    report.findings["drawn_class_table"] = {table_of(total.table("drawn")),
                                            std::string{"Classes drawn at random by their least normalised band; "} +
                                                size_help + (counts_.counts_completions() ? completions_clause : "")};
    return report;
  }

 private:
  const std::vector<SignatureClass>& classes() const { return counts_.classes().classes(); }

  /// Counts the bands of the class once more, in the other order.
  void check_orders(std::size_t place, UInt128 bands_each, const Poll& poll) const {
    const UInt128 again = counts_.bands_in_other_order(place, poll);
    if (again == bands_each) return;
    throw std::logic_error{"two factorisation orders count " + to_decimal(Integer{bands_each}) + " and " +
                           to_decimal(Integer{again}) + " bands for the class " +
                           text_of(counts_.classes(), classes()[place])};
  }

  Table table_of(const Table& drawn) const {
    const Shape shape = counts_.shape();
    Table table{.key = "class", .columns = {"size"}, .rows = {}};
    if (counts_.counts_completions()) table.columns.emplace_back("completions");
    for (const auto& [name, row] : drawn.rows) {
      const std::size_t place = std::stoul(name);
      const Integer count = row[1] / row[0];
      const Integer bands_each = counts_.counts_completions() ? Integer{counts_.bands()[place]} : count;
      const Integer bands = Integer{counts_.classes().signatures(classes()[place])} * bands_each;
      std::vector<Integer> cells{exact_quotient(bands, bands_per_normalised(shape))};
      if (counts_.counts_completions()) cells.push_back(exact_quotient(count, completion_symmetries(shape)));
      table.add(text_of(counts_.classes(), classes()[place]), cells);
    }
    return table;
  }

  BandClassesParams params_;
  Request request_;
  ClassCounts counts_;
  Batches batches_;
  std::vector<UInt128> ends_;  ///< [class]: the weights of all classes up to it
  Integer scale_;              ///< signatures or bands
};

class BandClasses final : public Strategy {
 public:
  using Params = BandClassesParams;

  static About about() {
    return {.id = "band_classes",
            .version = "2.0.0",
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
    schema.field("long_jobs", &Params::long_jobs)
        .help(
            "Whether to take on every class of 4x3 (two days of processor time) or 6x2 (more than a year); "
            "`plan --measure` tells how long.");
    schema.field("check_orders", &Params::check_orders)
        .help(
            "With drawn classes of 5x2 or 6x2: count the bands of each in two orders of factorisation, which must "
            "agree.");
    describe_sampling_limits(schema);
  }

  /// Estimates, where classes are drawn.
  static std::optional<Kind> kind(Quantity /*quantity*/, const Params& params) {
    return params.classes == Classes::drawn ? std::optional{Kind::estimate} : std::nullopt;
  }

  explicit BandClasses(Params params) : params_{params} {
    const bool is_sampling = params.classes == Classes::drawn;
    if (!is_sampling && params.any()) {
      throw InvalidParameter{"samples, seconds and relative_error are limits for classes: drawn"};
    }
    if (!is_sampling && params.check_orders) throw InvalidParameter{"check_orders goes with classes: drawn"};
    if (is_sampling && !params.any()) {
      throw InvalidParameter{"classes: drawn needs a limit: set samples, seconds or relative_error"};
    }
  }

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const override {
    if (problem.rules != Rules::classic) return "the bands of a grid are independent for classic rules only";
    if (quantity == Quantity::signature_classes) {
      if (params_.classes == Classes::drawn) return "the classes are counted exactly, not drawn";
      return cannot_list_classes(problem.shape);
    }
    const Shape counted = counting_shape(problem.shape);
    if (quantity == Quantity::bands) {
      if (params_.classes == Classes::drawn && counted.bands() == 3) {
        return "drawn classes estimate the grids of this shape; its bands are counted with classes: all";
      }
      return cannot_count(problem.shape, Work::count_bands);
    }
    auto reason = cannot_count(counted, Work::count_grids);
    if (reason && counted != problem.shape) reason->insert(0, "counted as " + to_string(counted) + ": ");
    return reason;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& quantities) const override {
    Forecast forecast{.units = std::nullopt, .memory_bytes = 0};
    if (params_.samples) forecast.units = Batches{params_, 1}.units();
    for (const auto& [shape, work] : plan(problem.shape, quantities)) {
      *forecast.memory_bytes += ClassCounts::memory_bytes(shape, work);
    }
    return forecast;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    if (params_.classes == Classes::drawn) {
      const auto [shape, work] = plan(request.problem.shape, request.quantities).front();
      return std::make_unique<DrawnClassesJob>(shape, work, request, params_);
    }
    const Poll poll = [&request] { request.stop.check(); };
    std::vector<std::unique_ptr<Part>> parts;
    for (const auto& [shape, work] : plan(request.problem.shape, request.quantities)) {
      parts.push_back(std::make_unique<Part>(shape, work, shape == request.problem.shape, poll));
    }
    return std::make_unique<AllClassesJob>(std::move(parts), request);
  }

 private:
  std::optional<std::string> cannot_count(Shape shape, Work work) const {
    auto reason = work == Work::count_bands ? cannot_count_bands(shape) : cannot_count_grids(shape);
    if (reason) return reason;
    if (params_.classes == Classes::drawn) return cannot_draw(shape, work);
    if (!takes_days(shape, work) || params_.long_jobs) return std::nullopt;
    return "all classes of " + to_string(shape) +
           " take days, or more: set long_jobs, or classes: drawn for an estimate; `plan --measure` tells how long";
  }

  std::optional<std::string> cannot_draw(Shape shape, Work work) const {
    if (shape.box_rows == 1 || shape.box_cols == 1) return "there is one class to draw";
    if (work == Work::count_grids && shape.bands() != 3) {
      return "drawn classes estimate the grids of three bands only; of " + to_string(shape) +
             " they estimate the bands";
    }
    if (!params_.check_orders) return std::nullopt;
    if (work == Work::count_grids || shape.box_cols != 2 || shape.box_rows < 5) {
      return "check_orders: two orders of factorisation are there for the bands of 5x2 and 6x2";
    }
    return std::nullopt;
  }

  Shape counting_shape(Shape shape) const {
    const Shape turned = shape.transposed();
    switch (params_.orientation) {
      case Orientation::as_given: return shape;
      case Orientation::transposed: return turned;
      case Orientation::automatic: break;
    }
    // Fewer bands are cheaper as far as both can be counted.
    const bool given_works = !cannot_count_grids(shape);
    const bool turned_works = !cannot_count_grids(turned);
    if (given_works != turned_works) return given_works ? shape : turned;
    return turned.bands() < shape.bands() ? turned : shape;
  }

  /// The classes that the quantities need, and no more work on them than they need.
  std::vector<std::pair<Shape, Work>> plan(Shape shape, const std::set<Quantity>& quantities) const {
    std::vector<std::pair<Shape, Work>> parts;
    const bool grids = quantities.contains(Quantity::grids) || quantities.contains(Quantity::relabelling_classes);
    const bool bands = quantities.contains(Quantity::bands);
    if (grids) parts.emplace_back(counting_shape(shape), Work::count_grids);
    if (grids && parts.front().first == shape) return parts;
    if (bands)
      parts.emplace_back(shape, Work::count_bands);
    else if (quantities.contains(Quantity::signature_classes))
      parts.emplace_back(shape, Work::list_classes);
    return parts;
  }

  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(BandClasses);
