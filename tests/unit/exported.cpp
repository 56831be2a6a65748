// Results as tables for elsewhere.
#include "host/report/exported.hpp"

#include "host/base/errors.hpp"
#include "support/made_documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using test_support::MadeDocument;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

const Integer grids_of_3x3{"6670903752021072936960"};

std::vector<ResultsDocument> only(const MadeDocument& made) {
  std::vector<ResultsDocument> documents;
  documents.push_back(made.read());
  return documents;
}

Estimate estimated(Real value, Real error) { return {value, error, value - 2 * error, value + 2 * error, 0.95, 1000}; }

TEST(RoundedEstimate, EndsAtTheSecondDigitOfTheError) {
  const auto text = [](Real value, Real error) {
    const auto [rounded_value, rounded_error, exponent] = rounded(estimated(value, error));
    return rounded_value + " +- " + rounded_error + " e" + std::to_string(exponent);
  };
  EXPECT_EQ(text(6.67123e21L, 3.4567e18L), "6.6712 +- 0.0035 e21");
  EXPECT_EQ(text(6.67123e21L, 9.96e19L), "6.67 +- 0.10 e21") << "0.0996 is 0.10";
  EXPECT_EQ(text(9.9996e21L, 1.2e20L), "10.00 +- 0.12 e21");
  EXPECT_EQ(text(288.4L, 12.34L), "288 +- 12 e0") << "no power of ten where none is needed";
  EXPECT_EQ(text(1.5L, 0.25L), "1.50 +- 0.25 e0");
  EXPECT_EQ(text(2e400L, 3e400L), "2.0 +- 3.0 e400");
  EXPECT_EQ(text(2e30L, 3e31L), "0.2 +- 3.0 e31") << "an error beyond the value";
  EXPECT_EQ(text(-6.67e21L, 3.4e19L), "-6.670 +- 0.034 e21");
  EXPECT_EQ(text(5e21L, 0), "5.00000 +- 0.00000 e21");
}

TEST(Csv, QuotesWhatMustBeQuoted) {
  const DataTable table{{"a", "b, c"}, {{"plain", "say \"x\", then\nstop"}, {Json(), Json(2)}}};
  EXPECT_EQ(to_csv(table), "a,\"b, c\"\r\nplain,\"say \"\"x\"\", then\nstop\"\r\n,2\r\n");
}

TEST(Csv, IsHarmlessToTerminalsAndSpreadsheets) {
  const DataTable table{{"a", "=b"}, {{"=1+1", "@SUM(A1)"}, {"-12", "+cmd|' /C calc'!A0"}, {"\x1b[31mred", "-x"}}};
  EXPECT_EQ(to_csv(table), "a,'=b\r\n'=1+1,'@SUM(A1)\r\n-12,'+cmd|' /C calc'!A0\r\n\\x1b[31mred,'-x\r\n")
      << "a negative number is one";
}

TEST(Tables, ForReadersHaveNoControlCharacters) {
  const PaperTable table{{{"a\x1b[1m", false}}, {{"b\x1b]0;title\x07\nc\td\u009b"}}};
  EXPECT_EQ(to_markdown(table), "| a\\\\x1b\\[1m |\n|---|\n| b\\\\x1b\\]0;title\\\\x07 c d\\\\u009b |\n");
  EXPECT_THAT(to_latex(table), HasSubstr("b\\textbackslash{}x1b]0;title\\textbackslash{}x07 c d"));
}

TEST(Jsonl, HasAnObjectALineWithoutWhatIsNotKnown) {
  EXPECT_EQ(to_jsonl({{"a", "b"}, {{"x", Json()}, {Json(1), Json(0.5)}}}), "{\"a\":\"x\"}\n{\"a\":1,\"b\":0.5}\n");
}

TEST(Markdown, EscapesPipes) {
  const PaperTable table{{{"class", false}, {"size", true}}, {{"12|34*", Outcome{Exact{1234}}}}};
  EXPECT_EQ(to_markdown(table), "| class | size |\n|---|---:|\n| 12\\|34\\* | 1,234 |\n");
}

TEST(Latex, EscapesTextAndTypesetsNumbers) {
  const PaperTable table{{{"a_b", false}, {"n", true}},
                         {{R"(\{}$&#%^~|<>"[)", Outcome{Exact{1234567}}},
                          {Shape{2, 3}, Outcome{estimated(6.67123e21L, 3.4567e18L)}},
                          {"x", Outcome{LowerBound{12}}},
                          {"y", Outcome{Approximation{2.5e9L}}}}};
  EXPECT_EQ(to_latex(table), R"(% Needs \usepackage{booktabs}
\begin{tabular}{@{}lr@{}}
\toprule
a\_b & n \\
\midrule
\textbackslash{}\{\}\$\&\#\%\textasciicircum{}\textasciitilde{}\textbar{}\textless{}\textgreater{}''{[} & $1\,234\,567$ \\
$2\times 3$ & $(6.6712 \pm 0.0035) \times 10^{21}$ \\
x & $\geq 12$ \\
y & $\approx 2.5 \times 10^{9}$ \\
\bottomrule
\end{tabular}
)");
}

TEST(Latex, BreaksLongNumbersAndLongTables) {
  PaperTable table{{{"n", true}}, {}};
  for (int i = 0; i < 50; ++i) table.rows.push_back({Outcome{Exact{factorial(30)}}});
  const std::string text = to_latex(table);
  EXPECT_THAT(text, StartsWith(R"(% Needs \usepackage{booktabs,array,longtable}; wide)"));
  EXPECT_THAT(text, HasSubstr(R"(\begin{longtable}{@{}>{\raggedright\arraybackslash}p{4cm}@{}})"));
  EXPECT_THAT(text, HasSubstr(R"(\endfoot)"));
}

TEST(Export, TakesOutcomesByQuantityAndShape) {
  const auto documents = only(MadeDocument{}
                                  .run("3x3", "one")
                                  .outcome("3x3", "one", Exact{grids_of_3x3})
                                  .outcome("3x3", "one", Exact{7}, "bands")
                                  .outcome("2x3", "one", Exact{28200960}));
  EXPECT_EQ(data_table(documents, {}).rows.size(), 3);
  const auto table = data_table(documents, {{}, Quantity::grids, Shape{3, 3}});
  ASSERT_EQ(table.rows.size(), 1);
  EXPECT_THAT(to_csv(table), HasSubstr("3x3,classic,one,one,grids,exact,6670903752021072936960,"));
  EXPECT_THAT(to_csv(table), HasSubstr("1.0,ab,q.yaml,1,2026-11-22T23:10:00Z,0.1.0\r\n"));
  EXPECT_THAT(
      [&] {
        data_table(documents, {{}, Quantity::grids, Shape{4, 4}});
      },
      ThrowsMessage<BadInput>(HasSubstr("no grids of 4x4; there is: bands of 3x3, grids of 2x3, grids of 3x3")));
}

TEST(Export, GivesEachRunItsOwnSeed) {
  MadeDocument made;
  made.run("3x3", "mc@seed=1").run("3x3", "mc@seed=5").run("3x3", "exact");
  made.json["runs"][0]["seed"] = 1;
  made.json["runs"][1]["seed"] = 5;
  for (const auto* name : {"mc@seed=1", "mc@seed=5", "exact"}) made.outcome("3x3", name, Exact{7});
  const auto table = data_table(only(made), {});
  const auto seed = std::ranges::find(table.columns, "seed") - table.columns.begin();
  std::vector<Json> seeds;
  for (const auto& row : table.rows) seeds.push_back(row.at(static_cast<std::size_t>(seed)));
  EXPECT_EQ(seeds, (std::vector<Json>{1, 5, 1})) << "what is exact has that of its experiment";
}

// A table may have the columns of something else.
TEST(Export, TellsTablesFromDeviationsByWhatTheyAre) {
  Table table{"from", {}, {}};
  table.add("a", {});
  const auto documents = only(MadeDocument{}.run("3x3", "one").finding("3x3", "one", "odd", table));
  EXPECT_EQ(to_markdown(paper_table(documents, {"odd", {}, {}})),
            "| Boxes | Counted by | from |\n|---|---|---|\n| 3x3 | one | a |\n");
}

TEST(Export, TakesAllRowsOfAFinding) {
  Table classes{"class", {"size"}, {}};
  classes.add("a", {3});
  classes.add("b", {4});
  Table other{"row", {"size"}, {}};
  MadeDocument made;
  made.run("3x3", "one").finding("3x3", "one", "classes", classes).finding("3x3", "one", "number", Exact{5});
  const auto documents = only(made);
  const auto table = paper_table(documents, {"classes", {}, {}});
  EXPECT_EQ(
      to_markdown(table),
      "| Boxes | Counted by | class | size |\n|---|---|---|---:|\n| 3x3 | one | a | 3 |\n| 3x3 | one | b | 4 |\n");
  EXPECT_THAT(data_table(documents, {"classes", {}, {}}).columns,
              ElementsAre("shape", "rules", "strategy", "configuration", "finding", "class", "size", "seconds",
                          "plugin_sha256", "experiment", "seed", "date", "version"));
  EXPECT_THAT(to_markdown(paper_table(documents, {"number", {}, {}})), HasSubstr("| number |"));
  EXPECT_THAT(
      [&] {
        paper_table(documents, {"clases", {}, {}});
      },
      ThrowsMessage<BadInput>(HasSubstr("there is: classes, number (did you mean classes?)")));
  made.finding("2x3", "one", "classes", other);
  EXPECT_THAT(
      [&] {
        data_table(only(made), {"classes", {}, {}});
      },
      ThrowsMessage<BadInput>(HasSubstr("choose one with --shape")));
}

const std::vector<Sequence> sequences{{"A1", Quantity::grids, std::nullopt, 1, {1}},
                                      {"A2", Quantity::grids, 2, 2, {}},
                                      {"A3", Quantity::bands, 2, 2, {}}};

TEST(SequenceFileTest, HasTheTermsThatWereCounted) {
  const auto documents = only(MadeDocument{}.outcome("3x2", "one", Exact{28200960}).outcome("2x2", "one", Exact{288}));
  EXPECT_EQ(sequence_file(documents, sequences, "A2", {}).text,
            "# A2: grids of 2xn, counted by gridcensus\n2 288\n3 28200960\n");
  EXPECT_THAT([&] { sequence_file(documents, sequences, {}, {}); },
              ThrowsMessage<BadInput>(HasSubstr("choose one with --sequence: A1 (grids of nxn), A2 (grids of 2xn)")));
  EXPECT_THAT([&] { sequence_file(documents, sequences, "A1", {}); },
              ThrowsMessage<BadInput>(HasSubstr("A1(1), grids of 1x1 is missing")));
  EXPECT_THAT([&] { sequence_file(documents, sequences, "A4", {}); },
              ThrowsMessage<BadInput>(HasSubstr("unknown sequence A4")));
  EXPECT_THAT([&] { sequence_file(documents, sequences, "A3", {}); },
              ThrowsMessage<BadInput>(HasSubstr("no exact value of bands of 2xn")));
}

TEST(SequenceFileTest, BeginsWithWhatIsAConvention) {
  const auto documents = only(MadeDocument{}.outcome("1x1", "one", Exact{1}).outcome("2x2", "one", Exact{288}));
  EXPECT_THAT(sequence_file(documents, sequences, "A1", {}).text, HasSubstr("\n0 1\n1 1\n2 288\n"));
}

TEST(SequenceFileTest, TakesNoEstimateAndNoBandsOfATurnedShape) {
  const auto documents = only(MadeDocument{}
                                  .outcome("2x2", "one", Exact{288})
                                  .outcome("2x3", "one", estimated(2.8e7L, 1e5L))
                                  .outcome("2x2", "one", Exact{96}, "bands")
                                  .outcome("3x2", "one", Exact{460800}, "bands"));
  EXPECT_EQ(sequence_file(documents, sequences, "A2", {}).text, "# A2: grids of 2xn, counted by gridcensus\n2 288\n");
  EXPECT_EQ(sequence_file(documents, sequences, "A3", {}).text, "# A3: bands of 2xn, counted by gridcensus\n2 96\n");
}

TEST(SequenceFileTest, IsNotWrittenWhereTwoValuesDiffer) {
  const auto documents = only(MadeDocument{}.outcome("2x2", "one", Exact{288}).outcome("2x2", "two", Exact{289}));
  const auto file = sequence_file(documents, sequences, "A2", {});
  EXPECT_EQ(file.text, "");
  EXPECT_EQ(file.disagreement, "A2(2), grids of 2x2 is 288 by one (made.json) and 289 by two (made.json)");
}

TEST(Tables, OfTotalsHaveOneRowForEach) {
  ResultsDocument document;
  document.file = "layouts.yaml";
  document.layout_lists = {{"1x3 layouts:all", {{1, 3}, {}}, "", 10, 2}};
  document.totals = {{"1x3 layouts:all", "one", "my_one", Quantity::grids, Exact{72}, 2},
                     {"1x3 layouts:all", "one", "my_one", Quantity::bands, Unfinished{"1 of 2 problems missing"}, 0}};
  const Selection selection{.finding = {}, .quantity = {}, .shape = {}, .are_totals = true};
  const auto csv = to_csv(data_table({document}, selection));
  EXPECT_THAT(csv, StartsWith("list,list_sha256,layouts,problems,strategy,configuration,quantity,kind,value,"));
  EXPECT_THAT(csv, HasSubstr("\r\n1x3 layouts:all,,10,2,one,my_one,grids,exact,72,"));
  EXPECT_THAT(csv, HasSubstr("\r\n1x3 layouts:all,,10,2,one,my_one,bands,unfinished,,"));
  EXPECT_EQ(to_markdown(paper_table({document}, {{}, Quantity::grids, {}, true})),
            "| List | Layouts | Quantity | Counted by | Total |\n|---|---:|---|---|---:|\n"
            "| 1x3 layouts:all | 10 | grids | my\\_one | 72 |\n");
  EXPECT_THROW(data_table({ResultsDocument{}}, selection), BadInput);
}

}  // namespace
}  // namespace gridcensus::host
