#include "host/process/keeper.hpp"

#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"
#include "host/process/process_tree.hpp"
#include "host/process/scratch_folder.hpp"

#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {

namespace {

/// Places among the arguments: the connection to `Child`, the environment of the program ("-": that of this process),
/// the folder for scratch (empty: none), and the words of the program.
constexpr int socket_place = 2;
constexpr int environment_place = 3;
constexpr int scratch_place = 4;
constexpr int program_place = 5;

int number_of(const char* text) { return static_cast<int>(std::strtol(text, nullptr, 10)); }

class Keeper {
 public:
  explicit Keeper(char** arguments)
      : socket_{number_of(arguments[socket_place])},
        scratch_{arguments[scratch_place]},
        program_{arguments + program_place} {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    leave_no_core_file();
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    sigset_t ends;
    ::sigemptyset(&ends);
    ::sigaddset(&ends, SIGCHLD);
    ends_ = ::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
    ::fcntl(socket_, F_SETFD, FD_CLOEXEC);
    if (std::strcmp(arguments[environment_place], "-") == 0) return;
    read_environment(Descriptor{number_of(arguments[environment_place])});
  }

  void run() {
    if (const int error = start_program(); error != 0) {
      send_report({KeeperReport::Kind::not_started, error});
      return;
    }
    close_program_descriptors();
    send_report({KeeperReport::Kind::started, id_});
    wait();
    kill_all();
    if (send_report({KeeperReport::Kind::ended, status_.value_or(SIGKILL)})) return;
    // The process that would remove it has ended.
    if (*scratch_ != 0) remove_folder(scratch_);
  }

 private:
  void read_environment(const Descriptor& file) {
    ::lseek(file.number(), 0, SEEK_SET);
    while (read_more(file.number(), entries_) > 0) continue;
    for (std::size_t place = 0; place < entries_.size(); place = entries_.find('\0', place) + 1) {
      environment_.push_back(&entries_[place]);
    }
    environment_.push_back(nullptr);
  }

  /// @return  the errno why it could not be started
  int start_program() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
    const pid_t keeper = ::getpid();
    id_ = ::fork();
    if (id_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != keeper) ::_exit(1);
      become_program(ends[1]);
    }
    int error = id_ < 0 ? errno : 0;
    ::close(ends[1]);
    // If it becomes the program, only the end of input arrives.
    while (::read(ends[0], &error, sizeof error) > 0) continue;
    ::close(ends[0]);
    return error;
  }

  [[noreturn]] void become_program(int failure) {
    ::setpgid(0, 0);
    send_report({KeeperReport::Kind::forked, ::getpid()});
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(program_[0], program_, environment_.empty() ? environ : environment_.data());
    const int error = errno;
    const bool is_reported = ::write(failure, &error, sizeof error) > 0;
    ::_exit(is_reported ? 1 : 2);
  }

  /// Closes this process's copies of the program's descriptors; otherwise no reader notices when the program closes
  /// them.
  void close_program_descriptors() const {
    const auto [first, second] = std::minmax(socket_, ends_);
    ::close_range(0, static_cast<unsigned>(first) - 1, 0);
    if (second > first + 1) ::close_range(static_cast<unsigned>(first) + 1, static_cast<unsigned>(second) - 1, 0);
  }

  /// Waits until the program has ended or is to end.
  void wait() {
    while (true) {
      std::array<pollfd, 2> news{pollfd{socket_, POLLIN, 0}, pollfd{ends_, POLLIN, 0}};
      ::poll(news.data(), news.size(), -1);
      reap();
      if (status_ || news[0].revents != 0) return;
    }
  }

  /// @return  true if there is still a child
  bool reap() {
    signalfd_siginfo ignored{};
    while (::read(ends_, &ignored, sizeof ignored) > 0) continue;
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended == id_) status_ = status;
    }
    return ended == 0;
  }

  /// Kills all descendants. Every descendant whose parent has ended is a child of this process, so without a child
  /// there is no descendant.
  void kill_all() {
    constexpr int max_wait = 100;  // [ms]
    for (int wait_ms = 1; reap(); wait_ms = std::min(2 * wait_ms, max_wait)) {
      for (const pid_t process : descendants_of(::getpid())) ::kill(process, SIGKILL);
      pollfd news{ends_, POLLIN, 0};
      ::poll(&news, 1, wait_ms);
    }
  }

  bool send_report(const KeeperReport& report) const {
    return ::send(socket_, &report, sizeof report, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof report);
  }

  int socket_;
  const char* scratch_;
  char** program_;
  int ends_ = -1;
  std::string entries_;             ///< of the environment, each with a zero byte after it
  std::vector<char*> environment_;  ///< empty: that of this process
  pid_t id_ = -1;
  std::optional<int> status_;
};

}  // namespace

KeeperSettings& keeper_settings() {
  static KeeperSettings settings;
  return settings;
}

void keep_program(int argc, char** argv) {
  if (argc < 2 || std::strcmp(argv[1], keeper_command) != 0) return;
  if (argc > program_place) Keeper{argv}.run();
  ::_exit(argc > program_place ? 0 : 2);
}

}  // namespace gridcensus::host
