#include "host/ledger/merge.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/contents.hpp"
#include "host/ledger/ledger.hpp"
#include "host/ledger/repair.hpp"
#include "support/stored_units.hpp"
#include "support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
namespace fs = std::filesystem;

constexpr std::uint64_t units = 12;

Provenance provenance(const std::string& identity, const std::string& plugin = "p") {
  return {identity, "enumeration", "2x3", "enumeration", "1", plugin, "{}"};
}

UnitRecord record(std::uint64_t unit, const Integer& more = 0) {
  UnitRecord result{unit, {}, 0.5, 2};
  result.tally.add("grids", power(7, 20) + unit + more);
  return result;
}

Session session(std::uint64_t number, std::uint64_t count) {
  Session result;
  result.experiment = "x.yaml";
  result.experiment_sha256 = "0123456789abcdef";
  result.part = std::to_string(number) + "/" + std::to_string(count);
  result.compiler = "c";
  return result;
}

class Merge : public ::testing::Test {
 protected:
  fs::path file(const std::string& name) const { return folder_ / name; }

  /// Writes a ledger of every `count`-th unit.
  fs::path write_part(std::uint64_t number, std::uint64_t count, const Integer& more = 0) const {
    fs::path place = file("part-" + std::to_string(number) + "-of-" + std::to_string(count));
    fs::remove(place);
    Ledger ledger{place, session(number, count)};
    const RunKey run = ledger.open_run(provenance("a"));
    ledger.store_job(run, {units, 2 * units});
    std::vector<UnitRecord> records;
    for (std::uint64_t unit = number - 1; unit < units; unit += count) records.push_back(record(unit, more));
    ledger.store_share(run, UnitTotal{records.size(), 2.0 * static_cast<double>(records.size())});
    ledger.store_units(run, records, 1.5);
    return place;
  }
  fs::path merge(const std::vector<fs::path>& parts, bool allow_gaps = false) const {
    merge_ledgers(parts, file("all"), allow_gaps);
    return file("all");
  }
  std::vector<std::string> gaps(const std::vector<fs::path>& parts) const {
    return merge_ledgers(parts, file("all"), false).gaps;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator{folder_.path()}) found.push_back(entry.path().filename().string());
    std::ranges::sort(found);
    return found;
  }

  test_support::TemporaryFolder folder_;
};

std::string read_file(const fs::path& place) {
  std::ifstream stream{place, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// Changes rows without going through the ledger.
void edit(const fs::path& place, const std::string& statement) {
  SQLite::Database{place, SQLite::OPEN_READWRITE}.exec(statement);
}

TEST_F(Merge, KeepsEveryUnitOnceWithItsTime) {
  const std::vector<fs::path> parts{write_part(1, 3), write_part(2, 3), write_part(3, 3)};
  merge(parts);
  EXPECT_THAT(names(), ElementsAre("all", "part-1-of-3", "part-2-of-3", "part-3-of-3"));
  Ledger all{file("all")};
  const RunKey run = all.find_run("a").value();
  const auto found = units_of(all, run);
  ASSERT_EQ(found.size(), units);
  for (std::uint64_t unit = 0; unit < units; ++unit) EXPECT_TRUE(found[unit].tally == record(unit).tally);
  EXPECT_EQ(all.seconds(run), 4.5);
  EXPECT_EQ(all.recount_count(run), 0U);
}

TEST_F(Merge, GivesTheSameBytesInAnyOrderAndGrouping) {
  std::vector<fs::path> parts{write_part(1, 3), write_part(2, 3), write_part(3, 3), write_part(1, 2)};
  const std::string bytes = read_file(merge(parts));
  do {
    fs::remove(file("all"));
    EXPECT_TRUE(read_file(merge(parts)) == bytes);
  } while (std::ranges::next_permutation(parts).found);
  fs::remove(file("all"));
  for (const auto& part : parts) merge({part}, true);
  EXPECT_TRUE(read_file(file("all")) == bytes) << "one after the other, into what is there already";
  EXPECT_TRUE(read_file(merge(parts)) == bytes) << "once more";
}

TEST_F(Merge, KeepsOverlappingUnitsOnceAndReportsRecounts) {
  const auto merged = merge_ledgers(std::vector{write_part(1, 1), write_part(2, 3)}, file("all"), false);
  EXPECT_EQ(merged.units, units);
  EXPECT_EQ(merged.recounts, 4U);
}

TEST_F(Merge, NamesMissingUnits) {
  const std::vector<fs::path> parts{write_part(1, 3), write_part(3, 3)};
  EXPECT_THAT(gaps(parts), ElementsAre("enumeration on 2x3: 4 of 12 units are missing: 1, 4, 7, 10; there is no ledger "
                                       "of part 2/3"));
  EXPECT_FALSE(fs::exists(file("all")));
  {
    Ledger begun{file("part-2-of-3"), session(2, 3)};
    begun.store_units(begun.open_run(provenance("a")), std::vector{record(4)}, 1);
    Provenance other = provenance("b");
    other.problem = "2x4";
    begun.open_run(other);
  }
  EXPECT_THAT(gaps({parts[0], file("part-2-of-3"), parts[1]}),
              ElementsAre("enumeration on 2x3: 3 of 12 units are missing: 1, 7, 10",
                          "enumeration on 2x4: no part has started it"));
}

TEST_F(Merge, RefusesLedgersThatDiffer) {
  const fs::path first = write_part(1, 2);
  const auto refused = [&](const fs::path& other, const auto& error) {
    EXPECT_THAT([&] { merge({first, other}, true); }, error);
    EXPECT_FALSE(fs::exists(file("all")));
    fs::remove(other);
  };
  refused(write_part(1, 1, 7), ThrowsMessage<ResultMismatch>(HasSubstr("unit 0 of enumeration on 2x3")));
  const auto other_with = [&](const Session& with, const Provenance& of) {
    Ledger other{file("other"), with};
    other.open_run(of);
    return file("other");
  };
  const auto named = [](const std::string& what) {
    return ThrowsMessage<BadInput>(AllOf(HasSubstr("another " + what), HasSubstr("nothing was written")));
  };
  auto changed = session(2, 2);
  changed.seed = "5";
  refused(other_with(changed, provenance("a")), named("seed"));
  changed = session(2, 2);
  changed.compiler = "another SDK";
  refused(other_with(changed, provenance("a")), named("compiler"));
  changed = session(2, 2);
  changed.experiment_sha256 = "f";
  refused(other_with(changed, provenance("a")), named("experiment"));
  refused(other_with(session(2, 2), provenance("b", "another")), named("plugin for enumeration on 2x3"));
  refused(other_with(session(2, 2), provenance("b")), named("question in enumeration on 2x3"));
}

TEST_F(Merge, RefusesADamagedLedger) {
  const std::vector<fs::path> parts{write_part(1, 2), write_part(2, 2)};
  edit(parts[1], "UPDATE units SET tally = replace(tally, '7', '8') WHERE unit = 3");
  EXPECT_THAT([&] { merge(parts); }, ThrowsMessage<StorageError>(AllOf(HasSubstr("part-2-of-2"), HasSubstr("unit 3"),
                                                                       HasSubstr(" --repair`"))));
  EXPECT_THAT(names(), ElementsAre("part-1-of-2", "part-2-of-2"));
}

TEST_F(Merge, ReplacesTheFileOfAKilledMerge) {
  const std::vector<fs::path> parts{write_part(1, 2), write_part(2, 2)};
  std::ofstream{file("all.merging")} << "half of a ledger";
  const std::string bytes = read_file(merge(parts));
  EXPECT_THAT(names(), ElementsAre("all", "part-1-of-2", "part-2-of-2"));
  fs::remove(file("all"));
  EXPECT_TRUE(read_file(merge(parts)) == bytes);
}

TEST_F(Merge, ChangesNothingIfAFileIsNotALedger) {
  const fs::path part = write_part(1, 1);
  EXPECT_THROW(merge({part, file("none")}), BadInput);
  std::ofstream{file("text")} << std::string(5000, 'x');
  EXPECT_THROW(merge({part, file("text")}), StorageError);
  EXPECT_THROW(merge_ledgers(std::vector{part}, file("text"), false), StorageError) << "an output that is no ledger";
  EXPECT_TRUE(read_file(file("text")) == std::string(5000, 'x'));
}

// -------------------------------------------------------------------------------------------------------------- repair

TEST_F(Merge, RepairSetsDamagedRecordsAsideAndKeepsTheRest) {
  const fs::path place = write_part(1, 1);
  EXPECT_THAT(repair_ledger(place).records, ElementsAre()) << "all is well";
  edit(place,
       "UPDATE units SET tally = replace(tally, '7', '8') WHERE unit = 3; UPDATE units SET seconds = 9 WHERE unit "
       "= 5; UPDATE sizes SET units = '13' WHERE part = ''");
  const Repair repair = repair_ledger(place);
  EXPECT_THAT(repair.records, ElementsAre("the size of enumeration on 2x3", "unit 3 of enumeration on 2x3",
                                          "unit 5 of enumeration on 2x3"));
  EXPECT_THROW(find_ledger(repair.copy), StorageError) << "the copy is not as it was";
  Ledger ledger{place, session(1, 1)};
  const RunKey run = ledger.find_run("a").value();
  EXPECT_EQ(units_of(ledger, run).size(), units - 2);
  ledger.store_units(run, std::vector{record(3), record(5)}, 1);
  EXPECT_EQ(units_of(ledger, run).size(), units);
}

TEST_F(Merge, RepairOfARunRemovesItsUnits) {
  const fs::path place = write_part(1, 1);
  {
    Ledger ledger{place, session(1, 1)};
    Conclusion conclusion;
    conclusion.outcomes = {{Quantity::grids, Exact{5}}};
    ledger.conclude(ledger.find_run("a").value(), conclusion, 1);
    ledger.store_units(ledger.open_run(provenance("b")), std::vector{record(1)}, 1);
  }
  edit(place, R"(UPDATE runs SET parameters = '{"x":"1"}' WHERE identity = 'a')");
  EXPECT_THAT(repair_ledger(place).records, ElementsAre("enumeration on 2x3, with all its units"));
  Ledger ledger{place};
  EXPECT_FALSE(ledger.find_run("a").has_value());
  EXPECT_EQ(units_of(ledger, ledger.find_run("b").value()).size(), 1U);
}

TEST_F(Merge, RepairOfAUnitRemovesTheConclusionOfItsRun) {
  const fs::path place = write_part(1, 1);
  {
    Ledger ledger{place, session(1, 1)};
    Conclusion conclusion;
    conclusion.units = units;
    conclusion.outcomes = {{Quantity::grids, Exact{5}}};
    ledger.conclude(ledger.find_run("a").value(), conclusion, 1);
  }
  edit(place, "UPDATE units SET tally = replace(tally, '7', '8') WHERE unit = 3");
  EXPECT_THAT(
      repair_ledger(place).records,
      ElementsAre("unit 3 of enumeration on 2x3", "the conclusion of enumeration on 2x3 without all of its units"));
  Ledger ledger{place};
  EXPECT_FALSE(ledger.conclusion(1).has_value());
  EXPECT_EQ(units_of(ledger, 1).size(), units - 1);
}

TEST_F(Merge, RepairOfAConclusionKeepsItsUnits) {
  const fs::path place = write_part(1, 1);
  {
    Ledger ledger{place, session(1, 1)};
    Conclusion conclusion;
    conclusion.outcomes = {{Quantity::grids, Exact{5}}};
    ledger.conclude(ledger.find_run("a").value(), conclusion, 1);
  }
  edit(place, "UPDATE conclusions SET report = replace(report, '5', '6')");
  EXPECT_THAT([&] { const Ledger damaged{place}; }, ThrowsMessage<StorageError>(HasSubstr(" --repair`")));
  EXPECT_THAT(repair_ledger(place).records, ElementsAre("the conclusion of enumeration on 2x3"));
  Ledger ledger{place};
  EXPECT_FALSE(ledger.conclusion(1).has_value());
  EXPECT_EQ(units_of(ledger, 1).size(), units);
}

}  // namespace
}  // namespace gridcensus::host
