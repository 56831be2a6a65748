#include "gridcensus/plugin.hpp"

#include "enumeration/search.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;

/// Units that a large problem is cut into, at least: enough to keep many cores busy to the end.
constexpr std::size_t wanted_units = 500;

/// The permutations of rows that leave the given row and the cells of every prefix where they are: they act freely on
/// what each unit counts, since the rows of a grid differ.
Integer row_symmetries(Shape shape, const std::vector<int>& order, std::size_t prefix_cells) {
  std::vector<bool> touched(static_cast<std::size_t>(shape.side()));
  touched.front() = true;
  for (std::size_t i = 0; i < prefix_cells; ++i) touched[static_cast<std::size_t>(order[i] / shape.side())] = true;

  Integer permutations = 1;
  int free_bands = 0;
  for (int band = 0; band < shape.bands(); ++band) {
    const auto first_row = touched.begin() + std::ptrdiff_t{band} * shape.box_rows;
    const auto free_rows = static_cast<int>(std::count(first_row, first_row + shape.box_rows, false));
    permutations *= factorial(free_rows);
    if (free_rows == shape.box_rows) ++free_bands;
  }
  return permutations * factorial(free_bands);
}

class EnumerationJob final : public Job {
 public:
  explicit EnumerationJob(Request request)
      : problem_{request.problem},
        quantities_{std::move(request.quantities)},
        search_{problem_.shape.cells(), problem_.regions()},
        prefixes_{search_.prefixes(wanted_units, static_cast<std::size_t>(problem_.shape.side()))},
        divisor_{problem_.rules == Rules::classic && !prefixes_.empty()
                     ? row_symmetries(problem_.shape, search_.order(), prefixes_.front().size())
                     : 1} {}

  std::uint64_t units() const override { return prefixes_.size(); }

  Tally run(std::uint64_t unit, UnitContext& context) const override {
    Tally tally;
    tally.add(sum_name, search_.completions(prefixes_.at(unit), [&context] { context.check_stop(); }));
    return tally;
  }

  std::map<std::string, Integer> divisors(std::uint64_t /*unit*/) const override { return {{sum_name, divisor_}}; }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    const Integer with_given_row = total.sum(sum_name);
    Report report;
    for (const Quantity quantity : quantities_) {
      // The first row of every grid can be made 1..N by one relabelling, so one grid of each class is counted.
      report.outcomes[quantity] =
          Exact{quantity == Quantity::grids ? with_given_row * factorial(problem_.shape.side()) : with_given_row};
    }
    return report;
  }

 private:
  static constexpr const char* sum_name = "grids_with_given_first_row";

  Problem problem_;
  std::set<Quantity> quantities_;
  enumeration::Search search_;
  std::vector<enumeration::Prefix> prefixes_;
  Integer divisor_;
};

class Enumeration final : public Strategy {
 public:
  struct Params {
    int max_side = 6;
  };

  static About about() {
    return {.id = "enumeration",
            .version = "1.0.0",
            .summary = "Visits every grid with a given first row, cell by cell.",
            .source = "none: the definition, applied directly",
            .yields = {{Quantity::grids, Kind::exact}, {Quantity::relabelling_classes, Kind::exact}}};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("max_side", &Params::max_side)
        .unit("cells")
        .range(1, 9)
        .help("Largest side accepted; beyond 6 a run takes from an hour (1x7) to longer than anybody waits (3x3).");
  }

  explicit Enumeration(Params params) : params_{params} {}

  std::optional<std::string> why_not(const Problem& problem, Quantity /*quantity*/) const override {
    const int side = problem.shape.side();
    if (side <= params_.max_side) return std::nullopt;
    return "side " + std::to_string(side) + " exceeds max_side " + std::to_string(params_.max_side) +
           ", and the time grows with the number of grids" + (side <= 9 ? "; raise max_side to try" : "");
  }

  Forecast forecast(const Problem& problem, const std::set<Quantity>& quantities) const override {
    if (why_not(problem, Quantity::grids)) return {};
    const Request request{.problem = problem, .quantities = quantities, .inputs = {}, .stop = {}};
    const std::uint64_t units = EnumerationJob{request}.units();
    constexpr std::uint64_t bytes_per_unit = 64;
    return {.units = units, .memory_bytes = (units + 1) * bytes_per_unit};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    return std::make_unique<EnumerationJob>(request);
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Enumeration);
