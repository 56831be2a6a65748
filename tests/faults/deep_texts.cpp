// JSON that is nested so deeply that recursion over it overflows the stack: in files, and in the texts of a ledger.
#include "program.hpp"
#include "recomputed_checksums.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace gridcensus::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string deep_list(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

/// Returns all commands that read results, applied to this file.
std::vector<std::vector<std::string>> readers_of(const std::string& file, const std::string& output) {
  return {{"show", file},
          {"show", file, "--json", "-"},
          {"report", file, "-o", output},
          {"export", file, "--format", "csv"},
          {"compare", file, file}};
}

class DeepTexts : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto ended = Program::run(
        {"count", "2x2", "--with", "enumeration", "--with", "band_classes", "--ledger", ledger, "--json", file, "-q"});
    ASSERT_EQ(ended.status, 0) << ended.err;
  }

  test_support::TemporaryFolder folder;
  std::string ledger = folder / "x.ledger";
  std::string file = folder / "x.json";
  std::string output = folder / "output";
};

TEST_F(DeepTexts, AreRefusedInFilesWithTheirPlace) {
  std::ifstream in{file};
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  in.close();
  text.insert(text.rfind('}'), ",\n\"x\": " + deep_list(100'000));
  std::ofstream{file} << text;
  for (const auto& command : readers_of(file, output)) {
    const auto ended = Program::run(command);
    EXPECT_EQ(ended.status, 2) << command.front() << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("x.json:")) << command.front();
    EXPECT_THAT(ended.err, AllOf(HasSubstr("nested "), HasSubstr("; expected a ledger or a document")));
  }
}

TEST_F(DeepTexts, AreIgnoredInUnknownMembersOfFewLevels) {
  std::ifstream in{file};
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  in.close();
  text.insert(text.rfind('}'), ",\n\"x\": " + deep_list(90));
  std::ofstream{file} << text;
  for (const auto& command : readers_of(file, output)) {
    EXPECT_EQ(Program::run(command).status, 0) << command.front();
  }
}

TEST_F(DeepTexts, AreErrorsInLedgersWithoutACrash) {
  const std::vector<std::pair<std::string, std::string>> texts{{"documents", "document"}, {"runs", "identity"},
                                                               {"runs", "parameters"},    {"conclusions", "total"},
                                                               {"conclusions", "report"}, {"units", "tally"}};
  for (const auto& [table, column] : texts) {
    const std::string copy = folder / (table + "." + column + ".ledger");
    std::filesystem::copy_file(ledger, copy);
    {
      SQLite::Database database{copy, SQLite::OPEN_READWRITE};
      // Replaces a value, so everything around it stays valid.
      std::string text = database.execAndGet("SELECT " + column + " FROM " + table).getString();
      text.insert(text.rfind('}'), (text == "{}" ? "\"x\":" : ",\"x\":") + deep_list(100'000));
      SQLite::Statement update{database, "UPDATE " + table + " SET " + column + " = ?"};
      update.bind(1, text);
      ASSERT_GT(update.exec(), 0);
      recompute_checksums(database);
    }
    auto commands = readers_of(copy, output);
    commands.push_back({"verify", copy});
    commands.push_back({"certify", copy, "-o", output});
    commands.push_back({"status", copy});
    for (const auto& command : commands) {
      const auto ended = Program::run(command);
      EXPECT_THAT(ended.status, AnyOf(0, 1, 2, 3, 6)) << command.front() << " " << table << "." << column << ended.err;
      EXPECT_THAT(ended.err, Not(HasSubstr("SIGSEGV")));
    }
    EXPECT_THAT(Program::run({"verify", copy}).status, AnyOf(3, 6)) << table << "." << column;
  }
}

}  // namespace
}  // namespace gridcensus::testing
