// A sum that lacks a part is never accepted as an exact sum.
#include "support/scripted_experiment.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <variant>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;

constexpr auto a_fake = "problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n";

Integer count_in(const RunResult& result) { return std::get<Exact>(result.outcomes.at(Quantity::grids)).value; }

TEST(ExactSum, AlwaysIncludesAllUnits) {
  for (const int threads : {1, 8}) {
    ScriptedExperiment scripted;
    Script& script = scripted.add("fake");
    script.is_enough = [](const Tally&, std::uint64_t) { return true; };
    script.seconds_limit = 0;
    const auto result = scripted.run(a_fake, {.threads = threads});
    EXPECT_EQ(result.runs[0].units, 10);
    EXPECT_EQ(count_in(result.runs[0]), 55);
  }
}

TEST(ExactSum, FailsIfAUnitOrSumIsMissing) {
  const auto unit_7 = [](Tally instead) {
    return [instead = std::move(instead)](std::uint64_t unit, const UnitContext&) {
      return unit == 7 ? instead : Tally{}.add("sum", Integer{unit + 1});
    };
  };
  Script none;
  none.units = 0;
  Script empty;
  empty.run = [](std::uint64_t, const UnitContext&) { return Tally{}; };
  Script misnamed;
  misnamed.run = [](std::uint64_t unit, const UnitContext&) { return Tally{}.add("summ", Integer{unit}); };
  Script one_empty;
  one_empty.run = unit_7({});
  Script one_misnamed;
  one_misnamed.run = unit_7(Tally{}.add("summ", 8));
  Script declared;
  declared.run = unit_7({});
  declared.sums = [](std::uint64_t) { return std::set<std::string>{"sum"}; };
  Script one_more = declared;
  one_more.run = unit_7(Tally{}.add("sum", 8).add("summ", 8));
  Script divided;
  divided.run = unit_7({});
  divided.divisors = [](std::uint64_t) { return std::map<std::string, Integer>{{"sum", 1}}; };
  for (const auto& [script, message] :
       {std::pair{none, "prepare: the job has no units"},
        {empty, "conclude: the tally has no sum sum; it has none"},
        {misnamed, "conclude: the tally has no sum sum; it has summ"},
        {one_empty, "adding up the first 8 units: unit 7 has the sums {}, and unit 0 has {sum}"},
        {one_misnamed, "adding up the first 8 units: unit 7 has the sums {summ}, and unit 0 has {sum}"},
        {declared, "unit 7: its tally has the sums {}, and the strategy declares {sum}"},
        {one_more, "unit 7: its tally has the sums {sum, summ}, and the strategy declares {sum}"},
        {divided, "unit 7: its tally has no sum sum, for which the strategy declares a divisor"}}) {
    ScriptedExperiment scripted;
    scripted.add("fake", script);
    const auto result = scripted.run(a_fake, {.threads = 2});
    EXPECT_EQ(result.runs[0].state, RunState::failed) << message;
    EXPECT_EQ(result.runs[0].message, message);
    EXPECT_EQ(result.document.exit, ExitCode::run_failed);
  }
}

TEST(ExactSum, MayDeclareDifferentSumsForEachUnit) {
  ScriptedExperiment scripted;
  Script& script = scripted.add("fake");
  const auto name = [](std::uint64_t unit) { return unit < 4 ? "left" : "right"; };
  script.run = [=](std::uint64_t unit, const UnitContext&) { return Tally{}.add(name(unit), 1); };
  script.sums = [=](std::uint64_t unit) { return std::set<std::string>{name(unit)}; };
  script.conclude = [](const Tally& total, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{total.sum("left") * total.sum("right") * 12}}}, {}};
  };
  EXPECT_EQ(count_in(scripted.run(a_fake).runs[0]), 288);
}

}  // namespace
