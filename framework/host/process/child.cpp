#include "host/process/child.hpp"

#include "host/process/descriptor.hpp"

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr int first_descriptor = STDERR_FILENO + 1;

[[noreturn]] void fail(int error, const char* what) { throw std::system_error{error, std::generic_category(), what}; }

/// What posix_spawn is told about descriptors and signals.
class SpawnSettings {
 public:
  explicit SpawnSettings(const ChildStart& start) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    const int end = first_descriptor + static_cast<int>(start.descriptors.size());
    int place = first_descriptor;
    for (const int number : start.descriptors) {
      // A copy above all places: the number itself may be one of those that are taken next.
      const Descriptor& copy = copies_.emplace_back(::fcntl(number, F_DUPFD_CLOEXEC, end));
      ::posix_spawn_file_actions_adddup2(&actions_, copy.number(), place++);
    }
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (start.shares_stderr) {
      ::posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
    } else {
      ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
      ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, end);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  SpawnSettings(SpawnSettings&&) = delete;
  SpawnSettings& operator=(SpawnSettings&&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  std::vector<Descriptor> copies_;
};

/// In a copy of the process: signals as a shell leaves them, and descriptors as `ChildStart` says.
void become_plain(std::vector<int> descriptors) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  const int end = first_descriptor + static_cast<int>(descriptors.size());
  // Copies above all places first: a number may be one of those that are taken next.
  for (int& number : descriptors) number = ::fcntl(number, F_DUPFD, end);
  for (int place = first_descriptor; place < end; ++place) {
    ::dup2(descriptors[static_cast<std::size_t>(place - first_descriptor)], place);
  }
  const int nothing = ::open("/dev/null", O_RDONLY);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::close_range(static_cast<unsigned>(end), ~0U, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

std::pair<Descriptor, Descriptor> open_sockets(int type) {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(errno, "socketpair");
  return {Descriptor{ends[0]}, Descriptor{ends[1]}};
}

}  // namespace

std::pair<Descriptor, Descriptor> open_line() { return open_sockets(SOCK_STREAM); }

std::pair<Descriptor, Descriptor> open_messages() { return open_sockets(SOCK_DGRAM); }

void set_nonblocking(const Descriptor& descriptor) {
  ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

Child::Child(const ChildStart& start) {
  const SpawnSettings settings{start};
  std::vector<std::string> texts{start.program.string()};
  texts.insert(texts.end(), start.arguments.begin(), start.arguments.end());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const int error =
      ::posix_spawn(&id_, start.program.c_str(), settings.actions(), settings.attributes(), arguments.data(), environ);
  if (error != 0) fail(error, "posix_spawn");
}

Child::Child(const std::function<int()>& work, std::vector<int> descriptors) {
  // No handler of this process runs in the copy.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  id_ = ::fork();
  if (id_ == 0) {
    ::setpgid(0, 0);
    become_plain(std::move(descriptors));
    int code = 1;
    try {
      code = work();
    } catch (...) {  // NOLINT(bugprone-empty-catch): the exit code tells
    }
    ::_exit(code);
  }
  const int error = errno;
  // The copy does the same: whichever comes first.
  if (id_ > 0) ::setpgid(id_, id_);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (id_ < 0) fail(error, "fork");
}

Child::~Child() { kill(); }

bool Child::is_running() {
  reap(WNOHANG);
  return !has_ended_;
}

void Child::kill() {
  if (has_ended_) return;
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
  reap(0);
}

void Child::reap(int flags) {
  if (has_ended_) return;
  pid_t ended = -1;
  do ended = ::waitpid(id_, &status_, flags);
  while (ended < 0 && errno == EINTR);
  has_ended_ = ended != 0;
}

std::string how_ended(int status) {
  if (!WIFSIGNALED(status)) return "exit code " + std::to_string(WEXITSTATUS(status));
  const char* const name = ::sigabbrev_np(WTERMSIG(status));
  return name != nullptr ? std::string{"SIG"} + name : "signal " + std::to_string(WTERMSIG(status));
}

void leave_no_core_file() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace gridcensus::host
