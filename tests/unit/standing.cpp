// How well a value is founded, by what it was compared with.
#include "host/report/standing.hpp"

#include "support/lab.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Lab;
using gridcensus::testing::Script;

Script saying(Outcome outcome, Quantity quantity = Quantity::grids) {
  Script script;
  script.yields = {{quantity, kind_of(outcome)}};
  script.conclude = [=](const Tally&, std::uint64_t) { return Report{{{quantity, outcome}}, {}}; };
  return script;
}

class Standings {
 public:
  Lab lab;

  Standing of(const std::string& yaml, const std::string& name, Quantity quantity = Quantity::grids) {
    const auto result = lab.run("problems: [{shape: 2x2}]\nstrategies:\n" + yaml);
    const ComparisonIndex index{result};
    for (const auto& run : lab.plan().runs) {
      if (run.configuration->name == name) return standing_of(result, index, run, quantity);
    }
    throw std::out_of_range{name};
  }
};

TEST(Standing, OfALoneValueIsItsKind) {
  for (const auto& [outcome, standing] :
       {std::pair<Outcome, Standing>{Exact{288}, Standing::computed},
        {LowerBound{24}, Standing::computed},
        {Approximation{256}, Standing::approximated},
        {Estimate{.value = 288, .standard_error = 1, .low = 286, .high = 290, .samples = 1000}, Standing::estimated}}) {
    Standings standings;
    standings.lab.add("one", saying(outcome));
    EXPECT_EQ(standings.of("  one: {}\n", "one"), standing);
  }
  Standings failing;
  failing.lab.add("one").run = [](std::uint64_t, UnitContext&) -> Tally { throw std::runtime_error{"boom"}; };
  EXPECT_EQ(failing.of("  one: {}\n", "one"), Standing::unfinished);
}

TEST(Standing, OfAValueThatStrangersFindIsCrossChecked) {
  Standings standings;
  standings.lab.add("one", saying(Exact{288}));
  standings.lab.add("two", saying(Exact{288}));
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "one"), Standing::cross_checked);
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "two", Quantity::relabelling_classes), Standing::cross_checked)
      << "what follows stands as well";
}

TEST(Standing, OfAValueThatTwoFindByTheSameMathematicsIsReplicated) {
  Standings standings;
  Script script = saying(Exact{288});
  script.mathematics = "band_recursion";
  standings.lab.add("one", script);
  standings.lab.add("two", script);
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n", "one"), Standing::replicated);
  standings.lab.add("three", saying(Exact{288}));
  EXPECT_EQ(standings.of("  one: {}\n  two: {}\n  three: {}\n", "one"), Standing::cross_checked)
      << "one stranger is enough";
}

Script averaging() {
  Script script = saying(Exact{2}, Quantity::essentially_different);
  script.needs = {Quantity::grids};
  return script;
}

TEST(Standing, OfAValueFromOneGivenInputIsReplicated) {
  Standings standings;
  standings.lab.add("one", averaging());
  standings.lab.add("two", averaging());
  const std::string given = "{inputs: {grids: {value: 288, source: nobody}}}\n";
  EXPECT_EQ(standings.of("  one: " + given + "  two: " + given, "one", Quantity::essentially_different),
            Standing::replicated);
}

TEST(Standing, OfAValueFromTheSameRunIsReplicatedAndFromTwoIsCrossChecked) {
  const std::string sources = "  one: {inputs: {grids: first}}\n  first: {}\n  second: {}\n  two: ";
  for (const auto& [wiring, standing] : {std::pair{"{inputs: {grids: first}}\n", Standing::replicated},
                                         std::pair{"{inputs: {grids: second}}\n", Standing::cross_checked}}) {
    Standings standings;
    standings.lab.add("first", saying(Exact{288}));
    standings.lab.add("second", saying(Exact{288}));
    standings.lab.add("one", averaging());
    standings.lab.add("two", averaging());
    EXPECT_EQ(standings.of(sources + wiring, "one", Quantity::essentially_different), standing) << wiring;
  }
}

TEST(Standing, OfAValueThatOneStrategyFindsTwiceIsReplicated) {
  Standings standings;
  standings.lab.add("first", saying(Exact{288}));
  standings.lab.add("second", saying(Exact{288}));
  standings.lab.add("one", averaging());
  EXPECT_EQ(standings.of("  first: {}\n  second: {}\n  one: {inputs: {grids: first}}\n"
                         "  again: {strategy: one, inputs: {grids: second}}\n",
                         "one", Quantity::essentially_different),
            Standing::replicated);
}

TEST(Standing, OfWhatSomethingContradictsIsDisputed) {
  Standings standings;
  standings.lab.add("one", saying(Exact{288}));
  standings.lab.add("two", saying(Exact{288}));
  standings.lab.add("bound", saying(UpperBound{264}));
  const std::string all = "  one: {}\n  two: {}\n  bound: {}\n";
  EXPECT_EQ(standings.of(all, "one"), Standing::disputed);
  EXPECT_EQ(standings.of(all, "bound"), Standing::disputed);
}

TEST(Standing, OfAValueIsDisputedWhereOneThatFollowsFromItIs) {
  Standings standings;
  Script both = saying(Exact{288});
  both.yields.push_back({Quantity::relabelling_classes, Kind::exact});
  both.conclude = [](const Tally&, std::uint64_t) {
    return Report{{{Quantity::grids, Exact{288}}, {Quantity::relabelling_classes, Exact{12}}}, {}};
  };
  standings.lab.add("both", both);
  standings.lab.add("other", saying(Exact{312}));
  const std::string all = "  both: {}\n  other: {quantities: [grids]}\n";
  EXPECT_EQ(standings.of(all, "both", Quantity::grids), Standing::disputed);
  EXPECT_EQ(standings.of(all, "both", Quantity::relabelling_classes), Standing::disputed);
}

}  // namespace
