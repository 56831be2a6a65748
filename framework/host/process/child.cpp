#include "host/process/child.hpp"

#include "host/process/descriptor.hpp"
#include "host/process/keeper.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr int first_descriptor = STDERR_FILENO + 1;

[[noreturn]] void fail(int error, const char* what) { throw std::system_error{error, std::generic_category(), what}; }

/// The settings of posix_spawn for descriptors, signals and the working directory.
class SpawnSettings {
 public:
  explicit SpawnSettings(const ChildOptions& start)
      : end_{first_descriptor + static_cast<int>(start.descriptors.size())} {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    // Copy all first, because a number may be one of the places that are filled next.
    std::vector<std::pair<int, int>> copies;
    const auto add = [&](int number, int place) {
      if (number >= 0) copies.emplace_back(copy_of(number), place);
    };
    int place = first_descriptor;
    for (const int number : start.descriptors) add(number, place++);
    add(start.input, STDIN_FILENO);
    add(start.shares_stderr ? STDERR_FILENO : start.output, STDOUT_FILENO);
    add(start.shares_stderr ? STDERR_FILENO : start.errors, STDERR_FILENO);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    for (const auto& [copy, wanted] : copies) ::posix_spawn_file_actions_adddup2(&actions_, copy, wanted);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, end_);
    if (!start.directory.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, start.directory.c_str());
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
  /// Returns a copy above all places; it is closed with this object.
  int copy_of(int number) { return copies_.emplace_back(::fcntl(number, F_DUPFD_CLOEXEC, end_)).number(); }

  int end_;
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  std::vector<Descriptor> copies_;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// @return  the id of the process
pid_t spawn(const ChildOptions& start) {
  const SpawnSettings settings{start};
  std::vector<std::string> words{start.program.string()};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  auto entries = start.environment.value_or(std::vector<std::string>{});
  const auto environment = pointers_to(entries);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, start.program.c_str(), settings.actions(), settings.attributes(),
                                  pointers_to(words).data(), start.environment ? environment.data() : environ);
  if (error != 0) fail(error, "posix_spawn");
  return process;
}

/// Returns a file without a name that contains the entries one after the other. Other users can read the words of a
/// command, but not this file.
Descriptor file_with(const std::vector<std::string>& entries) {
  Descriptor file{::memfd_create("environment", MFD_CLOEXEC)};
  std::string text;
  for (const std::string& entry : entries) text.append(entry).push_back('\0');
  if (file.number() < 0 || ::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    fail(errno, "memfd_create");
  }
  return file;
}

/// Returns the options to start the keeper in place of the program, with two more descriptors.
ChildOptions keeper_start(const ChildOptions& start, const Descriptor& line, const Descriptor& environment) {
  if (keeper_settings().program.empty())
    throw std::logic_error{"keeper_settings().program was not set, so no program can be kept"};
  ChildOptions keeper = start;
  keeper.program = keeper_settings().program;
  const auto place = [&](const Descriptor& descriptor) {
    if (descriptor.number() < 0) return std::string{"-"};
    keeper.descriptors.push_back(descriptor.number());
    return std::to_string(first_descriptor + static_cast<int>(keeper.descriptors.size()) - 1);
  };
  keeper.arguments = {keeper_command, place(line), place(environment), start.scratch.string(), start.program.string()};
  keeper.arguments.insert(keeper.arguments.end(), start.arguments.begin(), start.arguments.end());
  keeper.environment.reset();
  return keeper;
}

/// @return  nullopt if the keeper is gone
std::optional<KeeperReport> report_from(const Descriptor& line) {
  KeeperReport report;
  ssize_t got = -1;
  do got = ::recv(line.number(), &report, sizeof report, MSG_WAITALL);
  while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof report) ? std::optional{report} : std::nullopt;
}

/// Sets up a copy of the process: signals as a shell leaves them, and the descriptors of `ChildOptions`.
void become_plain(std::vector<int> descriptors) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  const int end = first_descriptor + static_cast<int>(descriptors.size());
  // Copy all above the places first, because a number may be one of those that are filled next.
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

/// @return  the status of a child if it has ended; nullopt if it has not, and the flags forbid waiting
std::optional<int> wait_for(pid_t process, int flags) {
  int status = 0;
  pid_t ended = -1;
  do ended = ::waitpid(process, &status, flags);
  while (ended < 0 && errno == EINTR);
  return ended == 0 ? std::nullopt : std::optional{status};
}

}  // namespace

Child::Child(const ChildOptions& start) {
  if (start.is_kept) {
    start_kept(start);
  } else {
    id_ = spawn(start);
  }
}

void Child::start_kept(const ChildOptions& start) {
  auto [own, of_keeper] = open_socket_pair();
  const Descriptor environment = start.environment ? file_with(*start.environment) : Descriptor{};
  id_ = spawn(keeper_start(start, of_keeper, environment));
  of_keeper.close();
  keeper_socket_ = std::move(own);
  auto report = next_report();
  if (!report) {
    wait_for(id_, 0);
    throw std::runtime_error{keeper_settings().program.string() + " does not keep programs"};
  }
  if (report->kind == KeeperReport::Kind::forked) {
    memory_ = std::make_unique<GroupMemory>(id_, report->value);
    report = next_report();
  }
  if (report && report->kind == KeeperReport::Kind::not_started) {
    wait_for(id_, 0);
    fail(report->value, start.program.c_str());
  }
  // The program ended before its keeper reported.
  if (!report) conclude(report);
}

/// Waits for the keeper's next report.
///
/// @return  nullopt if the keeper is gone
std::optional<KeeperReport> Child::next_report() {
  constexpr std::chrono::milliseconds pause{20};
  while (!has_report(pause)) continue;
  return report_from(keeper_socket_);
}

/// @param max_wait  how long to wait
/// @return         true if the keeper has sent a report, or is gone
bool Child::has_report(std::chrono::milliseconds max_wait) const {
  // The program may have stopped its keeper.
  ::kill(id_, SIGCONT);
  pollfd news{keeper_socket_.number(), POLLIN, 0};
  return ::poll(&news, 1, static_cast<int>(max_wait.count())) > 0;
}

Child::Child(const std::function<int()>& work, std::vector<int> descriptors) {
  // Block signals, so no handler of this process runs in the copy.
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
    } catch (...) {  // NOLINT(bugprone-empty-catch): the exit code reports it
    }
    ::_exit(code);
  }
  const int error = errno;
  // The copy does the same, because either may run first.
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
  if (memory_) {
    kill_kept();
    return;
  }
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
  reap(0);
}

void Child::kill_kept() {
  constexpr std::chrono::seconds max_wait{5};
  ::shutdown(keeper_socket_.number(), SHUT_WR);
  reap_kept(max_wait);
  if (has_ended_) return;
  ::kill(id_, SIGKILL);
  reap_kept(max_wait);
}

void Child::reap(int flags) {
  if (has_ended_) return;
  if (memory_) {
    reap_kept(std::chrono::milliseconds{0});
    return;
  }
  const auto status = wait_for(id_, flags);
  has_ended_ = status.has_value();
  status_ = status.value_or(0);
}

/// @param max_wait  how long to wait for the keeper's report that all have ended
void Child::reap_kept(std::chrono::milliseconds max_wait) {
  if (has_report(max_wait)) conclude(report_from(keeper_socket_));
}

/// @param report  how the program ended; nullopt if its keeper is gone
void Child::conclude(const std::optional<KeeperReport>& report) {
  ::kill(id_, SIGKILL);
  const int keeper_status = wait_for(id_, 0).value_or(0);
  has_ended_ = true;
  is_lost_ = !report;
  status_ = report ? report->value : keeper_status;
  if (!is_lost_) return;
  kill_known(memory_->known());
}

std::string describe_exit(int status) {
  if (!WIFSIGNALED(status)) return "exit code " + std::to_string(WEXITSTATUS(status));
  const char* const name = ::sigabbrev_np(WTERMSIG(status));
  return name != nullptr ? std::string{"SIG"} + name : "signal " + std::to_string(WTERMSIG(status));
}

std::string describe_exit(const Child& child) {
  return (child.is_lost() ? "lost its keeper process, which ended with " : "ended with ") +
         describe_exit(child.status());
}

void leave_no_core_file() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

}  // namespace gridcensus::host
