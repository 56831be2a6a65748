#include "gridcensus/random.hpp"
#include "gridcensus/tally.hpp"
#include "host/verify/numbers.hpp"
#include "host/verify/symmetries.hpp"
#include "host/verify/texts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace gridcensus::host::verify {
namespace {

/// Returns the ledger's form of moments.
Samples stored(const Moments& moments) {
  Tally tally;
  tally.add("samples", moments);
  return sums_of(text_of(tally).dump()).samples.at("samples");
}

struct Folded {
  Samples added;  ///< added unit by unit
  Moments total;  ///< as the host merges them
};

/// Makes many units of a few samples.
Folded fold(const std::function<gridcensus::Real(Random&)>& draw) {
  constexpr int units = 1000;
  constexpr int samples = 7;
  Random random{1, 2, 3};
  Folded folded;
  for (int unit = 0; unit < units; ++unit) {
    Moments moments;
    for (int i = 0; i < samples; ++i) moments.add(draw(random));
    folded.total.add(moments);
    folded.added.add(stored(moments));
  }
  return folded;
}

TEST(VerifyNumbers, AgreeWithMomentsUpToRounding) {
  const auto uniform = [](Random& random) { return static_cast<gridcensus::Real>(random.below(1'000'000'007)); };
  const std::vector<std::function<gridcensus::Real(Random&)>> draws{
      uniform,
      [&](Random& random) { return std::pow(uniform(random), 40.0L); },         // a heavy tail, beyond a double
      [&](Random& random) { return 1e9L + uniform(random) * 1e-15L; },          // nearly equal
      [&](Random& random) { return random.below(1000) == 0 ? 1e300L : 0.0L; },  // rare hits
      [](Random& /*random*/) { return 1.0L / 3; },                              // all equal
  };
  for (const auto& draw : draws) {
    const Folded folded = fold(draw);
    EXPECT_EQ(folded.added.difference(stored(folded.total)), std::nullopt);
  }
}

TEST(VerifyNumbers, DetectADifferenceInEveryMoment) {
  const auto draw = [](Random& random) { return static_cast<gridcensus::Real>(random.below(1000)); };
  const Folded folded = fold(draw);
  constexpr gridcensus::Real more = 1 + 1e-11L;
  const std::vector<std::pair<std::string, std::function<void(Moments&)>>> changes{
      {"samples", [](Moments& moments) { ++moments.count; }},
      {"mean", [](Moments& moments) { moments.mean *= more; }},
      {"sum of squares", [](Moments& moments) { moments.squares *= more; }},
      {"sum of cubes",
       [](Moments& moments) { moments.cubes += 1e-11L * std::sqrt(moments.squares * moments.fourths); }},
      {"sum of fourth powers", [](Moments& moments) { moments.fourths *= more; }},
      {"smallest sample", [](Moments& moments) { moments.min -= 1e-15L; }},
      {"largest sample", [](Moments& moments) { moments.max *= more; }}};
  for (const auto& [what, change] : changes) {
    Moments changed = folded.total;
    change(changed);
    const auto difference = folded.added.difference(stored(changed));
    ASSERT_TRUE(difference) << what;
    EXPECT_NE(difference->find(what), std::string::npos) << *difference;
  }
}

TEST(VerifyNumbers, RejectTextsThatAreNotNumbers) {
  for (const char* const text : {"", "-", "+1", "01", "1.0", "1e3", " 1", "0x1", "1 "}) {
    EXPECT_THROW(integer_from(text), MalformedText) << text;
  }
  for (const char* const text : {"", "1", "p0", "-p0", "1p", "1p+", "1.8", "inf", "nan", "0x1p0", "1.2.3p0",
                                 "1p999999999", "1p99999999999999999999", "gp0", " 1p0"}) {
    EXPECT_THROW(real_from(text), MalformedText) << text;
  }
  EXPECT_EQ(integer_from("-120"), -120);
  EXPECT_EQ(real_from("-c.8p-2"), -3.125);
  EXPECT_EQ(real_from("0p+0"), 0);
}

TEST(VerifyNumbers, ReadAFormulaFromASum) {
  const auto formula = formula_for({2, 3}, 28200960, "counts", 39168);
  ASSERT_TRUE(formula);
  EXPECT_EQ(formula->text, "counts * 6!");
  EXPECT_EQ(formula_for({2, 3}, 28200961, "counts", 39168), std::nullopt);
}

}  // namespace
}  // namespace gridcensus::host::verify
