#include "host/cluster/slurm_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>

namespace gridcensus::host {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::map<std::string, std::string> files_of(const SlurmJob& job) {
  std::map<std::string, std::string> files;
  for (const auto& script : slurm_files(job)) files[script.name] = script.content;
  return files;
}

/// Returns the number after a word of the script.
std::uint64_t number_after(const std::string& script, const std::string& word) {
  std::smatch match;
  return std::regex_search(script, match, std::regex{word + "([0-9]+)"}) ? std::stoull(match[1]) : 0;
}

TEST(SlurmFiles, LimitTasksToTheArrayWithoutIdleOnes) {
  for (const std::uint64_t limit : {2U, 3U, 10U, 1001U, 4'000'001U}) {
    for (const std::uint64_t parts : {1U, 2U, 9U, 10U, 11U, 999U, 1000U, 1001U, 2500U, 100'000U}) {
      const auto script =
          files_of({.name = "a", .program = "/p", .experiment = "/e", .parts = parts, .array_limit = limit})
              .at("parts.sbatch");
      const auto tasks = number_after(script, "--array=1-");
      const auto per_task = number_after(script, "parts_per_task=");
      EXPECT_LT(tasks, limit);
      EXPECT_GE(tasks * per_task, parts) << limit;
      EXPECT_LT((tasks - 1) * per_task, parts) << limit;
      EXPECT_EQ(number_after(script, "\nparts="), parts);
    }
  }
}

TEST(SlurmFiles, PassTheOptionsToBothJobs) {
  const auto files =
      files_of({.name = "a b", .program = "/p", .experiment = "/e", .parts = 8, .threads = 4, .time = "12:00:00"});
  for (const std::string name : {"parts.sbatch", "conclude.sbatch"}) {
    EXPECT_THAT(files.at(name), HasSubstr("#SBATCH --job-name=a_b"));
    EXPECT_THAT(files.at(name), HasSubstr("#SBATCH --cpus-per-task=4\n#SBATCH --time=12:00:00\n#SBATCH --requeue\n"));
    EXPECT_THAT(files.at(name), HasSubstr("#SBATCH --signal=B:USR1@120\n"));
    EXPECT_THAT(files.at(name), Not(HasSubstr("@NAME@")));
  }
  EXPECT_THAT(files_of({.name = "a", .program = "/p", .experiment = "/e"}).at("parts.sbatch"),
              Not(HasSubstr("--time")));
}

TEST(SlurmFiles, QuotePathsForTheShell) {
  const auto common =
      files_of(
          {.name = "a", .program = "/it's/a $(b)", .experiment = "/c \"d\".yaml", .options = {"--plugin-dir", "/e f"}})
          .at("common.sh");
  EXPECT_THAT(common, HasSubstr(R"(program='/it'\''s/a $(b)'
experiment='/c "d".yaml'
options=(--threads "$SLURM_CPUS_PER_TASK" --quiet '--plugin-dir' '/e f')
)"));
}

}  // namespace
}  // namespace gridcensus::host
