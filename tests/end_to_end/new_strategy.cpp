// What new-strategy writes and what it refuses. That it builds and counts, install.prefix tests.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST_F(NewStrategy, WritesNothingOverAndNothingElsewhere) {
  ASSERT_EQ(create({"mine"}).status, 0);
  std::ofstream{folder_ / "mine" / "plugin.cpp"} << "hours of work";
  const auto again = create({"mine", "--sampling"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("nothing is written over"));
  EXPECT_EQ(text_of(folder_ / "mine" / "plugin.cpp"), "hours of work");
  fs::create_symlink("nowhere", folder_ / "linked");
  EXPECT_EQ(create({"linked"}).status, 2);
  EXPECT_EQ(names_in(folder_.path()), (std::set<std::string>{"mine", "linked"}));
}

TEST_F(NewStrategy, RefusesWhatCannotBeBuiltOrFound) {
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const auto ended = create(arguments);
    EXPECT_EQ(ended.status, 2) << ended.out;
    return ended.err;
  };
  for (const std::string name : {"Mine", "2x2", "a-b", "a__b", "a_", "../up", "", "\x1b[2J"}) refusal({name});
  EXPECT_THAT(refusal({"Mine"}), HasSubstr("Mine is not snake_case"));
  EXPECT_THAT(refusal({"namespace"}), HasSubstr("a word of C++"));
  EXPECT_THAT(refusal({"enumeration"}), HasSubstr("is the id of"));
  EXPECT_THAT(refusal({"mine", "--exact", "--sampling"}), HasSubstr("contradict"));
  EXPECT_THAT(refusal({"mine", "-C", "not/there"}), HasSubstr("make it first"));
  EXPECT_TRUE(names_in(folder_.path()).empty());
}

}  // namespace
