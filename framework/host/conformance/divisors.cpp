#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"
#include "host/graph/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace gridcensus::host::conformance {

namespace {

constexpr std::uint64_t max_units_divided = 200;

/// The units of one shape that were divided by their divisors.
struct Divided {
  bool is_declared = false;  ///< a unit declares a divisor above 1
  std::size_t units = 0;     ///< without those that throw, which other checks report
};

Divided divide(const Subject& subject, const Prepared& prepared, const TimeBudget& effort) {
  Divided divided;
  const Job& job = *prepared.job;
  bool is_first = true;
  for (const auto unit : some_units(job, max_units_divided)) {
    if (!std::exchange(is_first, false) && effort.is_spent()) break;
    std::optional<Tally> tally;
    try {
      const UnitContext context{{subject.seed(), 0, unit}};
      tally = job.run(unit, context);
    } catch (...) {
      continue;
    }
    ++divided.units;
    for (const auto& [name, divisor] : job.divisors(unit)) {
      if (divisor <= 0) {
        throw CheckFailed{fmt::format("{} declares that {} divides {}", unit_name(unit, prepared.shape()),
                                      to_decimal(divisor), name)};
      }
      divided.is_declared = divided.is_declared || divisor > 1;
    }
    if (const auto wrong = broken_divisor(job, unit, *tally)) {
      throw CheckFailed{unit_name(unit, prepared.shape()) + ": " + *wrong};
    }
  }
  return divided;
}

}  // namespace

std::string check_divisors(Subject& subject) {
  const auto& yields = subject.plugin().about.yields;
  if (std::ranges::all_of(yields, [&](const auto& yield) { return subject.is_sampled(yield.quantity); })) {
    throw CheckSkipped{"sampled values have no divisors"};
  }
  const TimeBudget effort = subject.effort(3);
  std::vector<Shape> tried;
  Divided all;
  for (const auto shape : small_shapes) {
    if (!tried.empty() && effort.is_spent()) break;
    const auto prepared = subject.prepare_on(shape);
    if (prepared == nullptr) continue;
    const auto [is_declared, units] = divide(subject, *prepared, effort);
    tried.push_back(shape);
    all.units += units;
    all.is_declared = all.is_declared || is_declared;
  }
  if (tried.empty()) throw CheckSkipped{"none of " + names_of(small_shapes) + " is counted"};
  return fmt::format("{} units of {}: {}", all.units, names_of(tried),
                     all.is_declared ? "no remainder" : "none is declared");
}

}  // namespace gridcensus::host::conformance
