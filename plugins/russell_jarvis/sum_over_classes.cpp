#include "russell_jarvis/sum_over_classes.hpp"

#include "gridcensus/broken_invariant.hpp"
#include "russell_jarvis/automorphisms.hpp"
#include "russell_jarvis/automorphisms_findings.hpp"
#include "russell_jarvis/fixed_grids.hpp"
#include "russell_jarvis/movement.hpp"
#include "russell_jarvis/symmetry_classes.hpp"
#include "symmetry_names/symmetry_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::russell_jarvis {

namespace {

using mathematics::SymmetryClassRow;

/// Returns the number of orbits of a group, from the fixed points of all its members together (Burnside's lemma).
Integer average(const Integer& sum, const Integer& order) {
  return exact_quotient(sum, order,
                        "the fixed grids of all symmetries, whose average is a number of orbits (the input value of "
                        "grids is wrong, or a count is)");
}

class SumOverClasses final : public Job {
 public:
  SumOverClasses(Request request, bool with_automorphisms)
      : request_{std::move(request)}, classes_{request_.problem.shape} {
    Integer members = 0;
    for (std::size_t number = 0; number < classes_.size(); ++number) members += Integer{classes_.at(number).size};
    if (members != classes_.group_order()) throw BrokenInvariant{"the conjugacy classes do not make up the group"};
    if (!std::ranges::any_of(request_.quantities, needs_fixed_grids)) return;
    const Poll poll = request_.poll;
    fixed_grids_.emplace(request_.problem.shape, classes_, poll);
    if (with_automorphisms) automorphisms_.emplace(request_.problem.shape, classes_, poll);
  }

  /// Returns the number of tasks: first those of the fixed grids, then those of the automorphisms; 1 without work if
  /// none.
  std::uint64_t units() const override { return std::max<std::uint64_t>(1, fixed_tasks() + automorphism_tasks()); }

  double weight(std::uint64_t unit) const override {
    if (unit < fixed_tasks()) return fixed_grids_->weight(unit);
    return is_of_automorphisms(unit) ? automorphisms_->weight(unit - fixed_tasks()) : 1;
  }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Tally tally;
    if (unit < fixed_tasks()) {
      for (const auto& [number, grids] : fixed_grids_->count(unit, context.poll)) {
        tally.add(std::to_string(number), grids);
      }
    } else if (is_of_automorphisms(unit)) {
      add_kinds(*automorphisms_, unit - fixed_tasks(), context.poll, tally);
    }
    return tally;
  }

  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override {
    if (unit >= fixed_tasks()) return std::nullopt;
    std::set<std::string> names;
    for (const auto& entry : fixed_grids_->divisors(unit)) names.insert(entry.first);
    return names;
  }

  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    return unit < fixed_tasks() ? fixed_grids_->divisors(unit) : std::map<std::string, Integer>{};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer relabellings = factorial(request_.problem.shape.side());
    const std::vector<std::optional<Integer>> fixed_grids = fixed_grids_of(total);
    Report report;
    if (classes_.size() <= mathematics::max_listed_classes) report.findings = tables(fixed_grids);
    report.findings.emplace(
        "symmetry_group_order_with_relabelling",
        Finding{.value = Exact{classes_.group_order() * relabellings},
                .help = "The order of the group with relabelling, which permutes the cells of a cube",
                .rests_on_inputs = false});
    for (const Quantity quantity : request_.quantities) {
      if (quantity == Quantity::symmetry_group_order) report.outcomes[quantity] = Exact{classes_.group_order()};
      if (quantity == Quantity::conjugacy_classes) report.outcomes[quantity] = Exact{classes_.size()};
      if (quantity == Quantity::classes_with_fixed_grids) {
        report.outcomes[quantity] =
            Exact{std::ranges::count_if(fixed_grids, [](const auto& fixed) { return *fixed != 0; })};
      }
    }
    if (fixed_grids_) add_orbits(total, fixed_grids, report);
    return report;
  }

 private:
  /// Returns by class the grids up to relabelling that it fixes; nullopt if they are not wanted. The first class is
  /// that of the identity, which fixes every grid.
  std::vector<std::optional<Integer>> fixed_grids_of(const Tally& total) const {
    std::vector<std::optional<Integer>> fixed(classes_.size());
    if (!fixed_grids_) return fixed;
    const Integer relabellings = factorial(request_.problem.shape.side());
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const std::string name = std::to_string(number);
      // A class that fixes no grid has no tasks.
      const Integer counted = total.sums().contains(name) ? total.sum(name) : Integer{0};
      const Integer grids = number == 0 ? request_.inputs.at(Quantity::grids) : counted;
      fixed[number] = exact_quotient(grids, relabellings,
                                     number == 0 ? "the input value of grids, which relabellings divide"
                                                 : "the fixed grids of a class, which relabellings divide");
    }
    return fixed;
  }

  Findings tables(const std::vector<std::optional<Integer>>& fixed_grids) const {
    std::vector<SymmetryClassRow> rows;
    Table movements{
        .key = "class", .columns = {"mirrored", "bands", "stacks", "rows", "columns", "fixed_cells"}, .rows = {}};
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const SymmetryClasses::Class symmetries = classes_.at(number);
      const Movement moved = movement(symmetries);
      rows.push_back({classes_.name(number), Integer{symmetries.size}, moved.cell_cycles, fixed_grids[number]});
      movements.add(rows.back().name, {symmetries.is_transposed ? 1 : 0, moved.bands, moved.stacks, moved.rows,
                                       moved.columns, moved.fixed_cells});
    }
    Findings findings = mathematics::class_tables(rows);
    findings.emplace(
        "symmetry_class_movements",
        Finding{.value = std::move(movements),
                .help = "By conjugacy class, what a member does: whether it mirrors, the bands, stacks, rows and "
                        "columns that it moves (mirroring: that its square moves), the cells that it does not" +
                        mathematics::how_to_read(rows),
                .rests_on_inputs = false});
    return findings;
  }

  void add_orbits(const Tally& total, const std::vector<std::optional<Integer>>& fixed_grids, Report& report) const {
    Integer sum = 0;
    Integer sum_without_transposition = 0;
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const SymmetryClasses::Class symmetries = classes_.at(number);
      const Integer fixed = Integer{symmetries.size} * *fixed_grids[number];
      sum += fixed;
      if (!symmetries.is_transposed) sum_without_transposition += fixed;
    }
    report.findings.emplace("burnside_sum",
                            Finding{Exact{sum}, "The fixed grids up to relabelling of all symmetries together"});
    if (mathematics::geometric_moves(request_.problem.shape).transposition) {
      report.findings.emplace("essentially_different_without_mirroring",
                              Finding{Exact{average(sum_without_transposition, classes_.group_order() / 2)},
                                      "Essentially different grids where a grid and its mirror image are two"});
    }
    const Integer orbits = average(sum, classes_.group_order());
    if (automorphisms_) {
      report.findings.merge(by_automorphisms(*automorphisms_, classes_, total,
                                             {.fixed_grids = fixed_grids,
                                              .essentially_different = orbits,
                                              .grids = request_.inputs.at(Quantity::grids),
                                              .relabellings = factorial(request_.problem.shape.side())}));
    }
    if (request_.quantities.contains(Quantity::essentially_different)) {
      report.outcomes[Quantity::essentially_different] = Exact{orbits};
    }
  }

  std::uint64_t fixed_tasks() const { return fixed_grids_ ? fixed_grids_->tasks() : 0; }
  std::uint64_t automorphism_tasks() const { return automorphisms_ ? automorphisms_->tasks() : 0; }
  bool is_of_automorphisms(std::uint64_t unit) const {
    return unit >= fixed_tasks() && unit - fixed_tasks() < automorphism_tasks();
  }

  Request request_;
  SymmetryClasses classes_;
  std::optional<FixedGrids> fixed_grids_;
  std::optional<Automorphisms> automorphisms_;
};

}  // namespace

bool needs_fixed_grids(Quantity quantity) {
  return quantity == Quantity::essentially_different || quantity == Quantity::classes_with_fixed_grids;
}

std::unique_ptr<Job> sum_over_classes(const Request& request, bool with_automorphisms) {
  return std::make_unique<SumOverClasses>(request, with_automorphisms);
}

}  // namespace gridcensus::russell_jarvis
