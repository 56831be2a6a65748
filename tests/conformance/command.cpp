// Tests of the command for the suite: its arguments, output and exit codes.
#include "program.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace {

using gridcensus::testing::fault_file;
using gridcensus::testing::fault_folder;
using gridcensus::testing::Program;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(ConformanceCommand, PrintsALineForEachCheckOfAnId) {
  const auto ended = Program::run({"conformance", "enumeration", "--only", "independence", "--only", "stdout"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("ok       loading       built against gridcensus"), HasSubstr("ok       independence  "),
                    HasSubstr("ok       stdout        loading"), HasSubstr("conforms: 3 ok, 0 skipped")));
  std::istringstream lines{ended.out};
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(ConformanceCommand, AcceptsTheRelativePathOfAFile) {
  const std::filesystem::path folder = fault_folder("sampler");
  Program::Options options;
  options.folder = folder;
  const auto ended = Program::run({"conformance", "sampler.so", "--only", "stdout"}, options);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("sampler 1 conforms"));
}

TEST(ConformanceCommand, PrintsJson) {
  const auto ended = Program::run(
      {"conformance", fault_file("faulty"), "--param", "fault=counts_wrong", "--json", "-", "--only", "values"});
  EXPECT_EQ(ended.status, 3);
  const auto json = ended.json();
  EXPECT_EQ(json["strategy"], "faulty");
  EXPECT_EQ(json["conforms"], false);
  EXPECT_EQ(json["checks"][1]["check"], "values");
  EXPECT_EQ(json["checks"][1]["result"], "FAILED");
}

TEST(ConformanceCommand, ReportsWhyAPluginIsRefused) {
  const auto ended = Program::run({"conformance", fault_file("future_api")});
  EXPECT_EQ(ended.status, 5);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("FAILED   loading       it was built against gridcensus"),
                               HasSubstr("(interface 99), but"), HasSubstr("DOES NOT CONFORM: 1 check failed")));
}

TEST(ConformanceCommand, LocatesBadInput) {
  const auto complaint = [](const std::vector<std::string>& arguments) {
    const auto ended = Program::run(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    return ended.err;
  };
  EXPECT_THAT(complaint({"conformance", "enumeratoin"}),
              AllOf(HasSubstr("PLUGIN: unknown strategy enumeratoin"), HasSubstr("did you mean enumeration?")));
  EXPECT_THAT(complaint({"conformance", "no/such.so"}), HasSubstr("PLUGIN: no/such.so: no such file"));
  EXPECT_THAT(complaint({"conformance", "enumeration", "--only", "purty"}),
              AllOf(HasSubstr("--only purty: unknown check (did you mean purity?); expected one of: loading, refusals"),
                    HasSubstr("did you mean purity?")));
  EXPECT_THAT(complaint({"conformance", "enumeration", "--param", "max_sied=4", "--param", "max_side=x"}),
              AllOf(HasSubstr("--param max_sied=4: unknown parameter"), HasSubstr("did you mean max_side?"),
                    HasSubstr("--param max_side=x: ")));
  EXPECT_THAT(complaint({"conformance"}), HasSubstr("PLUGIN"));
}

}  // namespace
