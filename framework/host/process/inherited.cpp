#include "host/process/inherited.hpp"

#include <sys/stat.h>

#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace gridcensus::host {

namespace {

/// Opens /dev/null in place of a closed descriptor, because the next file that is opened would take its number.
void fill(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) >= 0) return;
  // Not for reading: a missing standard input must not look like an empty one.
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
    // A handler is not inherited, so it belongs to a sanitizer.
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
