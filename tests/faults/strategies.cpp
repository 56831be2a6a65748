// Plugins that load correctly and fail later, or serve the tests of the engine. Checks that each has exactly the fault
// that its name promises.
#include "gridcensus/broken_invariant.hpp"
#include "host/catalog/catalog.hpp"
#include "support/catalogs.hpp"
#include "support/places.hpp"
#include "support/stopping.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::host {
namespace {

using gridcensus::testing::fault_folder;
using gridcensus::testing::load_catalog;
using gridcensus::testing::told_to_stop;

// 288 grids of 2x2: OEIS A107739; 28200960 of 2x3: OEIS A291187. Both recounted by the enumeration strategy.
const Integer grids_of_2x2{288};
const Integer grids_of_2x3{28200960};

const Problem two_by_two{{2, 2}};

class Prepared {
 public:
  Prepared(const std::string& id, const Problem& problem, const ParameterValues& values = {}, Inputs inputs = {}) {
    CatalogOptions options;
    options.directories = {fault_folder(id)};
    catalog_ = load_catalog(options);
    const Plugin* const plugin = catalog_.find(id);
    if (plugin == nullptr) throw std::runtime_error{id + ": " + catalog_.refusals().at(0).reason};
    const ParameterValues all = with_defaults(plugin->parameters, values);
    strategy_ = plugin->create(all);
    const Quantity quantity = plugin->about.yields.at(0).quantity;
    for (const auto& [refused, reason] : plugin->offer(*strategy_, all, problem, {quantity}).refused) {
      throw std::runtime_error{reason};
    }
    job_ = strategy_->prepare({problem, {quantity}, std::move(inputs), {}});
  }

  const Job& job() const { return *job_; }
  Tally run(std::uint64_t unit, std::uint64_t seed = 1) const {
    const UnitContext context{{seed, 0, unit}};
    return job_->run(unit, context);
  }
  Outcomes outcomes(std::uint64_t seed = 1) const {
    Tally total;
    for (std::uint64_t unit = 0; unit < job_->units(); ++unit) total.add(run(unit, seed));
    return job_->conclude(total, job_->units()).outcomes;
  }

 private:
  Catalog catalog_;
  std::unique_ptr<Strategy> strategy_;
  std::unique_ptr<Job> job_;
};

/// Returns `misbehaves` on 2x2 with this misbehaviour at this place.
Prepared misbehaving(const std::string& mode, const std::string& at = "unit") {
  return {"misbehaves", two_by_two, {{"mode", mode}, {"at", at}}};
}

TEST(Misbehaves, ThrowsInOneUnitOnly) {
  const Prepared throwing = misbehaving("throw_text");
  EXPECT_THROW(throwing.run(3), std::runtime_error);
  EXPECT_EQ(throwing.run(1).sum("grids"), Integer{grids_of_2x2 / 12});
  EXPECT_THROW(misbehaving("throw_int").run(3), int);
  EXPECT_THROW(misbehaving("throw_text", "prepare"), std::runtime_error);
}

TEST(Misbehaves, BreaksATheoremInPrepareOrInOneUnit) {
  EXPECT_THROW(misbehaving("throw_broken", "prepare"), BrokenInvariant);
  const Prepared in_unit = misbehaving("throw_broken");
  EXPECT_THROW(in_unit.run(3), BrokenInvariant);
  EXPECT_EQ(in_unit.run(1).sum("grids"), Integer{grids_of_2x2 / 12});
}

/// Returns `faulty` on 2x2 with this fault.
Prepared faulty(const std::string& fault) { return {"faulty", two_by_two, {{"fault", fault}}}; }

TEST(Faulty, CountsCorrectlyWithoutAFault) {
  EXPECT_EQ(faulty("none").outcomes().at(Quantity::grids), Outcome{Exact{grids_of_2x2}});
}

TEST(Faulty, CountsOneTooMany) {
  EXPECT_EQ(faulty("counts_wrong").outcomes().at(Quantity::grids), Outcome{Exact{grids_of_2x2 + 1}});
}

TEST(Faulty, DeclaresADivisorThatItsUnitsDoNotHave) {
  const Prepared broken = faulty("breaks_divisor");
  EXPECT_EQ(broken.outcomes().at(Quantity::grids), Outcome{Exact{grids_of_2x2}});
  EXPECT_NE(broken.run(1).sum("grids") % broken.job().divisors(1).at("grids"), 0);
}

TEST(Faulty, BreaksATheoremWhenItConcludes) {
  EXPECT_THROW(faulty("breaks_theorem_in_conclude").outcomes(), BrokenInvariant);
}

TEST(Faulty, BoundsTheCountFromTheWrongSide) {
  EXPECT_EQ(faulty("false_bound").outcomes().at(Quantity::grids), Outcome{UpperBound{grids_of_2x2 - 1}});
}

TEST(Faulty, IgnoresAStop) {
  bool has_polled = false;
  const UnitContext context{{1, 0, 1}, [&has_polled] { has_polled = true; }};
  faulty("ignores_stop").job().run(1, context);
  EXPECT_FALSE(has_polled);
}

TEST(SlowUnits, CountCorrectlyAndObeyAStop) {
  const Prepared slow{"slow_units", two_by_two, {{"unit_ms", std::int64_t{0}}}};
  EXPECT_EQ(slow.job().units(), 576U);
  EXPECT_EQ(slow.outcomes().at(Quantity::grids), Outcome{Exact{grids_of_2x2}});
  const UnitContext context{{1, 0, 0}, told_to_stop};
  EXPECT_THROW(Prepared("slow_units", two_by_two).job().run(0, context), Stopped);
}

TEST(NeedsInput, DividesItByTheRelabellings) {
  const Prepared dividing{"needs_input", two_by_two, {}, {{Quantity::grids, grids_of_2x2}}};
  EXPECT_EQ(dividing.outcomes().at(Quantity::relabelling_classes), Outcome{Exact{grids_of_2x2 / factorial(4)}});
}

/// Returns (estimate - truth) / standard error, for a fixed seed.
Real z_score(const Prepared& sampler, const Integer& truth, std::uint64_t seed = 1) {
  const auto estimate = std::get<Estimate>(sampler.outcomes(seed).at(Quantity::grids));
  EXPECT_GT(estimate.standard_error, 0);
  return (estimate.value - to_real(truth)) / estimate.standard_error;
}

TEST(Sampler, IsUnbiasedUnlikeTheBiasedOne) {
  const ParameterValues limit{{"samples", std::int64_t{20000}}};
  EXPECT_LT(std::abs(z_score({"sampler", two_by_two, limit}, grids_of_2x2)), 4);
  EXPECT_LT(std::abs(z_score({"sampler", {{2, 3}}, limit}, grids_of_2x3)), 4);
  const ParameterValues biased{{"samples", std::int64_t{20000}}, {"factor_percent", std::int64_t{110}}};
  EXPECT_GT(z_score({"sampler", two_by_two, biased}, grids_of_2x2), 10);
}

TEST(Sampler, CoversTheTruthAsOftenAsItClaims) {
  const Prepared sampler{"sampler", two_by_two, {{"samples", std::int64_t{500}}}};
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto estimate = std::get<Estimate>(sampler.outcomes(seed).at(Quantity::grids));
    EXPECT_EQ(estimate.samples, 500U);
    if (estimate.low <= to_real(grids_of_2x2) && to_real(grids_of_2x2) <= estimate.high) ++covered;
  }
  // Binomial(200, 0.95): mean 190, standard deviation 3.1.
  EXPECT_GE(covered, 178);
  EXPECT_LT(covered, 200);
}

TEST(Sampler, DrawsNoMoreThanItsLimit) {
  const Prepared sampler{"sampler", two_by_two, {{"samples", std::int64_t{2500}}}};
  EXPECT_EQ(sampler.job().units(), 3U);
  EXPECT_EQ(sampler.run(2).moments("weight").count, 500U);
}

TEST(Sampler, IsRefusedWithoutALimit) {
  try {
    const Prepared sampler{"sampler", two_by_two};
    FAIL() << "it would never end";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "no limit is given: set samples, seconds or relative_error");
  }
}

}  // namespace
}  // namespace gridcensus::host
