#include "gridcensus/plugin.hpp"

#include "russell_jarvis/automorphisms.hpp"
#include "russell_jarvis/fixed_grids.hpp"
#include "russell_jarvis/symmetry_classes.hpp"
#include "symmetry_names/symmetry_tables.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using mathematics::SymmetryClassRow;
using russell_jarvis::Automorphisms;
using russell_jarvis::FixedGrids;
using russell_jarvis::SymmetryClasses;

/// Boxes of two columns can have so many rows, single columns so many.
constexpr int max_rows_of_two_columns = 5;
constexpr int max_rows_of_one_column = 8;

bool needs_fixed_grids(Quantity quantity) {
  return quantity == Quantity::essentially_different || quantity == Quantity::classes_with_fixed_grids;
}

bool needs_fixed_grids(const std::set<Quantity>& quantities) {
  return std::any_of(quantities.begin(), quantities.end(),
                     [](Quantity quantity) { return needs_fixed_grids(quantity); });
}

struct RussellJarvisParams {
  bool automorphisms = false;
};

class RussellJarvisJob final : public Job {
 public:
  RussellJarvisJob(Request request, const RussellJarvisParams& params)
      : request_{std::move(request)}, classes_{request_.problem.shape} {
    if (!needs_fixed_grids(request_.quantities)) return;
    const auto poll = [this] { request_.stop.check(); };
    fixed_grids_.emplace(request_.problem.shape, classes_, poll);
    if (params.automorphisms) automorphisms_.emplace(request_.problem.shape, classes_, poll);
  }

  /// The tasks of the fixed grids, then those of the automorphisms; one unit without work where there are none.
  std::uint64_t units() const override { return std::max<std::uint64_t>(1, fixed_tasks() + automorphism_tasks()); }

  double weight(std::uint64_t unit) const override {
    if (unit < fixed_tasks()) return fixed_grids_->weight(unit);
    return is_of_automorphisms(unit) ? automorphisms_->weight(unit - fixed_tasks()) : 1;
  }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    const auto poll = [&context] { context.check_stop(); };
    Tally tally;
    if (unit < fixed_tasks()) {
      for (const auto& [number, grids] : fixed_grids_->count(unit, poll)) tally.add(std::to_string(number), grids);
    } else if (is_of_automorphisms(unit)) {
      const std::size_t task = unit - fixed_tasks();
      const std::size_t number = automorphisms_->symmetry_class(task);
      Table kinds = kinds_table();
      for (const auto& [kind, grids] : automorphisms_->count(task, poll)) {
        kinds.add(std::to_string(kind.order) + " " + std::to_string(kind.of_prime_order), {grids});
      }
      tally.add(kinds_name(number), kinds);
    }
    return tally;
  }

  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    return unit < fixed_tasks() ? fixed_grids_->divisors(unit) : std::map<std::string, Integer>{};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Shape shape = request_.problem.shape;
    const Integer relabellings = factorial(shape.side());
    Report report;
    Integer members = 0;
    Integer sum = 0;
    Integer unmirrored_sum = 0;
    std::size_t with_fixed_grids = 0;
    const std::vector<Integer> fixed_grids = fixed_grids_of(total);
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const SymmetryClasses::Class symmetries = classes_.at(number);
      members += Integer{symmetries.size};
      if (!fixed_grids_) continue;
      const Integer& fixed = fixed_grids[number];
      sum += Integer{symmetries.size} * fixed;
      if (!symmetries.is_mirrored) unmirrored_sum += Integer{symmetries.size} * fixed;
      if (fixed != 0) ++with_fixed_grids;
    }
    if (members != classes_.group_order()) throw std::logic_error{"the classes do not make up the group"};

    const bool is_listed = classes_.size() <= mathematics::max_listed_classes;
    if (is_listed) report.findings = tables(fixed_grids);
    report.findings.emplace("symmetry_group_order_with_relabelling",
                            Finding{Exact{classes_.group_order() * relabellings},
                                    "The order of the group with relabelling, which permutes the cells of a cube"});
    if (fixed_grids_) {
      report.findings.emplace("burnside_sum",
                              Finding{Exact{sum}, "The fixed grids up to relabelling of all symmetries together"});
      if (mathematics::geometric_moves(shape).transposition) {
        report.findings.emplace("essentially_different_without_mirroring",
                                Finding{Exact{average(unmirrored_sum, classes_.group_order() / 2)},
                                        "Essentially different grids where a grid and its mirror image are two"});
      }
    }
    if (automorphisms_) {
      report.findings.merge(symmetric_grids(total, fixed_grids, average(sum, classes_.group_order())));
    }
    for (const Quantity quantity : request_.quantities) {
      report.outcomes[quantity] =
          Exact{quantity == Quantity::symmetry_group_order    ? classes_.group_order()
                : quantity == Quantity::conjugacy_classes     ? Integer{classes_.size()}
                : quantity == Quantity::essentially_different ? average(sum, classes_.group_order())
                                                              : Integer{with_fixed_grids}};
    }
    return report;
  }

 private:
  /// The orbits of a group, from the fixed points of all its members together (Burnside's lemma).
  static Integer average(const Integer& sum, const Integer& order) {
    if (sum % order != 0) {
      throw std::runtime_error{"the fixed grids of all symmetries, " + to_decimal(sum) +
                               ", are no multiple of the group's order, " + to_decimal(order) +
                               ": the number of grids that came in is not right, or a count is not"};
    }
    return sum / order;
  }

  /// By class, the grids up to relabelling that it keeps; none where they are not asked for. The first class is the
  /// identity's: it keeps every grid.
  std::vector<Integer> fixed_grids_of(const Tally& total) const {
    std::vector<Integer> fixed;
    if (!fixed_grids_) return fixed;
    const Integer relabellings = factorial(request_.problem.shape.side());
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const Integer grids = number == 0 ? request_.inputs.at(Quantity::grids) : total.sum(std::to_string(number));
      if (grids % relabellings != 0) {
        throw std::runtime_error{(number == 0 ? "the number of grids that came in, " : "the fixed grids of a class, ") +
                                 to_decimal(grids) + ", is no multiple of the " + to_decimal(relabellings) +
                                 " relabellings"};
      }
      fixed.push_back(grids / relabellings);
    }
    return fixed;
  }

  Findings tables(const std::vector<Integer>& fixed_grids) const {
    const Shape shape = request_.problem.shape;
    std::vector<SymmetryClassRow> rows;
    Table movements{
        .key = "class", .columns = {"mirrored", "bands", "stacks", "rows", "columns", "fixed_cells"}, .rows = {}};
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const auto movement = mathematics::movement(shape, classes_.representative(number));
      rows.push_back({classes_.name(number), Integer{classes_.at(number).size}, movement, std::nullopt});
      if (fixed_grids_) rows.back().fixed_grids = fixed_grids[number];
      movements.add(rows.back().name, {movement.is_transposed ? 1 : 0, movement.bands, movement.stacks, movement.rows,
                                       movement.columns, movement.fixed_cells});
    }
    Findings findings = mathematics::class_tables(rows);
    findings.emplace("symmetry_class_movements",
                     Finding{std::move(movements),
                             "By conjugacy class, what a member does: whether it mirrors, the bands, stacks, rows and "
                             "columns that it moves (mirroring: that its square moves), the cells that it does not"});
    return findings;
  }

  std::uint64_t fixed_tasks() const { return fixed_grids_ ? fixed_grids_->tasks() : 0; }
  std::uint64_t automorphism_tasks() const { return automorphisms_ ? automorphisms_->tasks() : 0; }
  bool is_of_automorphisms(std::uint64_t unit) const {
    return unit >= fixed_tasks() && unit - fixed_tasks() < automorphism_tasks();
  }

  /// Fixed grids of a class by kind: "order of the automorphism group, those of prime order".
  static Table kinds_table() { return {.key = "kind", .columns = {"grids"}, .rows = {}}; }
  static std::string kinds_name(std::size_t class_number) { return "kinds " + std::to_string(class_number); }

  /// How many grids have how many automorphisms. The grids that are listed for this are checked against those that were
  /// counted, class by class, and the result against the number of all grids.
  Findings symmetric_grids(const Tally& total, const std::vector<Integer>& fixed_grids,
                           const Integer& essentially_different) const {
    Automorphisms::Counts pairs;
    std::set<std::size_t> numbers;
    for (std::size_t task = 0; task < automorphisms_->tasks(); ++task) {
      numbers.insert(automorphisms_->symmetry_class(task));
    }
    const Integer relabellings = factorial(request_.problem.shape.side());
    for (const std::size_t number : numbers) {
      Integer listed = 0;
      for (const auto& [kind, grids] : total.table(kinds_name(number)).rows) {
        const auto blank = kind.find(' ');
        pairs[{std::stoi(kind.substr(0, blank)), std::stoi(kind.substr(blank))}] +=
            grids.front() * Integer{classes_.at(number).size};
        listed += grids.front();
      }
      if (listed != fixed_grids[number]) {
        throw std::logic_error{"class " + classes_.name(number) + " keeps " + to_decimal(listed) +
                               " grids by listing them, and another number by counting"};
      }
    }
    Table by_order{.key = "automorphisms", .columns = {"essentially_different"}, .rows = {}};
    Integer symmetric = 0;
    Integer grids = 0;
    const auto add = [&](int order, const Integer& classes) {
      by_order.add(std::to_string(order), {classes});
      grids += classes * relabellings * classes_.group_order() / order;
    };
    for (const auto& [order, classes] : automorphisms_->essentially_different(pairs)) {
      add(order, classes);
      symmetric += classes;
    }
    if (symmetric < essentially_different) add(1, essentially_different - symmetric);
    if (grids != request_.inputs.at(Quantity::grids)) {
      throw std::logic_error{"the orbits by automorphisms do not make up the " +
                             to_decimal(request_.inputs.at(Quantity::grids)) + " grids"};
    }
    Findings findings;
    findings.emplace("essentially_different_by_automorphisms",
                     Finding{std::move(by_order), "Essentially different grids by the number of their automorphisms"});
    findings.emplace("essentially_different_with_automorphisms",
                     Finding{Exact{symmetric}, "Essentially different grids with an automorphism but the identity"});
    return findings;
  }

  Request request_;
  SymmetryClasses classes_;
  std::optional<FixedGrids> fixed_grids_;
  std::optional<Automorphisms> automorphisms_;
};

class RussellJarvis final : public Strategy {
 public:
  using Params = RussellJarvisParams;

  static About about() {
    return {.id = "russell_jarvis",
            .version = "1.0.0",
            .summary = "Classes of symmetries from the structure of their group, and the grids that each class keeps.",
            .source =
                "Russell and Jarvis (2006), \"Mathematics of Sudoku II\"; James and Kerber (1981), \"The "
                "Representation Theory of the Symmetric Group\"",
            .yields = {{Quantity::essentially_different, Kind::exact},
                       {Quantity::symmetry_group_order, Kind::exact},
                       {Quantity::conjugacy_classes, Kind::exact},
                       {Quantity::classes_with_fixed_grids, Kind::exact}}};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("automorphisms", &Params::automorphisms)
        .help("Also list the grids that have automorphisms, and count them by how many; with the fixed grids only.");
  }

  explicit RussellJarvis(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity quantity) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    const Shape shape = problem.shape;
    constexpr int largest_listed_side = 20;
    if (shape.side() > mathematics::max_grid_side ||
        (shape.side() > largest_listed_side && std::min(shape.box_rows, shape.box_cols) == 1)) {
      return "symmetries are listed up to 5x5, and up to 1x" + std::to_string(largest_listed_side);
    }
    if (!needs_fixed_grids(quantity)) return std::nullopt;
    const int longer = std::max(shape.box_rows, shape.box_cols);
    switch (std::min(shape.box_rows, shape.box_cols)) {
      case 1:
        if (longer <= max_rows_of_one_column) return std::nullopt;
        return "fixed grids of 1xN are counted up to N = " + std::to_string(max_rows_of_one_column);
      case 2:
        if (params_.automorphisms && longer == max_rows_of_two_columns) {
          return "2x5 has billions of grids with automorphisms, too many to be listed";
        }
        if (longer <= max_rows_of_two_columns) return std::nullopt;
        return "fixed grids of 2xC are counted up to C = " + std::to_string(max_rows_of_two_columns) +
               ": beyond, the rows of a band in two-column boxes are too many to list by half";
      default:
        if (longer == 3) return std::nullopt;
        return "fixed grids of three and more bands are counted for 3x3 only: larger boxes have too many structures "
               "of a stack that a symmetry keeps";
    }
  }

  std::set<Quantity> needs(const Problem& /*problem*/, const std::set<Quantity>& quantities) const override {
    if (needs_fixed_grids(quantities)) return {Quantity::grids};
    return {};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<RussellJarvisJob>(request, params_);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(RussellJarvis);
