#include "host/base/errors.hpp"
#include "host/graph/part.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace gridcensus::host {
namespace {

using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Environment made_up(const Variables& variables) {
  return [variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

Part auto_part(const Variables& variables) { return read_part("auto", made_up(variables)); }

std::string refusal_of(const std::string& text, const Variables& variables = {}) {
  try {
    return "accepted as " + to_string(read_part(text, made_up(variables)));
  } catch (const BadInput& error) {
    return error.what();
  }
}

Variables array_task(int task, int first, int last, int count) {
  return {{"SLURM_ARRAY_TASK_ID", std::to_string(task)},
          {"SLURM_ARRAY_TASK_MIN", std::to_string(first)},
          {"SLURM_ARRAY_TASK_MAX", std::to_string(last)},
          {"SLURM_ARRAY_TASK_COUNT", std::to_string(count)},
          {"SLURM_ARRAY_TASK_STEP", "1"},
          {"SLURM_PROCID", "0"}};  // of the job's script, which is not a step
}

Variables operator+(Variables left, const Variables& right) {
  for (const auto& [name, value] : right) left.insert_or_assign(name, value);
  return left;
}

TEST(ReadPart, AcceptsANumberAndATotal) {
  EXPECT_EQ(read_part("1/1"), (Part{1, 1}));
  EXPECT_EQ(read_part("2/8"), (Part{2, 8}));
  EXPECT_EQ(read_part("100000/100000"), (Part{100'000, 100'000}));
}

TEST(ReadPart, RefusesOtherTextsWithTheExpectedForm) {
  for (const std::string text : {"0/8", "9/8", "8", "/8", "8/", "1/2/3", "-1/8", "+1/8", "01/8", "1 /8", "a/b", "Auto",
                                 "1/100001", "1/99999999999999999999999", ""}) {
    EXPECT_THAT(refusal_of(text), HasSubstr("--part: " + text + ": expected I/N, with I from 1 to N"));
  }
}

TEST(ReadPart, AcceptsArraysNumberedFromOneOrZero) {
  EXPECT_EQ(auto_part(array_task(1, 1, 8, 8)), (Part{1, 8}));
  EXPECT_EQ(auto_part(array_task(8, 1, 8, 8)), (Part{8, 8}));
  EXPECT_EQ(auto_part(array_task(0, 0, 7, 8)), (Part{1, 8}));
  EXPECT_EQ(auto_part(array_task(7, 0, 7, 8)), (Part{8, 8}));
  EXPECT_EQ(auto_part(array_task(1, 1, 1, 1)), (Part{1, 1}));
}

TEST(ReadPart, RefusesIncompleteArrays) {
  EXPECT_THAT(refusal_of("auto", array_task(3, 3, 7, 2)),
              HasSubstr("2 tasks numbered 3 to 7 do not determine the number of parts. Number the array from 0 or 1 "
                        "without gaps, or give the part: --part 3/N"));
  EXPECT_THAT(refusal_of("auto", array_task(4, 3, 5, 3)), HasSubstr("do not determine"));
  EXPECT_THAT(refusal_of("auto", array_task(2, 0, 6, 4)), HasSubstr("do not determine"));  // --array=0-6:2
  EXPECT_THAT(refusal_of("auto", array_task(9, 1, 8, 8)), HasSubstr("do not determine"));
}

TEST(ReadPart, AcceptsProcessesThatWereStartedTogether) {
  EXPECT_EQ(auto_part({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "4"}}), (Part{1, 4}));
  EXPECT_EQ(auto_part({{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), (Part{4, 4}));
  EXPECT_EQ(auto_part({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}), (Part{2, 2}));
}

TEST(ReadPart, PrefersMpiToTheStepOfSlurmThatStartedIt) {
  const Variables helper_of_open_mpi{{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}};
  EXPECT_EQ(auto_part(helper_of_open_mpi + Variables{{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}}),
            (Part{3, 3}));
  EXPECT_EQ(auto_part(helper_of_open_mpi + Variables{{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}}), (Part{3, 3}));
}

TEST(ReadPart, SubdividesTheTasksOfAnArray) {
  std::map<std::uint64_t, int> parts;
  for (int task = 1; task <= 8; ++task) {
    for (int rank = 0; rank < 4; ++rank) {
      const auto part = auto_part(array_task(task, 1, 8, 8) +
                                  Variables{{"SLURM_PROCID", std::to_string(rank)}, {"SLURM_STEP_NUM_TASKS", "4"}});
      EXPECT_EQ(part.count, 32);
      ++parts[part.number];
    }
  }
  EXPECT_EQ(parts.size(), 32);
  EXPECT_EQ(parts.begin()->first, 1);
  EXPECT_EQ(parts.rbegin()->first, 32);
}

TEST(ReadPart, RefusesAnEmptyOrInvalidEnvironment) {
  EXPECT_THAT(refusal_of("auto"), HasSubstr("no scheduler has numbered this process"));
  EXPECT_THAT(refusal_of("auto", {{"SLURM_PROCID", "0"}}), HasSubstr("no scheduler"));  // a job of one task
  EXPECT_THAT(refusal_of("auto", {{"SLURM_ARRAY_TASK_ID", "1"}}), HasSubstr("SLURM_ARRAY_TASK_MIN unset"));
  EXPECT_THAT(refusal_of("auto", {{"PMI_RANK", "x"}, {"PMI_SIZE", "2"}}), HasSubstr("PMI_RANK=x; expected"));
  EXPECT_THAT(refusal_of("auto", {{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}),
              HasSubstr("PMI_RANK=2 is not below PMI_SIZE=2"));
  EXPECT_THAT(refusal_of("auto", array_task(1, 1, 1000, 1000) + Variables{{"PMI_RANK", "0"}, {"PMI_SIZE", "101"}}),
              HasSubstr("1000 tasks of 101 processes are more than 100000 parts"));
}

}  // namespace
}  // namespace gridcensus::host
