// The page of results: its pieces, its comparisons, and the published times.
#include "host/base/errors.hpp"
#include "host/publish/dots.hpp"
#include "host/publish/estimates.hpp"
#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/publish/marks.hpp"
#include "host/publish/published_times.hpp"
#include "host/publish/sections.hpp"
#include "host/report/evidence.hpp"
#include "host/results/values.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

namespace gridcensus::host::publish {
namespace {

using test_support::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

Json page_who(const std::string& shape, const std::string& configuration) {
  return {
      {"problem", {{"shape", shape}, {"rules", "classic"}}}, {"strategy", "sampler"}, {"configuration", configuration}};
}

Json estimate_entry(const std::string& shape, const std::string& configuration, const std::string& quantity,
                    const Estimate& estimate) {
  Json entry = page_who(shape, configuration);
  entry["quantity"] = quantity;
  entry.update(to_json(Outcome{estimate}));
  entry.update({{"standing", "estimated"}, {"witnesses", 1}, {"recounted_units", 0}, {"seconds", 0.5}});
  return entry;
}

Json run_side(const std::string& shape, const std::string& configuration) {
  return {{"kind", "run"},       {"name", configuration}, {"problem", {{"shape", shape}, {"rules", "classic"}}},
          {"quantity", "grids"}, {"strategy", "sampler"}, {"value", "28200000 +- 1000"}};
}

Json exact_side(const std::string& kind, const std::string& name) {
  return {{"kind", kind},        {"name", name},     {"problem", {{"shape", "2x3"}, {"rules", "classic"}}},
          {"quantity", "grids"}, {"source", "OEIS"}, {"value", "28200960"}};
}

Json verdict_of(const Json& left, const Json& right, double z, const std::string& verdict = "consistent") {
  return {{"subject", "grids of 2x3"}, {"verdict", verdict}, {"left", left}, {"right", right}, {"z", z}};
}

Json page_document() {
  const Estimate estimate{.value = 28'200'000,
                          .standard_error = 1000,
                          .low = 28'190'000,
                          .high = 28'210'000,
                          .confidence = 0.95,
                          .samples = 1000,
                          .convergence = {{500, 28'190'000, 1500}, {1000, 28'200'000, 1000}}};
  return {{"gridcensus", "0.1.0"},
          {"format_version", 1},
          {"produced", {{"date", "2026-11-22T23:10:00Z"}}},
          {"experiment", {{"title", "?"}, {"file", "q.yaml"}, {"sha256", "cd"}, {"seed", 3}, {"confidence", 0.99}}},
          {"runs", Json::array()},
          {"outcomes",
           {estimate_entry("2x3", "rows", "grids", estimate), estimate_entry("3x2", "stacks", "grids", estimate),
            estimate_entry("2x3", "rows", "relabelling_classes", estimate)}},
          {"findings", Json::array()},
          {"verdicts",
           {verdict_of(run_side("2x3", "rows"), exact_side("run", "band_classes"), -0.5),
            verdict_of(run_side("2x3", "rows"), exact_side("published", "published"), -0.75),
            verdict_of(exact_side("published", "published"), run_side("3x2", "stacks"), 2.5)}},
          {"not_applicable", Json::array()},
          {"exit", 0}};
}

TEST(ReportHtml, EscapesForeignText) {
  EXPECT_EQ(escaped("<a href=\"x\">&'\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\n");
}

TEST(ReportHtml, TypesetsNumbers) {
  EXPECT_EQ(integer_html(Integer{28'200'960}), "28,<wbr>200,<wbr>960");
  EXPECT_EQ(real_html(6.671e21L, 4), "6.671 × 10<sup>21</sup>");
  EXPECT_EQ(real_html(5'902'339, 3), "5,902,339");
  EXPECT_EQ(range_html(5.962780e98L, 5.963054e98L), "5.962780 to 5.963054 × 10<sup>98</sup>");
  EXPECT_EQ(range_html(9.9e98L, 1.1e99L), "9.900000 × 10<sup>98</sup> to 1.100000 × 10<sup>99</sup>");
  EXPECT_EQ(problem_html({.shape = {2, 3}}), "2×3");
}

TEST(ReportHtml, PassesOnlyHarmlessTextToScripts) {
  EXPECT_EQ(quoted_label("a'b`c$d"), "'a?b?c?d'");
  EXPECT_EQ(quoted_label("rows@seed=1"), "'rows@seed=1'");
  EXPECT_EQ(quoted_label("<\n"), "'?\?'") << "SVG";
  EXPECT_EQ(quoted_label("%d"), "'?d'") << "labels of marks are formats";
  EXPECT_EQ(file_part("../a B"), "___a__");
}

TEST(ReportEstimates, AreComparedWithThePublishedValueFirst) {
  const auto document = read_results_document(page_document(), "x.json");
  const DocumentAnalysis analysis{document};
  ASSERT_EQ(analysis.scores.size(), 2U);
  EXPECT_EQ(analysis.scores[0].from, "published");
  EXPECT_DOUBLE_EQ(analysis.scores[0].z, -0.75);
  EXPECT_DOUBLE_EQ(analysis.scores[1].z, -2.5) << "the exact value was on the left";
}

TEST(ReportEstimates, ShowTheErrorOfAMultipleOnce) {
  Json json = page_document();
  Json multiple = json["verdicts"][1];
  for (const char* const side : {"left", "right"}) multiple[side]["quantity"] = "relabelling_classes";
  multiple["subject"] = "relabelling_classes of 2x3";
  json["verdicts"].push_back(multiple);
  const auto document = read_results_document(json, "x.json");
  const DocumentAnalysis analysis{document};
  EXPECT_EQ(analysis.scores.size(), 3U);
  EXPECT_EQ(analysis.own_scores().size(), 2U);
}

TEST(ReportEstimates, DisagreementIsNotHiddenByThePublishedValue) {
  Json json = page_document();
  json["verdicts"][0]["verdict"] = "disagree";
  const auto document = read_results_document(json, "x.json");
  const DocumentAnalysis analysis{document};
  EXPECT_EQ(analysis.scores.at(0).from, "band_classes");
  EXPECT_FALSE(analysis.scores.at(0).agrees);
}

TEST(ReportEstimates, ShareAPictureWithTheTransposeAndMultiplesHaveNone) {
  const auto document = read_results_document(page_document(), "x.json");
  const DocumentAnalysis analysis{document};
  ASSERT_EQ(analysis.groups.size(), 1U);
  const auto figure = convergence_figure(analysis.groups[0]);
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->plot, HasSubstr("'rows 2x3'"));
  EXPECT_THAT(figure->plot, HasSubstr("'stacks 3x2'"));
  EXPECT_THAT(figure->plot, HasSubstr("exact: 2.8201 × 10⁷"));
}

TEST(ReportEstimates, SeveralSeedsShareAPictureIfNoTruthIsKnown) {
  Json json = page_document();
  json["verdicts"] = Json::array();
  json["outcomes"].erase(2);
  json["outcomes"][1] = json["outcomes"][0];
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string name = "rows@seed=" + std::to_string(i + 1);
    json["outcomes"][i]["configuration"] = name;
    Json run = page_who("2x3", name);
    run.update({{"version", "1"},
                {"plugin_sha256", ""},
                {"parameters", Json::object()},
                {"inputs", Json::object()},
                {"base_configuration", "rows"},
                {"state", "concluded"},
                {"units", 2},
                {"reused", false},
                {"seconds", 0.5}});
    json["runs"].push_back(run);
  }
  const auto document = read_results_document(json, "x.json");
  EXPECT_EQ(DocumentAnalysis{document}.groups.size(), 1U);
  for (Json& run : json["runs"]) run.erase("base_configuration");
  const auto uncompared = read_results_document(json, "x.json");
  EXPECT_EQ(DocumentAnalysis{uncompared}.groups.size(), 2U) << "they were not compared";
}

TEST(ReportFigures, OmitConvergenceOfASinglePoint) {
  Json json = page_document();
  for (Json& outcome : json["outcomes"]) outcome["convergence"].erase(0);
  const auto document = read_results_document(json, "x.json");
  EXPECT_FALSE(convergence_figure(DocumentAnalysis{document}.groups.at(0)));
}

Json run_entry(const std::string& shape, const std::string& configuration, double seconds = 0.5) {
  Json run = page_who(shape, configuration);
  run.update({{"version", "1"},
              {"plugin_sha256", ""},
              {"parameters", Json::object()},
              {"inputs", Json::object()},
              {"state", "concluded"},
              {"units", 2},
              {"reused", false},
              {"seconds", seconds}});
  return run;
}

/// A sweep of two numbers of samples and two seeds, each estimate compared with the published value.
Json sweep_document() {
  Json json = page_document();
  for (const char* const list : {"outcomes", "verdicts"}) json[list] = Json::array();
  for (const std::uint64_t samples : {1000U, 4000U}) {
    for (const int seed : {1, 2}) {
      const std::string name = fmt::format("mc@samples={}@seed={}", samples, seed);
      Json run = run_entry("2x3", name, static_cast<double>(samples) / 1000);
      run["parameters"]["samples"] = std::to_string(samples);
      json["runs"].push_back(run);
      const double error = 28'200 / std::sqrt(static_cast<double>(samples) / 1000);
      json["outcomes"].push_back(estimate_entry("2x3", name, "grids",
                                                {.value = 28'200'960 + seed * error,
                                                 .standard_error = error,
                                                 .low = 28'100'000,
                                                 .high = 28'300'000,
                                                 .confidence = 0.95,
                                                 .samples = samples,
                                                 .convergence = {}}));
      json["verdicts"].push_back(verdict_of(run_side("2x3", name), exact_side("published", "published"), seed));
    }
  }
  return json;
}

TEST(ReportFigures, ShowTheErrorOfASweepAgainstSamplesWithTheExpectedLine) {
  const auto document = read_results_document(sweep_document(), "x.json");
  const auto tables = sweep_tables(document);
  ASSERT_EQ(tables.size(), 1U);
  const auto figure = error_figure({tables.data()});
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->data, HasSubstr("1000 0.000998469\n4000 0.000499608\n")) << "of both seeds together";
  EXPECT_THAT(figure->plot, HasSubstr("/sqrt(x)"));
  EXPECT_THAT(figure->plot, HasSubstr("title 'mc'"));
  EXPECT_THAT(figure->plot, Not(HasSubstr("seed"))) << "a series is a strategy, not a run";
}

TEST(ReportFigures, OmitTheErrorsOfASweepIfItsSamplesDoNotVary) {
  Json json = sweep_document();
  for (Json& outcome : json["outcomes"]) outcome["samples"] = 1000;
  const auto document = read_results_document(json, "x.json");
  const auto tables = sweep_tables(document);
  EXPECT_FALSE(error_figure({tables.data()}));
}

TEST(ReportFigures, ShowEachSeedOfASweepAtEachNumberOfSamples) {
  const auto document = read_results_document(sweep_document(), "x.json");
  const auto tables = sweep_tables(document);
  const auto figure = deviation_figure(tables.at(0));
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->plot, HasSubstr("set xtics noenhanced ('1000' 1, '4000' 2)"));
  EXPECT_THAT(figure->data, HasSubstr("0.825 1 '1'\n1.175 2 '2'\n1.825 1 '1'\n2.175 2 '2'\n"));
}

TEST(ReportFigures, EfficiencyDoesNotDependOnTheNumberOfSamples) {
  const auto document = read_results_document(sweep_document(), "x.json");
  EXPECT_NEAR(*inefficiency_of(document, document.runs.at(0)) / *inefficiency_of(document, document.runs.at(3)), 1,
              0.01);
  EXPECT_TRUE(efficiency_figure(document));
  Json lone = sweep_document();
  for (const char* const list : {"runs", "outcomes"}) lone[list].erase(lone[list].begin() + 1, lone[list].end());
  EXPECT_FALSE(efficiency_figure(read_results_document(lone, "x.json"))) << "a single run cannot be compared";
}

TEST(ReportFigures, SeedsOfAConfigurationShareALine) {
  const auto document = read_results_document(sweep_document(), "x.json");
  const auto figure = score_figure(DocumentAnalysis{document}.own_scores());
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->plot, HasSubstr("set ytics ('mc@samples=1000' 1, 'mc@samples=4000' 2)"));
}

TEST(ReportFigures, HaveALegendForAFewStrategiesAndALineForEachOfMany) {
  const Problem problem{.shape = {3, 3}};
  std::vector<Dot> dots;
  for (std::size_t series = 0; series < max_series; ++series) {
    dots.push_back({problem, "strategy_" + std::to_string(series), 1.0 + static_cast<double>(series)});
  }
  const auto few = dot_figure({problem}, dots, "seconds");
  ASSERT_TRUE(few);
  EXPECT_THAT(few->plot, HasSubstr("title 'strategy_7'"));
  EXPECT_THAT(few->plot, HasSubstr("set ytics ('3x3' 1)"));
  dots.push_back({problem, "strategy_8", 9});
  const auto many = dot_figure({problem}, dots, "seconds");
  ASSERT_TRUE(many);
  EXPECT_THAT(many->plot, Not(HasSubstr(" title ")));
  EXPECT_THAT(many->plot, HasSubstr("'3x3 strategy_8' 9)"));
  EXPECT_EQ(few->width, many->width) << "letters of one size";
  EXPECT_FALSE(dot_figure({problem}, {{problem, "none", 0}}, "seconds"));
}

/// The grids of 3x3, published, and the values that follow from them.
Json following_document() {
  Json json = page_document();
  for (const char* const list : {"outcomes", "verdicts"}) json[list] = Json::array();
  json["runs"].push_back(run_entry("2x3", "rows"));
  const auto add = [&](const std::string& quantity, const std::string& value, const std::string& standing) {
    Json entry = page_who("2x3", "rows");
    entry["quantity"] = quantity;
    entry.update({{"kind", "exact"}, {"value", value}, {"standing", standing}});
    entry.update({{"witnesses", standing == "published" ? 2 : 1}, {"recounted_units", 0}, {"seconds", 0.5}});
    json["outcomes"].push_back(entry);
  };
  add("grids", "28200960", "published");
  add("relabelling_classes", "39168", "computed");
  return json;
}

TEST(ReportMarks, ValueThatFollowsFromAConfirmedOneIsNotAlone) {
  const auto document = read_results_document(following_document(), "x.json");
  const DocumentAnalysis analysis{document};
  EXPECT_EQ(mark_of(analysis, document.outcomes.at(1)).text, "published, 2 ways");
  EXPECT_EQ(mark_of(analysis, document.outcomes.at(1)).kind, "good");
  Json json = following_document();
  json["outcomes"].erase(0);
  const auto lone = read_results_document(json, "x.json");
  EXPECT_EQ(mark_of(DocumentAnalysis{lone}, lone.outcomes.at(0)).text, "computed");
}

TEST(ReportSummary, HasTheSameWordsAsEveryOtherView) {
  const auto document = read_results_document(following_document(), "x.json");
  const DocumentAnalysis analysis{document};
  const std::string html = summary_html(analysis, overview_of(document), overview_of(document));
  EXPECT_THAT(html, HasSubstr("<strong>" + judgement_of(overview_of(document)).word + "</strong>"));
  for (const std::string& line : evidence_of(document)) {
    const auto colon = line.find(": ");
    EXPECT_THAT(html, HasSubstr(escaped(line.substr(colon == std::string::npos ? 0 : colon + 2)))) << line;
  }
  EXPECT_THAT(html, HasSubstr("28,<wbr>200,<wbr>960"));
  EXPECT_THAT(html, Not(HasSubstr("<pre")));
}

TEST(ReportMatrix, HasEachValueOrItsDifference) {
  const auto document = read_results_document(sweep_document(), "x.json");
  const DocumentAnalysis analysis{document};
  const std::string sweep = matrix_html(analysis, overview_of(document), sweep_tables(document), "");
  EXPECT_THAT(sweep, HasSubstr("4 runs<br><small>± 0.05 % to 0.1 %</small><br><small>off by at most 2.0 s.e.</small>"));
  EXPECT_THAT(sweep, HasSubstr("href=\"#sweeps\""));
  const std::string one = matrix_html(analysis, overview_of(document), {}, "");
  EXPECT_THAT(one, HasSubstr("+2.0 s.e.")) << "without a sweep each run has a column";
  const auto exact = read_results_document(following_document(), "x.json");
  const std::string html = matrix_html(DocumentAnalysis{exact}, overview_of(exact), {}, "");
  EXPECT_THAT(html, HasSubstr("28,<wbr>200,<wbr>960<br>"));
  EXPECT_THAT(html, HasSubstr("</span> equal</a>"));
}

TEST(ReportFigures, HaveUniqueIds) {
  const Figure figure{.name = "times", .caption = {}, .label = "a \"label\"", .data = {}, .plot = {}};
  const std::string svg = inline_svg(
      "<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 1 1\"\n xmlns=\"http://www.w3.org/2000/svg\">\n<title>t</title>\n"
      "<defs><path id='gpPt0'/></defs><use xlink:href='#gpPt0'/></svg>\n",
      figure);
  EXPECT_THAT(svg, HasSubstr("id='times-gpPt0'"));
  EXPECT_THAT(svg, HasSubstr(" href='#times-gpPt0'"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"a &quot;label&quot;\""));
  EXPECT_THAT(svg, Not(HasSubstr("http")));
  EXPECT_EQ(inline_svg("<svg>cut off", figure), "");
}

TEST(PublishedTimes, AreWellFormedInTheRepository) {
  const auto times = read_published_times(gridcensus::testing::data_folder() / "published_times.yaml");
  ASSERT_FALSE(times.empty());
  EXPECT_TRUE(is_time_of(times[0], {.shape = {3, 3}}, Quantity::grids));
}

TEST(PublishedTimes, ApplyToTheTransposeOnlyIfTheQuantityIsInvariant) {
  PublishedTime time;
  time.problem = {.shape = {2, 4}};
  time.quantity = Quantity::grids;
  EXPECT_TRUE(is_time_of(time, {.shape = {4, 2}}, Quantity::grids));
  EXPECT_FALSE(is_time_of(time, {.shape = {4, 2}}, Quantity::bands));
  time.quantity = Quantity::signature_classes;
  EXPECT_FALSE(is_time_of(time, {.shape = {4, 2}}, Quantity::signature_classes));
}

TEST(PublishedTimes, ReportEveryMistakeWithItsLocation) {
  const TemporaryFolder folder;
  const auto file = folder / "times.yaml";
  std::ofstream{file} << "times:\n  - {shape: 3y3, quantity: grid, seconds: 0, clock: wall, by: x, machine: y}\n";
  try {
    read_published_times(file);
    FAIL() << "it was accepted";
  } catch (const BadInput& error) {
    std::string all;
    for (const auto& diagnostic : error.diagnostics()) all += to_string(diagnostic) + "\n";
    EXPECT_THAT(all, HasSubstr("times.yaml:2"));
    EXPECT_THAT(all, HasSubstr("shape"));
    EXPECT_THAT(all, HasSubstr("did you mean grids"));
    EXPECT_THAT(all, HasSubstr("seconds"));
    EXPECT_THAT(all, HasSubstr("source"));
  }
}

}  // namespace
}  // namespace gridcensus::host::publish
