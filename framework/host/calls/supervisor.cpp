#include "host/calls/supervisor.hpp"

#include "host/base/errors.hpp"
#include "host/calls/call.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// By which a process is asked to end. An end by one of them is nobody's fault.
constexpr std::array ending{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

constexpr std::size_t most_calls = 4;
constexpr int signal_base = 128;  // of the exit code that stands for a signal, as shells have it

volatile std::sig_atomic_t child = 0;

extern "C" void pass_on(int number) {
  const int kept = errno;
  ::kill(static_cast<pid_t>(child), number);
  errno = kept;
}

/// Stops the child, then itself. Both go on together.
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
  // What was ignored from the start (nohup) stays so.
  if (before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
}

bool is_ending(int number) { return std::ranges::find(ending, number) != ending.end(); }

/// "unit 3 of a on 2x2 and unit 7 of b on 3x3"; empty where no strategy was called.
std::string calls_text() {
  if (auto crash = noted::crash()) return *std::move(crash);
  std::string text;
  for (const auto& call : noted::calls(most_calls)) text += (text.empty() ? "" : " and ") + call;
  return text;
}

/// @param end  "SIGSEGV ended the program"
void complain(const std::string& end) {
  const std::string calls = calls_text();
  const std::string where = calls.empty() ? " while no strategy was called" : " in " + calls;
  const std::string text = "error: " + end + where +
                           ": what a ledger was given is kept, and the same command goes on from there; with "
                           "--isolate process, what a plugin does while it counts ends its own run only";
  std::fputs((printable(text) + "\n").c_str(), stderr);
}

int exit_code_after(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    if (!is_ending(number)) {
      const char* const name = ::sigabbrev_np(number);
      const std::string hint = number == SIGKILL ? " (sent by somebody, or for want of memory)" : "";
      complain("SIG" + std::string{name == nullptr ? std::to_string(number) : name} + hint + " ended the program");
    }
    return signal_base + number;
  }
  const int code = WEXITSTATUS(status);
  // Also when a second signal ends the child at once.
  if (noted::completion() == code || is_ending(code - signal_base)) return code;
  complain("the program was ended with exit code " + std::to_string(code) + " before it was done,");
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
  noted::calls(0);  // the memory that both share must be there before there are two
  std::fflush(nullptr);

  // What comes before both are ready is passed on, and dealt with, afterwards.
  sigset_t signals;
  sigset_t before;
  ::sigemptyset(&signals);
  for (const int number : ending) ::sigaddset(&signals, number);
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t parent = ::getpid();
  const pid_t forked = ::fork();
  if (forked < 0) throw std::system_error{errno, std::generic_category(), "fork"};
  if (forked == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(static_cast<int>(ExitCode::run_failed));
    note_end_of_this_process();
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
