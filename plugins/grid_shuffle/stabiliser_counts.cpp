#include "grid_shuffle/stabiliser_counts.hpp"

#include "grid_shuffle/quantities.hpp"
#include "grid_shuffle/stabiliser.hpp"

#include <string>
#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

class StabiliserJob final : public ShuffleJob {
 public:
  using ShuffleJob::ShuffleJob;

  std::uint64_t units() const override { return 1; }

  Tally run(std::uint64_t /*unit*/, const UnitContext& context) const override {
    const Grid& grid = question().grid;
    Tally tally;
    if (asks_for_order()) {
      tally.add("stabiliser_order", StabiliserChain{grid, question().moves, context.poll}.order());
    }
    if (asks(returning_sequences)) {
      if (const auto maps = ReturningMaps::of(grid, context.poll)) {
        tally.add("returning_sequences", maps->sequences(question().exchanges));
        Table signs{.key = "rows, columns, labels", .columns = {"maps"}, .rows = {}};
        for (const auto& [text, count] : maps->signs()) signs.add(text, {count});
        tally.add("signs", signs);
      }
    }
    return tally;
  }

 private:
  bool asks_for_order() const { return asks(stabiliser_order) || asks(orbit_size); }

  void add_counted(const Tally& total, Report& report) const override {
    if (asks_for_order()) add_order(total.sum("stabiliser_order"), report);
    if (asks(returning_sequences)) add_returning_sequences(total, report);
  }

  void add_order(const Integer& order, Report& report) const {
    const Integer orbit =
        exact_quotient(question().options(), order,
                       "the order of the group, which that of the stabiliser divides by Lagrange's theorem");
    if (asks(stabiliser_order)) report.outcomes[stabiliser_order] = Exact{order};
    if (asks(orbit_size)) report.outcomes[orbit_size] = Exact{orbit};
  }

  static void add_returning_sequences(const Tally& total, Report& report) {
    if (!total.sums().contains("returning_sequences")) {
      report.outcomes[returning_sequences] =
          Unfinished{"more than " + std::to_string(ReturningMaps::most) +
                     " combinations of exchanges give this grid back, too many to go through"};
      return;
    }
    report.outcomes[returning_sequences] = Exact{total.sum("returning_sequences")};
    report.findings.merge(
        internal({{"signs_of_returning_maps",
                   {total.table("signs"),
                    "permutations of rows within bands, columns within stacks and labels that give the grid back, by "
                    "their signs"}}}));
  }
};

}  // namespace

std::unique_ptr<Job> count_by_stabiliser(Question question, std::set<Quantity> quantities) {
  return std::make_unique<StabiliserJob>(std::move(question), std::move(quantities));
}

}  // namespace gridcensus::grid_shuffle
