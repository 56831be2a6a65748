#include "host/catalog/probe.hpp"

#include "host/base/errors.hpp"
#include "host/catalog/library.hpp"

#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <poll.h>
#include <span>
#include <spawn.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

using Clock = std::chrono::steady_clock;

/// The child's end of the pipe that carries the verdict. Not stdout, which the library may write to while it loads.
constexpr int verdict_descriptor = 3;
/// A verdict is one short line; a child that writes more is not believed.
constexpr std::size_t longest_verdict = 65536;
/// Enough to hide the start of the processes behind each other, few enough for any machine.
constexpr std::size_t probes_at_once = 16;

std::string error_text(int error) { return std::generic_category().message(error); }

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_{number} {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

/// What posix_spawn is told about descriptors and signals.
class SpawnSettings {
 public:
  explicit SpawnSettings(int verdict_end) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    // The pipe first: its number may be one of those that are opened next.
    ::posix_spawn_file_actions_adddup2(&actions_, verdict_end, verdict_descriptor);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, verdict_descriptor + 1);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    // A group of its own, so that what the library may have started is killed with it.
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
};

/// One child process that opens one library.
class Probe {
 public:
  Probe(const CatalogOptions& options, const std::filesystem::path& file)
      : seconds_{options.probe_seconds},
        deadline_{Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{seconds_})} {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
      start_error_ = errno;
      return;
    }
    pipe_ = Descriptor{ends[0]};
    const Descriptor verdict_end{ends[1]};
    const SpawnSettings settings{verdict_end.number()};
    std::string program = options.probe_program.string();
    std::string command = "probe-plugin";
    std::string argument = file.string();
    const std::array<char*, 4> arguments{program.data(), command.data(), argument.data(), nullptr};
    start_error_ =
        ::posix_spawn(&child_, program.c_str(), settings.actions(), settings.attributes(), arguments.data(), environ);
  }

  ~Probe() {
    if (is_running()) kill_and_reap();
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;
  Probe(Probe&&) = delete;
  Probe& operator=(Probe&&) = delete;

  bool is_running() const { return start_error_ == 0 && !reaped_; }
  /// The pipe to wait for; -1 once the child has closed it.
  int pipe() const { return is_running() ? pipe_.number() : -1; }

  /// Takes what the child has written, and learns whether it has ended; past the deadline it is killed.
  void update() {
    read_pipe();
    reap(WNOHANG);
    if (is_running() && Clock::now() >= deadline_) {
      timed_out_ = true;
      kill_and_reap();
    }
    // What was written between the last look and the end.
    if (!is_running()) read_pipe();
  }

  /// Why the library is refused, once the child has ended.
  std::optional<std::string> refusal() const {
    if (start_error_ != 0) return "no process could be started to probe it: " + error_text(start_error_);
    if (timed_out_) return "a probe process did not end within " + seconds_text() + " s while loading it";
    if (WIFSIGNALED(status_)) {
      const int signal = WTERMSIG(status_);
      const char* const name = ::sigabbrev_np(signal);
      return "a probe process ended with signal " + std::to_string(signal) +
             (name != nullptr ? " (SIG" + std::string{name} + ")" : "") + " while loading it";
    }
    const int code = WEXITSTATUS(status_);
    const auto verdict = nlohmann::json::parse(verdict_, nullptr, false);
    if (!verdict.is_object() || !verdict.contains("refused")) {
      return "a probe process ended with exit code " + std::to_string(code) + " before it had read the plugin";
    }
    if (const auto& reason = verdict["refused"]; reason.is_string()) return reason.get<std::string>();
    if (code != 0) return "a probe process ended with exit code " + std::to_string(code) + " after reading the plugin";
    return std::nullopt;
  }

 private:
  std::string seconds_text() const { return gridcensus::to_string(ParameterValue{seconds_}); }

  void read_pipe() {
    std::array<char, 4096> buffer{};
    while (pipe_.number() >= 0) {
      const ssize_t count = ::read(pipe_.number(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count > 0 && verdict_.size() < longest_verdict)
        verdict_.append(buffer.data(), static_cast<std::size_t>(count));
      else
        pipe_.close();
    }
  }

  void reap(int flags) {
    if (!is_running()) return;
    pid_t ended = -1;
    do ended = ::waitpid(child_, &status_, flags);
    while (ended < 0 && errno == EINTR);
    reaped_ = ended != 0;
  }

  void kill_and_reap() {
    ::kill(-child_, SIGKILL);
    ::kill(child_, SIGKILL);
    reap(0);
  }

  double seconds_;
  Clock::time_point deadline_;
  Descriptor pipe_;
  pid_t child_ = -1;
  int start_error_ = 0;
  int status_ = 0;
  bool reaped_ = false;
  bool timed_out_ = false;
  std::string verdict_;
};

/// Sleeps until a child writes or ends. A child that has closed its pipe, or left it to a process of its own, shows its
/// end in no pipe: hence the short sleeps.
void wait_for_news(std::span<const std::unique_ptr<Probe>> probes) {
  std::vector<pollfd> pipes;
  bool is_ending = false;
  for (const auto& probe : probes) {
    if (probe->pipe() >= 0)
      pipes.push_back({probe->pipe(), POLLIN, 0});
    else
      is_ending = is_ending || probe->is_running();
  }
  ::poll(pipes.data(), pipes.size(), is_ending ? 1 : 20);
}

/// Limits the damage that a library can do while it loads.
void prepare_child() {
  const rlimit no_core_file{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core_file);
  // A library that hangs does not outlive a host that was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void write_verdict(const nlohmann::json& refused) {
  const std::string line =
      nlohmann::json{{"refused", refused}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  struct stat status {};
  if (::fstat(verdict_descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) {
    std::cout << line << std::flush;
    return;
  }
  // Shorter than a pipe's buffer, so that one call writes it whole.
  [[maybe_unused]] const ssize_t written = ::write(verdict_descriptor, line.data(), line.size());
}

}  // namespace

std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files,
                                                      const CatalogOptions& options) {
  std::vector<std::optional<std::string>> refusals;
  refusals.reserve(files.size());
  for (std::size_t first = 0; first < files.size(); first += probes_at_once) {
    const std::size_t last = std::min(files.size(), first + probes_at_once);
    std::vector<std::unique_ptr<Probe>> probes;
    for (std::size_t i = first; i < last; ++i) probes.push_back(std::make_unique<Probe>(options, files[i]));
    while (std::ranges::any_of(probes, &Probe::is_running)) {
      wait_for_news(probes);
      for (const auto& probe : probes) {
        if (probe->is_running()) probe->update();
      }
    }
    for (const auto& probe : probes) refusals.push_back(probe->refusal());
  }
  return refusals;
}

int probe_plugin(const std::filesystem::path& file) {
  prepare_child();
  try {
    open_plugin(file);
    write_verdict(nullptr);
    return static_cast<int>(ExitCode::all_agree);
  } catch (const Refused& refused) {
    write_verdict(refused.what());
  } catch (const std::exception& error) {
    write_verdict(std::string{"it cannot be read: "} + error.what());
  }
  return static_cast<int>(ExitCode::plugin_refused);
}

}  // namespace gridcensus::host
