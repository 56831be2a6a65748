// Tests of the files that new-strategy writes and of its refusals. install.prefix tests that plugins build and count.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::Program;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string text_of(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator{folder}) names.insert(entry.path().filename().string());
  return names;
}

class NewStrategy : public ::testing::Test {
 protected:
  Program::Ended create(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "new-strategy");
    return Program::run(arguments, {.folder = folder_.path(), .environment = {}, .to_file = {}});
  }
  /// Returns the file names of a new program, after checking that they contain its name everywhere.
  std::set<std::string> files_of_program(const std::string& name, const std::string& kind) const {
    const auto ended = create({name, kind});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out, AllOf(HasSubstr(" conformance " + name), HasSubstr("run experiment.yaml"),
                                 HasSubstr("GRIDCENSUS_PLUGIN_DIR=\"$PWD\""), Not(HasSubstr("cmake"))));
    auto names = names_in(folder_ / name);
    for (const auto& file : names) {
      EXPECT_THAT(text_of(folder_ / name / file), AllOf(Not(HasSubstr("new_strategy")), Not(HasSubstr("NewStrategy"))));
    }
    return names;
  }
  /// Runs the experiment of the folder and one conformance check.
  void expect_right_values(const std::string& name) const {
    const Program::Options here{
        .folder = folder_ / name, .environment = {"GRIDCENSUS_PLUGIN_DIR=" + (folder_ / name).string()}, .to_file = {}};
    const auto ended = Program::run({"run", "experiment.yaml", "--quiet", "--no-ledger"}, here);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr("YES."));
    const auto conformance = Program::run({"conformance", name, "--only", "purity"}, here);
    EXPECT_EQ(conformance.status, 0) << conformance.out << conformance.err;
    EXPECT_THAT(conformance.out, HasSubstr(name + " 1 conforms"));
  }
  TemporaryFolder folder_;
};

TEST_F(NewStrategy, WritesEveryFileUnderItsName) {
  for (const std::string kind : {"--exact", "--sampling", "--with-input"}) {
    const std::string name = "row_by_row_" + std::to_string(kind.size());
    const auto ended = create({name, kind});
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(names_in(folder_ / name),
              (std::set<std::string>{"CMakeLists.txt", "README.md", "experiment.yaml", "mathematics.cpp",
                                     "mathematics.hpp", "mathematics_test.cpp", "plugin.cpp"}));
    for (const auto& file : names_in(folder_ / name)) {
      EXPECT_THAT(text_of(folder_ / name / file), AllOf(Not(HasSubstr("new_strategy")), Not(HasSubstr("NewStrategy"))));
    }
    EXPECT_THAT(text_of(folder_ / name / "plugin.cpp"), HasSubstr(".id = \"" + name + "\""));
    EXPECT_THAT(ended.out, AllOf(HasSubstr("cmake --build build"), HasSubstr("ctest")));
  }
}

TEST_F(NewStrategy, WritesAScriptInPythonThatConforms) {
  EXPECT_EQ(files_of_program("row_by_row", "--python"),
            (std::set<std::string>{"README.md", "experiment.yaml", "row_by_row.py", "row_by_row.strategy.yaml",
                                   "test_row_by_row.py"}));
  EXPECT_THAT(text_of(folder_ / "row_by_row" / "test_row_by_row.py"), HasSubstr("class RowByRowTest"));
  expect_right_values("row_by_row");
}

TEST_F(NewStrategy, WritesAProgramThatConforms) {
  EXPECT_EQ(
      files_of_program("cell_by_cell", "--program"),
      (std::set<std::string>{"Makefile", "README.md", "cell_by_cell.strategy.yaml", "count.c", "experiment.yaml"}));
  const std::string make = "make --silent -C '" + (folder_ / "cell_by_cell").string() + "'";
  ASSERT_EQ(std::system(make.c_str()), 0);  // NOLINT(cert-env33-c)
  expect_right_values("cell_by_cell");
}

TEST_F(NewStrategy, OverwritesNothing) {
  ASSERT_EQ(create({"mine"}).status, 0);
  std::ofstream{folder_ / "mine" / "plugin.cpp"} << "hours of work";
  const auto again = create({"mine", "--sampling"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("already exists and is not overwritten"));
  EXPECT_EQ(text_of(folder_ / "mine" / "plugin.cpp"), "hours of work");
  fs::create_symlink("nowhere", folder_ / "linked");
  EXPECT_EQ(create({"linked"}).status, 2);
  EXPECT_EQ(names_in(folder_.path()), (std::set<std::string>{"mine", "linked"}));
}

TEST_F(NewStrategy, RejectsNamesThatCannotBeBuiltOrFound) {
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const auto ended = create(arguments);
    EXPECT_EQ(ended.status, 2) << ended.out;
    return ended.err;
  };
  for (const std::string name : {"Mine", "2x2", "a-b", "a__b", "a_", "../up", "", "\x1b[2J"}) refusal({name});
  EXPECT_THAT(refusal({"Mine"}), HasSubstr("Mine is not snake_case"));
  EXPECT_THAT(refusal({"namespace"}), HasSubstr("a reserved word of C++"));
  EXPECT_THAT(refusal({"enumeration"}), HasSubstr("is already the id of"));
  EXPECT_THAT(refusal({"mine", "--exact", "--sampling"}), HasSubstr("contradict"));
  EXPECT_THAT(refusal({"mine", "--python", "--program"}), HasSubstr("--python and --program contradict"));
  EXPECT_THAT(refusal({"mine", "--with-input", "--program"}), HasSubstr("contradict"));
  for (const std::string name : {"lambda", "random", "gridcensus"}) {
    EXPECT_THAT(refusal({name, "--python"}), HasSubstr("a keyword or a module of Python"));
  }
  EXPECT_THAT(refusal({"null", "--program"}), HasSubstr("not a name in YAML"));
  for (const std::string kind : {"--python", "--program"}) {
    EXPECT_THAT(refusal({"Mine", kind}), HasSubstr("Mine is not snake_case"));
    EXPECT_THAT(refusal({"enumeration", kind}), HasSubstr("is already the id of"));
  }
  EXPECT_THAT(refusal({"mine", "-C", "not/there"}), HasSubstr("create it first"));
  EXPECT_TRUE(names_in(folder_.path()).empty());
}

}  // namespace
