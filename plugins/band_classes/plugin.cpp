#include "gridcensus/plugin.hpp"

#include "combinatorics/closed_formulas.hpp"
#include "factorisations.hpp"
#include "normalised.hpp"
#include "signature_classes.hpp"
#include "three_bands.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using band_classes::FactorisationCounter;
using band_classes::Poll;
using band_classes::SignatureClass;
using band_classes::SignatureClasses;
using band_classes::ThreeBands;
using band_classes::Wide;

/// More codes per box than this make the class search too long (3x4: 15400, 2x6: 10395).
constexpr int most_codes = 1000;
/// More rows of more than one column make too many classes (6x2: 63199) or too long band counts.
constexpr int most_rows = 5;
/// Boxes of one column have one class, whose band count is that of the Latin squares of this order.
constexpr int most_rows_of_one_column = 9;

enum class Orientation { automatic, as_given, transposed };

Integer to_integer(Wide value) {
  return (Integer{static_cast<std::uint64_t>(value >> 64U)} << 64) + static_cast<std::uint64_t>(value);
}

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

std::optional<std::string> cannot_list_classes(Shape shape) {
  if (shape.side() > combinatorics::max_symbols) return std::string{"the side is above 16, the limit of this method"};
  const Wide codes = combinatorics::equal_partitions(shape.box_cols, shape.box_rows);
  if (codes > most_codes) {
    return "the symbols of a box can be parted into columns in " + to_decimal(to_integer(codes)) +
           " ways; this method lists the signature classes for at most " + std::to_string(most_codes);
  }
  if (codes > 1 && shape.box_rows > most_rows) {
    return "a band has " + std::to_string(shape.box_rows) + " boxes; this method takes at most " +
           std::to_string(most_rows) + " where boxes have two columns or more";
  }
  return std::nullopt;
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
  if (shape.bands() > 3) {
    return "there are " + std::to_string(shape.bands()) + " bands; this method combines at most 3";
  }
  return std::nullopt;
}

/// What the units over the classes of one shape add up.
enum class Work { list_classes, count_bands, count_grids };

/// The classes of one shape, one unit each.
class Part {
 public:
  Part(Shape shape, Work work, bool is_given, const Poll& poll)
      : shape_{shape}, work_{work}, is_given_{is_given}, classes_{shape.box_rows, shape.box_cols, poll} {
    if (work != Work::count_grids || shape.bands() != 3) return;
    for (const SignatureClass& signature_class : classes_.classes()) {
      bands_.push_back(counter_.count(classes_.columns(signature_class), poll));
    }
    three_bands_.emplace(classes_, bands_, poll);
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  Part(Part&&) = delete;
  Part& operator=(Part&&) = delete;
  ~Part() = default;

  std::size_t units() const { return classes_.classes().size(); }
  Shape shape() const { return shape_; }
  Work work() const { return work_; }
  std::string bands_name() const { return is_given_ ? "bands" : "transposed_bands"; }
  std::string table_name() const {
    if (work_ == Work::count_bands) return "signature_class_sizes";
    return is_given_ ? "signature_class_table" : "transposed_signature_class_table";
  }

  Tally run(std::size_t place, const Poll& poll) const {
    const SignatureClass& signature_class = classes_.classes()[place];
    Tally tally;
    if (is_given_) tally.add("signature_classes", 1);
    if (work_ == Work::list_classes) return tally;

    const Wide bands_each = bands_.empty() ? counter_.count(classes_.columns(signature_class), poll) : bands_[place];
    const Integer bands = to_integer(classes_.signatures(signature_class)) * to_integer(bands_each);
    tally.add(bands_name(), bands);

    Table table{.key = "class", .columns = {"size"}, .rows = {}};
    std::vector<Integer> row{exact_quotient(bands, bands_per_normalised(shape_))};
    if (work_ == Work::count_grids) {
      const Integer completions = to_integer(completions_of(signature_class, bands_each, poll));
      tally.add("grids", bands * completions);
      table.columns.emplace_back("completions");
      row.push_back(exact_quotient(completions, completion_symmetries(shape_)));
    }
    table.add(text_of(classes_, signature_class), row);
    return tally.add(table_name(), table);
  }

  std::map<std::string, Integer> divisors() const {
    std::map<std::string, Integer> divisors;
    if (work_ != Work::list_classes) divisors[bands_name()] = bands_per_normalised(shape_);
    if (work_ == Work::count_grids) divisors["grids"] = bands_per_normalised(shape_) * completion_symmetries(shape_);
    return divisors;
  }

 private:
  /// The grids that extend one band of the class.
  Wide completions_of(const SignatureClass& signature_class, Wide bands_each, const Poll& poll) const {
    if (shape_.bands() == 1) return 1;
    // Two bands: every column of the second is the complement of the first's, and so are its boxes' columns in the
    // other order. Its signature is the first's with the columns of every box exchanged, which has the same B.
    if (shape_.bands() == 2) return bands_each;
    return three_bands_->completions(signature_class, poll);
  }

  Shape shape_;
  Work work_;
  bool is_given_;
  SignatureClasses classes_;
  FactorisationCounter counter_;
  std::vector<Wide> bands_;  // B of each class, where all are needed before the first unit
  std::optional<ThreeBands> three_bands_;
};

class BandClassesJob final : public Job {
 public:
  BandClassesJob(std::vector<std::unique_ptr<Part>> parts, Request request)
      : parts_{std::move(parts)}, problem_{request.problem}, quantities_{std::move(request.quantities)} {}

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
    for (const auto& part : parts_) {
      if (part->work() == Work::list_classes) continue;
      check_bands(*part, total);
      const std::string name = part->table_name();
      report.findings.emplace(name, Finding{total.table(name), help_of(name)});
    }
    for (const Quantity quantity : quantities_) {
      const Integer grids = total.sum("grids");
      report.outcomes[quantity] =
          Exact{quantity == Quantity::grids                 ? grids
                : quantity == Quantity::relabelling_classes ? exact_quotient(grids, factorial(problem_.shape.side()))
                                                            : total.sum(name_of(quantity))};
    }
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

  /// The class sizes must add up to all bands, where an independent formula tells their number.
  static void check_bands(const Part& part, const Tally& total) {
    const auto expected = combinatorics::bands_by_formula(part.shape().box_rows, part.shape().box_cols);
    const Integer found = total.sum(part.bands_name());
    if (expected && found != to_integer(*expected)) {
      throw std::logic_error{"the signature classes of " + to_string(part.shape()) + " hold " + to_decimal(found) +
                             " bands, not the " + to_decimal(to_integer(*expected)) + " of the closed formula"};
    }
  }

  static std::string help_of(const std::string& table) {
    std::string help =
        "Signature classes by their least normalised band; size: normalised bands (box 1 filled row by "
        "row, the other boxes and their columns ordered)";
    if (table != "signature_class_sizes") {
      help += "; completions: of one band, up to the order of the other bands and of their rows";
    }
    if (table == "transposed_signature_class_table") help += "; of the transposed shape";
    return help;
  }

  std::vector<std::unique_ptr<Part>> parts_;
  Problem problem_;
  std::set<Quantity> quantities_;
};

class BandClasses final : public Strategy {
 public:
  struct Params {
    Orientation orientation = Orientation::automatic;
  };

  static About about() {
    return {.id = "band_classes",
            .version = "1.0.0",
            .summary = "Adds up classes of column signatures of bands, each with its bands and their completions.",
            .source =
                "Felgenhauer and Jarvis (2005); Russell's 44 classes; Silver and Pettersen, forum.enjoysudoku.com "
                "\"Fast 3x3-counting\" (2005)",
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
  }

  explicit BandClasses(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const override {
    if (problem.rules != Rules::classic) return "the bands of a grid are independent for classic rules only";
    if (quantity == Quantity::signature_classes) return cannot_list_classes(problem.shape);
    if (quantity == Quantity::bands) return cannot_count_bands(problem.shape);
    const Shape counted = counting_shape(problem.shape);
    auto reason = cannot_count_grids(counted);
    if (reason && counted != problem.shape) reason->insert(0, "counted as " + to_string(counted) + ": ");
    return reason;
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& quantities) const override {
    // The lists of the class search dominate: the relabellings that keep a box's columns.
    const auto bytes_for = [](Shape shape, Work work) {
      const auto [rows, cols] = shape;
      if (combinatorics::equal_partitions(cols, rows) == 1) return Integer{1} << 20;
      Integer bytes =
          (Integer{1} << 20) + 2 * sizeof(band_classes::Relabelling) * factorial(cols) * power(factorial(rows), cols);
      if (work == Work::count_grids && cols == 3) bytes += ThreeBands::memory_bytes(rows);
      return bytes;
    };
    Integer bytes = 0;
    for (const auto& [shape, work] : plan(problem.shape, quantities)) bytes += bytes_for(shape, work);
    return {.units = std::nullopt, .memory_bytes = static_cast<std::uint64_t>(bytes)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Poll poll = [&request] { request.stop.check(); };
    std::vector<std::unique_ptr<Part>> parts;
    for (const auto& [shape, work] : plan(request.problem.shape, request.quantities)) {
      parts.push_back(std::make_unique<Part>(shape, work, shape == request.problem.shape, poll));
    }
    return std::make_unique<BandClassesJob>(std::move(parts), request);
  }

 private:
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
