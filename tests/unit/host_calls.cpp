// Calls of strategies: each begins and ends with the floating-point settings and locale of a new program.
#include "host/base/text.hpp"
#include "host/calls/call.hpp"
#include "support/scripted_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cfenv>
#include <clocale>
#include <exception>
#include <limits>
#include <locale>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::testing::Script;
using gridcensus::testing::ScriptedExperiment;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct DotsEverywhere : std::numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\1"; }
};

void spoil() {
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  const unsigned short single = 0x007F;  // x87: 24 bits of significand, all exceptions masked
  asm volatile("fldcw %0" : : "m"(single));
  const unsigned flush = 0x9FC0;  // SSE: flush to zero, denormals are zero
  asm volatile("ldmxcsr %0" : : "m"(flush));
#endif
  std::setlocale(LC_ALL, "C.UTF-8");
  std::locale::global(std::locale{std::locale::classic(), new DotsEverywhere});
}

/// Returns a tenth as long double, and a number near zero; their bits differ if a setting was changed.
std::pair<Real, double> numbers() {
  volatile Real ten = 10;
  volatile double tiny = std::numeric_limits<double>::denorm_min();
  return {1 / ten, tiny * 2};
}

TEST(Call, RestoresFloatingPointAndLocale) {
  const auto before = numbers();
  {
    const Call call{"fake on 2x2", "prepare"};
    spoil();
    EXPECT_NE(numbers(), before);
  }
  EXPECT_EQ(numbers(), before);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(std::locale{}, std::locale::classic());
  EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
}

TEST(Call, StartsWithDefaultFloatingPointSettings) {
  const auto before = numbers();
  spoil();
  const Call call{"fake on 2x2", "prepare"};
  EXPECT_EQ(numbers(), before);
}

TEST(Call, IsRecordedWhileInProgress) {
  EXPECT_THAT(crash_record::calls(9), IsEmpty());
  {
    const Call call{"fake on 2x2", "unit", 17};
    EXPECT_THAT(crash_record::calls(9), ElementsAre("unit 17 of fake on 2x2"));
  }
  {
    const Call call{std::string(500, 'x'), "prepare"};
    EXPECT_THAT(crash_record::calls(9), ElementsAre(::testing::StartsWith("prepare of xxx")));
  }
  EXPECT_THAT(crash_record::calls(9), IsEmpty());
}

// A plugin that crashes while a copy of the process tries it is not in a call of the process itself.
TEST(Call, IsNotRecordedInACopyOfTheProcess) {
  install_crash_handler();
  const pid_t copy = ::fork();
  if (copy == 0) {
    const Call going_on{"tried.so", "opening"};
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(copy, nullptr, 0), copy);
  EXPECT_THAT(crash_record::calls(10), ::testing::IsEmpty());
}

// Uses the engine, and thus every way in which the host calls a strategy.
TEST(Call, IsolatesStrategiesFromEachOther) {
  ScriptedExperiment scripted;
  Script& bad = scripted.add("bad");
  bad.prepare = [](const Request&) { spoil(); };
  bad.divisors = [](std::uint64_t) {
    spoil();
    return std::map<std::string, Integer>{};
  };
  bad.run = [](std::uint64_t unit, const UnitContext&) {
    spoil();
    return Tally{}.add("sum", Integer{unit + 1});
  };
  const auto expected = numbers();
  bool is_fresh = true;
  Script& good = scripted.add("good");
  good.run = [&](std::uint64_t unit, const UnitContext&) {
    is_fresh = is_fresh && numbers() == expected && std::locale{} == std::locale::classic();
    return Tally{}.add("sum", Integer{unit + 1});
  };
  const auto result = scripted.run("problems: [{shape: 2x2}]\nstrategies: {bad: {}, good: {}}\n", {.threads = 1});
  EXPECT_TRUE(is_fresh);
  EXPECT_EQ(result.runs[0].outcomes, result.runs[1].outcomes);
  EXPECT_EQ(numbers(), expected);
}

struct Textless : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

TEST(GuardedStrategy, MakesTextsOfExceptionsPrintable) {
  const auto message_of = [](auto thrown) {
    ScriptedExperiment scripted;
    scripted.add("fake").run = [thrown](std::uint64_t, const UnitContext&) -> Tally { throw thrown; };
    return scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n").runs[0].message;
  };
  EXPECT_EQ(message_of(std::runtime_error{"as it is\nin two lines"}), "unit 0: as it is\nin two lines");
  EXPECT_EQ(message_of(Textless{}), "unit 0: (no message)");
  EXPECT_EQ(message_of(BrokenInvariant{"not \xff UTF-8"}), "unit 0: not \\xff UTF-8");
  const std::string cut = message_of(std::runtime_error{std::string(20'000'000, 'x')});
  EXPECT_LT(cut.size(), 2000);
  EXPECT_THAT(cut, ::testing::EndsWith("(cut; 19.1 MiB in all)"));
}

TEST(GuardedStrategy, MakesTextsOfRefusalsPrintable) {
  ScriptedExperiment scripted;
  scripted.add("fake").why_not = "too \xc3 big";
  scripted.run("problems: [{shape: 2x2}]\nstrategies: {fake: {}}\n");
  EXPECT_EQ(scripted.plan().not_applicable.at(0).reason, "too \\xc3 big");
}

TEST(GuardedStrategy, CutsTextsBetweenCharacters) {
  std::string text(999, 'x');
  text += "\xc3\xa4 and more";
  EXPECT_EQ(bounded_utf8(text).substr(0, 1003), std::string(999, 'x') + " ...");
  EXPECT_EQ(bounded_utf8("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
}

}  // namespace
