// Tests of plugins that misbehave towards the process in which they count, as a user sees them.
#include "program.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::fault_file;
using gridcensus::testing::fault_folder;
using gridcensus::testing::Program;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns the arguments of a count on 2x2 with `misbehaves`, which misbehaves in this way at this place.
std::vector<std::string> misbehaving(const std::string& mode, const std::string& at) {
  return {"count",
          "2x2",
          "--with",
          "misbehaves",
          "--plugin-dir",
          fault_folder("misbehaves"),
          "--threads",
          "1",
          "--quiet",
          "--param",
          "misbehaves.mode=" + mode,
          "--param",
          "misbehaves.at=" + at};
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool reports_crashes = false;  // the sanitizer reports them
#else
constexpr bool reports_crashes = true;
#endif

TEST(Supervisor, ReportsAnEarlyExitWithCodeZero) {
  for (const std::string mode : {"exit_0", "quick_exit_0", "underscore_exit_0"}) {
    for (const auto& [at, where] : {std::pair{"unit", "unit 3"}, {"offer", "offer"}, {"conclude", "conclude"}}) {
      const auto ended = Program::run(misbehaving(mode, at));
      EXPECT_EQ(ended.status, 1) << mode << at << ended.out;
      EXPECT_THAT(ended.out, ::testing::IsEmpty());
      EXPECT_THAT(ended.err, HasSubstr("exit code 0 before it had finished")) << mode;
      EXPECT_THAT(ended.err, HasSubstr("in " + std::string{where} + " of misbehaves on 2x2")) << mode;
      EXPECT_THAT(ended.err, HasSubstr("--isolate process"));
    }
  }
}

TEST(Supervisor, ReportsAProcessThatExecutesAnotherProgram) {
  const auto ended = Program::run(misbehaving("become_another", "unit"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr("in unit 3 of misbehaves on 2x2"));
}

TEST(Crash, ReportsTheCallAndKeepsItsSignal) {
  if (!reports_crashes) GTEST_SKIP() << "sanitizers report crashes themselves";
  for (const auto& [mode, signal] : {std::pair{"segv", SIGSEGV},
                                     {"abort", SIGABRT},
                                     {"divide_by_zero", SIGFPE},
                                     {"illegal_instruction", SIGILL},
                                     {"terminate", SIGABRT},
                                     {"throw_in_noexcept", SIGABRT},
                                     {"stack_overflow", SIGSEGV},
                                     {"kill", SIGKILL}}) {
    const auto ended = Program::run(misbehaving(mode, "unit"));
    EXPECT_EQ(ended.status, 128 + signal) << mode;
    EXPECT_THAT(ended.err, HasSubstr("in unit 3 of misbehaves on 2x2")) << mode;
    EXPECT_THAT(ended.err, HasSubstr("SIG" + std::string{sigabbrev_np(signal)})) << mode;
  }
  for (const std::string at : {"offer", "prepare", "conclude"}) {
    EXPECT_THAT(Program::run(misbehaving("segv", at)).err, HasSubstr("in " + at + " of misbehaves on 2x2"));
  }
}

TEST(Crash, IsAttributedToTheCallOfItsThread) {
  if (!reports_crashes) GTEST_SKIP() << "sanitizers report crashes themselves";
  const TemporaryFolder folder;
  std::ofstream{folder / "test.yaml"} << "problems: [{shape: 2x2}]\nstrategies:\n  slow_units: {unit_ms: 20}\n"
                                         "  misbehaves: {mode: segv}\nthreads: 4\n";
  const auto ended = Program::run({"run", "test.yaml", "--no-ledger", "--quiet", "--plugin-dir",
                                   fault_folder("slow_units"), "--plugin-dir", fault_folder("misbehaves")},
                                  {.folder = folder.path(), .environment = {}, .to_file = {}});
  EXPECT_EQ(ended.status, 128 + SIGSEGV);
  EXPECT_THAT(ended.err, HasSubstr("in unit 3 of misbehaves on 2x2. "));
}

TEST(Crash, KeepsResultsInTheLedger) {
  const TemporaryFolder folder;
  std::ofstream{folder / "test.yaml"} << "problems: [{shape: 2x2}]\nthreads: 1\nstrategies:\n"
                                         "  first: {strategy: band_classes}\n"
                                         "  second: {strategy: misbehaves, mode: kill, once: was_here}\n";
  const std::vector<std::string> run{"run", "test.yaml", "--json", "-", "--plugin-dir", fault_folder("misbehaves")};
  const Program::Options here{.folder = folder.path(), .environment = {}, .to_file = {}};
  EXPECT_EQ(Program::run(run, here).status, 128 + SIGKILL);
  const auto again = Program::run(run, here);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("\"reused\": true"));
}

// A plugin that uses descriptors and processes that it does not own cannot change an answer.
TEST(Answer, IsUnaffectedByPluginsThatWriteToOrCloseDescriptors) {
  for (const std::string at : {"offer", "prepare", "unit", "conclude", "end_of_strategy"}) {
    for (const std::string mode : {"write_to_all", "write_to_stdout", "close_standard"}) {
      const TemporaryFolder folder;
      auto command = misbehaving(mode, at);
      command.insert(command.end(), {"--json", (folder / "x.json").string()});
      const auto to_file = Program::run(command);
      EXPECT_EQ(to_file.status, 0) << mode << at << to_file.err;
      EXPECT_THAT(to_file.out, HasSubstr("YES. ")) << mode << at;
      EXPECT_THAT(to_file.out, Not(HasSubstr("288 grids"))) << mode << at;
      std::ifstream file{folder / "x.json"};
      EXPECT_EQ(nlohmann::json::parse(file, nullptr, false).value("exit", -1), 0) << mode << at;
      command.back() = "-";
      EXPECT_EQ(nlohmann::json::parse(Program::run(command).out, nullptr, false).value("exit", -1), 0) << mode << at;
    }
  }
}

TEST(Answer, IsPrintedOnceIfAPluginForks) {
  for (const std::string at : {"offer", "prepare", "unit", "divisors", "conclude", "end_of_job"}) {
    const TemporaryFolder folder;
    auto command = misbehaving("fork_and_return", at);
    command.insert(command.end(), {"--json", "-", "--ledger", (folder / "x.ledger").string()});
    const auto ended = Program::run(command);
    EXPECT_EQ(ended.status, 0) << at << ended.err;
    EXPECT_EQ(nlohmann::json::parse(ended.out, nullptr, false).value("exit", -1), 0) << at << ended.out;
    EXPECT_THAT(ended.err, HasSubstr("warning: a strategy forked this process")) << at;
    EXPECT_EQ(Program::run({"show", (folder / "x.ledger").string()}).status, 0) << at;
  }
}

TEST(Answer, IsPrintedBeforeADestructorCrashes) {
  if (!reports_crashes) GTEST_SKIP() << "sanitizers report crashes themselves";
  for (const std::string isolation : {"none", "process"}) {
    for (const auto& [at, where] : {std::pair{"end_of_strategy", "in destruction of misbehaves"},
                                    std::pair{"end_of_process", "while no strategy was called"}}) {
      auto command = misbehaving("segv", at);
      command.push_back("--isolate=" + isolation);
      const auto ended = Program::run(command);
      EXPECT_EQ(ended.status, 0) << at;
      EXPECT_THAT(ended.out, HasSubstr("YES. ")) << at;
      EXPECT_THAT(ended.err, HasSubstr("warning: SIGSEGV ended the program " + std::string{where})) << at;
    }
  }
  // The job is destroyed before the answer is complete.
  const auto ended = Program::run(misbehaving("segv", "end_of_job"));
  EXPECT_EQ(ended.status, 128 + SIGSEGV);
  EXPECT_THAT(ended.out, ::testing::IsEmpty());
  EXPECT_THAT(ended.err, HasSubstr("in destruction of the job of misbehaves on 2x2"));
}

TEST(Result, FailsTheRunIfItIsLargerThanAnyCount) {
  EXPECT_THAT(Program::run(misbehaving("large_integer", "unit")).out,
              HasSubstr("unit 3: grids is an integer of 2000001 bits"));
  EXPECT_THAT(Program::run(misbehaving("long_name", "unit")).out, HasSubstr("unit 3: a name of 47.7 MiB"));
}

TEST(PluginFile, CausesANoteIfItHasNoHashFile) {
  const auto noted = Program::run({"count", "2x2", "--with", "misbehaves", "--plugin-dir", fault_folder("misbehaves")});
  EXPECT_EQ(noted.status, 0);
  EXPECT_THAT(noted.err, HasSubstr("misbehaves.so has no .sha256 file"));
  EXPECT_THAT(Program::run({"count", "2x2", "--with", "enumeration"}).err, Not(HasSubstr("unnoticed")));
}

/// Returns the state of a process, one letter of proc(5), or 0 if the process does not exist.
char state_of(pid_t process) {
  std::ifstream stat{"/proc/" + std::to_string(process) + "/stat"};
  std::string text;
  std::getline(stat, text);
  const auto place = text.rfind(") ");
  return place == std::string::npos ? '\0' : text[place + 2];
}

pid_t parent_of(pid_t process) {
  std::ifstream stat{"/proc/" + std::to_string(process) + "/stat"};
  std::string text;
  std::getline(stat, text);
  std::istringstream fields{text.substr(text.rfind(") ") + 2)};
  char state = '\0';
  pid_t parent = 0;
  fields >> state >> parent;
  return parent;
}

void wait_for(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "timeout";
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
}

class SupervisorOfSlowProgram : public ::testing::Test {
 protected:
  TemporaryFolder folder;
  Program program{{"count", "2x2", "--with", "slow_units", "--plugin-dir", fault_folder("slow_units"), "--json", "-",
                   "--param", "slow_units.unit_ms=0", "--param", "slow_units.once=" + (folder / "here").string()}};
  pid_t counting = 0;

  void SetUp() override {
    program.wait_for_file(folder / "here");
    counting = program.counting_process();
    ASSERT_GT(counting, 0);
  }
};

TEST_F(SupervisorOfSlowProgram, EndsTheCountingProcessWhenKilled) {
  program.send(SIGKILL);
  EXPECT_EQ(program.wait().status, 128 + SIGKILL);
  wait_for([&] { return state_of(counting) == '\0' || state_of(counting) == 'Z'; });
}

TEST_F(SupervisorOfSlowProgram, ReportsAKilledChild) {
  ::kill(counting, SIGKILL);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 128 + SIGKILL);
  EXPECT_THAT(ended.err, HasSubstr("of slow_units on 2x2"));
}

TEST_F(SupervisorOfSlowProgram, StopsCleanlyIfTheCountingProcessGetsTheSignal) {
  ::kill(counting, SIGTERM);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 4) << ended.err;
}

TEST_F(SupervisorOfSlowProgram, PausesAndContinuesWithTheCountingProcess) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer delays handlers, and so the signals that they send";
#endif
  const pid_t waiting = parent_of(counting);
  program.send(SIGTSTP);
  // Wait for both: SIGCONT has no effect on a process that is about to pause.
  wait_for([&] { return state_of(counting) == 'T' && state_of(waiting) == 'T'; });
  program.send(SIGCONT);
  wait_for([&] { return state_of(counting) != 'T' && state_of(waiting) != 'T'; });
  program.send(SIGTERM);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 4) << ended.err;
}

/// Returns the plugin with some bytes changed, or truncated.
std::string mutated(std::string bytes, std::mt19937_64& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  if (below(6) == 0) {
    bytes.resize(below(bytes.size()));
    return bytes;
  }
  // Every second copy is changed in the first pages, where the loader reads its tables.
  const std::size_t range = below(2) == 0 ? std::min<std::size_t>(bytes.size(), 4096) : bytes.size();
  for (std::size_t hits = 1 + below(16); hits > 0; --hits) bytes[below(range)] = static_cast<char>(random());
  return bytes;
}

// Without a probe, loading such a file ends the process by SIGSEGV or SIGBUS in about one case of three. The probe is
// the program itself, because the loader's behaviour also depends on which other libraries are loaded.
TEST(MutatedPlugins, NeverCrashTheProgram) {
  constexpr int copies = 40;
  std::ifstream stream{fault_file("sound"), std::ios::binary};
  const std::string sound{std::istreambuf_iterator<char>{stream}, {}};
  ASSERT_GT(sound.size(), 4096U);
  std::mt19937_64 random{20250101};
  int refused = 0;
  for (int i = 0; i < copies; ++i) {
    const TemporaryFolder folder;
    std::ofstream{folder / "mutated.so", std::ios::binary} << mutated(sound, random);
    const auto ended = Program::run({"list", "--plugin-dir", folder.path().string()});
    ASSERT_TRUE(ended.status == 0 || ended.status == 5) << "copy " << i << ": " << ended.status << "\n" << ended.err;
    if (ended.status == 5) {
      ++refused;
      EXPECT_THAT(ended.err, HasSubstr("plugin refused: "));
    }
  }
  // Some bytes are never used (padding, symbol names for debuggers), but most are.
  EXPECT_GE(refused, copies / 3);
}

}  // namespace
