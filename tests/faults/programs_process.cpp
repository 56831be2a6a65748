// Limits of third-party programs: a program is kept, limited, and ended with all processes that it has started. Each
// test checks that no process is left.
#include "host/process/keeper.hpp"
#include "host/process/peer.hpp"
#include "host/process/process_tree.hpp"
#include "host/process/scratch_folder.hpp"
#include "support/marked_processes.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test_support::comes_true;
using test_support::contents;
using test_support::processes_with;
using test_support::TemporaryFolder;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
constexpr auto mark_name = "GRIDCENSUS_TEST_OF_PROGRAMS";

/// Returns a program of the shell.
ChildOptions script(const std::string& commands) {
  return {.program = "/bin/sh", .arguments = {"-c", commands}, .is_kept = true};
}

ChildOptions python(const std::string& text) {
  return {.program = "/usr/bin/env", .arguments = {"python3", "-c", text}, .is_kept = true};
}

/// Every process that a test starts inherits a mark, by which it is found.
class KeptPrograms : public ::testing::Test {
 protected:
  void SetUp() override {
    keeper_settings() = {.program = testing::program_file()};
    ::setenv(mark_name, folder_.path().c_str(), 1);
  }
  void TearDown() override { EXPECT_THAT(left_behind(), IsEmpty()); }

  std::string mark() const { return mark_name + ("=" + folder_.path().string()); }
  /// Returns the commands of the processes with the mark.
  std::vector<std::string> left_behind() const { return processes_with(mark()); }
  fs::path file(const std::string& name) const { return folder_ / name; }
  bool is_there(const std::string& name) const { return fs::exists(file(name)); }
  ChildOptions script_here(const std::string& commands) const {
    auto start = script(commands);
    start.directory = folder_.path();
    return start;
  }

 private:
  TemporaryFolder folder_;
};

/// The end of a program, and what it wrote.
struct Answer {
  std::string end;  ///< "ended with exit code 3"
  std::string output;
  std::string errors;
};

/// Waits for the end of a program with an empty stdin.
Answer ask(ChildOptions start) {
  const TemporaryFolder folder;
  const Descriptor output{::open((folder / "output").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)};
  const Descriptor errors{::open((folder / "errors").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)};
  start.output = output.number();
  start.errors = errors.number();
  start.is_kept = true;
  Child child{start};
  while (child.is_running()) std::this_thread::sleep_for(1ms);
  return {describe_exit(child), contents(folder / "output"), contents(folder / "errors")};
}

TEST_F(KeptPrograms, ReturnTheirWholeOutput) {
  const auto answer = ask(script("echo 288; echo note >&2; printf end; exit 10"));
  EXPECT_EQ(answer.end, "ended with exit code 10");
  EXPECT_EQ(answer.output, "288\nend");
  EXPECT_EQ(answer.errors, "note\n");
}

TEST_F(KeptPrograms, ReadTheGivenDescriptorOrAnEmptyStdin) {
  std::ofstream{file("input")} << "p cnf 1 0\n";
  const Descriptor input{::open(file("input").c_str(), O_RDONLY | O_CLOEXEC)};
  ChildOptions reads = script("cat");
  reads.input = input.number();
  EXPECT_EQ(ask(reads).output, "p cnf 1 0\n");
  EXPECT_EQ(ask(script("cat; echo nothing")).output, "nothing\n");
}

TEST_F(KeptPrograms, HaveOnlyTheGivenEnvironment) {
  const ChildOptions start{.program = "/usr/bin/env", .environment = std::vector<std::string>{"B=x y", mark(), "A=\n"}};
  EXPECT_EQ(ask(start).output, "B=x y\n" + mark() + "\nA=\n\n");
  EXPECT_EQ(ask({.program = "/usr/bin/env", .environment = std::vector<std::string>{}}).output, "");
  EXPECT_THAT(ask({.program = "/usr/bin/env"}).output, HasSubstr(mark()));
}

TEST_F(KeptPrograms, StartInTheGivenFolder) {
  EXPECT_EQ(ask(script_here("pwd")).output, file("").parent_path().string() + "\n");
  EXPECT_EQ(ask(script("pwd")).output, fs::current_path().string() + "\n");
}

TEST_F(KeptPrograms, InheritNoDescriptors) {
  const int open = ::open("/dev/null", O_RDONLY);  // NOLINT(android-cloexec-open): that is the test
  EXPECT_EQ(ask(script("ls /proc/$$/fd")).output, "0\n1\n2\n");
  ::close(open);
}

TEST_F(KeptPrograms, HaveDefaultSignalsAndLeaveNoCoreFile) {
  std::signal(SIGUSR1, SIG_IGN);
  const auto status = ask({.program = "/bin/cat", .arguments = {"/proc/self/status"}}).output;
  std::signal(SIGUSR1, SIG_DFL);
  EXPECT_THAT(status, AllOf(HasSubstr("SigBlk:\t0000000000000000\n"), HasSubstr("SigCgt:\t0000000000000000\n")));
  // posix_spawn leaves the two signals ignored that the thread library uses.
  EXPECT_THAT(status, AnyOf(HasSubstr("SigIgn:\t0000000000000000\n"), HasSubstr("SigIgn:\t0000000180000000\n")));
  EXPECT_EQ(ask(script("ulimit -c; ulimit -H -c")).output, "0\n0\n");
}

TEST_F(KeptPrograms, AreNotStartedIfTheyCannotBeExecuted) {
  std::ofstream{file("plain")} << "text";
  try {
    ask({.program = file("none")});
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), ENOENT);
    EXPECT_THAT(error.what(), HasSubstr("/none"));
  }
  EXPECT_THROW(ask({.program = file("plain")}), std::system_error);
  EXPECT_THROW(ask({.program = "/bin/true", .directory = file("no folder")}), std::system_error);
}

TEST_F(KeptPrograms, AreNotStartedWithoutAKeeper) {
  keeper_settings().program.clear();
  EXPECT_THROW(ask(script("true")), std::logic_error);
  keeper_settings().program = "/bin/true";
  EXPECT_THROW(ask(script("true")), std::runtime_error);
}

TEST_F(KeptPrograms, DistinguishASignalFromAnExitCode) {
  EXPECT_EQ(ask(script("exit 137")).end, "ended with exit code 137");
  const auto killed = ask(script("echo last words >&2; kill -KILL $$"));
  EXPECT_EQ(killed.end, "ended with SIGKILL");
  EXPECT_EQ(killed.errors, "last words\n");
  EXPECT_EQ(ask(script("kill -SEGV $$")).end, "ended with SIGSEGV");
}

TEST_F(KeptPrograms, EndWithAChildInItsOwnSession) {
  EXPECT_EQ(ask(script_here("setsid sh -c 'echo > there; sleep 1000' & while [ ! -e there ]; do :; done")).end,
            "ended with exit code 0");
}

TEST_F(KeptPrograms, EndWithAChildThatWasForkedTwice) {
  // The program ignores all signals that can be ignored, and keeps stdout open.
  const auto answer = ask(python(R"(
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        print("from below", flush=True)
        time.sleep(1000)
    os._exit(0)
os.wait()
time.sleep(0.3)
print("done", flush=True)
)"));
  EXPECT_EQ(answer.output, "from below\ndone\n");
}

TEST_F(KeptPrograms, EndWithAChildThatOutlivesThem) {
  EXPECT_EQ(ask(script("nohup sleep 1000 >/dev/null 2>&1 & (setsid nohup sleep 1000 &) ; echo 7")).output, "7\n");
}

TEST_F(KeptPrograms, LeaveNoZombies) {
  // Only the shell itself remains a child of its keeper.
  const auto answer = ask(
      script("for i in 1 2 3 4 5 6 7 8; do (sh -c true &); done; "
             "while [ \"$(cat /proc/[0-9]*/stat 2>/dev/null | grep -c \") . $PPID \")\" != 1 ]; do sleep 0.01; done; "
             "echo none"));
  EXPECT_EQ(answer.output, "none\n");
}

TEST_F(KeptPrograms, EndWithTheProcessThatStartedThem) {
  {
    Child host{[&] {
                 auto start = script_here("(setsid sh -c 'echo > below; sleep 1000' &); echo > there; sleep 1000");
                 start.scratch = file("scratch");
                 fs::create_directories(start.scratch / "below");
                 const Child kept{start};
                 std::this_thread::sleep_for(1000s);
                 return 0;
               },
               {}};
    ASSERT_TRUE(comes_true([&] { return is_there("below") && is_there("there"); }));
    EXPECT_THAT(left_behind(), SizeIs(AnyOf(4, 5)));  // keeper, program, sleep twice, and a shell that may become it
    ::kill(host.id(), SIGKILL);
  }
  EXPECT_TRUE(comes_true([&] { return left_behind().empty(); }));
  EXPECT_FALSE(is_there("scratch"));
}

TEST_F(KeptPrograms, EndWithTheirKeeper) {
  Child child{script_here("(setsid sh -c 'echo > below; sleep 1000; :' &); echo > there; sleep 1000")};
  ASSERT_TRUE(comes_true([&] { return is_there("below") && is_there("there"); }));
  child.memory()->now();
  ::kill(child.id(), SIGKILL);
  ASSERT_TRUE(comes_true([&] { return !child.is_running(); }));
  EXPECT_TRUE(child.is_lost());
  EXPECT_EQ(describe_exit(child), "lost its keeper process, which ended with SIGKILL");
}

TEST_F(KeptPrograms, AreReportedAsLostIfTheyKillTheirKeeper) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_THAT(ask(script("kill -KILL $PPID; sleep 1000; :")).end, StartsWith("lost its keeper process"));
  }
}

TEST_F(KeptPrograms, AreEndedEvenIfTheyStopTheirKeeper) {
  EXPECT_EQ(ask(script("kill -STOP $PPID; echo 3; setsid sleep 1000 &")).output, "3\n");
  EXPECT_EQ(ask(script("kill -TERM $PPID; kill -INT $PPID; kill -HUP $PPID; echo 3")).output, "3\n");
}

TEST_F(KeptPrograms, CanBeStartedByManyThreadsAtOnce) {
  std::vector<std::string> outputs(8);
  {
    std::vector<std::jthread> threads;
    for (auto& output : outputs) {
      threads.emplace_back([&output] { output = ask(script("cat; (setsid sleep 1000 &); echo 5")).output; });
    }
  }
  EXPECT_THAT(outputs, ::testing::Each(std::string{"5\n"}));
}

TEST_F(KeptPrograms, ExchangeMessagesByStdinAndStdout) {
  Peer peer{python("import sys\nprint('ready', file=sys.stderr, flush=True)\n"
                   "for line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()\n"
                   "print('gone', file=sys.stderr, flush=True)\nsys.exit(4)"),
            SocketPlace::stdin_and_stdout};
  for (int i = 0; i < 3; ++i) {
    peer.send({{"id", i}});
    EXPECT_EQ(peer.receive(20ms, [] {}), Message({{"id", i}}));
  }
  EXPECT_EQ(peer.last_lines(), "ready");
  peer.child().kill();
  EXPECT_EQ(peer.receive(20ms, [] {}), std::nullopt);
}

TEST_F(KeptPrograms, AreReadWhileTheyFloodStderr) {
  Peer peer{script("yes | head -c 50000000 >&2; read line; echo '{\"got\":1}'; sleep 1000 & exit 3"),
            SocketPlace::stdin_and_stdout};
  peer.send({{"call", "about"}});
  EXPECT_EQ(peer.receive(20ms, [] {}), Message({{"got", 1}}));
  EXPECT_EQ(peer.receive(20ms, [] {}), std::nullopt);
  EXPECT_TRUE(peer.end());
  EXPECT_EQ(describe_exit(peer.child()), "ended with exit code 3");
  EXPECT_THAT(peer.last_lines(), StartsWith("y\ny\n"));
}

TEST_F(KeptPrograms, AreMeasuredWithAllTheirDescendants) {
  Child child{script_here("sleep 1000 & (setsid sh -c 'echo > below; exec sleep 1000' &) ; echo > there; wait")};
  ASSERT_TRUE(comes_true([&] { return is_there("below") && is_there("there"); }));
  ASSERT_TRUE(comes_true([&] { return descendants_of(child.id()).size() == 3; }));
  EXPECT_GT(child.memory()->now(), 0);
  EXPECT_EQ(child.memory()->known().size(), 3);
  EXPECT_EQ(child.memory()->excess(std::nullopt), std::nullopt);
  EXPECT_EQ(child.memory()->excess(mebibyte << 20U), std::nullopt);
  EXPECT_EQ(child.memory()->excess(1), "used more than 1 bytes of memory, summed over its 3 processes");
}

TEST_F(KeptPrograms, HaveATemporaryScratchFolder) {
  fs::path path;
  {
    const ScratchFolder folder;
    path = folder.path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    std::ofstream{file("kept")} << "kept";
    auto start = python(R"(
import os
os.symlink(os.environ["GRIDCENSUS_TEST_OF_PROGRAMS"], "link")
os.makedirs("closed/inner/innermost")
open("closed/inner/file", "w").close()
os.chmod("closed/inner", 0o000)
os.chmod("closed", 0o500)
for i in range(150):
    open("file", "w").close()
    os.mkdir("a-folder-below")
    os.chdir("a-folder-below")
)");
    start.directory = path;
    const auto answer = ask(start);
    ASSERT_EQ(answer.end, "ended with exit code 0") << answer.errors;
  }
  EXPECT_FALSE(fs::exists(path));
  EXPECT_EQ(contents(file("kept")), "kept");
}

}  // namespace
}  // namespace gridcensus::host
