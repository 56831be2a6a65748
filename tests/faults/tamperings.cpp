#include "host/base/sha256.hpp"
#include "host/compare/published.hpp"
#include "host/verify/recount.hpp"
#include "host/verify/verify.hpp"
#include "program.hpp"
#include "recomputed_checksums.hpp"
#include "support/catalogs.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

// Another user, or a failing disk, changes a ledger; with and without recomputed checksums. `docs/results.md` has the
// same table for readers.

namespace gridcensus::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;
namespace fs = std::filesystem;
namespace verify = host::verify;

constexpr const char* experiment = R"(title: A ledger to tamper with
problems: [{shape: [2x3, 2x4]}]
strategies:
  enumeration: {only: [2x3]}
  band_classes: {quantities: [grids, bands]}
  russell_jarvis: {only: [2x3], inputs: {grids: band_classes}}
  rows: {strategy: row_sampler, samples: 2000, quantities: [grids]}
)";

/// A ledger that tests change freely.
class Tampering {
 public:
  explicit Tampering(const fs::path& file) : ledger{file, SQLite::OPEN_READWRITE} {
    ledger.exec("PRAGMA synchronous = OFF");  // a disposable copy
  }

  std::string text(const std::string& query) { return ledger.execAndGet(query).getString(); }
  void set(const std::string& update, const std::string& value) const {
    SQLite::Statement statement{ledger, update};
    statement.bind(1, value);
    ASSERT_GT(statement.exec(), 0) << update;
  }
  void run(const std::string& statement) { ASSERT_GT(ledger.exec(statement), 0) << statement; }

  /// Adds a number to an exact sum in the text of a tally.
  void add_to_sum(const std::string& table, const std::string& column, const std::string& where, const Integer& value) {
    Json tally = Json::parse(text("SELECT " + column + " FROM " + table + " WHERE " + where));
    auto& sum = tally["sums"].begin().value();
    sum = to_decimal(Integer{sum.get<std::string>()} + value);
    set("UPDATE " + table + " SET " + column + " = ? WHERE " + where, tally.dump());
  }
  void add_to_outcome(const std::string& run, const std::string& quantity, const Integer& value) {
    const std::string where = "run = " + run + " AND quantity = '" + quantity + "'";
    Json outcome = Json::parse(text("SELECT outcome FROM outcomes WHERE " + where));
    outcome["value"] = to_decimal(Integer{outcome["value"].get<std::string>()} + value);
    set("UPDATE outcomes SET outcome = ? WHERE " + where, outcome.dump());
  }
  /// Replaces a part of a text.
  void replace(const std::string& table, const std::string& column, const std::string& where, const std::string& old,
               const std::string& by) {
    std::string whole = text("SELECT " + column + " FROM " + table + " WHERE " + where);
    const auto place = whole.find(old);
    ASSERT_NE(place, std::string::npos) << old << " in " << whole;
    set("UPDATE " + table + " SET " + column + " = ? WHERE " + where, whole.replace(place, old.size(), by));
  }

  void change_document(const std::function<void(Json&)>& change) {
    Json document = Json::parse(text("SELECT document FROM documents"));
    change(document);
    set("UPDATE documents SET document = ?", document.dump());
  }

  SQLite::Database ledger;
};

/// Returns the first entry of a configuration in a list of the document.
Json& entry(Json& document, const std::string& list, const std::string& configuration) {
  return *std::ranges::find_if(document[list],
                               [&](const Json& json) { return json["configuration"] == configuration; });
}

/// Returns the verdict that compares enumeration on 2x3 with the published value.
Json& verdict_with_published(Json& document) {
  return *std::ranges::find_if(document["verdicts"], [](const Json& verdict) {
    return verdict["left"]["name"] == "enumeration" && verdict["right"]["kind"] == "published";
  });
}

const std::string enumeration = "(SELECT id FROM runs WHERE strategy = 'enumeration')";
const std::string classes = "(SELECT id FROM runs WHERE strategy = 'band_classes' AND problem = '2x3')";
const std::string russell = "(SELECT id FROM runs WHERE strategy = 'russell_jarvis')";
const std::string rows = "(SELECT id FROM runs WHERE configuration = 'rows' AND problem = '2x3')";

/// A multiple of every divisor of a unit of enumeration on 2x3 and of its sum, and the number of relabellings by which
/// that is multiplied.
constexpr int divisor = 48;
constexpr int relabellings = 720;

/// Changes unit, sum and outcome of enumeration consistently.
void change_consistently(Tampering& t, const Integer& value) {
  t.add_to_sum("units", "tally", "unit = 7 AND run = " + enumeration, value);
  t.add_to_sum("conclusions", "total", "run = " + enumeration, value);
  t.add_to_outcome(enumeration, "grids", value * relabellings);
}

struct Case {
  std::string what;
  std::function<void(Tampering&)> tamper;
  std::string noticed_by;  ///< part of a failing line after all checksums were recomputed; empty: none fails
  bool breaks_checksum = true;
};

const std::vector<Case> cases{
    {"a tally", [](Tampering& t) { t.add_to_sum("units", "tally", "unit = 7 AND run = " + enumeration, divisor); },
     "the units add up to the stored sum"},
    {"a tally, not by a multiple of its divisor",
     [](Tampering& t) { t.add_to_sum("units", "tally", "unit = 7 AND run = " + enumeration, 1); },
     "the divisors that the strategy declares"},
    {"a unit dropped", [](Tampering& t) { t.run("DELETE FROM units WHERE unit = 7 AND run = " + enumeration); },
     "unit 7 is missing", false},
    {"the first unit of a strategy with tables dropped",
     [](Tampering& t) { t.run("DELETE FROM units WHERE unit = 0 AND run = " + classes); }, "unit 0 is missing", false},
    {"a unit that the job does not have",
     [](Tampering& t) { t.run("UPDATE units SET unit = 5000 WHERE unit = 7 AND run = " + enumeration); },
     "unit 7 is missing"},
    {"a unit too many",
     [](Tampering& t) {
       t.run(
           "INSERT INTO units SELECT run, 5000, session, tally, weight, seconds, checksum FROM units WHERE unit = 7 "
           "AND run = " +
           enumeration);
     },
     "unit 5000 is none of a job"},
    {"a unit copied from another run",
     [](Tampering& t) {
       t.run("UPDATE units SET tally = (SELECT tally FROM units WHERE unit = 0 AND run = " + classes +
             ") WHERE unit = 7 AND run = " + enumeration);
     },
     "the units add up to the stored sum"},
    {"an outcome", [](Tampering& t) { t.add_to_outcome(enumeration, "grids", divisor * relabellings); },
     "concludes the stored outcomes"},
    {"the sum of a conclusion",
     [](Tampering& t) { t.add_to_sum("conclusions", "total", "run = " + enumeration, divisor); },
     "the units add up to the stored sum"},
    {"sum and outcome, so that they fit",
     [](Tampering& t) {
       t.add_to_sum("conclusions", "total", "run = " + enumeration, divisor);
       t.add_to_outcome(enumeration, "grids", divisor * relabellings);
     },
     "the units add up to the stored sum"},
    {"unit, sum and outcome, so that they fit", [](Tampering& t) { change_consistently(t, divisor); },
     "is what was published"},
    {"the number of units of a conclusion, with sum and outcome to fit",
     [](Tampering& t) {
       const std::string where =
           "unit = (SELECT max(unit) FROM units WHERE run = " + enumeration + ") AND run = " + enumeration;
       const Integer last{
           Json::parse(t.text("SELECT tally FROM units WHERE " + where))["sums"]["counts"].get<std::string>()};
       t.run("UPDATE conclusions SET units = units - 1 WHERE run = " + enumeration);
       t.add_to_sum("conclusions", "total", "run = " + enumeration, -last);
       t.add_to_outcome(enumeration, "grids", -last * relabellings);
     },
     "has no estimate"},
    {"the number of units of a job",
     [](Tampering& t) { t.run("UPDATE jobs SET units = units + 1 WHERE run = " + enumeration); }, "has no estimate"},
    {"the weight of a unit",
     [](Tampering& t) { t.run("UPDATE units SET weight = 5 WHERE unit = 7 AND run = " + enumeration); },
     "each unit weighs what the strategy says"},
    {"the weight of a unit and of the job",
     [](Tampering& t) {
       t.run("UPDATE units SET weight = weight + 1 WHERE unit = 7 AND run = " + enumeration);
       t.run("UPDATE jobs SET weight = weight + 1 WHERE run = " + enumeration);
     },
     "each unit weighs what the strategy says"},
    {"a share forged",
     [](Tampering& t) {
       t.run("INSERT INTO shares SELECT run, '1/2', units, weight, '' FROM jobs WHERE run = " + enumeration);
       t.run("INSERT INTO shares SELECT run, '2/2', '3', 3, '' FROM jobs WHERE run = " + enumeration);
     },
     "the shares of 2 parts"},
    {"a row of a finding",
     [](Tampering& t) {
       t.replace("findings", "finding", "name = 'transposed_signature_class_table' AND run = " + classes, "\"36\",",
                 "\"72\",");
     },
     "bands = sum of size * symmetries"},
    {"two columns of a finding exchanged",
     [](Tampering& t) {
       t.replace("findings", "finding", "name = 'symmetry_class_sizes' AND run = " + russell, R"("size","order")",
                 R"("order","size")");
     },
     "symmetry_group_order = sum of size"},
    {"the kind of a finding",
     [](Tampering& t) {
       const std::string where = "name = 'symmetry_class_sizes' AND run = " + russell;
       Json finding = Json::parse(t.text("SELECT finding FROM findings WHERE " + where));
       finding["value"]["kind"] = nullptr;
       t.set("UPDATE findings SET finding = ? WHERE " + where, finding.dump());
     },
     "symmetry_class_sizes: expected a text, not null"},
    {"a finding left out",
     [](Tampering& t) { t.run("DELETE FROM findings WHERE name = 'burnside_sum' AND run = " + russell); },
     "burnside_sum is not stored"},
    {"an outcome left out",
     [](Tampering& t) { t.run("DELETE FROM outcomes WHERE quantity = 'bands' AND run = " + classes); },
     "bands is not stored"},
    {"the identity of a run",
     [](Tampering& t) {
       t.replace("runs", "identity", "id = " + enumeration, R"("max_side":"6")", R"("max_side":"7")");
     },
     "does not give the SHA-256"},
    {"a parameter of a run", [](Tampering& t) { t.replace("runs", "parameters", "id = " + enumeration, "6", "7"); },
     "the parameter max_side"},
    {"the plugin that counted", [](Tampering& t) { t.set("UPDATE runs SET plugin_sha256 = ? WHERE id = 1", "ab"); },
     "the plugin is not that of the identity"},
    {"a value that a run took from another",
     [](Tampering& t) {
       t.replace("runs", "identity", "id = " + russell, "28200960", "28339200");
       const std::string identity = t.text("SELECT identity FROM runs WHERE id = " + russell);
       t.set("UPDATE runs SET identity_sha256 = ? WHERE id = " + russell, host::sha256_of(identity));
     },
     "take what was counted"},
    {"a sample of a batch",
     [](Tampering& t) {
       Json tally = Json::parse(t.text("SELECT tally FROM units WHERE unit = 0 AND run = " + rows));
       auto& mean = tally["moments"]["samples.even"][1].get_ref<std::string&>();
       mean[3] = mean[3] == '0' ? '1' : '0';
       t.set("UPDATE units SET tally = ? WHERE unit = 0 AND run = " + rows, tally.dump());
     },
     "the units add up to the stored sum"},
    {"the interval of an estimate",
     [](Tampering& t) {
       Json outcome = Json::parse(t.text("SELECT outcome FROM outcomes WHERE run = " + rows));
       outcome["low"] = outcome["value"];
       t.set("UPDATE outcomes SET outcome = ? WHERE run = " + rows, outcome.dump());
     },
     "concludes the stored outcomes"},
    {"a count of one unit noted as a recount of it",
     [](Tampering& t) {
       t.run("INSERT INTO recounts SELECT run, unit, session, seconds, '' FROM units WHERE unit = 7 AND run = " +
             enumeration);
     },
     "by the session that counted it"},
    {"a recount of a unit that is not there",
     [](Tampering& t) {
       t.run("INSERT INTO recounts SELECT run, 5000, session, seconds, '' FROM units WHERE unit = 7 AND run = " +
             enumeration);
     },
     "is of a unit that is not there", false},
    {"a session dropped",
     [](Tampering& t) {
       t.ledger.exec("PRAGMA foreign_keys = OFF");
       t.run("DELETE FROM sessions");
     },
     "belongs to nothing"},
    {"the word of a verdict",
     [](Tampering& t) {
       t.change_document([](Json& document) { verdict_with_published(document)["verdict"] = "disagree"; });
     },
     "the sides are equal"},
    {"a value in a verdict, on both sides",
     [](Tampering& t) {
       t.change_document([](Json& document) {
         Json& verdict = verdict_with_published(document);
         verdict["left"]["value"] = "5";
         verdict["right"]["value"] = "5";
       });
     },
     "does not say 5"},
    {"an exact outcome in the document",
     [](Tampering& t) {
       t.change_document([](Json& document) { entry(document, "outcomes", "enumeration")["value"] = "5"; });
     },
     "grids of enumeration on 2x3: no conclusion says 5"},
    {"the error of an estimate in the document",
     [](Tampering& t) {
       t.change_document([](Json& document) { entry(document, "outcomes", "rows")["standard_error"] = 1; });
     },
     "grids of rows on 2x3: no conclusion says"},
    {"a row of a table in the document",
     [](Tampering& t) {
       t.change_document([](Json& document) {
         for (Json& finding : document["findings"]) {
           if (finding["kind"] == "table") finding["rows"].begin().value()[0] = "1234567";
         }
       });
     },
     "no conclusion says what the document says"},
    {"the document of another experiment",
     [](Tampering& t) { t.run("UPDATE documents SET experiment_sha256 = 'another'"); },
     "of another experiment or seed"},
    {"a document that is no JSON", [](Tampering& t) { t.run("UPDATE documents SET document = '{'"); },
     "document of x.yaml: it cannot be read"},
    {"a document dropped", [](Tampering& t) { t.run("DELETE FROM documents"); }, "no verdict compares it with", false},
    {"a standing",
     [](Tampering& t) {
       t.ledger.exec("DELETE FROM standings");
       t.run(
           "INSERT INTO standings SELECT run, 'grids', 'estimated', '1', '' FROM outcomes WHERE quantity = 'grids' AND "
           "run = " +
           enumeration);
     },
     "the outcome is of kind exact"},
    {"the witnesses of a standing",
     [](Tampering& t) {
       t.run("UPDATE standings SET witnesses = '5' WHERE quantity = 'grids' AND run = " + enumeration);
     },
     "5 witnesses, and only"},

    // Changes that contradict nothing in the ledger.
    {"two tallies exchanged",
     [](Tampering& t) {
       const std::string first = t.text("SELECT tally FROM units WHERE unit = 0 AND run = " + enumeration);
       const std::string other = t.text("SELECT tally FROM units WHERE unit = 3 AND run = " + enumeration);
       ASSERT_NE(first, other);
       t.set("UPDATE units SET tally = ? WHERE unit = 0 AND run = " + enumeration, other);
       t.set("UPDATE units SET tally = ? WHERE unit = 3 AND run = " + enumeration, first);
     },
     ""},
    {"the host of a session", [](Tampering& t) { t.set("UPDATE sessions SET host = ?", "another"); }, ""},
    {"the seconds of a unit", [](Tampering& t) { t.run("UPDATE units SET seconds = 99 WHERE unit = 7"); }, ""},
    {"a verdict left out",
     [](Tampering& t) {
       t.change_document([](Json& document) { document["verdicts"].erase(document["verdicts"].begin()); });
     },
     ""},
};

class Tamperings : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder = new test_support::TemporaryFolder;
    std::ofstream{*folder / "x.yaml"} << experiment;
    const auto ended = Program::run({"run", "x.yaml", "--quiet", "--threads", "2"},
                                    {.folder = folder->path(), .environment = {}, .to_file = {}});
    ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
    catalog = new host::Catalog{load_catalog(plugin_folder())};
    published = new host::PublishedValues{host::read_published_values(data_folder() / "published_values")};
  }
  static void TearDownTestSuite() {
    delete published;
    delete catalog;
    delete folder;
  }

  static fs::path tampered(const std::function<void(Tampering&)>& tamper, bool recomputed) {
    fs::path file = *folder / "tampered.ledger";
    fs::copy_file(*folder / "x.ledger", file, fs::copy_options::overwrite_existing);
    Tampering tampering{file};
    tamper(tampering);
    if (recomputed) recompute_checksums(tampering.ledger);
    return file;
  }

  static std::string failures(const fs::path& ledger, const host::PublishedValues& known) {
    const verify::Tables tables{ledger};
    const auto verified = verify::verify(tables, catalog, known);
    std::string lines;
    for (const auto& check : verified.checks.all()) {
      if (check.result == verify::Result::fails) lines += check.subject + ": " + check.text + "\n";
    }
    return lines;
  }

  static inline const test_support::TemporaryFolder* folder = nullptr;
  static inline const host::Catalog* catalog = nullptr;
  static inline const host::PublishedValues* published = nullptr;
};

TEST_F(Tamperings, AreDetectedByTheNamedChecks) {
  EXPECT_EQ(failures(*folder / "x.ledger", *published), "");
  for (const auto& [what, tamper, noticed_by, breaks_checksum] : cases) {
    const std::string with_checksums = failures(tampered(tamper, false), *published);
    EXPECT_EQ(with_checksums.find("does not match its checksum") != std::string::npos, breaks_checksum)
        << what << "\n"
        << with_checksums;
    const std::string recomputed = failures(tampered(tamper, true), *published);
    EXPECT_EQ(recomputed.empty(), noticed_by.empty()) << what << "\n" << recomputed;
    EXPECT_THAT(recomputed, HasSubstr(noticed_by)) << what;
    EXPECT_THAT(recomputed, ::testing::Not(HasSubstr("does not match its checksum"))) << what << ": not recomputed";
  }
}

/// Returns the failures of the ledger when a quarter of its units is recounted.
std::string failures_of_recount(const fs::path& ledger, const host::Catalog& catalog, std::uint64_t seed) {
  const verify::Tables tables{ledger};
  verify::Checks checks;
  verify::recount(
      catalog, tables, {.percent = 25, .seed = seed, .threads = 2}, [](const auto& /*equal*/) {}, checks);
  std::string lines;
  for (const auto& check : checks.all()) {
    if (check.result != verify::Result::holds) lines += check.subject + ": " + check.text + "\n";
  }
  return lines;
}

/// Changes a JSON text at random: replaces a value by one that is valid elsewhere, or changes the text itself.
std::string changed_at_random(const std::string& text, std::mt19937& random) {
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>{0, end - 1}(random); };
  if (text.empty()) return "x";
  if (below(3) == 0) {
    std::string changed = text;
    changed[below(changed.size())] = R"({}[]",:0-9a.)"[below(12)];
    return changed;
  }
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_structured() || json.empty()) return "{}";
  Json* place = &json;
  while (place->is_structured() && !place->empty() && (place == &json || below(4) != 0)) {
    place = &std::next(place->begin(), static_cast<std::ptrdiff_t>(below(place->size()))).value();
  }
  const std::vector<Json> values{Json{},
                                 "",
                                 "-1",
                                 "99999999999999999999999999",
                                 "nan",
                                 "1p99999",
                                 0,
                                 1e300,
                                 Json::array(),
                                 Json::object(),
                                 Json::array({}),
                                 "exact",
                                 "classic",
                                 "9x9",
                                 true};
  *place = values[below(values.size())];
  return json.dump();
}

TEST_F(Tamperings, FailChecksAndNeverCrashIfRandom) {
  const std::vector<std::pair<std::string, std::string>> texts{
      {"units", "tally"},      {"conclusions", "total"}, {"conclusions", "units"}, {"outcomes", "outcome"},
      {"findings", "finding"}, {"runs", "identity"},     {"runs", "parameters"},   {"documents", "document"},
      {"jobs", "units"},       {"standings", "standing"}};
  std::mt19937 random{20261125};
  int noticed = 0;
  constexpr int times = 30;
  for (int i = 0; i < times; ++i) {
    const auto& [table, column] = texts[static_cast<std::size_t>(i) % texts.size()];
    std::string change;
    const fs::path file = tampered(
        [&, &table = table, &column = column](Tampering& t) {
          t.ledger.exec("PRAGMA foreign_keys = OFF");
          const std::string key = table == "runs" ? "id" : table == "documents" ? "seed" : "run";
          const auto count = t.ledger.execAndGet("SELECT count(*) FROM " + table).getInt();
          const std::string where = key + " || '/' || checksum = (SELECT " + key + " || '/' || checksum FROM " + table +
                                    " LIMIT 1 OFFSET " + std::to_string(random() % static_cast<unsigned>(count)) + ")";
          const bool has_checksum = table != "outcomes" && table != "findings";
          const std::string place = has_checksum ? where : "run = (SELECT max(run) FROM " + table + ")";
          const std::string text = t.text("SELECT " + column + " FROM " + table + " WHERE " + place);
          change = changed_at_random(text, random);
          t.set("UPDATE " + table + " SET " + column + " = ? WHERE " + place, change);
          if (table == "runs" && column == "identity") {
            t.set("UPDATE runs SET identity_sha256 = ? WHERE " + place, host::sha256_of(change));
          }
        },
        true);
    SCOPED_TRACE(table + "." + column + ": " + change.substr(0, 200));
    EXPECT_NO_THROW(noticed += failures(file, *published).empty() ? 0 : 1);
    if (table == "runs") {
      EXPECT_NO_THROW(failures_of_recount(file, *catalog, 1));
    }
  }
  EXPECT_GT(noticed, times * 3 / 4);
}

TEST_F(Tamperings, AreFoundByARecountOfTheUnit) {
  const fs::path file = tampered([](Tampering& t) { change_consistently(t, divisor); }, true);
  const verify::Tables tables{file};
  const auto run =
      std::ranges::find_if(tables.runs(), [](const auto& each) { return each.text("strategy") == "enumeration"; });
  ASSERT_NE(run, tables.runs().end());
  const auto is_chosen = [&](std::uint64_t seed) {
    const auto units = verify::units_to_recount(*run, tables.units(*run), {.percent = 25, .seed = seed, .threads = 1});
    EXPECT_EQ(units.size(), 9U) << "a quarter of 36";
    return std::ranges::find(units, 7, [](const verify::Row& unit) { return unit.integer("unit"); }) != units.end();
  };
  std::uint64_t finds = 1;
  while (!is_chosen(finds)) ++finds;
  std::uint64_t misses = 1;
  while (is_chosen(misses)) ++misses;
  EXPECT_THAT(failures_of_recount(file, *catalog, finds),
              HasSubstr("enumeration on 2x3: 9 of its units counted again: unit 7: sums/counts: stored is \"1456\", "
                        "counted again \"1408\""));
  EXPECT_EQ(failures_of_recount(file, *catalog, misses), "");

  constexpr int seeds = 2000;
  int found = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) found += is_chosen(seed) ? 1 : 0;
  EXPECT_NEAR(found, seeds * 0.25, 5 * std::sqrt(seeds * 0.25 * 0.75))
      << "the chance is the share that is counted again";
}

}  // namespace
}  // namespace gridcensus::testing
