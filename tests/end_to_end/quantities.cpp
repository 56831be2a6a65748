// A quantity that a plugin declares is available wherever the quantities of the SDK are.
#include "program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::fault_folder;
using gridcensus::testing::Program;
using ::testing::AllOf;
using ::testing::HasSubstr;

// Counted in Python from a list of all grids and all permutations.
constexpr const char* published_values = R"(values:
  - {shape: 1x3, quantity: transversals, value: 36, standing: verified, source: a list}
  - {shape: 2x2, quantity: transversals, value: 768, standing: verified, source: a list}
)";

constexpr const char* experiment = R"(title: Transversals in two ways
problems: [{shape: [1x3, 3x1, 2x2]}]
strategies:
  grid_transversals: {}
  placed_transversals: {quantities: [transversals]}
expect: [{shape: 2x2, quantity: transversals, value: 768, source: a list}]
published: values.yaml
)";

class DeclaredQuantity : public ::testing::Test {
 protected:
  DeclaredQuantity() {
    std::ofstream{folder_ / "values.yaml"} << published_values;
    std::ofstream{folder_ / "x.yaml"} << experiment;
  }

  /// Runs a command with the folders of these plugins.
  Program::Ended run(std::vector<std::string> command, const std::vector<std::string>& plugins = both) const {
    for (const auto& plugin : plugins) command.insert(command.end(), {"--plugin-dir", fault_folder(plugin)});
    return Program::run(command, {.folder = folder_.path(), .environment = {}, .to_file = {}});
  }
  std::string text_of(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream{folder_ / name}.rdbuf();
    return text.str();
  }

  static inline const std::vector<std::string> both{"grid_transversals", "placed_transversals"};
  static inline const std::vector<std::string> none{};

  TemporaryFolder folder_;
};

TEST_F(DeclaredQuantity, IsCrossCheckedAndComparedWithPublishedValuesOfAUser) {
  const auto ended = run({"run", "x.yaml", "--json", "-"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto document = ended.json();
  ASSERT_EQ(document["outcomes"].size(), 6);
  for (const auto& outcome : document["outcomes"]) {
    EXPECT_EQ(outcome["value"], outcome["problem"]["shape"] == "2x2" ? "768" : "36");
    EXPECT_EQ(outcome["witnesses"], 2) << outcome;
  }
  ASSERT_EQ(document["quantities"].size(), 1);
  EXPECT_EQ(document["quantities"][0]["name"], "transversals");
  EXPECT_EQ(document["quantities"][0]["unit"], "transversals");
  int published = 0;
  int transposed = 0;
  for (const auto& verdict : document["verdicts"]) {
    EXPECT_EQ(verdict["verdict"], "equal") << verdict;
    published += verdict["left"]["kind"] == "run" && verdict["right"]["kind"] == "published" ? 1 : 0;
    transposed += verdict["left"]["problem"] != verdict["right"]["problem"] ? 1 : 0;
  }
  EXPECT_EQ(published, 6) << "each run, that on 3x1 against the value of 1x3";
  EXPECT_GE(transposed, 2);
}

TEST_F(DeclaredQuantity, AppearsInEveryViewOfItsResultsWithoutItsPlugin) {
  ASSERT_EQ(run({"run", "x.yaml", "--json", "x.json", "-q"}).status, 0);
  for (const std::string file : {"x.json", "x.ledger"}) {
    EXPECT_THAT(run({"show", file, "--full"}, none).out, AllOf(HasSubstr("transversals"), HasSubstr("768")));
    EXPECT_THAT(run({"export", file, "--format", "csv", "--quantity", "transversals"}, none).out, HasSubstr("768"));
    EXPECT_EQ(run({"report", file, "-o", "page.html"}, none).status, 0);
    EXPECT_THAT(text_of("page.html"), HasSubstr("Transversals of all grids together"));
  }
  EXPECT_EQ(run({"compare", "x.json", "x.ledger"}, none).status, 0);
  EXPECT_EQ(run({"verify", "x.ledger"}).status, 0);
  const auto again = run({"run", "x.yaml"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("Reused from the ledger: 6 of 6 runs"));
}

TEST_F(DeclaredQuantity, IsListedAndDescribed) {
  EXPECT_THAT(run({"list", "quantities"}).out, AllOf(HasSubstr("transversals"), HasSubstr("grid_transversals")));
  EXPECT_THAT(run({"describe", "placed_transversals"}).out, HasSubstr("Yields: transversals"));
  EXPECT_THAT(run({"schema"}).out, HasSubstr("\"transversals\""));
}

TEST_F(DeclaredQuantity, IsSelectedByName) {
  const auto ended = run({"count", "2x2", "--with", "grid_transversals", "--quantity", "transversals", "--json", "-"});
  EXPECT_EQ(ended.json()["outcomes"][0]["value"], "768");
}

TEST_F(DeclaredQuantity, IsProposedForAMisspelling) {
  const auto ended = run({"count", "2x2", "--with", "grid_transversals", "--quantity", "transversal"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("(did you mean transversals, which grid_transversals declares?)"));
  std::ofstream{folder_ / "values.yaml"}
      << "values: [{shape: 2x2, quantity: tranversals, value: 1, standing: verified, source: a list}]\n";
  const auto published = run({"check", "x.yaml"});
  EXPECT_EQ(published.status, 2);
  EXPECT_THAT(published.err, AllOf(HasSubstr("values.yaml:1:33: values[0].quantity: expected one of: "),
                                   HasSubstr("; got tranversals (did you mean transversals?)")));
}

TEST_F(DeclaredQuantity, IsRefusedWithASecondMeaning) {
  const auto ended = run({"list"}, {"grid_transversals", "other_transversals"});
  EXPECT_EQ(ended.status, 5);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("other_transversals.so: it declares the quantity transversals as \"Transversals of the "
                              "grid that has the most of them.\""),
                    HasSubstr("but grid_transversals as \"Transversals of all grids together")));
}

}  // namespace
