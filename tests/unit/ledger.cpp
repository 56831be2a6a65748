#include "host/ledger/ledger.hpp"

#include "host/base/errors.hpp"
#include "host/base/sha256.hpp"
#include "host/ledger/contents.hpp"
#include "host/ledger/repair.hpp"
#include "support/stored_units.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

Provenance provenance(const std::string& identity) {
  Provenance result;
  result.identity = identity;
  result.configuration = "enumeration";
  result.problem = "2x3";
  return result;
}

UnitRecord record(std::uint64_t unit, const Integer& grids) {
  UnitRecord result{unit, {}, 0.125};
  result.tally.add("grids", grids);
  return result;
}

bool operator==(const UnitRecord& left, const UnitRecord& right) {
  return left.unit == right.unit && left.tally == right.tally && left.seconds == right.seconds;
}

class LedgerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path{::testing::TempDir()} / ("gridcensus_ledger_" + std::to_string(::getpid()) + "_" +
                                                       ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& name = "ledger.sqlite") const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

TEST_F(LedgerTest, CreatesAFileThatOthersMayOnlyRead) {
  const mode_t before = ::umask(022);
  { const Ledger ledger{file()}; }
  ::umask(before);
  EXPECT_EQ(std::filesystem::status(file()).permissions(), std::filesystem::perms{0644});
  // No other file is left in the folder.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{file().parent_path()}, {}), 1);
}

// Ledgers of this format exist, so another description of the tables requires another format number.
TEST_F(LedgerTest, HasTheTablesOfFormat5) {
  { const Ledger ledger{file()}; }
  const SQLite::Database database{file()};
  SQLite::Statement tables{database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"};
  std::string text;
  while (tables.executeStep()) text += (text.empty() ? "" : "\n") + tables.getColumn(0).getString();
  EXPECT_EQ(sha256_of(text), "d5f332ed4aeb922da315d686a7d3169026724172e0d9577a7775b40b57494151") << text;
}

// The first 32 hexadecimal digits of the SHA-256 of the fields, each after its length and a colon; computed in Python.
TEST_F(LedgerTest, HasTheChecksumsOfFormat5) {
  const Reference run{1, "run"};
  const Reference session{2, "session"};
  EXPECT_EQ(checksum_of(UnitRow{run, 7, session, "{}", 1.5, 0.25, {}}), "e97940f7457a43af578e7b6df2f2cff0");
  EXPECT_EQ(checksum_of(RecountRow{run, 7, session, "{}", 0.25, {}}), "c8ddb32f9f9b522123b714bb33bcde92");
  EXPECT_EQ(checksum_of(ConclusionRow{run, session, "8", "{}", R"({"findings":{},"outcomes":{}})", 0.25, "now", {}}),
            "b71be2be521418ea208dcc0e701493f9");
}

TEST_F(LedgerTest, MapsEachIdentityToOneRun) {
  Ledger ledger{file()};
  EXPECT_EQ(ledger.find_run("a"), std::nullopt);
  const RunKey run = ledger.open_run(provenance("a"));
  EXPECT_EQ(ledger.open_run(provenance("a")), run);
  EXPECT_EQ(ledger.find_run("a"), run);
  EXPECT_NE(ledger.open_run(provenance("b")), run);
}

TEST_F(LedgerTest, ReturnsUnitsInOrderAcrossSessions) {
  const Integer huge = power(10, 400) + 1;
  {
    Ledger ledger{file()};
    const RunKey run = ledger.open_run(provenance("a"));
    ledger.store_units(run, std::vector{record(7, huge), record(2, 5)}, 1.5);
    ledger.store_units(run, std::vector{record(0, -3)}, 2.5);
    ledger.store_units(ledger.open_run(provenance("b")), std::vector{record(2, 6)}, 9);
  }
  Ledger ledger{file()};
  const RunKey run = ledger.find_run("a").value();
  EXPECT_EQ(units_of(ledger, run).size(), 3U);
  EXPECT_EQ(ledger.seconds(run), 2.5);
  const auto units = units_of(ledger, run);
  ASSERT_EQ(units.size(), 3U);
  EXPECT_TRUE(units[0] == record(0, -3));
  EXPECT_TRUE(units[1] == record(2, 5));
  EXPECT_TRUE(units[2] == record(7, huge));
}

TEST_F(LedgerTest, RefusesADifferentResultOfAUnit) {
  Ledger ledger{file()};
  const RunKey run = ledger.open_run(provenance("a"));
  ledger.store_units(run, std::vector{record(4, 10)}, 1);
  UnitRecord again = record(4, 10);
  again.seconds = 99;  // another machine, another time
  EXPECT_NO_THROW(ledger.store_units(run, std::vector{again}, 2));
  EXPECT_THAT(
      [&] {
        ledger.store_units(run, std::vector{record(3, 1), record(4, 11)}, 3);
      },
      ThrowsMessage<ResultMismatch>(
          AllOf(HasSubstr("unit 4 of run enumeration on 2x3"), HasSubstr("not deterministic"))));
  // The whole transaction is rolled back.
  EXPECT_EQ(units_of(ledger, run).size(), 1U);
  EXPECT_EQ(ledger.seconds(run), 2);
}

TEST_F(LedgerTest, KeepsLaterWritesAfterAFailedOne) {
  {
    Ledger ledger{file()};
    const RunKey run = ledger.open_run(provenance("a"));
    ledger.store_units(run, std::vector{record(0, 5)}, 1);
    EXPECT_THROW(ledger.store_units(run, std::vector{record(0, 6)}, 2), ResultMismatch);
    ledger.store_units(run, std::vector{record(1, 7)}, 3);
  }
  Ledger ledger{file()};
  const auto units = units_of(ledger, ledger.find_run("a").value());
  ASSERT_EQ(units.size(), 2);
  EXPECT_EQ(units[0].tally.sum("grids"), 5);
  EXPECT_EQ(units[1].tally.sum("grids"), 7);
}

TEST_F(LedgerTest, RollsBackAFailedTransaction) {
  {
    Ledger ledger{file()};
    EXPECT_THROW(ledger.in_transaction([&] {
      ledger.store_units(ledger.open_run(provenance("half")), std::vector{record(0, 5)}, 1);
      throw std::runtime_error{"something else went wrong"};
    }),
                 std::runtime_error);
    EXPECT_FALSE(ledger.find_run("half").has_value());
    ledger.in_transaction(
        [&] { ledger.store_units(ledger.open_run(provenance("whole")), std::vector{record(0, 5)}, 1); });
  }
  Ledger ledger{file()};
  EXPECT_FALSE(ledger.find_run("half").has_value());
  EXPECT_EQ(units_of(ledger, ledger.find_run("whole").value()).size(), 1);
}

TEST_F(LedgerTest, RefusesAUnitNumberOutOfRange) {
  Ledger ledger{file()};
  const RunKey run = ledger.open_run(provenance("a"));
  const auto last = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  EXPECT_NO_THROW(ledger.store_units(run, std::vector{record(last, 1)}, 0));
  EXPECT_THROW(ledger.store_units(run, std::vector{record(last + 1, 1)}, 0), std::out_of_range);
  EXPECT_EQ(units_of(ledger, run).back().unit, last);
}

Conclusion full_conclusion() {
  Conclusion conclusion;
  conclusion.units = 2;
  conclusion.seconds = 12.5;
  conclusion.outcomes = {{Quantity::grids, Exact{power(7, 300)}},
                         {Quantity::bands, Estimate{1e400L, 1e390L, 0.1L, 2, 0.99, 5}},
                         {Quantity::signature_classes, Unfinished{"stopped"}},
                         {Quantity::relabelling_classes, Approximation{1.0L / 3}}};
  Table table{"class", {"size"}, {}};
  table.add("first", {44});
  conclusion.total.add("grids", power(7, 299)).sample("samples", 0.5L);
  conclusion.findings = {{"classes", {table, "The classes."}}, {"anything 'quoted'", {Exact{1}, ""}}};
  return conclusion;
}

TEST_F(LedgerTest, ReturnsAConclusionAsStored) {
  const Conclusion stored = full_conclusion();
  {
    Ledger ledger{file()};
    const RunKey run = ledger.open_run(provenance("a"));
    EXPECT_FALSE(ledger.conclusion(run).has_value());
    ledger.store_job(run, {2, 2});
    ledger.store_units(run, std::vector{record(0, 1), record(1, 2)}, 12.5);
    ledger.conclude(run, stored, 12.5);
    ledger.conclude(run, stored, 12.5);  // replaces the first
  }
  Ledger ledger{file()};
  const RunKey run = ledger.find_run("a").value();
  const auto read = ledger.conclusion(run);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->units, stored.units);
  EXPECT_EQ(read->seconds, stored.seconds);
  EXPECT_TRUE(read->outcomes == stored.outcomes);
  EXPECT_TRUE(read->total == stored.total);
  ASSERT_EQ(read->findings.size(), 2U);
  EXPECT_TRUE(read->findings.at("classes").value == stored.findings.at("classes").value);
  EXPECT_EQ(read->findings.at("classes").help, "The classes.");
  EXPECT_EQ(ledger.seconds(run), 12.5);
}

TEST_F(LedgerTest, CountsAUnitOfAnotherSessionAsRecounted) {
  for (int session = 0; session < 3; ++session) {
    Ledger ledger{file()};
    const RunKey run = ledger.open_run(provenance("a"));
    ledger.store_units(run, std::vector{record(0, 1), record(static_cast<std::uint64_t>(session) + 1, 2)}, 3);
    ledger.store_units(run, std::vector{record(0, 1)}, 3);  // a repetition in the same session adds nothing
    EXPECT_EQ(ledger.recount_count(run), session == 0 ? 0U : 1U);
    EXPECT_EQ(ledger.seconds(run), 3 * (session + 1)) << "the sessions' times add up";
  }
}

TEST_F(LedgerTest, RefusesADifferentSizeOfAJob) {
  Session session;
  session.part = "2/3";
  Ledger ledger{file(), session};
  const RunKey run = ledger.open_run(provenance("a"));
  ledger.store_job(run, {12, 30});
  ledger.store_share(run, UnitTotal{4, 10});
  EXPECT_NO_THROW(ledger.store_job(run, {12, 30}));
  EXPECT_THAT(
      [&] {
        ledger.store_job(run, {13, 30});
      },
      ThrowsMessage<ResultMismatch>(AllOf(HasSubstr("has 12 units"), HasSubstr("now there are 13"))));
  EXPECT_THAT([&] { ledger.store_share(run, UnitTotal{5, 10}); }, ThrowsMessage<ResultMismatch>(HasSubstr("part 2/3")));
  EXPECT_THROW(ledger.store_share(run, std::nullopt), ResultMismatch);
}

TEST_F(LedgerTest, DetectsThatItsFileWasReplaced) {
  Ledger ledger{file()};
  const RunKey run = ledger.open_run(provenance("a"));
  ledger.store_units(run, std::vector{record(0, 1)}, 1);
  const auto away = file("away.sqlite");
  std::filesystem::rename(file(), away);
  const auto noticed = ThrowsMessage<StorageError>(HasSubstr("removed, renamed or replaced"));
  const auto store = [&] { ledger.store_units(run, std::vector{record(1, 1)}, 2); };
  EXPECT_THAT(store, noticed);
  std::ofstream{file()} << "something else";
  EXPECT_THAT(store, noticed);
  std::filesystem::rename(away, file());
  EXPECT_NO_THROW(store());
  EXPECT_EQ(units_of(ledger, run).size(), 2U);
}

/// Overwrites a file without replacing it, like `cp`.
void write_over(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream{file, std::ios::binary | std::ios::trunc} << bytes;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// Waits until the clock of the file system advances, because two writes in one tick have the same time.
void wait_for_another_time(const std::filesystem::path& file) {
  const auto probe = file.string() + ".probe";
  const auto before = std::filesystem::last_write_time(file);
  do {
    write_over(probe, "x");
  } while (std::filesystem::last_write_time(probe) <= before);
  std::filesystem::remove(probe);
}

TEST_F(LedgerTest, DetectsThatItsFileWasOverwritten) {
  const auto noticed = ThrowsMessage<StorageError>(AllOf(HasSubstr("overwritten"), HasSubstr("Restore it")));
  Ledger{file()}.open_run(provenance("a"));
  const std::string earlier = bytes_of(file());
  {
    Ledger ledger{file()};
    const RunKey run = ledger.open_run(provenance("a"));
    ledger.store_units(run, std::vector{record(0, 1)}, 1);
    const std::string sound = bytes_of(file());
    const auto store = [&] { ledger.store_units(run, std::vector{record(1, 1)}, 2); };
    ASSERT_EQ(earlier.size(), sound.size()) << "the size alone must not reveal the change";
    for (const std::string& other : {std::string{}, std::string{"text"}, earlier, std::string(sound.size(), 'x')}) {
      wait_for_another_time(file());
      write_over(file(), other);
      EXPECT_THAT(store, noticed);
      EXPECT_EQ(bytes_of(file()), other) << "the new content is not touched";
    }
    wait_for_another_time(file());
    write_over(file(), sound);
    EXPECT_NO_THROW(store()) << "put back";
  }
  Ledger ledger{file()};
  EXPECT_EQ(units_of(ledger, 1).size(), 2U);
}

TEST_F(LedgerTest, AcceptsAChangedFileTime) {
  Ledger ledger{file()};
  std::filesystem::last_write_time(file(), std::filesystem::file_time_type{});
  const RunKey run = ledger.open_run(provenance("a"));
  for (std::uint64_t unit = 0; unit < 3; ++unit) {
    std::filesystem::last_write_time(file(), std::filesystem::file_time_type{} + std::chrono::seconds{unit});
    EXPECT_NO_THROW(ledger.store_units(run, std::vector{record(unit, 1)}, 1));
  }
}

TEST_F(LedgerTest, ThrowsOutOfRangeForAnUnknownRun) {
  Ledger ledger{file()};
  EXPECT_THROW(units_of(ledger, 17), std::out_of_range);
  EXPECT_THROW(ledger.seconds(17), std::out_of_range);
  EXPECT_THROW(ledger.store_units(17, {}, 0), std::out_of_range);
  EXPECT_THROW(ledger.conclude(17, {}, 0), std::out_of_range);
}

Session session_of(const std::string& experiment_sha256, std::uint64_t seed) {
  Session session;
  session.experiment = "x.yaml";
  session.experiment_sha256 = experiment_sha256;
  session.seed = std::to_string(seed);
  return session;
}

std::vector<std::string> documents_in(const std::filesystem::path& file) {
  std::vector<std::string> documents;
  for (const auto& document : read_ledger(file).documents) documents.push_back(document.document);
  return documents;
}

TEST_F(LedgerTest, KeepsTheLastDocumentOfAnExperimentAndSeed) {
  const auto store = [this](const std::string& sha256, std::uint64_t seed, const std::string& document) {
    Ledger{file(), session_of(sha256, seed)}.store_document(document);
  };
  store("first", 1, "a");
  store("first", 2, "b");
  store("other", 1, "c");
  EXPECT_EQ(documents_in(file()), (std::vector<std::string>{"a", "b", "c"}));
  store("first", 1, "d");
  EXPECT_EQ(documents_in(file()), (std::vector<std::string>{"b", "c", "d"})) << "the oldest first";
}

TEST_F(LedgerTest, NamesADamagedDocumentAndSetsItAside) {
  Ledger{file(), session_of("first", 1)}.store_document("a");
  SQLite::Database{file(), SQLite::OPEN_READWRITE}.exec("UPDATE documents SET document = 'b'");
  EXPECT_THAT([this] { read_ledger(file()); },
              ThrowsMessage<StorageError>(HasSubstr("the document of x.yaml does not match its checksum")));
  EXPECT_THAT(repair_ledger(file()).records, ElementsAre("the document of x.yaml"));
  EXPECT_THAT(documents_in(file()), IsEmpty());
}

TEST_F(LedgerTest, StoresFromManyThreadsAtOnce) {
  Ledger ledger{file()};
  const RunKey run = ledger.open_run(provenance("a"));
  std::vector<std::jthread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&ledger, run, thread] {
      for (std::uint64_t i = 0; i < 5; ++i) ledger.store_units(run, std::vector{record(thread + 4 * i, thread)}, 1);
    });
  }
  threads.clear();
  EXPECT_EQ(units_of(ledger, run).size(), 20U);
}

TEST_F(LedgerTest, RefusesASecondOpening) {
  const Ledger ledger{file()};
  const auto in_use = ThrowsMessage<StorageError>(AllOf(HasSubstr("in use by another process"), HasSubstr("--ledger")));
  EXPECT_THAT([&] { const Ledger second{file()}; }, in_use);
}

TEST_F(LedgerTest, ReleasesItsLockWhenDestroyed) {
  { const Ledger ledger{file()}; }
  EXPECT_NO_THROW(Ledger{file()});
}

TEST_F(LedgerTest, CreatesAndChangesNothingWhenRead) {
  EXPECT_FALSE(find_ledger(file()).has_value());
  EXPECT_FALSE(std::filesystem::exists(file()));
  {
    Ledger ledger{file()};
    ledger.store_units(ledger.open_run(provenance("a")), std::vector{record(0, 1)}, 3);
  }
  const auto before = std::filesystem::last_write_time(file());
  EXPECT_EQ(find_ledger(file()).value().runs.at(0).done.size(), 1U);
  EXPECT_EQ(std::filesystem::last_write_time(file()), before);
}

TEST_F(LedgerTest, OpensReadOnlyWhileBeingWritten) {
  Ledger ledger{file()};
  const RunKey run = ledger.open_run(provenance("a"));
  for (std::uint64_t unit = 0; unit < 5; ++unit) {
    ledger.store_units(run, std::vector{record(unit, 1)}, 1);
    EXPECT_EQ(find_ledger(file()).value().runs.at(0).done.size(), unit + 1);
  }
}

TEST_F(LedgerTest, TreatsAnEmptyFileAsANewLedger) {
  std::ofstream{file()}.close();
  EXPECT_FALSE(find_ledger(file()).has_value());
  EXPECT_NO_THROW(Ledger{file()});
}

TEST_F(LedgerTest, AcceptsSpecialCharactersInFileNames) {
  const auto odd = file("a?mode=memory#%20'\" é.sqlite");
  EXPECT_NO_THROW(Ledger{odd});
  EXPECT_TRUE(std::filesystem::exists(odd));
}

TEST_F(LedgerTest, AcceptsFileNamesWithAMeaningForSqlite) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(file().parent_path());
  for (const std::string name : {"file:x.ledger", ":memory:", "file:x.ledger?mode=memory"}) {
    Ledger{name}.open_run(provenance("a"));
    EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
    EXPECT_EQ(read_ledger(name).runs.size(), 1U) << name;
    EXPECT_THAT(repair_ledger(name).records, IsEmpty()) << name;
  }
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace gridcensus::host
