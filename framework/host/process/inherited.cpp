#include "host/process/inherited.hpp"

#include <sys/stat.h>

#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// Puts /dev/null in the place of a descriptor that is closed: the next file that is opened would take it.
void fill(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) >= 0) return;
  // Not for reading: standard input that is not there must not look like one that is empty.
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere < 0 || nowhere == descriptor) return;
  ::dup2(nowhere, descriptor);
  ::close(nowhere);
}

}  // namespace

void undo_inherited_state() {
  for (const int number : {SIGCHLD, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction inherited {};
    ::sigaction(number, nullptr, &inherited);
    // A handler is not inherited: it is that of a sanitizer.
    if (inherited.sa_handler == SIG_IGN) std::signal(number, SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  fill(STDIN_FILENO);
  fill(STDERR_FILENO);
  const mode_t mask = ::umask(S_IRWXG | S_IRWXO);
  ::umask(mask & (S_IRWXG | S_IRWXO));
}

}  // namespace gridcensus::host
