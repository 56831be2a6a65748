// The page of results: its pieces, what is held against what, and the published times.
#include "host/base/errors.hpp"
#include "host/publish/estimates.hpp"
#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/publish/published_times.hpp"
#include "host/results/values.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(ReportHtml, TextOfOthersIsNoMarkup) {
  EXPECT_EQ(escaped("<a href=\"x\">&'\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\n");
  EXPECT_EQ(escaped_lines("a<\nb"), "a&lt;\nb");
}

TEST(ReportHtml, NumbersAreSetForPeople) {
  EXPECT_EQ(integer_html(Integer{28'200'960}), "28,<wbr>200,<wbr>960");
  EXPECT_EQ(real_html(6.671e21L, 4), "6.671 × 10<sup>21</sup>");
  EXPECT_EQ(real_html(5'902'339, 3), "5,902,339");
  EXPECT_EQ(range_html(5.962780e98L, 5.963054e98L), "5.962780 to 5.963054 × 10<sup>98</sup>");
  EXPECT_EQ(range_html(9.9e98L, 1.1e99L), "9.900000 × 10<sup>98</sup> to 1.100000 × 10<sup>99</sup>");
  EXPECT_EQ(problem_html({.shape = {2, 3}}), "2×3");
}

TEST(ReportHtml, ScriptsGetNoTextThatMeansSomething) {
  EXPECT_EQ(quoted_label("a'b`c$d"), "'a?b?c?d'");
  EXPECT_EQ(quoted_label("rows@seed=1"), "'rows@seed=1'");
  EXPECT_EQ(quoted_label("<\n"), "'?\?'") << "SVG";
  EXPECT_EQ(quoted_label("%d"), "'?d'") << "labels of marks are formats";
  EXPECT_EQ(file_part("../a B"), "___a__");
}

TEST(ReportEstimates, AreHeldAgainstThePublishedValueFirst) {
  const auto document = read_results_document(page_document(), "x.json");
  const Study study{document};
  ASSERT_EQ(study.scores.size(), 2U);
  EXPECT_EQ(study.scores[0].from, "published");
  EXPECT_DOUBLE_EQ(study.scores[0].z, -0.75);
  EXPECT_DOUBLE_EQ(study.scores[1].z, -2.5) << "the exact value stood on the left";
}

TEST(ReportEstimates, ADisagreementIsNotHiddenBehindThePublishedValue) {
  Json json = page_document();
  json["verdicts"][0]["verdict"] = "disagree";
  const auto document = read_results_document(std::move(json), "x.json");
  const Study study{document};
  EXPECT_EQ(study.scores.at(0).from, "band_classes");
  EXPECT_FALSE(study.scores.at(0).agrees);
}

TEST(ReportEstimates, OfAProblemAndItsTransposeShareAPictureAndMultiplesHaveNone) {
  const auto document = read_results_document(page_document(), "x.json");
  const Study study{document};
  ASSERT_EQ(study.groups.size(), 1U);
  const auto figure = convergence_figure(study.groups[0]);
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->plot, HasSubstr("'rows 2x3'"));
  EXPECT_THAT(figure->plot, HasSubstr("'stacks 3x2'"));
  EXPECT_THAT(figure->plot, HasSubstr("exact: 2.8201 × 10⁷"));
}

TEST(ReportEstimates, WithSeveralSeedsShareAPictureWhereNoTruthIsKnown) {
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
                {"repeats", "rows"},
                {"state", "concluded"},
                {"units", 2},
                {"reused", false},
                {"seconds", 0.5}});
    json["runs"].push_back(run);
  }
  const auto document = read_results_document(json, "x.json");
  EXPECT_EQ(Study{document}.groups.size(), 1U);
  for (Json& run : json["runs"]) run.erase("repeats");
  const auto strangers = read_results_document(json, "x.json");
  EXPECT_EQ(Study{strangers}.groups.size(), 2U) << "nobody compared them";
}

TEST(ReportFigures, AnEstimateOfOnePointHasNoPictureOfItsWay) {
  Json json = page_document();
  for (Json& outcome : json["outcomes"]) outcome["convergence"].erase(0);
  const auto document = read_results_document(std::move(json), "x.json");
  EXPECT_FALSE(convergence_figure(Study{document}.groups.at(0)));
}

TEST(ReportFigures, IdsOfPicturesAreTheirOwn) {
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

TEST(PublishedTimes, OfTheRepositoryAreWellFormed) {
  const auto times = read_published_times(gridcensus::testing::data_folder() / "published_times.yaml");
  ASSERT_FALSE(times.empty());
  EXPECT_TRUE(is_time_of(times[0], {.shape = {3, 3}}, Quantity::grids));
}

TEST(PublishedTimes, SpeakForTheTransposeOnlyWhereNothingChanges) {
  PublishedTime time;
  time.problem = {.shape = {2, 4}};
  time.quantity = Quantity::grids;
  EXPECT_TRUE(is_time_of(time, {.shape = {4, 2}}, Quantity::grids));
  EXPECT_FALSE(is_time_of(time, {.shape = {4, 2}}, Quantity::bands));
  time.quantity = Quantity::signature_classes;
  EXPECT_FALSE(is_time_of(time, {.shape = {4, 2}}, Quantity::signature_classes));
}

TEST(PublishedTimes, EveryMistakeIsToldWithItsPlace) {
  const TemporaryFolder folder;
  const auto file = folder / "times.yaml";
  std::ofstream{file} << "times:\n  - {shape: 3y3, quantity: grid, seconds: 0, clock: wall, by: x, machine: y}\n";
  try {
    read_published_times(file);
    FAIL() << "it was taken";
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
