#include "gridcensus/plugin.hpp"

#include "band_recursion/band_sum.hpp"

namespace {

using namespace gridcensus;
using band_recursion::BandSum;

class BandCountsJob final : public Job {
 public:
  explicit BandCountsJob(const Request& request)
      : shape_{request.problem.shape}, sum_{shape_, [&request] { request.stop.check(); }} {}

  std::uint64_t units() const override { return sum_.terms(); }
  double weight(std::uint64_t unit) const override { return sum_.cost(unit); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    context.check_stop();
    return Tally{}.add("bands", sum_.term(unit));
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override { return {{"bands", sum_.divisor()}}; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer bands = total.sum("bands");
    Report report{.outcomes = {{Quantity::bands, Exact{bands}}}, .findings = {}};
    report.findings.emplace("normalised_bands", Finding{Exact{bands / factorial(shape_.side())},
                                                        "Bands with a given first box: bands / N!"});
    report.findings.emplace(
        "band_row_contents",
        Finding{Exact{bands / sum_.divisor()},
                "Bands with a given first box, the order within the rows of the other boxes left out: "
                "bands / (N! C!^(R(R-1)))"});
    return report;
  }

 private:
  Shape shape_;
  BandSum sum_;
};

class BandCounts final : public Strategy {
 public:
  struct Params {};

  static About about() {
    return {.id = "band_counts",
            .version = "1.0.0",
            .summary = "Counts bands by which sets of rows their symbols use in the first half of the boxes.",
            .source = "Pettersen, forum.enjoysudoku.com, \"RxC band counting algorithm\" (2006)",
            .yields = {{Quantity::bands, Kind::exact}}};
  }

  static void describe(Schema<Params>& /*schema*/) {}

  explicit BandCounts(Params /*params*/) {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    if (problem.rules != Rules::classic) return "only classic rules";
    return band_recursion::why_not(problem.shape);
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& /*quantities*/) const override {
    return {.units = band_recursion::count_terms(problem.shape),
            .memory_bytes = band_recursion::memory_bytes(problem.shape)};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<BandCountsJob>(request);
  }
};

}  // namespace

GRIDCENSUS_PLUGIN(BandCounts);
