#include "host/conformance/check.hpp"
#include "host/conformance/subject.hpp"
#include "host/graph/validation.hpp"

#include <boost/multiprecision/integer.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gridcensus::host::conformance {

namespace {

constexpr std::uint64_t max_units_divided = 200;
constexpr int min_units = 2;
/// Smaller shapes have so few grids that common factors of units are coincidence.
constexpr int min_side = 3;

/// The common factors of the units of one shape.
struct Common {
  std::map<std::string, Integer, std::less<>> factor;  ///< by sum: its greatest common divisor over all units
  std::map<std::string, int, std::less<>> not_zero;    ///< by sum: the number of units in which it is not 0
  bool is_declared = false;                            ///< a unit declares a divisor above 1
  std::size_t units = 0;
  std::size_t thrown = 0;
};

Common look_at(const Subject& subject, const Prepared& prepared, const TimeBudget& effort) {
  Common common;
  const Job& job = *prepared.job;
  for (const auto unit : some_units(job, max_units_divided)) {
    if (common.units > 0 && effort.is_spent()) break;
    ++common.units;
    std::optional<Tally> tally;
    try {
      const UnitContext context{{subject.seed(), 0, unit}};
      tally = job.run(unit, context);
    } catch (...) {  // other checks report units that throw
      ++common.thrown;
      continue;
    }
    for (const auto& [name, divisor] : job.divisors(unit)) {
      if (divisor <= 0) {
        throw CheckFailed{fmt::format("{} declares that {} divides {}", unit_name(unit, prepared.shape()),
                                      to_decimal(divisor), name)};
      }
      common.is_declared = common.is_declared || divisor > 1;
    }
    if (const auto wrong = broken_divisor(job, unit, *tally)) {
      throw CheckFailed{unit_name(unit, prepared.shape()) + ": " + *wrong};
    }
    for (const auto& [name, sum] : tally->sums()) {
      Integer& factor = common.factor[name];
      factor = boost::multiprecision::gcd(factor, sum);
      common.not_zero[name] += sum != 0 ? 1 : 0;
    }
  }
  return common;
}

/// Returns the factor that all units of a job have and that also divides the count by a theorem; 1 if there is none.
Integer factor_by_theorem(const Prepared& prepared, const Common& common) {
  Integer theorem = 1;
  for (const auto quantity : prepared.run().counted) {
    theorem = std::max(theorem, known_divisor(quantity, prepared.run().problem));
  }
  Integer largest = 1;
  for (const auto& [name, factor] : common.factor) {
    if (common.not_zero.at(name) < min_units) continue;
    largest = std::max(largest, Integer{boost::multiprecision::gcd(factor, theorem)});
  }
  return largest;
}

}  // namespace

std::string check_divisors(Subject& subject) {
  const auto& yields = subject.plugin().about.yields;
  if (std::ranges::all_of(yields, [&](const auto& yield) { return subject.is_sampled(yield.quantity); })) {
    throw CheckSkipped{"sampled values have no divisors"};
  }
  const TimeBudget effort = subject.effort(3);
  std::vector<Shape> tried;
  std::size_t units = 0;
  bool is_declared = false;
  std::string undeclared;  ///< on the last shape
  bool all_have_one = true;
  for (const auto shape : small_shapes) {
    if (!tried.empty() && effort.is_spent()) break;
    const auto prepared = subject.prepare_on(shape);
    if (prepared == nullptr) continue;
    const Common common = look_at(subject, *prepared, effort);
    tried.push_back(shape);
    units += common.units - common.thrown;
    is_declared = is_declared || common.is_declared;
    if (common.units < min_units || shape.side() < min_side) continue;
    const Integer factor = factor_by_theorem(*prepared, common);
    all_have_one = all_have_one && factor > 1;
    undeclared = fmt::format("{} on {}", to_decimal(factor), to_string(shape));
  }
  if (tried.empty()) throw CheckSkipped{"none of " + names_of(small_shapes) + " is counted"};
  const std::string what = fmt::format("{} units of {}", units, names_of(tried));
  if (is_declared) return what + ": no remainder";
  if (!undeclared.empty() && all_have_one) {
    subject.note(
        fmt::format("every unit is a multiple of a number that divides the count by a theorem ({}), and none "
                    "is declared: with a proof it would check each unit",
                    undeclared));
  }
  return what + ": none is declared";
}

}  // namespace gridcensus::host::conformance
