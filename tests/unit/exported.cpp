// Results as tables for other programs and for papers.
#include "host/report/exported.hpp"

#include "host/base/errors.hpp"
#include "support/made_documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using test_support::MadeDocument;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

const Integer grids_of_3x3{"6670903752021072936960"};

std::vector<ResultsDocument> only(const MadeDocument& made) {
  std::vector<ResultsDocument> documents;
  documents.push_back(made.read());
  return documents;
}

Estimate estimated(Real value, Real error) { return {value, error, value - 2 * error, value + 2 * error, 0.95, 1000}; }

/// Returns the cells of a column.
std::vector<Json> column(const DataTable& table, const std::string& name) {
  const auto place = std::ranges::find(table.columns, name) - table.columns.begin();
  std::vector<Json> cells;
  for (const auto& row : table.rows) cells.push_back(row.at(static_cast<std::size_t>(place)));
  return cells;
}

/// Returns the table for readers, if there is only one.
PaperTable only_table(const std::vector<ResultsDocument>& documents, const Selection& selection) {
  const auto tables = paper_tables(documents, selection);
  if (tables.size() != 1) throw std::logic_error{"expected one table"};
  return tables.front();
}

TEST(RoundedEstimate, EndsAtTheSecondDigitOfTheError) {
  const auto text = [](Real value, Real error) {
    const auto [rounded_value, rounded_error, exponent] = rounded(estimated(value, error));
    return rounded_value + " +- " + rounded_error + " e" + std::to_string(exponent);
  };
  EXPECT_EQ(text(6.67123e21L, 3.4567e18L), "6.6712 +- 0.0035 e21");
  EXPECT_EQ(text(6.67123e21L, 9.96e19L), "6.67 +- 0.10 e21") << "0.0996 is 0.10";
  EXPECT_EQ(text(9.9996e21L, 1.2e20L), "10.00 +- 0.12 e21");
  EXPECT_EQ(text(288.4L, 12.34L), "288 +- 12 e0") << "no power of ten if none is needed";
  EXPECT_EQ(text(1.5L, 0.25L), "1.50 +- 0.25 e0");
  EXPECT_EQ(text(2e400L, 3e400L), "2.0 +- 3.0 e400");
  EXPECT_EQ(text(2e30L, 3e31L), "0.2 +- 3.0 e31") << "an error beyond the value";
  EXPECT_EQ(text(-6.67e21L, 3.4e19L), "-6.670 +- 0.034 e21");
  EXPECT_EQ(text(5e21L, 0), "5.00000 +- 0.00000 e21");
}

TEST(Csv, QuotesFieldsThatNeedIt) {
  const DataTable table{{"a", "b, c"}, {{"plain", "say \"x\", then\nstop"}, {Json(), Json(2)}}};
  EXPECT_EQ(to_csv(table), "a,\"b, c\"\r\nplain,\"say \"\"x\"\", then\nstop\"\r\n,2\r\n");
}

TEST(Csv, IsHarmlessToTerminalsAndSpreadsheets) {
  const DataTable table{{"a", "=b"}, {{"=1+1", "@SUM(A1)"}, {"-12", "+cmd|' /C calc'!A0"}, {"\x1b[31mred", "-x"}}};
  EXPECT_EQ(to_csv(table), "a,'=b\r\n'=1+1,'@SUM(A1)\r\n-12,'+cmd|' /C calc'!A0\r\n\\x1b[31mred,'-x\r\n")
      << "a negative number is a number";
}

TEST(PaperTables, HaveNoControlCharacters) {
  const PaperTable table{{{"a\x1b[1m", false}}, {{"b\x1b]0;title\x07\nc\td\u009b"}}};
  EXPECT_EQ(to_markdown(table), "| a\\\\x1b\\[1m |\n|---|\n| b\\\\x1b\\]0;title\\\\x07 c d\\\\u009b |\n");
  EXPECT_THAT(to_latex(table), HasSubstr("b\\textbackslash{}x1b]0;title\\textbackslash{}x07 c d"));
}

TEST(Jsonl, HasOneObjectPerLineWithoutUnknownMembers) {
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
a\_b & n ($\pm$ 1 s.e.) \\
\midrule
\textbackslash{}\{\}\$\&\#\%\textasciicircum{}\textasciitilde{}\textbar{}\textless{}\textgreater{}''{[} & $1\,234\,567$ \\
$2\times 3$ & $(6.6712 \pm 0.0035) \times 10^{21}$ \\
x & $\geq 12$ \\
y & $\approx 2.5 \times 10^{9}$ \\
\bottomrule
\end{tabular}
)");
}

TEST(PaperTables, TypesetNumbersWithinText) {
  const PaperTable table{{{"p", true}}, {{"1e+09"}, {"-1.25"}, {"1.5 %"}, {"unset"}}, {"A note_1."}};
  EXPECT_EQ(to_markdown(table), "| p |\n|---:|\n| 1 \u00d7 10^9 |\n| -1.25 |\n| 1.5 % |\n| unset |\n\nA note\\_1.\n");
  EXPECT_THAT(to_latex(table), HasSubstr("$1 \\times 10^{9}$ \\\\\n$-1.25$ \\\\\n1.5 \\% \\\\\nunset \\\\\n"));
  EXPECT_THAT(to_latex(table), EndsWith("\\end{tabular}\n\\par\\smallskip{\\footnotesize A note\\_1.\\par}\n"));
}

TEST(PaperTables, HaveTheEvidence) {
  MadeDocument made;
  made.run("3x3", "one").outcome("3x3", "one", Exact{7});
  auto documents = only(made);
  documents.front().evidence = {"COUNTED. By one_strategy.", "Weakest: 100 %"};
  EXPECT_THAT(to_markdown(only_table(documents, {})),
              EndsWith(" |\n\nCOUNTED. By one\\_strategy.\n\nWeakest: 100 %\n"));
  EXPECT_THAT(
      to_latex(only_table(documents, {})),
      StartsWith("% Needs \\usepackage{booktabs}\n% COUNTED. By one_strategy.\n% Weakest: 100 %\n\\begin{tabular}"));
  documents.push_back(made.read("other.json"));
  EXPECT_THAT(to_markdown(only_table(documents, {})), HasSubstr("\n\nmade.json:\n\nCOUNTED."));
}

TEST(Latex, BreaksLongNumbersAndLongTables) {
  PaperTable table{{{"n", true}}, {}};
  for (int i = 0; i < 50; ++i) table.rows.push_back({Outcome{Exact{factorial(30)}}});
  const std::string text = to_latex(table);
  EXPECT_THAT(text, StartsWith(R"(% Needs \usepackage{booktabs,array,longtable}; wide)"));
  EXPECT_THAT(text, HasSubstr(R"(\begin{longtable}{@{}>{\raggedright\arraybackslash}p{4cm}@{}})"));
  EXPECT_THAT(text, HasSubstr(R"(\endfoot)"));
}

TEST(Export, SelectsOutcomesByQuantityAndShape) {
  const auto documents = only(MadeDocument{}
                                  .run("3x3", "one")
                                  .outcome("3x3", "one", Exact{grids_of_3x3})
                                  .outcome("3x3", "one", Exact{7}, "bands")
                                  .outcome("2x3", "one", Exact{28200960}));
  EXPECT_EQ(data_table(documents, {}).rows.size(), 3);
  const auto table = data_table(documents, {{}, Quantity::grids, Shape{3, 3}});
  ASSERT_EQ(table.rows.size(), 1);
  EXPECT_THAT(to_csv(table), HasSubstr("3x3,classic,one,one,grids,exact,6670903752021072936960,"));
  EXPECT_THAT(to_csv(table), HasSubstr("1.0,ab,q.yaml,2026-11-22T23:10:00Z,0.1.0,one,1,1000\r\n"));
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
  EXPECT_EQ(column(data_table(only(made), {}), "seed"), (std::vector<Json>{1, 5, 1}))
      << "exact values have the seed of their experiment";
}

// A table may have columns with the same names as another form of finding.
TEST(Export, DistinguishesTablesFromDeviationsByKind) {
  Table table{"from", {}, {}};
  table.add("a", {});
  const auto documents = only(MadeDocument{}.run("3x3", "one").finding("3x3", "one", "odd", table));
  EXPECT_EQ(to_markdown(only_table(documents, {{"odd"}, {}, {}})),
            "| Boxes | from |\n|---|---|\n| 3x3 | a |\n\nFound by one.\n\nodd: for a test.\n");
}

TEST(Export, HasAllRowsOfAFinding) {
  Table classes{"class", {"size"}, {}};
  classes.add("a", {3});
  classes.add("b", {4});
  Table other{"row", {"size"}, {}};
  MadeDocument made;
  made.run("3x3", "one").finding("3x3", "one", "classes", classes).finding("3x3", "one", "number", Exact{5});
  const auto documents = only(made);
  EXPECT_EQ(to_markdown(only_table(documents, {{"classes"}, {}, {}})),
            "| Boxes | class | size |\n|---|---|---:|\n| 3x3 | a | 3 |\n| 3x3 | b | 4 |\n\nFound by one.\n\n"
            "classes: for a test.\n");
  EXPECT_THAT(data_table(documents, {{"classes"}, {}, {}}).columns,
              ElementsAre("shape", "rules", "strategy", "configuration", "finding", "by", "class", "size", "seconds",
                          "plugin_sha256", "experiment", "date", "version", "base", "seed", "param_samples"));
  EXPECT_THAT(to_markdown(only_table(documents, {{"number"}, {}, {}})), HasSubstr("| Boxes | Found by | number |"));
  EXPECT_THAT(
      [&] {
        paper_tables(documents, {{"clases"}, {}, {}});
      },
      ThrowsMessage<BadInput>(HasSubstr("there is: classes, number (did you mean classes?)")));
  made.finding("2x3", "one", "classes", other);
  const auto two_forms = only(made);
  EXPECT_THAT(
      [&] {
        data_table(two_forms, {{"classes"}, {}, {}});
      },
      ThrowsMessage<BadInput>(HasSubstr("choose one with --shape or --with")));
  EXPECT_THAT(
      [&] {
        data_table(two_forms, {{"classes"}, {}, Shape{4, 4}});
      },
      ThrowsMessage<BadInput>(HasSubstr("--shape: no classes of 4x4; it exists for 2x3, 3x3")));
  EXPECT_EQ(paper_tables(two_forms, {{"classes"}, {}, {}}).size(), 2) << "readers get one table after the other";
}

TEST(Export, HasAColumnForEachParameterOfTheSelectedRuns) {
  MadeDocument made;
  made.run("3x3", "mc@samples=10@seed=5").run("3x3", "exact");
  made.json["runs"][0]["parameters"] = {{"samples", "10"}, {"mode", "source"}, {"seconds", "unset"}};
  made.json["runs"][1]["parameters"] = {{"max_side", "6"}};
  made.outcome("3x3", "mc@samples=10@seed=5", estimated(7, 1)).outcome("3x3", "exact", Exact{7});
  const auto table = data_table(only(made), {});
  EXPECT_EQ(column(table, "param_samples"), (std::vector<Json>{"10", nullptr}));
  EXPECT_EQ(column(table, "param_mode"), (std::vector<Json>{"source", nullptr}));
  EXPECT_EQ(column(table, "param_max_side"), (std::vector<Json>{nullptr, "6"}));
  EXPECT_EQ(column(table, "param_seconds"), (std::vector<Json>{nullptr, nullptr})) << "not set";
  EXPECT_EQ(column(table, "base"), (std::vector<Json>{"mc", "exact"}));
  auto of_one = only(made);
  keep_only(of_one, {"exact"});
  EXPECT_THAT(data_table(of_one, {}).columns, Not(Contains("param_samples"))) << "no remaining run has it";
}

TEST(Export, KeepsOnlyTheNamedRuns) {
  MadeDocument made;
  for (const auto* name : {"mc@samples=10@seed=1", "mc@samples=10@seed=2", "mc@samples=20@seed=1", "mcx", "exact"})
    made.run("3x3", name).outcome("3x3", name, Exact{7}).finding("3x3", name, "found", Exact{1});
  made.json["outcomes"][4]["strategy"] = made.json["runs"][4]["strategy"] = "enumeration";
  made.json["findings"][4]["strategy"] = "enumeration";
  const auto left = [&](const std::vector<std::string>& names) {
    auto documents = only(made);
    keep_only(documents, names);
    return column(data_table(documents, {}), "configuration");
  };
  EXPECT_EQ(left({}).size(), 5);
  EXPECT_EQ(left({"mc"}).size(), 3) << "mcx is another configuration";
  EXPECT_EQ(left({"mc@samples=10"}), (std::vector<Json>{"mc@samples=10@seed=1", "mc@samples=10@seed=2"}));
  EXPECT_EQ(left({"enumeration", "mcx"}), (std::vector<Json>{"mcx", "exact"})) << "a strategy, and a configuration";
  EXPECT_THAT(
      [&] {
        left({"mcx", "enumeratoin"});
      },
      ThrowsMessage<BadInput>(AllOf(HasSubstr("--with enumeratoin"), HasSubstr("did you mean enumeration?"))));
  EXPECT_THAT([&] { left({"mc@samples=30"}); },
              ThrowsMessage<BadInput>(
                  AllOf(HasSubstr("there are: enumeration, exact, mc, "), HasSubstr("did you mean mc@samples=10"))));
}

TEST(Export, HasASharedFindingOnce) {
  Table classes{"class", {"size"}, {}};
  classes.add("a", {3});
  classes.add("b", {4});
  MadeDocument made;
  for (const auto* name : {"one", "two", "three"}) made.run("3x3", name);
  made.finding("3x3", "one", "classes", classes).finding("3x3", "two", "classes", classes);
  classes.add("b", {1});
  made.finding("3x3", "three", "classes", classes);
  auto documents = only(made);
  const auto table = data_table(documents, {{"classes"}, {}, {}});
  EXPECT_EQ(column(table, "by"), (std::vector<Json>{"one, two", "one, two", "three", "three"}));
  EXPECT_EQ(column(table, "size"), (std::vector<Json>{"3", "4", "3", "5"}));
  EXPECT_EQ(column(table, "configuration"), (std::vector<Json>{nullptr, nullptr, "three", "three"}))
      << "a cell has what all its runs have in common";
  EXPECT_EQ(column(table, "param_samples"), (std::vector<Json>(4, "1000")));
  EXPECT_THAT(to_markdown(only_table(documents, {{"classes"}, {}, {}})), HasSubstr("| 3x3 | one, two | a | 3 |"));
  keep_only(documents, {"two"});
  EXPECT_EQ(column(data_table(documents, {{"classes"}, {}, {}}), "configuration"), (std::vector<Json>{"two", "two"}));
}

// The parameter `grid` is part of the question, so equal numbers are two findings.
TEST(Export, SeparatesFindingsOfTwoQuestions) {
  MadeDocument made;
  made.run("3x3", "one").run("3x3", "two");
  made.json["runs"][1]["question"] = {{"grid", "canonical"}};
  made.finding("3x3", "one", "orbit", Exact{9}).finding("3x3", "two", "orbit", Exact{9});
  EXPECT_EQ(column(data_table(only(made), {{"orbit"}, {}, {}}), "by"), (std::vector<Json>{"one", "two"}));
}

TEST(Export, JoinsTablesOfTheSameRows) {
  Table sizes{"class", {"size", "order"}, {}};
  sizes.add("a", {3, 1});
  sizes.add("b", {4, 2});
  Table fixed{"class", {"size", "fixed"}, {}};
  fixed.add("b", {4, 70});
  MadeDocument made;
  made.run("3x3", "one").run("3x3", "two").run("2x3", "one");
  made.finding("3x3", "one", "sizes", sizes).finding("3x3", "two", "sizes", sizes);
  made.finding("3x3", "one", "fixed", fixed).finding("2x3", "one", "sizes", sizes);
  made.json["findings"][2]["row_names"] = {{"b", "Author 7"}};
  const auto documents = only(made);
  EXPECT_EQ(to_markdown(only_table(documents, {{"sizes", "fixed"}, {}, Shape{3, 3}})),
            "| Boxes | class | called | size | order | fixed |\n|---|---|---|---:|---:|---:|\n"
            "| 3x3 | a |  | 3 | 1 |  |\n| 3x3 | b | Author 7 | 4 | 2 | 70 |\n\n"
            "Found by sizes: one, two; fixed: one.\n\nsizes: for a test.\n\nfixed: for a test.\n");
  const auto table = data_table(documents, {{"sizes", "fixed"}, {}, {}});
  EXPECT_EQ(column(table, "finding"), (std::vector<Json>{"sizes, fixed", "sizes, fixed", "sizes", "sizes"}));
  EXPECT_EQ(column(table, "by"),
            (std::vector<Json>{"sizes: one, two; fixed: one", "sizes: one, two; fixed: one", "one", "one"}));
  EXPECT_EQ(column(table, "called"), (std::vector<Json>{nullptr, "Author 7", nullptr, nullptr}));
  EXPECT_EQ(column(table, "fixed"), (std::vector<Json>{nullptr, "70", nullptr, nullptr}));
}

TEST(Export, DoesNotJoinTablesOfDifferentRows) {
  Table sizes{"class", {"size", "order"}, {}};
  sizes.add("a", {3, 1});
  Table others{"class", {"size", "fixed"}, {}};
  others.add("c", {3, 70});
  Table differing{"class", {"size", "fixed"}, {}};
  differing.add("a", {4, 70});
  const auto documents = only(MadeDocument{}
                                  .run("3x3", "one")
                                  .finding("3x3", "one", "sizes", sizes)
                                  .finding("3x3", "one", "others", others)
                                  .finding("3x3", "one", "differing", differing)
                                  .finding("3x3", "one", "number", Exact{5})
                                  .finding("3x3", "one", "another", estimated(7, 1)));
  for (const auto* other : {"others", "differing", "number"}) {
    EXPECT_THAT(
        [&] {
          data_table(documents, {{"sizes", other}, {}, {}});
        },
        ThrowsMessage<BadInput>(
            AllOf(HasSubstr("sizes of 3x3 has the columns class, size, order, and "), HasSubstr(other))));
    EXPECT_EQ(paper_tables(documents, {{"sizes", other}, {}, {}}).size(), 2) << other;
  }
  EXPECT_EQ(column(data_table(documents, {{"number", "another", "number"}, {}, {}}), "finding"),
            (std::vector<Json>{"number", "another"}))
      << "the same columns: below each other";
  EXPECT_THAT(to_markdown(only_table(documents, {{"number", "another"}, {}, {}})),
              HasSubstr("| Boxes | Finding | Found by | Value (\u00b1 1 s.e.) |\n"));
}

TEST(Export, HasTheAxesOfASweepAsColumns) {
  MadeDocument made;
  for (const int samples : {1000, 4000}) {
    for (const int seed : {5, 9}) {
      const std::string name = "mc@samples=" + std::to_string(samples) + "@seed=" + std::to_string(seed);
      made.run("2x3", name, 2).outcome("2x3", name, estimated(100 + seed, samples == 1000 ? 4 : 2));
      auto& run = made.json["runs"].back();
      run["strategy"] = made.json["outcomes"].back()["strategy"] = "sampler";
      run["parameters"] = {{"samples", std::to_string(samples)}, {"mode", "source"}};
      run["seed"] = seed;
    }
  }
  made.run("2x3", "exact").outcome("2x3", "exact", Exact{100});
  made.json["verdicts"].push_back({{"subject", "grids"},
                                   {"verdict", "consistent"},
                                   {"left",
                                    {{"kind", "run"},
                                     {"name", "mc@samples=1000@seed=5"},
                                     {"problem", {{"shape", "2x3"}, {"rules", "classic"}}},
                                     {"quantity", "grids"},
                                     {"strategy", "sampler"},
                                     {"value", "105"}}},
                                   {"right",
                                    {{"kind", "published"},
                                     {"name", "published"},
                                     {"problem", {{"shape", "2x3"}, {"rules", "classic"}}},
                                     {"quantity", "grids"},
                                     {"source", "a test"},
                                     {"value", "100"}}},
                                   {"z", 1.25},
                                   {"p_value", 0.2}});
  const auto documents = only(made);
  const Selection sweep{.findings = {}, .quantity = {}, .shape = {}, .is_sweep = true};
  const auto table = data_table(documents, sweep);
  EXPECT_EQ(column(table, "base"), (std::vector<Json>(4, "mc"))) << "no row of runs that are not swept";
  EXPECT_EQ(column(table, "param_samples"), (std::vector<Json>{"1000", "1000", "4000", "4000"}));
  EXPECT_EQ(column(table, "seed"), (std::vector<Json>{5, 9, 5, 9}));
  EXPECT_THAT(table.columns, Not(Contains("param_mode"))) << "it has one value";
  EXPECT_EQ(column(table, "z"), (std::vector<Json>{1.25, nullptr, nullptr, nullptr}));
  EXPECT_EQ(column(table, "exact"), (std::vector<Json>{"100", nullptr, nullptr, nullptr}));
  EXPECT_NEAR(column(table, "relative_error").at(3).get<double>(), 2. / 109, 1e-12);
  EXPECT_NEAR(column(table, "inefficiency").at(3).get<double>(), 2. / 109 * 2. / 109 * 2, 1e-12);
  const auto markdown = to_markdown(only_table(documents, sweep));
  EXPECT_THAT(markdown, StartsWith("| samples | seed | Value (\u00b1 1 s.e.) |"));
  EXPECT_THAT(markdown, HasSubstr("\n| 1000 | 5 | 105.0 \u00b1 4.0 | 3.8 % | +1.25 | 2 |"));
  auto of_exact = only(made);
  keep_only(of_exact, {"exact"});
  EXPECT_THAT([&] { data_table(of_exact, sweep); },
              ThrowsMessage<BadInput>(HasSubstr("no configuration has several values")));
  EXPECT_THAT(
      [&] { data_table(documents, {.findings = {}, .quantity = Quantity::bands, .shape = {}, .is_sweep = true}); },
      ThrowsMessage<BadInput>(HasSubstr("there is: grids of 2x3 by mc")));
}

std::vector<Sequence> made_sequences() {
  return {{"A1", Quantity::grids, std::nullopt, 1, {1}},
          {"A2", Quantity::grids, 2, 2, {}},
          {"A3", Quantity::bands, 2, 2, {}}};
}

TEST(SequenceFileTest, HasTheCountedTerms) {
  const auto documents = only(MadeDocument{}.outcome("3x2", "one", Exact{28200960}).outcome("2x2", "one", Exact{288}));
  EXPECT_EQ(sequence_file(documents, made_sequences(), "A2", {}).text,
            "# A2: grids of 2xn, counted by gridcensus\n2 288\n3 28200960\n");
  EXPECT_THAT([&] { sequence_file(documents, made_sequences(), {}, {}); },
              ThrowsMessage<BadInput>(HasSubstr("choose one with --sequence: A1 (grids of nxn), A2 (grids of 2xn)")));
  EXPECT_THAT([&] { sequence_file(documents, made_sequences(), "A1", {}); },
              ThrowsMessage<BadInput>(HasSubstr("A1(1), grids of 1x1 is missing")));
  EXPECT_THAT([&] { sequence_file(documents, made_sequences(), "A4", {}); },
              ThrowsMessage<BadInput>(HasSubstr("unknown sequence A4")));
  EXPECT_THAT([&] { sequence_file(documents, made_sequences(), "A3", {}); },
              ThrowsMessage<BadInput>(HasSubstr("no exact value of bands of 2xn")));
}

TEST(SequenceFileTest, BeginsWithTermsThatAreConventions) {
  const auto documents = only(MadeDocument{}.outcome("1x1", "one", Exact{1}).outcome("2x2", "one", Exact{288}));
  EXPECT_THAT(sequence_file(documents, made_sequences(), "A1", {}).text, HasSubstr("\n0 1\n1 1\n2 288\n"));
}

TEST(SequenceFileTest, IgnoresEstimatesAndBandsOfATransposedShape) {
  const auto documents = only(MadeDocument{}
                                  .outcome("2x2", "one", Exact{288})
                                  .outcome("2x3", "one", estimated(2.8e7L, 1e5L))
                                  .outcome("2x2", "one", Exact{96}, "bands")
                                  .outcome("3x2", "one", Exact{460800}, "bands"));
  EXPECT_EQ(sequence_file(documents, made_sequences(), "A2", {}).text,
            "# A2: grids of 2xn, counted by gridcensus\n2 288\n");
  EXPECT_EQ(sequence_file(documents, made_sequences(), "A3", {}).text,
            "# A3: bands of 2xn, counted by gridcensus\n2 96\n");
}

TEST(SequenceFileTest, IsNotWrittenIfTwoValuesDiffer) {
  const auto documents = only(MadeDocument{}.outcome("2x2", "one", Exact{288}).outcome("2x2", "two", Exact{289}));
  const auto file = sequence_file(documents, made_sequences(), "A2", {});
  EXPECT_EQ(file.text, "");
  EXPECT_EQ(file.disagreement, "A2(2), grids of 2x2 is 288 by one (made.json) and 289 by two (made.json)");
}

TEST(DataTables, HaveOneRowPerTotal) {
  ResultsDocument document;
  document.file = "layouts.yaml";
  document.layout_lists = {{"1x3 layouts:all", {{1, 3}, {}}, "", 10, 2}};
  document.totals = {{"1x3 layouts:all", "one", "my_one", Quantity::grids, Exact{72}, 2},
                     {"1x3 layouts:all", "one", "my_one", Quantity::bands, Unfinished{"1 of 2 problems missing"}, 0}};
  const Selection selection{.findings = {}, .quantity = {}, .shape = {}, .are_totals = true};
  const auto csv = to_csv(data_table({document}, selection));
  EXPECT_THAT(csv, StartsWith("list,list_sha256,layouts,problems,strategy,configuration,quantity,kind,value,"));
  EXPECT_THAT(csv, HasSubstr("\r\n1x3 layouts:all,,10,2,one,my_one,grids,exact,72,"));
  EXPECT_THAT(csv, HasSubstr("\r\n1x3 layouts:all,,10,2,one,my_one,bands,unfinished,,"));
  EXPECT_EQ(to_markdown(only_table({document}, {{}, Quantity::grids, {}, true})),
            "| List | Layouts | Quantity | Counted by | Total |\n|---|---:|---|---|---:|\n"
            "| 1x3 layouts:all | 10 | grids | my\\_one | 72 |\n");
  EXPECT_THROW(data_table({ResultsDocument{}}, selection), BadInput);
}

}  // namespace
}  // namespace gridcensus::host
