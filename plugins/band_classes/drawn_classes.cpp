#include "band_classes/drawn_classes.hpp"

#include "band_classes/class_table.hpp"
#include "band_classes/normalised_bands.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::band_classes {

namespace {

class DrawnClassesJob final : public Job {
 public:
  DrawnClassesJob(CountedShape counted, const SamplingLimits& limits, bool check_orders, const Request& request)
      : limits_{limits},
        check_orders_{check_orders},
        quantities_{request.quantities},
        counts_{counted.shape, shared_work(counted.work), request.poll},
        batches_{limits, 1} {
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

  Tally run(std::uint64_t /*unit*/, const UnitContext& context) const override {
    Random random = context.random;
    const auto drawn = random.below(static_cast<std::uint64_t>(ends_.back()));
    const auto place = static_cast<std::size_t>(std::ranges::upper_bound(ends_, UInt128{drawn}) - ends_.begin());
    const Poll poll = context.poll;
    const UInt128 count = counts_.count_class(place, poll);
    if (check_orders_) require_other_order(place, count, poll);
    Table table{.key = "class", .columns = {"draws", "count"}, .rows = {}};
    table.add(std::to_string(place), {1, Integer{count}});
    return Tally{}.add("drawn", table).sample("count", static_cast<Real>(count));
  }

  bool is_enough(const Tally& prefix, std::uint64_t units) const override {
    // With fewer draws the spread is too uncertain to stop by: draws that coincide by chance would end the run.
    static constexpr std::uint64_t min_draws_to_stop = 30;
    const Moments count = prefix.moments("count");
    return units >= min_draws_to_stop && is_precise_enough(limits_, count.mean, count.standard_error());
  }

  std::optional<double> seconds_limit() const override { return limits_.seconds; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Report report;
    const Moments count = total.moments("count");
    for (const Quantity quantity : quantities_) {
      if (count.count < min_draws_for_an_outcome()) {
        report.outcomes[quantity] = Unfinished{too_few_samples(count.count, min_draws_for_an_outcome())};
        continue;
      }
      const bool is_reduced = quantity == Quantity::relabelling_classes;
      const Integer divisor = is_reduced ? factorial(counts_.shape().side()) : Integer{1};
      report.outcomes[quantity] = estimate_mean(count, to_real(scale_) / to_real(divisor));
    }
    report.findings["drawn_class_table"] = {.value = table_of(total.table("drawn")),
                                            .help = "Classes drawn at random by their least normalised band; " +
                                                    help_on_columns(counts_.counts_completions()),
                                            .lacks_rows = true};
    return report;
  }

 private:
  const std::vector<SignatureClass>& classes() const { return counts_.classes().classes(); }

  /// Returns the number of draws from which on intervals cover and tests alarm at the stated rates.
  std::uint64_t min_draws_for_an_outcome() const {
    constexpr std::size_t few_classes = 30;
    return classes().size() < few_classes ? 20 : min_draws;
  }

  /// @throws BrokenInvariant  the class has another number of bands in the other order of factorisation.
  void require_other_order(std::size_t place, UInt128 bands_each, const Poll& poll) const {
    const UInt128 again = counts_.bands_in_other_order(place, poll);
    if (again == bands_each) return;
    throw BrokenInvariant{"two factorisation orders count " + to_decimal(Integer{bands_each}) + " and " +
                          to_decimal(Integer{again}) + " bands for the class " +
                          text_of(counts_.classes(), classes()[place])};
  }

  Table table_of(const Table& drawn) const {
    Table table = empty_class_table(counts_.counts_completions());
    for (const auto& [name, row] : drawn.rows) {
      const std::size_t place = class_place(name, classes().size());
      const Integer count = row.at(1) / row.at(0);
      const Integer bands_each = counts_.counts_completions() ? Integer{counts_.bands()[place]} : count;
      const Integer bands = Integer{counts_.classes().signatures(classes()[place])} * bands_each;
      const auto completions = counts_.counts_completions() ? std::optional{count} : std::nullopt;
      table.add(text_of(counts_.classes(), classes()[place]), class_row(counts_.shape(), bands, completions));
    }
    return table;
  }

  SamplingLimits limits_;
  bool check_orders_;
  std::set<Quantity> quantities_;
  ClassCounts counts_;
  Batches batches_;
  std::vector<UInt128> ends_;  ///< [class]: the weights of all classes up to it
  Integer scale_;              ///< signatures or bands
};

}  // namespace

std::unique_ptr<Job> mean_over_drawn_classes(CountedShape counted, const SamplingLimits& limits, bool check_orders,
                                             const Request& request) {
  return std::make_unique<DrawnClassesJob>(counted, limits, check_orders, request);
}

}  // namespace gridcensus::band_classes
