// Findings as a list, and one of them in full.
#include "host/judge/finding_groups.hpp"
#include "host/report/views.hpp"
#include "support/made_documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gridcensus::host {
namespace {

using test_support::MadeDocument;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Table classes() {
  Table table{"class", {"size"}, {}};
  table.add("a", {3});
  table.add("b", {4});
  return table;
}

TEST(HelpText, BeginsWithTheDefinition) {
  EXPECT_EQ(definition_in("Classes: 1..3 each. How to read a name: as it is. And so on"), "Classes: 1..3 each");
  EXPECT_EQ(definition_in("Classes"), "Classes");
}

TEST(FindingsListing, HasDefinitionsAndTheFullViewAlsoTheReading) {
  MadeDocument made;
  made.run("3x3", "one").finding("3x3", "one", "classes", classes());
  made.json["findings"][0]["help"] = "Classes by size. How to read a name: as it is";
  const auto document = made.read();
  EXPECT_THAT(findings_listing(document, 80, Colour::off),
              AllOf(HasSubstr("classes: Classes by size\n"), Not(HasSubstr("How to read"))));
  EXPECT_THAT(finding_in_full(document, "classes", 80), HasSubstr("Classes by size. How to read a name: as it is\n"));
}

TEST(FindingsListing, NamesTheErrorOfEstimates) {
  MadeDocument made;
  made.run("3x3", "one").finding("3x3", "one", "exact", Exact{5});
  EXPECT_THAT(findings_listing(made.read(), 80, Colour::off), Not(HasSubstr("s.e.")));
  made.finding("3x3", "one", "mean", Estimate{100, 2, 96, 104, 0.95, 1000});
  EXPECT_THAT(findings_listing(made.read(), 80, Colour::off),
              AllOf(HasSubstr("100 +- 2 %"), HasSubstr("\n+-: one standard error (s.e.)\n")));
  EXPECT_THAT(finding_in_full(made.read(), "mean", 80), HasSubstr("\n100 +- 2 %\n+-: one standard error (s.e.)\n"));
  EXPECT_THAT(finding_in_full(made.read(), "exact", 80), Not(HasSubstr("s.e.")));
}

TEST(FindingInFull, AppearsOnceWithThePublishedNamesOfItsRows) {
  MadeDocument made;
  for (const auto* name : {"one", "two"}) made.run("3x3", name).finding("3x3", name, "classes", classes());
  made.json["findings"][1]["row_names"] = {{"b", "Author 7"}};
  EXPECT_THAT(finding_in_full(made.read(), "classes", 80),
              HasSubstr("by one, two\n\nclass  called    size\na                   3\n"
                        "b      Author 7     4\n2 rows\n"));
}

TEST(FindingInFull, ShowsTheErrorOfEachDeviation) {
  MadeDocument made;
  made.run("3x3", "ksp");
  auto entry = MadeDocument::who("3x3", "ksp");
  const Json problem = entry["problem"];
  entry.update({{"name", "deviation_of_grids"},
                {"help", "approximation / value - 1"},
                {"kind", "deviation"},
                {"deviations",
                 {{{"from", "published"}, {"problem", problem}, {"relative", -0.05}, {"standard_error", 0}},
                  {{"from", "mc"}, {"problem", problem}, {"relative", -0.06}, {"standard_error", 0.004}}}}});
  made.json["findings"].push_back(entry);
  EXPECT_THAT(finding_in_full(made.read(), "deviation_of_grids", 80),
              AllOf(HasSubstr("off by  1 s.e.\n"), HasSubstr("published  3x3        -5 %\n"),
                    HasSubstr("mc         3x3        -6 %   0.4 %\n")));
}

}  // namespace
}  // namespace gridcensus::host
