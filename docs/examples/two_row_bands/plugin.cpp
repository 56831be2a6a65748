#include "gridcensus/plugin.hpp"

#include "two_row_bands.hpp"

namespace {

using namespace gridcensus;

class TwoRowBandsJob final : public Job {
 public:
  explicit TwoRowBandsJob(int box_cols) : box_cols_{box_cols} {}

  std::uint64_t units() const override { return two_row_bands::upper_sets(box_cols_).convert_to<std::uint64_t>(); }

  Tally run(std::uint64_t /*unit*/, UnitContext& context) const override {
    context.check_stop();
    return Tally{}.add("bands", two_row_bands::bands_of_one_set(box_cols_));
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override {
    return {{"bands", power(factorial(box_cols_), 2)}};  // the columns of each box may be permuted freely
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    return {.outcomes = {{Quantity::bands, Exact{total.sum("bands")}}}, .findings = {}};
  }

 private:
  int box_cols_;
};

class TwoRowBands final : public Strategy {
 public:
  struct Params {
    int max_box_cols = 8;
  };

  static About about() {
    return {.id = "two_row_bands",
            .version = "1",
            .summary = "Bands of 2xC boxes, one unit for each set of symbols in the upper left box row.",
            .source = "elementary: see docs/add-a-strategy.md",
            .yields = {{Quantity::bands, Kind::exact}}};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("max_box_cols", &Params::max_box_cols)
        .unit("cells")
        .range(1, 12)
        .help("Widest box accepted; the number of units grows fourfold with each column.");
  }

  explicit TwoRowBands(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    if (problem.shape.box_rows != 2) return "a box must have 2 rows";
    if (problem.shape.box_cols > params_.max_box_cols) {
      return "boxes are wider than max_box_cols = " + std::to_string(params_.max_box_cols);
    }
    return std::nullopt;
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<TwoRowBandsJob>(request.problem.shape.box_cols);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(TwoRowBands);
