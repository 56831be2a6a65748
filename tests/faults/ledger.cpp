#include "host/ledger/ledger.hpp"

#include "host/base/errors.hpp"
#include "host/ledger/contents.hpp"
#include "host/ledger/repair.hpp"
#include "support/full_disk.hpp"
#include "support/stored_units.hpp"
#include "support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <spawn.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

namespace fs = std::filesystem;

Provenance provenance(const std::string& identity) {
  Provenance result;
  result.identity = identity;
  result.configuration = "enumeration";
  result.problem = "2x3";
  return result;
}

UnitRecord record(std::uint64_t unit) {
  UnitRecord result{unit, {}, 0.5};
  result.tally.add("grids", power(7, 20) + unit);
  return result;
}

Conclusion conclusion() {
  Conclusion result;
  result.units = 40;
  result.seconds = 3.5;
  result.outcomes = {{Quantity::grids, Exact{power(11, 30)}}, {Quantity::bands, Estimate{4.5L, 0.5L, 4, 5, 0.95, 9}}};
  result.findings = {{"classes", {Exact{44}, "How many."}}};
  return result;
}

void write_small_ledger(const fs::path& file) {
  Ledger ledger{file};
  for (const char* const identity : {"a", "b"}) {
    const RunKey run = ledger.open_run(provenance(identity));
    std::vector<UnitRecord> units;
    for (std::uint64_t unit = 0; unit < 40; ++unit) units.push_back(record(unit));
    ledger.store_job(run, {40, 40});
    ledger.store_units(run, units, 3.5);
    ledger.conclude(run, conclusion(), 3.5);
  }
}

/// Reads everything that a host would read. Nothing may differ from what was written; missing parts are recounted, so
/// they do no harm.
void expect_nothing_wrong_in(Ledger& ledger) {
  for (const char* const identity : {"a", "b"}) {
    const auto run = ledger.find_run(identity);
    if (!run) continue;
    for (const UnitRecord& unit : units_of(ledger, *run)) {
      EXPECT_TRUE(unit.tally == record(unit.unit).tally);
      EXPECT_EQ(unit.seconds, 0.5);
    }
    EXPECT_EQ(ledger.seconds(*run), 3.5);
    if (const auto read = ledger.conclusion(*run)) {
      EXPECT_EQ(read->units, conclusion().units);
      EXPECT_EQ(read->seconds, conclusion().seconds);
      EXPECT_TRUE(read->outcomes == conclusion().outcomes);
      ASSERT_EQ(read->findings.size(), 1U);
      EXPECT_TRUE(read->findings.at("classes").value == conclusion().findings.at("classes").value);
    }
  }
}

void expect_nothing_wrong_in(const fs::path& file) {
  const auto contents = find_ledger(file);
  if (!contents) return;
  for (const auto& run : contents->runs) {
    EXPECT_EQ(run.seconds, 3.5);
    if (!run.conclusion) continue;
    EXPECT_EQ(run.conclusion->units, conclusion().units);
    EXPECT_TRUE(run.conclusion->outcomes == conclusion().outcomes);
    ASSERT_EQ(run.conclusion->findings.size(), 1U);
    EXPECT_TRUE(run.conclusion->findings.at("classes").value == conclusion().findings.at("classes").value);
  }
}

std::string read_file(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

void write_file(const fs::path& file, std::string_view bytes) {
  std::ofstream{file, std::ios::binary | std::ios::trunc} << bytes;
}

class BadLedger : public ::testing::Test {
 protected:
  void TearDown() override { fs::permissions(folder(), fs::perms::owner_all); }
  const fs::path& folder() const { return folder_.path(); }
  fs::path file() const { return folder_ / "ledger.sqlite"; }

  /// Checks the message of both ways to open the file.
  void expect_refused(const testing::Matcher<const std::string&>& message) const {
    EXPECT_THAT([this] { const Ledger ledger{file()}; }, ThrowsMessage<StorageError>(message));
    EXPECT_THAT([this] { find_ledger(file()); }, ThrowsMessage<StorageError>(message));
  }
  auto named(const std::string& what) const {
    return AllOf(HasSubstr(file().string()), HasSubstr(what), HasSubstr("--ledger"));
  }

 private:
  test_support::TemporaryFolder folder_;
};

// --------------------------------------------------------------------------------------------------------- other files

TEST_F(BadLedger, IsRefusedIfItIsADirectory) {
  fs::create_directory(file());
  expect_refused(named("is a directory"));
}

TEST_F(BadLedger, IsRefusedIfItIsAPipe) {
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  expect_refused(named("not a regular file"));
}

TEST_F(BadLedger, IsRefusedInAMissingFolder) {
  EXPECT_THAT([&] { const Ledger ledger{folder() / "none" / "ledger.sqlite"}; },
              ThrowsMessage<StorageError>(AllOf(HasSubstr("there is no folder"), HasSubstr("none"))));
}

TEST_F(BadLedger, IsRefusedIfItIsText) {
  write_file(file(), "title: this is an experiment\nproblems: [{shape: 3x3}]\n");
  expect_refused(named("is not a ledger"));
  EXPECT_EQ(read_file(file()).substr(0, 6), "title:") << "the file was touched";
}

TEST_F(BadLedger, IsRefusedIfItIsLongText) {
  write_file(file(), std::string(100000, 'x'));
  expect_refused(named("is not a ledger"));
}

/// Writes a big-endian 32-bit number into the header of the file.
void patch(const fs::path& file, std::size_t offset, std::uint32_t value) {
  std::string bytes = read_file(file);
  for (std::size_t i = 0; i < 4; ++i) bytes[offset + i] = static_cast<char>(value >> (24 - 8 * i));
  write_file(file, bytes);
}

// Offsets from the SQLite file format, section 1.3 "The Database Header".
TEST_F(BadLedger, IsRefusedIfAnotherProgramWroteIt) {
  write_small_ledger(file());
  patch(file(), 68, 0x0f055111);  // application id
  expect_refused(named("is a database of another program"));
}

TEST_F(BadLedger, IsRefusedInANewerFormat) {
  write_small_ledger(file());
  patch(file(), 60, 6);  // user version
  expect_refused(named("has format 6, but this program reads format 5"));
}

TEST_F(BadLedger, IsRefusedInAnOlderFormat) {
  write_small_ledger(file());
  patch(file(), 60, 4);  // user version
  expect_refused(AllOf(named("has format 4, but this program reads format 5"), HasSubstr("of gridcensus 1.0.0")));
}

TEST_F(BadLedger, CanOnlyBeReadWithoutPermissionToWrite) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  write_small_ledger(file());
  fs::permissions(file(), fs::perms{0444});
  EXPECT_THAT([&] { const Ledger ledger{file()}; }, ThrowsMessage<StorageError>(HasSubstr("permissions")));
  EXPECT_NO_THROW(expect_nothing_wrong_in(file())) << "looking at it needs no such right";
}

TEST_F(BadLedger, IsRefusedInAFolderThatMayNotBeWritten) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  write_small_ledger(file());
  fs::permissions(folder(), fs::perms{0555});
  EXPECT_THAT([&] { const Ledger ledger{file()}; }, ThrowsMessage<StorageError>(HasSubstr("permissions")));
}

// -------------------------------------------------------------------------------------------------------------- damage

/// Reads a damaged ledger. Returns true if it was refused; otherwise everything that was read must be right.
template <class Read>
bool is_refused(const fs::path& file, Read read) {
  try {
    read();
    return false;
  } catch (const StorageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(file.string()));
    return true;
  }
}

bool is_refused(const fs::path& file) {
  return is_refused(file, [&] { expect_nothing_wrong_in(file); });
}

bool is_refused_for_writing(const fs::path& file) {
  return is_refused(file, [&] {
    Ledger ledger{file};
    expect_nothing_wrong_in(ledger);
  });
}

TEST_F(BadLedger, GivesAnErrorOrTheRightNumbersWithOneByteChanged) {
  write_small_ledger(file());
  const std::string sound = read_file(file());
  int refused = 0;
  int tried = 0;
  // Each mask meets each residue of the offset eventually; every byte of the header and the schema is changed.
  constexpr std::array<unsigned char, 3> masks{0x01, 0x80, 0xff};
  for (std::size_t offset = 0; offset < sound.size(); offset += offset < 100 ? 1 : 97) {
    std::string bytes = sound;
    bytes[offset] = static_cast<char>(static_cast<unsigned char>(bytes[offset]) ^ masks[offset % masks.size()]);
    write_file(file(), bytes);
    SCOPED_TRACE("byte " + std::to_string(offset));
    if (is_refused(file())) ++refused;
    ++tried;
    if (HasFailure()) return;
  }
  RecordProperty("refused", refused);
  // The other changes hit free space (each table has its own page), counters, and texts that no computation uses.
  EXPECT_GT(refused, tried / 8);
}

TEST_F(BadLedger, IsRefusedIfTruncated) {
  write_small_ledger(file());
  const std::string sound = read_file(file());
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{99}, std::size_t{100}, std::size_t{4095},
        std::size_t{4096}, sound.size() / 2, sound.size() - 4096, sound.size() - 1}) {
    write_file(file(), std::string_view{sound}.substr(0, size));
    EXPECT_TRUE(is_refused(file())) << size << " of " << sound.size() << " bytes";
    EXPECT_TRUE(is_refused_for_writing(file())) << size << " of " << sound.size() << " bytes";
  }
}

TEST_F(BadLedger, IsRefusedWithTheNameOfAChangedRecord) {
  write_small_ledger(file());
  std::string bytes = read_file(file());
  const std::string digits = to_decimal(power(7, 20) + 17);
  const std::size_t place = bytes.find(digits);
  ASSERT_NE(place, std::string::npos);
  bytes[place] = bytes[place] == '1' ? '2' : '1';
  write_file(file(), bytes);  // SQLite itself has no checksums
  const auto message = ThrowsMessage<StorageError>(
      AllOf(HasSubstr("unit 17 of enumeration on 2x3 does not match its checksum"), HasSubstr(" --repair`")));
  EXPECT_THAT([this] { const Ledger ledger{file()}; }, message);
  EXPECT_THAT([this] { find_ledger(file()); }, message);
}

/// Other rows may be missing although every row matches its checksum.
TEST_F(BadLedger, IsRefusedAndRepairedIfRequiredRowsAreMissing) {
  struct Loss {
    std::string statement;
    std::string message;
  };
  const std::vector<Loss> losses{
      {"DELETE FROM units WHERE run = 1 AND unit = 17",
       "the conclusion of enumeration on 2x3 without all of its units"},
      {"DELETE FROM sizes WHERE run = 2", "the conclusion of enumeration on 2x3 without all of its units"},
      {"DELETE FROM runs WHERE id = 1", "1 row of sizes without run"},
      {"DELETE FROM sessions", "the time of enumeration on 2x3"},
  };
  for (const auto& [statement, message] : losses) {
    SCOPED_TRACE(statement);
    fs::remove(file());
    write_small_ledger(file());
    {
      SQLite::Database database{file(), SQLite::OPEN_READWRITE};
      database.exec("PRAGMA foreign_keys = OFF");
      ASSERT_GT(database.exec(statement), 0);
    }
    const auto refused = ThrowsMessage<StorageError>(AllOf(HasSubstr(message), HasSubstr(" --repair`")));
    EXPECT_THAT([this] { const Ledger ledger{file()}; }, refused);
    EXPECT_THAT([this] { find_ledger(file()); }, refused);
    EXPECT_FALSE(repair_ledger(file()).records.empty());
    write_small_ledger(file());
    Ledger ledger{file()};
    for (const char* const identity : {"a", "b"}) {
      const RunKey run = ledger.find_run(identity).value();
      const auto units = units_of(ledger, run);
      EXPECT_EQ(units.size(), 40U) << "what was set aside is not counted again";
      for (const UnitRecord& unit : units) EXPECT_TRUE(unit.tally == record(unit.unit).tally);
      EXPECT_TRUE(ledger.conclusion(run).has_value());
    }
  }
}

TEST_F(BadLedger, IsRefusedWithAViewInPlaceOfATable) {
  write_small_ledger(file());
  SQLite::Database{file(), SQLite::OPEN_READWRITE}.exec(
      "ALTER TABLE units RENAME TO stored; CREATE VIEW units AS WITH RECURSIVE forever(n) AS (SELECT 1 UNION ALL "
      "SELECT "
      "n + 1 FROM forever) SELECT 1 AS run, n AS unit, 1 AS session, '' AS tally, 1.0 AS weight, 1.0 AS seconds, '' AS "
      "checksum FROM forever");
  expect_refused(named("its tables differ"));
}

// ----------------------------------------------------------------------------------------------------- other processes

TEST_F(BadLedger, IsRolledBackIfHalfWritten) {
  write_small_ledger(file());
  const std::string sound = read_file(file());
  const fs::path left = folder() / "left.sqlite";
  const fs::path left_journal = folder() / "left.sqlite-journal";
  for (const bool only_look : {true, false}) {
    {
      SQLite::Database database{file(), SQLite::OPEN_READWRITE};
      database.exec("PRAGMA cache_size = 1");  // so changes reach the file before the transaction ends
      database.exec("BEGIN; UPDATE units SET tally = '{}'; DELETE FROM conclusions; DELETE FROM runs");
      fs::copy_file(file(), left, fs::copy_options::overwrite_existing);
      fs::copy_file(file().string() + "-journal", left_journal);
      database.exec("ROLLBACK");
    }
    ASSERT_NE(read_file(left), sound) << "nothing was half written";
    std::optional<Ledger> ledger;
    if (!only_look) expect_nothing_wrong_in(ledger.emplace(left));
    if (only_look) {
      const auto contents = find_ledger(left).value();
      EXPECT_EQ(contents.runs.at(0).done.size(), 40U);
      EXPECT_TRUE(contents.runs.at(1).conclusion.has_value());
      expect_nothing_wrong_in(left);
    }
    EXPECT_EQ(fs::exists(left_journal), !only_look) << "kept open until the ledger is closed";
  }
}

/// Starts this program again with other arguments and waits for its end. Returns its exit code, or 128 + signal.
int exit_code_of(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t child = -1;
  if (::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, pointers.data(), environ) != 0) return -1;
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

constexpr int all_stored = 0;
constexpr int refused_in_use = 11;
constexpr int refused_full = 12;

TEST_F(BadLedger, IsRefusedIfAnotherProcessUsesIt) {
  {
    const Ledger ledger{file()};
    EXPECT_EQ(exit_code_of({"test", "store", file().string(), "1", "unlimited"}), refused_in_use);
  }
  EXPECT_EQ(exit_code_of({"test", "store", file().string(), "1", "unlimited"}), all_stored);
}

TEST_F(BadLedger, KeepsItsContentOnAFullDisk) {
  write_small_ledger(file());
  const auto size = fs::file_size(file());
  EXPECT_EQ(exit_code_of({"test", "store", file().string(), "5000", std::to_string(size + 20000)}), refused_full);
  expect_nothing_wrong_in(file());
  Ledger ledger{file()};
  const RunKey run = ledger.find_run("a").value();
  EXPECT_EQ(units_of(ledger, run).size(), 40U) << "half a transaction was kept";
  EXPECT_TRUE(ledger.conclusion(run).has_value());
  // The same units are stored once there is space again.
  std::vector<UnitRecord> more;
  for (std::uint64_t unit = 0; unit < 5000; ++unit) more.push_back(record(unit));
  EXPECT_NO_THROW(ledger.store_units(run, more, 3.5));
  EXPECT_EQ(units_of(ledger, run).size(), 5000U);
}

TEST_F(BadLedger, IsNotPartlyRepairedOnAFullDisk) {
  write_small_ledger(file());
  SQLite::Database{file(), SQLite::OPEN_READWRITE}.exec("UPDATE units SET tally = 'x' WHERE unit = 17");
  // Without the header, which counts every opening for writing.
  const auto content = [](const fs::path& ledger) { return read_file(ledger).substr(100); };
  const std::string damaged = content(file());
  // Space for half of the copy.
  EXPECT_EQ(exit_code_of({"test", "repair", file().string(), std::to_string(damaged.size() / 2)}), refused_full);
  EXPECT_EQ(std::distance(fs::directory_iterator{folder()}, {}), 1) << "a part of a copy is left";
  EXPECT_TRUE(content(file()) == damaged);
  const Repair repair = repair_ledger(file());
  EXPECT_EQ(repair.copy, file().string() + ".damaged");
  EXPECT_TRUE(content(repair.copy) == damaged);
  EXPECT_EQ(std::distance(fs::directory_iterator{folder()}, {}), 2);
  expect_nothing_wrong_in(file());
}

TEST_F(BadLedger, IsNotCreatedOnAFullDisk) {
  EXPECT_EQ(exit_code_of({"test", "store", file().string(), "1", "1000"}), refused_full);
  EXPECT_NO_THROW(Ledger{file()});
}

}  // namespace

/// Runs work in the child process, with a limit on the size of files.
int in_child(const std::string& limit, const std::function<void()>& work) {
  std::optional<test_support::FullDisk> full;
  if (limit != "unlimited") full.emplace(std::stoull(limit));
  try {
    work();
    return all_stored;
  } catch (const StorageError& error) {
    const std::string_view message = error.what();
    if (message.find("is in use by process ") != std::string_view::npos) return refused_in_use;
    if (message.find("full or failing disk") != std::string_view::npos) return refused_full;
    if (message.find("the ledger is as it was") != std::string_view::npos) return refused_full;
    return 1;
  }
}

/// Stores units 0 to count-1 in run "a".
void store_units(const fs::path& file, std::uint64_t count) {
  Ledger ledger{file};
  std::vector<UnitRecord> units;
  for (std::uint64_t unit = 0; unit < count; ++unit) units.push_back(record(unit));
  ledger.store_units(ledger.open_run(provenance("a")), units, 3.5);
}

}  // namespace gridcensus::host

int main(int argc, char** argv) {
  using namespace gridcensus::host;
  if (argc == 5 && std::string_view{argv[1]} == "store") {
    return in_child(argv[4], [&] { store_units(argv[2], std::stoull(argv[3])); });
  }
  if (argc == 4 && std::string_view{argv[1]} == "repair") return in_child(argv[3], [&] { repair_ledger(argv[2]); });
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
