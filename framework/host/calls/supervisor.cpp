#include "host/calls/supervisor.hpp"

#include "host/base/errors.hpp"
#include "host/calls/call.hpp"
#include "host/process/child.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// The signals that ask a process to end. Such an end is not a fault.
constexpr std::array ending{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

constexpr std::size_t max_calls = 4;
constexpr int signal_base = 128;  // shells report a signal as this plus its number

volatile std::sig_atomic_t child = 0;

extern "C" void pass_on(int number) {
  const int kept = errno;
  ::kill(static_cast<pid_t>(child), number);
  errno = kept;
}

/// Stops the child, then this process. Both continue together.
extern "C" void pause_both(int /*number*/) {
  pass_on(SIGSTOP);
  std::raise(SIGSTOP);
}

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  struct sigaction before {};
  ::sigaction(number, nullptr, &before);
  // A signal that was ignored from the start (nohup) stays ignored.
  if (before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
}

bool is_ending(int number) { return std::ranges::find(ending, number) != ending.end(); }

/// Returns "unit 3 of a on 2x2 and unit 7 of b on 3x3"; empty if no strategy was called.
std::string calls_text() {
  if (auto crash = crash_record::crash()) return *std::move(crash);
  std::string text;
  for (const auto& call : crash_record::calls(max_calls)) text += (text.empty() ? "" : " and ") + call;
  return text;
}

std::string where_text() {
  const std::string calls = calls_text();
  return calls.empty() ? " while no strategy was called" : " in " + calls;
}

/// @param end  "SIGSEGV ended the program"
void report_failure(const std::string& end) {
  const std::string text = "error: " + end + where_text() +
                           ". Results already in a ledger are kept; run the same command to resume. With "
                           "--isolate process, a plugin that fails while counting ends only its own run";
  std::fputs((printable(text) + "\n").c_str(), stderr);
}

/// Warns of a crash after the child had recorded completion: in a destructor, or in code that a plugin runs at exit.
void warn_of_crash(int status) {
  const std::string text = "warning: " + describe_exit(status) + " ended the program" + where_text() +
                           " after it had finished; the results are complete";
  std::fputs((printable(text) + "\n").c_str(), stderr);
}

int exit_code_after(int status) {
  if (const auto completion = crash_record::completion()) {
    if (WIFSIGNALED(status) && !is_ending(WTERMSIG(status))) warn_of_crash(status);
    return *completion;
  }
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const std::string hint =
        number == SIGKILL ? " (sent by another process, or by the kernel because memory ran out)" : "";
    if (!is_ending(number)) report_failure(describe_exit(status) + hint + " ended the program");
    return signal_base + number;
  }
  const int code = WEXITSTATUS(status);
  // A second signal ended the child at once.
  if (is_ending(code - signal_base)) return code;
  report_failure("the program was ended with exit code " + std::to_string(code) + " before it had finished,");
  return static_cast<int>(ExitCode::run_failed);
}

[[noreturn]] void wait_for_child() {
  while (true) {
    int status = 0;
    if (::waitpid(static_cast<pid_t>(child), &status, 0) >= 0) ::_exit(exit_code_after(status));
    if (errno != EINTR) ::_exit(static_cast<int>(ExitCode::run_failed));
  }
}

}  // namespace

void supervise() {
  static bool is_supervised = false;
  if (is_supervised) return;
  is_supervised = true;
  crash_record::calls(0);  // creates the shared memory before the fork
  std::fflush(nullptr);

  // Signals that arrive before both processes are ready are passed on and handled afterwards.
  sigset_t signals;
  sigset_t before;
  ::sigfillset(&signals);
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t parent = ::getpid();
  const pid_t forked = ::fork();
  if (forked < 0) throw std::system_error{errno, std::generic_category(), "fork"};
  if (forked == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(static_cast<int>(ExitCode::run_failed));
    install_crash_handler();
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    return;
  }
  child = forked;
  for (const int number : ending) handle(number, pass_on);
  handle(SIGTSTP, pause_both);
  handle(SIGCONT, pass_on);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  wait_for_child();
}

}  // namespace gridcensus::host
