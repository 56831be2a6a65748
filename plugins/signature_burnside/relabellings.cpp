#include "signature_burnside/relabellings.hpp"

#include "cycle_types/cycle_types.hpp"
#include "signature_burnside/fixed_signatures.hpp"

#include <algorithm>
#include <vector>

namespace gridcensus::signature_burnside {

namespace {

/// The most units. Cycle types take microseconds each, so a unit has many of them if there are many.
constexpr std::uint64_t max_units = 256;

class RelabellingsJob final : public Job {
 public:
  explicit RelabellingsJob(const Request& request)
      : shape_{request.problem.shape},
        fixed_{shape_.box_rows, shape_.box_cols, request.poll},
        types_{mathematics::cycle_types(shape_.side())} {}

  std::uint64_t units() const override { return units_of(shape_); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    Integer codes = 0;
    Integer signatures = 0;
    for (std::size_t number = unit; number < types_.size(); number += units()) {
      context.poll();
      const Integer relabellings = mathematics::permutations_of(types_[number]);
      codes += relabellings * fixed_.codes(types_[number]);
      signatures += relabellings * fixed_.signatures(types_[number]);
    }
    return Tally{}.add("kept_codes", codes).add("fixed_signatures", signatures);
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer relabellings = factorial(shape_.side());
    // Every code can be relabelled to every other, so all codes are one orbit.
    if (total.sum("kept_codes") != relabellings) {
      throw BrokenInvariant{"the codes of one box are not a single orbit"};
    }
    const Integer classes = exact_quotient(
        total.sum("fixed_signatures"), relabellings,
        "Burnside's lemma gives no whole number: the unordered signatures that all relabellings fix together");
    const auto [rows, cols] = shape_;
    const Integer labelled = power(relabellings / power(factorial(rows), cols), rows);
    const Integer order = relabellings * power(factorial(cols), rows) * factorial(rows);
    Report report;
    report.outcomes[Quantity::signature_classes] = Exact{classes};
    report.findings.emplace("signatures", Finding{Exact{labelled},
                                                  "Column signatures of a band, with every column in "
                                                  "its place"});
    report.findings.emplace("signature_classes_at_least",
                            Finding{.value = LowerBound{(labelled + order - 1) / order},
                                    .help = "Signatures, divided by the order of the group that makes classes of them",
                                    .quantity = Quantity::signature_classes});
    return report;
  }

 private:
  Shape shape_;
  FixedSignatures fixed_;
  std::vector<CycleType> types_;
};

}  // namespace

std::uint64_t units_of(Shape shape) { return std::min(mathematics::number_of_cycle_types(shape.side()), max_units); }

std::unique_ptr<Job> sum_over_relabellings(const Request& request) {
  return std::make_unique<RelabellingsJob>(request);
}

}  // namespace gridcensus::signature_burnside
