#include "orbit_search/sum_over_prefixes.hpp"

#include "gridcensus/broken_invariant.hpp"
#include "orbit_search/forecast.hpp"
#include "orbit_search/search_prefixes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::orbit_search {

namespace {

/// The most units if there are many prefixes; the other limit is the length of a unit if there are few [grids met].
constexpr std::size_t max_units = 4'000;
constexpr double grids_of_a_unit = 5e6;
constexpr std::size_t max_shares = 64;

class SumOverPrefixes final : public Job {
 public:
  explicit SumOverPrefixes(const Request& request)
      : side_{request.problem.shape.side()},
        constraints_{request.problem},
        prefixes_{constraints_, *all_templates(constraints_, std::numeric_limits<std::size_t>::max(), request.poll),
                  request.poll} {
    std::size_t count = 0;
    for (const auto& orbit : prefixes_.by_orbit()) count += orbit.prefixes.size();
    const std::size_t chunk = count / max_units + 1;
    const double visits = estimated_visits(constraints_, prefixes_.templates());
    const double shares = visits / grids_of_a_unit / static_cast<double>(std::max<std::size_t>(count, 1));
    const auto parts = static_cast<std::size_t>(std::clamp(std::ceil(shares), 1.0, static_cast<double>(max_shares)));
    for (const auto& orbit : prefixes_.by_orbit()) {
      for (std::size_t first = 0; first < orbit.prefixes.size(); first += chunk) {
        const std::size_t last = std::min(first + chunk, orbit.prefixes.size());
        for (std::size_t part = 0; part < parts; ++part) units_.push_back({&orbit, first, last, {part, parts}});
      }
    }
  }

  std::uint64_t units() const override { return std::max<std::uint64_t>(units_.size(), 1); }

  Tally run(std::uint64_t number, const UnitContext& context) const override {
    Tally tally;
    if (number >= units_.size()) return tally;
    const Unit& unit = units_[number];
    std::vector<Integer> by_marks(static_cast<std::size_t>(side_) + 1);
    for (std::size_t i = unit.first; i < unit.last; ++i) {
      const SearchPrefix& prefix = unit.orbit->prefixes[i];
      const auto found = prefixes_.completions(*unit.orbit, prefix, unit.share, context.poll);
      for (std::size_t marks = 1; marks < by_marks.size(); ++marks) {
        by_marks[marks] += Integer{found[marks]} * prefix.size;
      }
    }
    for (std::size_t marks = 1; marks < by_marks.size(); ++marks) {
      tally.add(sum_name(unit.orbit->orbit, marks), by_marks[marks]);
    }
    return tally;
  }

  /// Each orbit has its own sums.
  std::optional<std::set<std::string>> sums(std::uint64_t number) const override {
    std::set<std::string> names;
    for (int marks = 1; marks <= side_ && number < units_.size(); ++marks) {
      names.insert(sum_name(units_[number].orbit->orbit, static_cast<std::size_t>(marks)));
    }
    return names;
  }

  Report conclude(const Tally& total, std::uint64_t /*units*/) const override {
    Integer classes = 0;
    const auto& orbits = prefixes_.orbits().orbits;
    for (std::uint32_t orbit = 0; orbit < orbits.size(); ++orbit) {
      for (std::size_t marks = 1; marks <= static_cast<std::size_t>(side_); ++marks) {
        const std::string name = sum_name(orbit, marks);
        if (!total.sums().contains(name)) continue;
        classes += exact_quotient(total.sum(name) * orbits[orbit].size, marks,
                                  "the grids met from one orbit of templates, each once for each of its " +
                                      std::to_string(marks) + " templates there");
      }
    }
    // One template fills a grid of one cell.
    if (side_ == 1) classes = prefixes_.templates().size();
    Report report;
    report.outcomes[Quantity::grids] = Exact{constraints_.are_told_apart ? classes : classes * factorial(side_)};
    report.findings["templates"] = {Exact{prefixes_.templates().size()},
                                    "sets of cells that one symbol can take, if the others are left out of account"};
    report.findings["template_orbits"] = {Exact{orbits.size()}, "templates up to the symmetries of the problem"};
    return report;
  }

 private:
  /// Some prefixes of one orbit, or a share of them.
  struct Unit {
    const OrbitPrefixes* orbit;
    std::size_t first;
    std::size_t last;
    Share share;
  };

  static std::string sum_name(std::uint32_t orbit, std::size_t marks) {
    return std::to_string(orbit) + " times " + std::to_string(marks);
  }

  int side_;
  Constraints constraints_;
  SearchPrefixes prefixes_;
  std::vector<Unit> units_;
};

}  // namespace

std::unique_ptr<Job> sum_over_prefixes(const Request& request) { return std::make_unique<SumOverPrefixes>(request); }

}  // namespace gridcensus::orbit_search
