#include "band_classes/all_classes.hpp"

#include "band_classes/class_sums.hpp"

#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gridcensus::band_classes {

namespace {

/// The job of all classes; its units are those of one shape after the other.
class AllClassesJob final : public Job {
 public:
  AllClassesJob(std::span<const CountedShape> counted, const Request& request, const std::optional<std::string>& lines)
      : shape_{request.problem.shape}, quantities_{request.quantities} {
    for (const CountedShape& each : counted) {
      parts_.push_back(std::make_unique<ClassSums>(each, each.shape == shape_, request.poll, lines));
    }
  }

  std::uint64_t units() const override {
    std::uint64_t sum = 0;
    for (const auto& part : parts_) sum += part->units();
    return sum;
  }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    const auto [part, place] = locate(unit);
    return part->run(place, context.poll);
  }

  std::optional<std::set<std::string>> sums(std::uint64_t unit) const override { return locate(unit).first->sums(); }
  std::map<std::string, Integer> divisors(std::uint64_t unit) const override { return locate(unit).first->divisors(); }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    Integer grids = 0;
    Integer bands = 0;
    Integer classes = 0;
    for (const auto& part : parts_) {
      if (part->is_given()) classes = part->classes();
      if (part->work() == Work::list_classes) continue;
      ClassSums::Totals totals = part->totals(total);
      if (part->work() == Work::count_grids) grids = totals.grids;
      if (part->is_given()) bands = totals.bands;
      if (reports_first_moment(*part)) {
        report.findings[part->name_of_finding("first_moment")] = {
            .value = Exact{totals.bands},
            .help = "sum over the classes of signatures * B: all bands",
            .quantity = Quantity::bands};
      }
      report.findings.merge(totals.findings);
    }
    for (const Quantity quantity : quantities_) report.outcomes[quantity] = outcome(quantity, grids, bands, classes);
    return report;
  }

 private:
  std::pair<const ClassSums*, std::size_t> locate(std::uint64_t unit) const {
    for (const auto& part : parts_) {
      if (unit < part->units()) return {part.get(), unit};
      unit -= part->units();
    }
    throw std::out_of_range{"band_classes has no unit of this number"};
  }

  /// Checks whether the first moment is a finding: bands that are an outcome are not one, except for boxes of two
  /// columns, where they accompany the Latin-square family.
  bool reports_first_moment(const ClassSums& part) const {
    const bool is_outcome = part.is_given() && quantities_.contains(Quantity::bands);
    return !is_outcome || part.has_latin_square_family();
  }

  Outcome outcome(Quantity quantity, const Integer& grids, const Integer& bands, const Integer& classes) const {
    if (quantity == Quantity::grids) return Exact{grids};
    if (quantity == Quantity::relabelling_classes) return divided(Exact{grids}, factorial(shape_.side()));
    return Exact{quantity == Quantity::bands ? bands : classes};
  }

  Shape shape_;
  std::set<Quantity> quantities_;
  std::vector<std::unique_ptr<ClassSums>> parts_;
};

}  // namespace

std::unique_ptr<Job> sum_over_all_classes(std::span<const CountedShape> counted, const Request& request,
                                          const std::optional<std::string>& lines) {
  return std::make_unique<AllClassesJob>(counted, request, lines);
}

}  // namespace gridcensus::band_classes
