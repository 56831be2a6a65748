#include "box_class_zc/border_combinations.hpp"

#include "box_class_zc/combinations.hpp"
#include "box_class_zc/source_tables.hpp"

#include <string>

namespace gridcensus::box_class_zc {

namespace {

Selection selection_of(const Border& border, Mode mode, First variant) {
  return mode == Mode::reduced ? selection_by_orbit(border) : selection_by_number(border, variant);
}

/// Returns the name of the finding: each selection has its own figures.
std::string bookkeeping_name(Mode mode, First variant) {
  if (mode == Mode::reduced) return "bookkeeping_reduced";
  return variant == First::greater ? "bookkeeping_greater_first" : "bookkeeping_lesser_first";
}

class BorderCombinationsJob final : public Job {
 public:
  BorderCombinationsJob(Mode mode, First variant, const Kernel& kernel)
      : interior_{border_},
        combinations_{interior_, selection_of(border_, mode, variant), units_of(mode)},
        bookkeeping_name_{bookkeeping_name(mode, variant)},
        kernel_{&kernel} {}

  std::uint64_t units() const override { return combinations_.slices(); }
  double weight(std::uint64_t unit) const override { return combinations_.cost(unit); }

  Tally run(std::uint64_t unit, const UnitContext& context) const override {
    const auto sums = combinations_.count(unit, *kernel_, context.poll);
    return Tally{}
        .add("combinations", sums.combinations)
        .add("inner_iterations", sums.inner_iterations)
        .add("solutions", sums.solutions)
        .add("weighted_solutions", sums.weighted);
  }

  std::map<std::string, Integer> divisors(std::uint64_t unit) const override {
    return {{"weighted_solutions", combinations_.divisor(unit)}};
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    // The three sets of each of the four border classes can be ordered in 3! ways.
    const Integer orders = power(factorial(static_cast<int>(Border::lines)), 4);
    const Integer grids = total.sum("weighted_solutions") * orders * factorial(Border::symbols);
    Report report{.outcomes = {{Quantity::grids, Exact{grids}}}, .findings = source_tables(border_, interior_)};
    report.findings.merge(internal(
        {{bookkeeping_name_,
          {figures({{"combinations", total.sum("combinations")},
                    {"inner_iterations", total.sum("inner_iterations")},
                    {"solutions_counted", total.sum("solutions")},
                    {"solutions_after_bookkeeping", total.sum("weighted_solutions")}}),
           "Combinations of classes of boxes 2, 3, 4 and 7 that were visited, steps that the source's innermost "
           "loop takes for them, their solutions, and these with the weights of their combinations"}}}));
    return report;
  }

 private:
  Border border_;
  Interior interior_;
  Combinations combinations_;
  std::string bookkeeping_name_;
  const Kernel* kernel_;
};

}  // namespace

std::size_t units_of(Mode mode) {
  constexpr std::size_t reduced = 2048;
  constexpr std::size_t faithful = 4096;
  return mode == Mode::reduced ? reduced : faithful;
}

std::unique_ptr<Job> sum_over_border_combinations(Mode mode, First variant, const Kernel& kernel) {
  return std::make_unique<BorderCombinationsJob>(mode, variant, kernel);
}

}  // namespace gridcensus::box_class_zc
