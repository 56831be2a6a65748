// The results document, written and read back.
#include "host/results/results_document.hpp"

#include "host/base/errors.hpp"
#include "host/results/values.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using test_support::TemporaryFolder;
using ::testing::HasSubstr;

Estimate some_estimate() {
  Estimate estimate{2.5L, 0.5L, 1.5L, 3.5L, 0.95, 1000};
  estimate.convergence = {{500, 2.75L, 0.75L}, {1000, 2.5L, 0.5L}};
  estimate.tail = {.effective_samples = 79, .largest_share = 0.25L, .half_gap = 0.5L, .spread_samples = 20};
  estimate.degrees_of_freedom = 19;
  return estimate;
}

Json who() {
  return {{"problem", {{"shape", "2x3"}, {"rules", "classic"}}}, {"strategy", "one"}, {"configuration", "my_one"}};
}

/// A document with one entry of each kind.
Json small_document() {
  Json run = who();
  run.update({{"version", "1.0.0"},
              {"plugin_sha256", "ab"},
              {"parameters", {{"samples", "1000"}}},
              {"inputs", {{"grids", "288"}}},
              {"state", "concluded"},
              {"units", 7},
              {"reused", true},
              {"seconds", 0.5}});
  Json outcome = who();
  outcome["quantity"] = "grids";
  outcome.update(to_json(Outcome{Exact{28200960}}));
  outcome.update({{"standing", "published"}, {"witnesses", 2}, {"recounted_units", 1}, {"seconds", 0.5}});
  Json finding = who();
  finding.update({{"name", "classes"}, {"help", "sizes"}});
  Table table{"class", {"size"}, {}};
  table.add("a", {3});
  finding.update(to_json(FindingValue{table}));
  finding["row_names"] = {{"a", "the first"}};
  const Json side{{"kind", "published"}, {"name", "published"}, {"problem", {{"shape", "2x3"}, {"rules", "classic"}}},
                  {"quantity", "grids"}, {"source", "OEIS"},    {"value", "28200960"}};
  Json refusal = who();
  refusal.update({{"quantities", {"grids"}}, {"reason", "too large"}});
  return {{"gridcensus", "0.1.0"},
          {"format_version", 7},
          {"produced", {{"date", "2026-11-22T23:10:00Z"}}},
          {"experiment", {{"title", "?"}, {"file", "q.yaml"}, {"sha256", "cd"}, {"seed", 3}, {"confidence", 0.99}}},
          {"runs", {run}},
          {"outcomes", {outcome}},
          {"findings", {finding}},
          {"verdicts",
           {{{"subject", "grids of 2x3"},
             {"verdict", "equal"},
             {"left", side},
             {"right", side},
             {"shared", {{{"kind", "given"}, {"name", "grids"}, {"text", "both take it"}}}},
             {"z", 1.5}}}},
          {"not_applicable", {refusal}},
          {"exit", 0}};
}

std::string refusal_of(const Json& json) {
  try {
    read_results_document(json, "old.json");
  } catch (const BadInput& error) {
    return to_string(error.diagnostics().at(0));
  }
  return "";
}

/// A document in which no member is empty.
ResultsDocument full_document() {
  using Document = ResultsDocument;
  const Problem problem{{2, 3}, {}};
  const Document::RunId run_id{problem, "one", "my_one"};
  Table table{"class", {"size", "completions"}, {}};
  table.add("b", {1, Integer{"123456789012345678901234567890"}});
  const Estimate vast{.value = 1e4000L, .standard_error = 1e3990L, .low = 0.5e4000L, .high = 2e4000L, .samples = 9};
  Document document;
  document.version = "0.1.0";
  document.produced = {"node7", "a CPU", 2, "2026-11-22T23:10:00Z", "gcc", "0.1.0", "1/1"};
  document.title = "?";
  document.file = "q.yaml";
  document.sha256 = "cd";
  document.seed = 3;
  document.seeds = {3, 4};
  document.confidence = 0.99;
  document.problems = {{problem, "in other words", {{"all_layouts", 8}}, {{"grids", "0123"}}}};
  document.layout_lists = {{"all_layouts", problem, "ef", 10, 2}};
  document.overrides = {"seed=3"};
  document.quantities = {{"apples", "Apples.", "apples", "grids", Preserved::grids}};
  document.runs = {{.run_id = run_id,
                    .version = "1.0.0",
                    .plugin_sha256 = "ab",
                    .program = "p",
                    .parameters = {{"samples", "1000"}},
                    .question = {{{"samples", "1000"}}},
                    .inputs = {{"grids", "288"}},
                    .seed = 3,
                    .base_configuration = "one",
                    .state = RunState::part_done,
                    .message = "why",
                    .units = 7,
                    .units_total = 8,
                    .reused = true,
                    .seconds = 0.5,
                    .unit_seconds = UnitSeconds{.counted = 7, .total = 1, .quantiles = {}}}};
  const Witness given{.inputs = {}, .given = 288};
  const Witness other{
      .configuration = "other", .strategy = "two", .mathematics = {"chains"}, .inputs = {{Quantity::grids, given}}};
  const Witness dependencies{.mathematics = {"bands"}, .inputs = {{Quantity::bands, other}}};
  for (const Outcome& value : {Outcome{Exact{-44}}, Outcome{some_estimate()}, Outcome{vast}, Outcome{LowerBound{7}},
                               Outcome{UpperBound{8}}, Outcome{Approximation{0.5L}}, Outcome{Unfinished{"stopped"}}}) {
    document.outcomes.push_back({.run_id = run_id,
                                 .quantity = Quantity::relabelling_classes,
                                 .outcome = value,
                                 .interim = some_estimate(),
                                 .standing = Standing::cross_checked,
                                 .witnesses = 2,
                                 .recounted_units = 1,
                                 .follows_from = Quantity::grids,
                                 .rests_on = dependencies,
                                 .seconds = 0.5});
  }
  for (const Outcome& value : {Outcome{Exact{72}}, Outcome{some_estimate()}, Outcome{Unfinished{"missing"}}})
    document.totals.push_back({"all_layouts", "one", "my_one", Quantity::grids, value, 2});
  for (const FindingValue& value : {FindingValue{Exact{-44}}, FindingValue{some_estimate()},
                                    FindingValue{LowerBound{7}}, FindingValue{UpperBound{8}}, FindingValue{table}}) {
    document.findings.push_back({.run_id = run_id,
                                 .name = "classes",
                                 .help = "sizes",
                                 .same_when_transposed = true,
                                 .quantity = Quantity::grids,
                                 .value = value,
                                 .deviations = {},
                                 .is_internal = true,
                                 .confirmation = Confirmation::confirmed,
                                 .row_names = {{"b", "the first"}}});
  }
  document.findings.push_back(document.findings.back());
  document.findings.back().value.reset();
  document.findings.back().deviations = {{{"two", problem, 0.5, 0.25}}};
  const Document::Side side{.kind = OriginKind::published,
                            .name = "published",
                            .source = "OEIS",
                            .problem = problem,
                            .witness = other,
                            .contested_by = "a proof",
                            .quantity = Quantity::grids,
                            .value = "288"};
  document.verdicts = {{.subject = "grids of 2x3",
                        .verdict = Verdict::not_comparable,
                        .left = side,
                        .right = side,
                        .shared = {{SharedKind::given, "grids", "both take it"}},
                        .z = 1.5,
                        .p_value = 0.25,
                        .relative_error = -0.5,
                        .relative_error_uncertainty = 0.125,
                        .note = "converted"}};
  document.not_applicable = {{run_id, {Quantity::grids}, "too large", true, "2x2"}};
  document.values = {{.outcomes = {1, 0},
                      .problems = {0},
                      .follows_from = Quantity::grids,
                      .witnesses = 2,
                      .largest_z = 1.5,
                      .known = ReferenceStatus::expected,
                      .is_disputed = true,
                      .given = {Quantity::grids}}};
  document.answer = {"YES", "All agree.", Severity::good};
  document.evidence = {"YES. All agree."};
  document.assembled = "from rows";
  document.storage_error = "full";
  document.exit = ExitCode::storage;
  document.build_index();
  return document;
}

TEST(ResultsDocument, RoundTripsThroughJson) {
  const auto document = full_document();
  const Json json = to_json(document);
  const auto again = read_results_document(json, "");
  EXPECT_EQ(to_json(again), json);
  ASSERT_EQ(again.outcomes.size(), document.outcomes.size());
  for (std::size_t i = 0; i < document.outcomes.size(); ++i) {
    EXPECT_EQ(again.outcomes[i].outcome, document.outcomes[i].outcome) << i;
    EXPECT_EQ(again.outcomes[i].interim, document.outcomes[i].interim) << i;
  }
  ASSERT_EQ(again.findings.size(), document.findings.size());
  for (std::size_t i = 0; i < document.findings.size(); ++i) {
    EXPECT_EQ(again.findings[i].value, document.findings[i].value) << i;
  }
  EXPECT_EQ(given_inputs(again.outcomes[0].rests_on), std::set{Quantity::grids});
}

TEST(ResultsDocument, IsWrittenInPiecesOfTheSameText) {
  auto document = full_document();
  for (const std::size_t verdicts : {0U, 1U, 200U}) {
    document.verdicts.resize(verdicts, full_document().verdicts.front());
    for (const int indent : {-1, 0, 2}) {
      std::vector<std::string> pieces;
      write_json(document, indent, [&pieces](const std::string& piece) { pieces.push_back(piece); });
      std::string text;
      for (const auto& piece : pieces) text += piece;
      EXPECT_EQ(text, to_json(document).dump(indent)) << indent;
      EXPECT_EQ(pieces.size() > 1, verdicts == 200) << pieces.size();
    }
  }
}

/// Adds the names of all members in the JSON.
void collect_names(const Json& json, std::set<std::string>& names) {
  for (const auto& [name, member] : json.items()) {
    if (json.is_object()) names.insert(name);
    if (member.is_structured()) collect_names(member, names);
  }
}

TEST(ResultsDocument, SchemaListsTheWrittenMembers) {
  std::set<std::string> written;
  collect_names(to_json(full_document()), written);
  std::set<std::string> known{"samples", "grids", "b", "all_layouts"};  // a parameter, an input, a row, a list
  const Json schema = results_schema();
  const auto add = [&](const Json& object) {
    for (const auto& [name, member] : object.at("properties").items()) known.insert(name);
  };
  add(schema);
  for (const auto& [name, definition] : schema.at("definitions").items()) {
    if (definition.contains("properties")) add(definition);
  }
  EXPECT_EQ(written, known);
}

TEST(ResultsDocument, ReadsEveryEntry) {
  const auto document = read_results_document(small_document(), "");
  EXPECT_EQ(document.seed, 3);
  ASSERT_EQ(document.outcomes.size(), 1);
  const auto& outcome = document.outcomes[0];
  EXPECT_EQ(outcome.outcome, Outcome{Exact{28200960}});
  EXPECT_EQ(outcome.witnesses, 2);
  ASSERT_NE(document.run_of(outcome.run_id), nullptr);
  EXPECT_EQ(document.run_of(outcome.run_id)->parameters.at("samples"), "1000");
  EXPECT_EQ(document.run_of({.problem = outcome.run_id.problem, .strategy = "one", .configuration = "other"}), nullptr);
  ASSERT_EQ(document.findings.size(), 1);
  EXPECT_EQ(std::get<Table>(*document.findings[0].value).rows.at("a").at(0), 3);
  EXPECT_EQ(document.findings[0].row_names.at("a"), "the first");
  ASSERT_EQ(document.verdicts.size(), 1);
  EXPECT_EQ(document.verdicts[0].left.source, "OEIS");
  EXPECT_EQ(document.verdicts[0].shared, (std::vector{Shared{SharedKind::given, "grids", "both take it"}}));
  EXPECT_EQ(document.verdicts[0].z, 1.5);
  EXPECT_FALSE(document.verdicts[0].p_value);
  ASSERT_EQ(document.not_applicable.size(), 1);
  EXPECT_EQ(document.not_applicable[0].reason, "too large");
}

TEST(ResultsDocument, KeepsAnExitCodeOutOfRangeAsAFailure) {
  // Truncated to an int, the second and the third would be 0: all agree.
  for (const std::uint64_t code : {std::uint64_t{256}, std::uint64_t{1} << 32U, std::uint64_t{1} << 63U}) {
    Json json = small_document();
    json["exit"] = code;
    EXPECT_EQ(static_cast<int>(read_results_document(json, "").exit), 255) << code;
  }
}

TEST(ResultsDocument, IgnoresUnknownMembers) {
  Json json = small_document();
  json["tomorrow"] = 1;
  json["outcomes"][0]["tomorrow"] = 1;
  EXPECT_EQ(read_results_document(json, "").outcomes.size(), 1);
}

TEST(ResultsDocument, NamesTheWrongMember) {
  Json other_format = small_document();
  other_format["format_version"] = 9;
  EXPECT_THAT(refusal_of(other_format), HasSubstr("old.json: it has format_version 9, and this program reads 7 to 8"));
  EXPECT_THAT(refusal_of(Json::array()), HasSubstr("no format_version"));
  Json no_value = small_document();
  no_value["outcomes"][0].erase("value");
  EXPECT_THAT(refusal_of(no_value), HasSubstr("outcomes[0]: "));
  Json rounded = small_document();
  rounded["outcomes"][0]["value"] = "2.8e7";
  EXPECT_THAT(refusal_of(rounded), HasSubstr("2.8e7: expected a whole number"));
  Json ragged = small_document();
  ragged["findings"][0]["rows"]["a"] = {"1", "2"};
  EXPECT_THAT(refusal_of(ragged), HasSubstr("findings[0]: row a does not have one number per column"));
  Json unknown = small_document();
  unknown["verdicts"][0]["left"]["quantity"] = "two apples";
  EXPECT_THAT(refusal_of(unknown), HasSubstr("verdicts[0]: expected the name of a quantity, not two apples"));
  Json undefined = small_document();
  undefined["quantities"] = Json::array({{{"name", "apples"}, {"definition", "Apples."}, {"unit", "apples"}}});
  EXPECT_THAT(refusal_of(undefined), HasSubstr("quantities[0]: under_maps is missing"));
}

TEST(ResultsDocument, NamesAMemberOfTheWrongTypeInPlainWords) {
  const auto refused = [](const std::string& pointer, const Json& value) {
    Json json = small_document();
    json[Json::json_pointer{pointer}] = value;
    return refusal_of(json);
  };
  EXPECT_THAT(refused("/outcomes/0/standing", "certain"),
              HasSubstr("outcomes[0]: standing: expected one of: unfinished, approximated, estimated, computed, "
                        "recounted, replicated, cross_checked, published, disputed; got certain;"));
  EXPECT_THAT(refused("/outcomes/0/standing", 5), HasSubstr("outcomes[0]: standing: expected a text, got a number;"));
  EXPECT_THAT(refused("/runs/0/units", -1), HasSubstr("runs[0]: units: expected a whole number, not below 0"));
  EXPECT_THAT(refused("/runs/0/units", 1.5), HasSubstr("expected a whole number"));
  EXPECT_THAT(refused("/runs/0/reused", "yes"), HasSubstr("reused: expected true or false, got a text"));
  EXPECT_THAT(refused("/runs/0/parameters", Json::array()), HasSubstr("parameters: expected an object, got a list"));
  EXPECT_THAT(refused("/verdicts/0/z", nullptr), HasSubstr("verdicts[0]: z: expected a number, got null"));
  EXPECT_THAT(refused("/outcomes", 1), HasSubstr("outcomes: expected a list, got a number"));
  EXPECT_THAT(refused("/experiment", "x"), HasSubstr("expected an object with title, got a text"));
  EXPECT_THAT(refused("/outcomes/0/value", std::string(50'000, '9')), HasSubstr("in at most 39457 digits"));
}

TEST(ResultsDocument, ReadsAFileOrRefusesItByName) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "results.json";
  std::ofstream{file} << small_document().dump();
  EXPECT_EQ(read_results_file(file).origin, file.string());
  std::ofstream{file} << "{";
  EXPECT_THROW(read_results_file(file), BadInput);
  EXPECT_THROW(read_results_file(folder.path() / "none.json"), BadInput);
  EXPECT_THROW(read_results_file(folder.path()), BadInput);
}

}  // namespace
}  // namespace gridcensus::host
