#include "program.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// Tests of the files that `gridcensus slurm` writes and of its refusals. tests/clusters runs the scripts.

namespace gridcensus::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class SlurmCommand : public ::testing::Test {
 protected:
  void SetUp() override { write("x.yaml", "problems: [{shape: 2x3}]\nstrategies: {enumeration: {}, ksp: {}}\n"); }

  void write(const std::string& name, const std::string& text) { std::ofstream{folder_.path() / name} << text; }
  std::string read(const std::string& name) {
    std::ifstream stream{folder_.path() / name};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }
  Program::Ended slurm(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "slurm");
    return Program::run(arguments, {.folder = folder_.path(), .environment = {}, .to_file = {}});
  }

  test_support::TemporaryFolder folder_;
};

TEST_F(SlurmCommand, WritesANewFolderAndNeverOverwritesOne) {
  const auto written = slurm({"x.yaml", "--parts", "8", "--time", "12:00:00", "--threads", "2"});
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("x-slurm/submit.sh"));
  EXPECT_THAT(read("x-slurm/common.sh"), HasSubstr("experiment='" + fs::canonical(folder_.path() / "x.yaml").string()));
  EXPECT_THAT(read("x-slurm/parts.sbatch"), AllOf(HasSubstr("--array=1-8\n"), HasSubstr("--time=12:00:00\n")));
  EXPECT_NE(fs::status(folder_.path() / "x-slurm/submit.sh").permissions() & fs::perms::owner_exec, fs::perms::none);

  const auto again = slurm({"x.yaml", "--parts", "9"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("x-slurm already exists; give a new folder"));
  EXPECT_THAT(read("x-slurm/parts.sbatch"), HasSubstr("parts=8\n"));
  EXPECT_EQ(slurm({"x.yaml", "--parts", "9", "--folder", "other"}).status, 0);
  EXPECT_EQ(slurm({"x.yaml", "--parts", "9", "--folder", "none/there"}).status, 6);
}

TEST_F(SlurmCommand, ChecksOptionsAndExperimentBeforeWriting) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{"x.yaml"}, "--parts N"},
      {{"x.yaml", "--parts", "0"}, "from 1 to 100000"},
      {{"x.yaml", "--parts", "2", "--time", "90"}, "expected hours, minutes and seconds"},
      {{"x.yaml", "--parts", "2", "--time", "00:04:59"}, "at least 00:05:00"},
      {{"x.yaml", "--parts", "2", "--array-limit", "1"}, "from 2 to"},
      {{"none.yaml", "--parts", "2"}, "none.yaml"},
      {{"bad.yaml", "--parts", "2"}, "bad.yaml:2"},
      {{"endless.yaml", "--parts", "2"}, "no run of this experiment can be split"}};
  write("bad.yaml", "problems: [{shape: 2x3}]\nstrategies: {enumerate: {}}\n");
  write("endless.yaml", "problems: [{shape: 2x3}]\nstrategies: {row_sampler: {relative_error: 0.01}}\n");
  for (const auto& [arguments, expected] : mistakes) {
    const auto refused = slurm(arguments);
    EXPECT_EQ(refused.status, 2) << expected;
    EXPECT_THAT(refused.err, HasSubstr(expected));
  }
  for (const auto& entry : fs::directory_iterator{folder_.path()}) EXPECT_FALSE(entry.is_directory()) << entry;
}

}  // namespace
}  // namespace gridcensus::testing
