#include "gridcensus/plugin.hpp"

#include "candidate_search/candidate_search.hpp"
#include "enumeration/search.hpp"
#include "gridcensus/ready_jobs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using candidate_search::CandidateSearch;

/// The least number of units of a large problem: enough to keep many cores busy to the end.
constexpr std::size_t wanted_units = 500;

/// The search, and the beginnings of grids from which its units start.
struct Units {
  explicit Units(const Problem& problem)
      : search{problem.shape.cells(), problem.regions(), problem.pairs()},
        prefixes{search.prefixes(wanted_units, static_cast<std::size_t>(problem.shape.side()))} {}

  enumeration::Search search;
  std::vector<enumeration::Prefix> prefixes;
};

/// Returns the number of permutations of rows that fix the given row and the cells of every prefix: they act freely on
/// the grids that each unit counts, because the rows of a grid differ.
Integer row_symmetries(Shape shape, const Units& units) {
  if (units.prefixes.empty()) return 1;
  std::vector<bool> touched(static_cast<std::size_t>(shape.side()));
  touched.front() = true;
  for (std::size_t i = 0; i < units.prefixes.front().size(); ++i) {
    touched[static_cast<std::size_t>(units.search.order()[i] / shape.side())] = true;
  }
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

/// The search of a problem whose symbols are not alike, and the beginnings of its units.
struct CandidateUnits {
  explicit CandidateUnits(const Problem& problem) : search{problem}, beginnings{search.beginnings(wanted_units)} {}

  CandidateSearch search;
  std::vector<candidate_search::Steps> beginnings;
};

/// Returns "123", or "1.2e+07" for large numbers.
std::string about_text(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), number < 1e5 ? "%.0f" : "%.1e", number);
  return text.data();
}

class Enumeration final : public Strategy {
 public:
  struct Params {
    int max_side = 6;
    double max_nodes = 1e9;
  };

  static About about() {
    return {.id = "enumeration",
            .version = "1.0.0",
            .summary = "Visits every grid, cell by cell; of those that differ by relabelling, one.",
            .source = "none: the definition, applied directly",
            .yields = {{Quantity::grids, Kind::exact}},
            .rules = SupportedRules::any};
  }

  static void describe(Schema<Params>& schema) {
    schema.field("max_side", &Params::max_side)
        .unit("cells")
        .range(1, 9)
        .help(
            "Largest side accepted if symbols are alike; above 6 a run takes from an hour (1x7) to far too long "
            "(3x3).");
    schema.field("max_nodes", &Params::max_nodes)
        .unit("nodes")
        .range(1, 1e18)
        .speed_only()
        .help(
            "Largest forecast of nodes of the search if symbols are not alike, as in puzzles; a problem with more is "
            "refused. A node takes a microsecond.");
  }

  explicit Enumeration(Params params) : params_{params} {}

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override {
    constexpr std::uint64_t bytes_per_unit = 64;
    if (!problem.symbols_are_alike()) {
      const double nodes = CandidateSearch{problem}.estimated_nodes();
      if (nodes > params_.max_nodes) {
        return refusal(quantities, "about " + about_text(nodes) + " nodes to visit; the limit is max_nodes " +
                                       about_text(params_.max_nodes));
      }
      const std::uint64_t count = std::max<std::uint64_t>(CandidateUnits{problem}.beginnings.size(), 1);
      return {.units = count, .memory_bytes = (count + 1) * bytes_per_unit};
    }
    const int side = problem.shape.side();
    if (side > params_.max_side) {
      return refusal(quantities, "side " + std::to_string(side) + " exceeds max_side " +
                                     std::to_string(params_.max_side) +
                                     ", and the time grows with the number of grids" +
                                     (side <= 9 ? "; raise max_side to try" : ""));
    }
    const std::uint64_t units = std::max<std::uint64_t>(Units{problem}.prefixes.size(), 1);
    return {.units = units, .memory_bytes = (units + 1) * bytes_per_unit};
  }

  std::unique_ptr<Job> prepare(const Request& request) const override {
    const Problem& problem = request.problem;
    if (!problem.symbols_are_alike()) {
      const auto units = std::make_shared<const CandidateUnits>(problem);
      return exact_sum({.units = units->beginnings.size(),
                        .count = [units](std::uint64_t unit, const Poll& poll) -> Integer {
                          return units->search.completions(units->beginnings.at(unit), poll);
                        },
                        .times = units->search.relabellings()});
    }
    const auto units = std::make_shared<const Units>(problem);
    return exact_sum({.units = units->prefixes.size(),
                      .count = [units](std::uint64_t unit, const Poll& poll) -> Integer {
                        return units->search.completions(units->prefixes.at(unit), poll);
                      },
                      // The first row of every grid becomes 1..N by one relabelling.
                      .times = factorial(problem.shape.side()),
                      .divisor = problem.rules.are_classic() ? row_symmetries(problem.shape, *units) : 1});
  }

 private:
  Params params_;
};

}  // namespace

GRIDCENSUS_PLUGIN(Enumeration);
