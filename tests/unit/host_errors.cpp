#include "host/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::ElementsAre;

TEST(Location, ShowsAsMuchAsIsKnown) {
  EXPECT_EQ(to_string(Location{"a.yaml", 3, 5}), "a.yaml:3:5");
  EXPECT_EQ(to_string(Location{"a.yaml", 3, 0}), "a.yaml:3");
  EXPECT_EQ(to_string(Location{"command line", 0, 0}), "command line");
  EXPECT_EQ(to_string(Location{"a.yaml", 0, 5}), "a.yaml");
}

Diagnostic diagnostic(const Location& where, const std::string& path, const std::string& message,
                      std::optional<std::string> nearest = std::nullopt) {
  return {where, path, message, std::move(nearest)};
}

TEST(Diagnostic, NamesPlacePathMessageAndNearestName) {
  const Location where{"a.yaml", 3, 5};
  EXPECT_EQ(to_string(diagnostic(where, "strategies.enumeration.max_sied", "unknown parameter", "max_side")),
            "a.yaml:3:5: strategies.enumeration.max_sied: unknown parameter (did you mean max_side?)");
  EXPECT_EQ(to_string(diagnostic(Location{"a.yaml", 0, 0}, "", "empty")), "a.yaml: empty");
}

TEST(Diagnostic, NamesTheNearestNameBeforeTheKnownOnes) {
  const auto said = [](const std::string& message) {
    return to_string(Diagnostic{.where = {}, .path = "", .message = message, .nearest = "rows"});
  };
  EXPECT_EQ(said("unknown key row; known: columns, rows"),
            "unknown key row (did you mean rows?); known: columns, rows");
  EXPECT_EQ(said("unknown row; expected one of: columns, rows"),
            "unknown row (did you mean rows?); expected one of: columns, rows");
}

TEST(Diagnostic, MakesControlCharactersOfTheInputVisible) {
  const Location where{"a\x1b[31m.yaml", 1, 1};
  EXPECT_EQ(to_string(diagnostic(where, "k\ney", "got \x07", "n\tame")),
            "a\\x1b[31m.yaml:1:1: k\\ney: got \\x07 (did you mean n\\tame?)");
}

TEST(BadInput, ListsEveryMistakeOnItsOwnLine) {
  const Location first{"a.yaml", 1, 2};
  const Location second{"a.yaml", 3, 4};
  const BadInput error{{diagnostic(first, "", "first"), diagnostic(second, "", "second")}};
  EXPECT_STREQ(error.what(), "a.yaml:1:2: first\na.yaml:3:4: second");
  EXPECT_EQ(error.diagnostics().size(), 2U);
}

TEST(BadInput, HasOneDiagnosticOnTheCommandLine) {
  const BadInput error{std::string{"no shape given"}};
  EXPECT_STREQ(error.what(), "command line: no shape given");
  EXPECT_THAT(error.diagnostics(), ElementsAre(::testing::Field(&Diagnostic::message, "no shape given")));
}

TEST(NearestName, CountsInsertDeleteReplaceAndSwap) {
  const std::vector<std::string> known{"max_side", "seconds", "orientation"};
  for (const auto* const near : {"max_sid", "max_sidee", "max_sidx", "max_sied", "mxa_sdie", "maxside"}) {
    EXPECT_EQ(nearest_name(near, known), "max_side") << near;
  }
  EXPECT_EQ(nearest_name("maxsid_e_", known), std::nullopt) << "three edits away";
}

TEST(NearestName, PrefersTheFewestEditsAndThenTheFirst) {
  const std::vector<std::string> known{"bands", "grids", "grid"};
  EXPECT_EQ(nearest_name("grid", known), "grid");
  EXPECT_EQ(nearest_name("gridz", known), "grids");
  EXPECT_EQ(nearest_name("grads", known), "grids");
}

TEST(NearestName, CompletesTheBeginningOfASingleName) {
  const std::vector<std::string> known{"enumeration", "exact_cover", "band_classes", "band_counts"};
  EXPECT_EQ(nearest_name("enumerat", known), "enumeration");
  EXPECT_EQ(nearest_name("band", known), std::nullopt) << "two names begin with it";
  EXPECT_EQ(nearest_name("ex", known), std::nullopt) << "too short";
}

TEST(NearestName, SuggestsNothingForShortNames) {
  const std::vector<std::string> known{"b", "cd", "seed"};
  EXPECT_EQ(nearest_name("a", known), std::nullopt);
  EXPECT_EQ(nearest_name("xy", known), std::nullopt);
  EXPECT_EQ(nearest_name("", known), std::nullopt);
  EXPECT_EQ(nearest_name("ce", known), "cd");
  EXPECT_EQ(nearest_name("anything", std::vector<std::string>{}), std::nullopt);
}

TEST(Printable, KeepsTextAndEscapesTerminalControls) {
  EXPECT_EQ(printable("Größe 3x3 \xE2\x9C\x93"), "Größe 3x3 \xE2\x9C\x93");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd");
  EXPECT_EQ(printable(std::string_view{"\0\x1b\x7f", 3}), "\\x00\\x1b\\x7f");
  EXPECT_EQ(printable("\xC2\x85"), "\\u0085") << "a C1 control";
  // NOLINTNEXTLINE(misc-misleading-bidirectional): the subject of the test
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\u202e") << "turns the direction of text";
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\xFFz"), "a\\xffz");
  EXPECT_EQ(printable("\xC3"), "\\xc3") << "cut off";
  EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "past U+10FFFF";
}

TEST(ThrowIfAny, SortsMistakesAndCutsLongLists) {
  throw_if_any({});
  std::vector<Diagnostic> many;
  for (int i = 250; i > 0; --i) many.push_back({{"f", i, 1}, "", "wrong", {}});
  try {
    throw_if_any(many);
    FAIL() << "nothing was thrown";
  } catch (const BadInput& error) {
    const auto& ordered = error.diagnostics();
    ASSERT_EQ(ordered.size(), 101U);
    EXPECT_EQ(to_string(ordered.front()), "f:1:1: wrong");
    EXPECT_EQ(to_string(ordered.back()), "f: and 150 more mistakes");
  }
}

}  // namespace
}  // namespace gridcensus::host
