// Damage that a strategy does to its process ends with that process if its run is isolated: each misbehaviour is tested
// with a healthy run in the same experiment, by the program as a user starts it.
#include "host/base/sha256.hpp"
#include "host/isolation/isolated_strategy.hpp"
#include "host/workers/calls.hpp"
#include "host/workers/worker_process.hpp"
#include "program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::fault_file;
using gridcensus::testing::fault_folder;
using gridcensus::testing::Program;
using gridcensus::testing::program_file;
using nlohmann::json;
using ::testing::HasSubstr;

/// An isolated strategy that misbehaves as its parameters say, next to one that does not.
class ExperimentFixture {
 public:
  explicit ExperimentFixture(const std::string& parameters, const std::string& limits = "unit_seconds: 60") {
    std::ofstream{folder_ / "test.yaml"} << "problems: [{shape: 2x2}]\nstrategies:\n  misbehaves: {" << parameters
                                         << ", isolate: {" << limits
                                         << "}}\n  slow_units: {unit_ms: 0, isolate: none}\nthreads: 2\n";
  }

  static std::vector<std::string> arguments(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", "test.yaml", "--quiet", "--json", "results.json"});
    for (const auto* plugin : {"misbehaves", "slow_units"}) {
      more.insert(more.end(), {"--plugin-dir", fault_folder(plugin)});
    }
    return more;
  }
  Program::Options options() const { return {.folder = folder_.path(), .environment = {}, .to_file = {}}; }

  Program::Ended run(const std::vector<std::string>& more = {}) const {
    return Program::run(arguments(more), options());
  }
  json results() const { return json::parse(std::ifstream{folder_ / "results.json"}); }
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

json run_of(const json& document, const std::string& configuration) {
  for (const auto& run : document["runs"]) {
    if (run["configuration"] == configuration) return run;
  }
  return nullptr;
}

json grids_of(const json& document, const std::string& configuration) {
  for (const auto& outcome : document["outcomes"]) {
    if (outcome["configuration"] == configuration && outcome["quantity"] == "grids") return outcome;
  }
  return nullptr;
}

void expect_healthy_neighbour(const json& document) {
  // 288 grids of 2x2: OEIS A107739, recounted by the enumeration strategy.
  EXPECT_EQ(grids_of(document, "slow_units").value("value", ""), "288") << document;
  EXPECT_EQ(run_of(document, "slow_units")["state"], "concluded");
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool reports_signals = false;  // a sanitizer reports a crash itself, and exits
#else
constexpr bool reports_signals = true;
#endif

struct MisbehaviourCase {
  std::string mode;
  std::string message;  ///< of the failed run; empty: it succeeds
  friend void PrintTo(const MisbehaviourCase& each, std::ostream* out) { *out << each.mode; }
};

std::string worker(const std::string& end) { return "its worker " + end + ", twice"; }
std::string signal(const std::string& name) {
  return reports_signals ? worker("ended with " + name) : "its worker ended with ";
}

const std::vector<MisbehaviourCase> misbehaviour_cases{
    {"segv", signal("SIGSEGV")},
    {"abort", signal("SIGABRT")},
    {"divide_by_zero", signal("SIGFPE")},
    {"illegal_instruction", signal("SIGILL")},
    {"terminate", signal("SIGABRT")},
    {"crash_in_thread", signal("SIGSEGV")},
    {"throw_in_thread", signal("SIGABRT")},
    {"throw_in_noexcept", signal("SIGABRT")},
    {"stack_overflow", signal("SIGSEGV")},
    {"exit_thread", signal("SIGABRT")},
    {"exit_0", worker("ended with exit code 0")},
    {"quick_exit_0", worker("ended with exit code 0")},
    {"underscore_exit_0", worker("ended with exit code 0")},
    {"become_another", worker("ended with exit code 0")},
    {"kill", worker("ended with SIGKILL")},
    {"kill_group", worker("ended with SIGKILL")},
    {"alarm", worker("ended with SIGALRM")},
    {"hang", "its worker took longer than 0.3 s"},
    {"spin", "its worker took longer than 0.3 s"},
    {"stop_process", "its worker took longer than 0.3 s"},
    {"eat_memory", worker("used more than 300 MiB of memory")},
    {"close_all", worker("ended with exit code 1")},
    {"write_to_all", worker("wrote something that is not a message: it does not begin with {")},
    {"throw_text", "cannot be counted"},
    {"throw_int", "threw something that is not a std::exception"},
    {"throw_without_text", "(no message)"},
    {"throw_long_text", "xxxxxxxxxx"},
    {"throw_stopped", "threw Stopped, although no stop was requested"},
    {"throw_bad_alloc", "std::bad_alloc"},
    {"bad_name", "UTF-8"},
    {"long_name", "a name of 47.7 MiB"},
    {"large_integer", "grids is an integer of 2000001 bits"},
    {"write_to_stdout", ""},
    {"close_standard", ""},
    {"fork_and_return", ""},
    {"fork_and_hang", ""},
    {"change_folder", ""},
    {"change_locale", ""},
    {"change_rounding", ""},
    {"block_signals", ""},
    {"ignore_children", ""},
    {"join_group_of_parent", ""},
    {"forbid_files", ""},
    {"leave_a_thread", ""},
    {"none", ""}};

class Misbehaviour : public ::testing::TestWithParam<MisbehaviourCase> {
 protected:
  /// Checks the end of the run that misbehaves at this place.
  static void expect_confined(const std::string& at, const std::string& where) {
    const auto& [mode, message] = GetParam();
    const bool is_slow = message.find("took longer") != std::string::npos;
    const ExperimentFixture fixture{"mode: " + mode + ", at: " + at,
                                    "memory: 300 MiB, unit_seconds: " + std::string{is_slow ? "0.3" : "60"}};
    const auto ended = fixture.run();
    const json document = fixture.results();
    EXPECT_EQ(ended.status, message.empty() ? 0 : 1) << ended.err;
    EXPECT_EQ(document["exit"], ended.status);
    expect_healthy_neighbour(document);
    const json run = run_of(document, "misbehaves");
    if (message.empty()) {
      EXPECT_EQ(grids_of(document, "misbehaves").value("value", ""), "288") << run;
    } else {
      EXPECT_EQ(run["state"], "failed");
      EXPECT_THAT(run.value("message", ""), ::testing::StartsWith(where + ": "));
      EXPECT_THAT(run.value("message", ""), HasSubstr(message));
    }
  }
};

TEST_P(Misbehaviour, EndsOnlyItsOwnRunInAUnit) { expect_confined("unit", "unit 3"); }

INSTANTIATE_TEST_SUITE_P(Isolation, Misbehaviour, ::testing::ValuesIn(misbehaviour_cases),
                         [](const auto& chosen) { return chosen.param.mode; });

/// One of each kind: the code around a call is the same for all of them.
class MisbehaviourElsewhere : public Misbehaviour {};

TEST_P(MisbehaviourElsewhere, EndsOnlyItsOwnRunInPrepare) { expect_confined("prepare", "prepare"); }
TEST_P(MisbehaviourElsewhere, EndsOnlyItsOwnRunInConclude) { expect_confined("conclude", "conclude"); }

std::vector<MisbehaviourCase> one_of_each_kind() {
  std::vector<MisbehaviourCase> some;
  for (const auto* mode : {"segv", "stack_overflow", "exit_0", "hang", "eat_memory", "close_all", "write_to_all",
                           "throw_int", "fork_and_return", "change_locale"}) {
    some.push_back(*std::ranges::find(misbehaviour_cases, mode, &MisbehaviourCase::mode));
  }
  return some;
}

INSTANTIATE_TEST_SUITE_P(Isolation, MisbehaviourElsewhere, ::testing::ValuesIn(one_of_each_kind()),
                         [](const auto& chosen) { return chosen.param.mode; });

TEST(Isolation, ReportsABrokenTheoremAsWithoutIsolation) {
  const ExperimentFixture fixture{"mode: throw_broken"};
  EXPECT_EQ(fixture.run().status, 3);
  const json document = fixture.results();
  EXPECT_EQ(run_of(document, "misbehaves")["state"], "broken");
  EXPECT_EQ(run_of(document, "misbehaves")["message"], "unit 3: a theorem does not hold");
  expect_healthy_neighbour(document);
}

TEST(Isolation, RetriesAfterASingleFailure) {
  for (const std::string mode : {"kill", "exit_0", "write_to_all", "close_all"}) {
    for (const std::string at : {"unit", "prepare", "conclude", "divisors"}) {
      const ExperimentFixture fixture{"mode: " + mode + ", once: here, at: " + at};
      const auto ended = fixture.run();
      EXPECT_EQ(ended.status, 0) << mode << " in " << at << ": " << ended.err;
      EXPECT_THAT(ended.err, HasSubstr("misbehaves on 2x2: "));
      EXPECT_THAT(ended.err, HasSubstr("; retrying in a new one"));
      EXPECT_EQ(grids_of(fixture.results(), "misbehaves").value("value", ""), "288");
    }
  }
}

/// Returns the id of the process that misbehaved.
pid_t process_in(const std::filesystem::path& file) {
  pid_t number = 0;
  while (!(std::ifstream{file} >> number)) std::this_thread::sleep_for(std::chrono::milliseconds{5});
  return number;
}

/// Checks whether the process runs; a zombie does not.
bool is_running(pid_t process) {
  std::ifstream status{"/proc/" + std::to_string(process) + "/status"};
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("State:")) return line.find('Z') == std::string::npos;
  }
  return false;
}

TEST(Isolation, ReplacesAKilledWorker) {
  const ExperimentFixture fixture{"mode: hang, once: here"};
  Program program{ExperimentFixture::arguments(), fixture.options()};
  ::kill(process_in(fixture.file("here")), SIGKILL);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("misbehaves on 2x2: unit 3: the worker ended with SIGKILL; retrying in a new one"));
  EXPECT_EQ(grids_of(fixture.results(), "misbehaves").value("value", ""), "288");
}

TEST(Isolation, EndsWorkersWithTheProgram) {
  for (const std::string mode : {"hang", "spin", "close_all"}) {
    const ExperimentFixture fixture{"mode: " + mode + ", once: here"};
    Program program{ExperimentFixture::arguments(), fixture.options()};
    const pid_t worker = process_in(fixture.file("here"));
    program.send(SIGKILL);
    program.wait();
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{30};
    while (is_running(worker) && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    EXPECT_FALSE(is_running(worker)) << mode;
  }
}

using namespace gridcensus::host;

Message prepare_slow_units(const std::string& unit_ms) {
  const std::string plugin = fault_file("slow_units");
  return {{"call", "prepare"},
          {"protocol", protocol_version},
          {"plugin", plugin},
          {"sha256", sha256_of_file(plugin)},
          {"parameters", {{"unit_ms", unit_ms}}},
          {"problem", {{"shape", "2x2"}, {"rules", "classic"}}},
          {"quantities", {"grids"}},
          {"inputs", Message::object()}};
}

TEST(Isolation, StopsAUnitMidwayAndKeepsTheWorker) {
  const auto worker = start_worker(program_file(), {.seconds = std::nullopt, .memory_bytes = std::uint64_t{1} << 40U});
  const auto never = [] { return false; };
  EXPECT_EQ(worker->ask(prepare_slow_units("60000"), never)["result"]["units"], "576");
  EXPECT_TRUE(worker->ask(isolated_run_request(0, 1, 0), [] { return true; }).contains("stopped"));
  // The stop applied to that request, not to the next.
  EXPECT_EQ(worker->ask({{"call", "is_enough"}, {"tally", Message::object()}, {"units", "0"}}, never)["result"], false);
  EXPECT_EQ(worker->ask(prepare_slow_units("0"), never)["result"]["units"], "576");
  EXPECT_TRUE(worker->ask(isolated_run_request(0, 1, 0), never).contains("result"));
}

TEST(Isolation, RefusesAPluginThatChangedAfterTheStart) {
  const auto worker = start_worker(program_file(), {.seconds = std::nullopt, .memory_bytes = std::uint64_t{1} << 40U});
  Message request = prepare_slow_units("0");
  request["sha256"] = std::string(64, '0');
  const Message answer = worker->ask(request, [] { return false; });
  EXPECT_THAT(answer.value("failed", ""), HasSubstr("has changed since the start"));
}

TEST(Isolation, RefusesAnotherVersionOfTheProtocol) {
  const auto worker = start_worker(program_file(), {.seconds = std::nullopt, .memory_bytes = std::uint64_t{1} << 40U});
  Message request = prepare_slow_units("0");
  request["protocol"] = protocol_version + 1;
  const Message answer = worker->ask(request, [] { return false; });
  EXPECT_THAT(answer.value("failed", ""), HasSubstr("another protocol version"));
}

TEST(Isolation, StopsAnInterruptedRunWithinAUnit) {
  const TemporaryFolder folder;
  std::ofstream{folder / "test.yaml"} << "problems: [{shape: 2x2}]\nstrategies: {slow_units: {unit_ms: 60000}}\n";
  const std::vector<std::string> arguments{
      "run", "test.yaml", "--isolate", "--json", "-", "--plugin-dir", fault_folder("slow_units")};
  Program program{arguments, {.folder = folder.path(), .environment = {}, .to_file = {}}};
  program.wait_until_it_catches(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds{200});
  program.send(SIGTERM);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 4) << ended.err;
  EXPECT_EQ(ended.json()["runs"][0]["units"], 0);
}

TEST(Isolation, StopsWithoutWaitingForAUnitThatIgnoresIt) {
  const ExperimentFixture fixture{"mode: hang, once: here"};
  Program program{ExperimentFixture::arguments(), fixture.options()};
  process_in(fixture.file("here"));
  program.send(SIGTERM);
  const auto stopped = program.wait();
  EXPECT_EQ(stopped.status, 4) << stopped.err;
  EXPECT_EQ(run_of(fixture.results(), "misbehaves")["state"], "stopped");
  EXPECT_EQ(fixture.run().status, 0);
  EXPECT_EQ(grids_of(fixture.results(), "misbehaves").value("value", ""), "288");
}

// The place where a unit ran is not part of its result.
TEST(Isolation, LeavesNoTraceInTheLedger) {
  const TemporaryFolder folder;
  const auto count = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"count",    "2x3",         "--with", "enumeration",
                                       "--ledger", "test.ledger", "--json", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Program::run(arguments, {.folder = folder.path(), .environment = {}, .to_file = {}});
  };
  const auto isolated = count({"--isolate"});
  ASSERT_EQ(isolated.status, 0) << isolated.err;
  const auto again = count({"--isolate", "none"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.json()["runs"][0]["reused"], true);
  EXPECT_EQ(again.json()["outcomes"][0]["value"], isolated.json()["outcomes"][0]["value"]);
}

TEST(Isolation, AcceptsItsTwoModesAsAnOption) {
  const auto count = [](const std::string& option) {
    return Program::run({"count", option, "1x2", "--with", "enumeration"});
  };
  EXPECT_EQ(count("--isolate").status, 0);
  EXPECT_EQ(count("--isolate=none").status, 0);
  const auto wrong = count("--isolate=proces");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err, "error: command line: --isolate proces: expected process or none (did you mean process?)\n");
}

}  // namespace
