#include "gridcensus/plugin.hpp"

#include "burnside_bfs/conjugacy.hpp"
#include "burnside_bfs/cube_group.hpp"
#include "burnside_bfs/fixed_grids.hpp"
#include "burnside_bfs/symmetries.hpp"
#include "symmetry_names/symmetry_tables.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using burnside_bfs::ConjugacyClasses;
using burnside_bfs::FixedGrids;
using burnside_bfs::Symmetries;
using mathematics::SymmetryClassRow;

/// Groups with more elements are refused: a step for each of them and each generator, and 2.7 bytes. The shapes that
/// this leaves have few enough fixed grids to be filled in.
constexpr std::int64_t most_elements = 200'000'000;

bool needs_fixed_grids(const std::set<Quantity>& quantities) {
  return quantities.contains(Quantity::essentially_different) ||
         quantities.contains(Quantity::classes_with_fixed_grids);
}

class BurnsideBfsJob final : public Job {
 public:
  explicit BurnsideBfsJob(Request request) : request_{std::move(request)} {
    const auto poll = [this] { request_.stop.check(); };
    const Shape shape = request_.problem.shape;
    const Symmetries symmetries{shape, poll};
    const ConjugacyClasses classes{symmetries, poll};
    order_ = symmetries.order();
    classes_ = classes.classes();
    if (!needs_fixed_grids(request_.quantities)) return;
    for (std::size_t number = 1; number < classes_.size(); ++number) {
      poll();
      const mathematics::GridMap& map = classes_[number].representative;
      counts_.emplace_back(shape, map, burnside_bfs::commuting_exchanges(shape, map));
      for (std::size_t slice = 0; slice < counts_.back().slices(); ++slice) units_.push_back({number, slice});
    }
    const auto weight_of = [this](const Unit& unit) { return counts_[unit.class_number - 1].weight(unit.slice); };
    std::stable_sort(units_.begin(), units_.end(),
                     [&](const Unit& left, const Unit& right) { return weight_of(left) > weight_of(right); });
  }

  std::uint64_t units() const override { return std::max<std::uint64_t>(units_.size(), 1); }

  double weight(std::uint64_t unit) const override {
    return unit < units_.size() ? counts_[units_[unit].class_number - 1].weight(units_[unit].slice) : 1;
  }

  Tally run(std::uint64_t number, UnitContext& context) const override {
    Tally tally;
    if (number >= units_.size()) return tally;  // only the group was asked for
    const auto [class_number, slice] = units_[number];
    tally.add(std::to_string(class_number),
              counts_[class_number - 1].count(slice, [&context] { context.check_stop(); }));
    return tally;
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Shape shape = request_.problem.shape;
    Report report;
    std::vector<SymmetryClassRow> rows;
    Integer members = 0;
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const auto& [representative, size] = classes_[number];
      rows.push_back({mathematics::class_name(shape, representative), size,
                      mathematics::movement(shape, representative), fixed_grids(number, total)});
      members += size;
    }
    if (members != order_) throw std::logic_error{"the classes do not make up the group"};
    report.findings = mathematics::class_tables(rows);
    report.findings.emplace("symmetry_group_order_with_relabelling",
                            Finding{Exact{burnside_bfs::cube_group_order(shape)},
                                    "The order of the group with relabelling, which permutes the cells of a cube"});
    for (const Quantity quantity : request_.quantities) {
      if (quantity == Quantity::symmetry_group_order) report.outcomes[quantity] = Exact{order_};
      if (quantity == Quantity::conjugacy_classes) report.outcomes[quantity] = Exact{classes_.size()};
    }
    if (needs_fixed_grids(request_.quantities)) add_averages(rows, report);
    return report;
  }

 private:
  /// A slice of the count for one class.
  struct Unit {
    std::size_t class_number;
    std::size_t slice;
  };

  /// Grids up to relabelling that a member of the class keeps; the identity, class 0, keeps all. nullopt: not asked.
  std::optional<Integer> fixed_grids(std::size_t number, const Tally& total) const {
    if (!needs_fixed_grids(request_.quantities)) return std::nullopt;
    if (number > 0) return total.sum(std::to_string(number));
    const Integer& grids = request_.inputs.at(Quantity::grids);
    const Integer relabellings = factorial(request_.problem.shape.side());
    if (grids % relabellings != 0) {
      throw std::runtime_error{"the number of grids that came in, " + to_decimal(grids) + ", is no multiple of " +
                               to_decimal(relabellings) + " relabellings"};
    }
    return grids / relabellings;
  }

  void add_averages(const std::vector<SymmetryClassRow>& rows, Report& report) const {
    Integer sum = 0;
    Integer upright_sum = 0;
    Integer upright_order = 0;
    int keeping = 0;
    for (const SymmetryClassRow& row : rows) {
      sum += row.size * *row.fixed_grids;
      keeping += *row.fixed_grids > 0 ? 1 : 0;
      if (row.movement.is_transposed) continue;
      upright_sum += row.size * *row.fixed_grids;
      upright_order += row.size;
    }
    report.findings.emplace("burnside_sum",
                            Finding{Exact{sum}, "The fixed grids up to relabelling of all symmetries together"});
    if (upright_order < order_) {
      report.findings.emplace("essentially_different_without_mirroring",
                              Finding{Exact{orbits(upright_sum, upright_order)},
                                      "Essentially different grids where a grid and its mirror image are two"});
    }
    for (const Quantity quantity : request_.quantities) {
      if (quantity == Quantity::essentially_different) report.outcomes[quantity] = Exact{orbits(sum, order_)};
      if (quantity == Quantity::classes_with_fixed_grids) report.outcomes[quantity] = Exact{keeping};
    }
  }

  /// Burnside's lemma.
  static Integer orbits(const Integer& fixed_grids, const Integer& order) {
    if (fixed_grids % order == 0) return fixed_grids / order;
    throw std::runtime_error{"Burnside's lemma gives no whole number: the symmetries fix " + to_decimal(fixed_grids) +
                             " grids in all, and there are " + to_decimal(order) +
                             " of them; either a count or the number of grids that came in is wrong"};
  }

  Request request_;
  Integer order_;
  std::vector<ConjugacyClasses::Class> classes_;
  std::vector<FixedGrids> counts_;  ///< of the classes behind the identity
  std::vector<Unit> units_;
};

class BurnsideBfs final : public Strategy {
 public:
  struct Params {};

  static About about() {
    return {.id = "burnside_bfs",
            .version = "1.0.0",
            .summary =
                "Lists the symmetries and their conjugacy classes by breadth-first search, and averages the "
                "grids that they fix.",
            .source = "\"Sudoku: so how many of them? Part 2/2\", habr.com/ru/post/314514",
            .yields = {{Quantity::essentially_different, Kind::exact},
                       {Quantity::symmetry_group_order, Kind::exact},
                       {Quantity::conjugacy_classes, Kind::exact},
                       {Quantity::classes_with_fixed_grids, Kind::exact}}};
  }

  static void describe(Schema<Params>& /*schema*/) {}

  explicit BurnsideBfs(Params /*params*/) {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    const Shape shape = problem.shape;
    if (shape.side() > mathematics::max_grid_side || burnside_bfs::code_limit(shape) > most_elements) {
      return "the group has too many elements to be listed; the limit is " +
             group_digits(std::to_string(most_elements));
    }
    return std::nullopt;
  }

  std::set<Quantity> needs(const Problem& /*problem*/, const std::set<Quantity>& quantities) const override {
    if (needs_fixed_grids(quantities)) return {Quantity::grids};
    return {};
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    // A bit for each element in the search, then another and the number of its class, and what the queue holds.
    constexpr std::uint64_t bytes_per_element = 3;
    const Integer elements = burnside_bfs::code_limit(problem.shape);
    return {.units = std::nullopt, .memory_bytes = bytes_per_element * elements.convert_to<std::uint64_t>()};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<BurnsideBfsJob>(request);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(BurnsideBfs);
