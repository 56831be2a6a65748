#include "burnside_bfs/sum_over_classes.hpp"

#include "burnside_bfs/fixed_count.hpp"
#include "burnside_bfs/group/cube_group.hpp"
#include "burnside_bfs/group/symmetries.hpp"
#include "burnside_bfs/group/symmetry_classes.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/symmetries.hpp"
#include "symmetry_names/symmetry_tables.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::burnside_bfs {

namespace {

using mathematics::SymmetryClassRow;

/// Returns the number of orbits by Burnside's lemma.
Integer orbits(const Integer& fixed_grids, const Integer& order) {
  return exact_quotient(fixed_grids, order,
                        "the grids that the symmetries fix in all, which Burnside's lemma divides by the order of the "
                        "group (a count or the input value of grids is wrong)");
}

class SumOverClasses final : public Job {
 public:
  explicit SumOverClasses(Request request) : request_{std::move(request)} {
    const Poll poll = request_.poll;
    const Problem& problem = request_.problem;
    order_ = group_order(problem);
    if (why_not_listed(problem)) return;  // only the order was requested
    classes_ = symmetry_classes(problem, poll);
    if (!needs_fixed_grids(request_.quantities)) return;
    for (std::size_t number = 1; number < classes_.size(); ++number) {
      poll();
      counts_.push_back(fixed_count(problem, classes_[number]));
      for (std::size_t slice = 0; slice < counts_.back()->slices(); ++slice) units_.push_back({number, slice});
    }
    const auto weight_of = [this](const Unit& unit) { return counts_[unit.class_number - 1]->weight(unit.slice); };
    // Short slices come first, so a stopped long count has finished most classes.
    std::stable_sort(units_.begin(), units_.end(),
                     [&](const Unit& left, const Unit& right) { return weight_of(left) < weight_of(right); });
  }

  std::uint64_t units() const override { return std::max<std::uint64_t>(units_.size(), 1); }

  double weight(std::uint64_t unit) const override {
    return unit < units_.size() ? counts_[units_[unit].class_number - 1]->weight(units_[unit].slice) : 1;
  }

  Tally run(std::uint64_t number, const UnitContext& context) const override {
    Tally tally;
    if (number >= units_.size()) return tally;  // only the group was requested, or only the identity fixes grids
    const auto [class_number, slice] = units_[number];
    tally.add(std::to_string(class_number), counts_[class_number - 1]->count(slice, context.poll));
    return tally;
  }

  /// Returns one sum for each class.
  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override {
    if (unit >= units_.size()) return std::set<std::string>{};
    return std::set{std::to_string(units_[unit].class_number)};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    std::vector<SymmetryClassRow> rows;
    std::size_t keeping = 0;
    for (std::size_t number = 0; number < classes_.size(); ++number) {
      const SymmetryClass& listed = classes_[number];
      rows.push_back({listed.name, listed.size, cell_cycles(listed.cells), fixed_grids(number, total)});
      if (rows.back().fixed_grids.value_or(0) > 0) ++keeping;
    }
    Report report;
    if (!classes_.empty()) add_group(rows, report);
    for (const Quantity quantity : request_.quantities) {
      if (quantity == Quantity::symmetry_group_order) report.outcomes[quantity] = Exact{order_};
      if (quantity == Quantity::conjugacy_classes) report.outcomes[quantity] = Exact{classes_.size()};
      if (quantity == Quantity::classes_with_fixed_grids) report.outcomes[quantity] = Exact{keeping};
    }
    if (needs_fixed_grids(request_.quantities)) add_orbits(rows, report);
    return report;
  }

 private:
  /// A slice of the count for one class.
  struct Unit {
    std::size_t class_number;
    std::size_t slice;
  };

  /// Returns the grids up to relabelling that a member of the class fixes; the identity, class 0, fixes all. nullopt if
  /// this was not requested.
  std::optional<Integer> fixed_grids(std::size_t number, const Tally& total) const {
    if (!needs_fixed_grids(request_.quantities)) return std::nullopt;
    // A class that fixes no grid has no units.
    if (const std::string name = std::to_string(number); number > 0) {
      return total.sums().contains(name) ? total.sum(name) : Integer{0};
    }
    return exact_quotient(request_.inputs.at(Quantity::grids), factorial(request_.problem.shape.side()),
                          "the input value of grids, which relabellings divide");
  }

  void add_group(const std::vector<SymmetryClassRow>& rows, Report& report) const {
    const Problem& problem = request_.problem;
    const auto generators = problem.rules.are_classic() ? moves(problem.shape) : symmetry_generators(problem);
    report.findings = mathematics::class_tables(rows);
    report.findings.emplace(
        "symmetry_group_order_with_relabelling",
        Finding{.value = Exact{cube_group_order(problem.shape, generators)},
                .help = "The order of the group with relabelling, which permutes the cells of a cube",
                .rests_on_inputs = false});
  }

  void add_orbits(const std::vector<SymmetryClassRow>& rows, Report& report) const {
    Integer sum = 0;
    Integer upright_sum = 0;
    Integer upright_order = 0;
    for (std::size_t number = 0; number < rows.size(); ++number) {
      const Integer fixed = rows[number].size * *rows[number].fixed_grids;
      sum += fixed;
      if (const auto& map = classes_[number].map; map && map->is_transposed) continue;
      upright_sum += fixed;
      upright_order += rows[number].size;
    }
    report.findings.emplace("burnside_sum",
                            Finding{Exact{sum}, "The fixed grids up to relabelling of all symmetries together"});
    if (upright_order < order_) {
      report.findings.emplace("essentially_different_without_mirroring",
                              Finding{Exact{orbits(upright_sum, upright_order)},
                                      "Essentially different grids where a grid and its mirror image are two"});
    }
    if (request_.quantities.contains(Quantity::essentially_different)) {
      report.outcomes[Quantity::essentially_different] = Exact{orbits(sum, order_)};
    }
  }

  Request request_;
  Integer order_;
  std::vector<SymmetryClass> classes_;               ///< empty if only the order of a large group was requested
  std::vector<std::unique_ptr<FixedCount>> counts_;  ///< for the classes after the identity
  std::vector<Unit> units_;
};

}  // namespace

bool needs_fixed_grids(const std::set<Quantity>& quantities) {
  return quantities.contains(Quantity::essentially_different) ||
         quantities.contains(Quantity::classes_with_fixed_grids);
}

std::unique_ptr<Job> sum_over_classes(const Request& request) { return std::make_unique<SumOverClasses>(request); }

}  // namespace gridcensus::burnside_bfs
