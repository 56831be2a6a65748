#include "host/catalog/probe.hpp"

#include "host/base/errors.hpp"
#include "host/catalog/library.hpp"
#include "host/process/child.hpp"
#include "host/process/descriptor.hpp"

#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <span>
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

/// Limits the damage that a library can do while it loads.
void prepare_child() {
  leave_no_core_file();
  // A library that hangs does not outlive a host that was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void write_verdict(const nlohmann::json& refused) {
  const std::string line =
      nlohmann::json{{"refused", refused}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  // Shorter than a pipe's buffer, so that one call writes it whole.
  [[maybe_unused]] const ssize_t written = ::write(verdict_descriptor, line.data(), line.size());
}

/// In the child: opens the library, and writes to the pipe what it declares wrongly, if anything.
///
/// @return  the exit code of the child: 0 for a sound plugin
int open_and_tell(const std::filesystem::path& file) {
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

/// One child process that opens one library.
class Probe {
 public:
  Probe(double seconds, const std::filesystem::path& file)
      : seconds_{seconds},
        deadline_{Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{seconds_})} {
    try {
      Pipe pipe = open_pipe();
      set_nonblocking(pipe.read_end);
      pipe_ = std::move(pipe.read_end);
      child_.emplace([&file] { return open_and_tell(file); }, std::vector{pipe.write_end.number()});
    } catch (const std::system_error& error) {
      start_error_ = error.code().message();
    }
  }

  bool is_running() const { return child_ && !has_ended_; }
  /// The pipe to wait for; -1 once the child has closed it.
  int pipe() const { return is_running() ? pipe_.number() : -1; }

  /// Takes what the child has written, and learns whether it has ended; past the deadline it is killed.
  void update() {
    read_pipe();
    has_ended_ = !child_->is_running();
    if (!has_ended_ && Clock::now() >= deadline_) {
      timed_out_ = true;
      has_ended_ = true;
      child_->kill();
    }
    // What was written between the last look and the end.
    if (has_ended_) read_pipe();
  }

  /// Why the library is refused, once the child has ended.
  std::optional<std::string> refusal() const {
    if (!child_) return "no process could be started to probe it: " + start_error_;
    if (timed_out_) return "a probe process did not end within " + seconds_text() + " s while loading it";
    const std::string ended = "a probe process ended with " + how_ended(child_->status());
    if (WIFSIGNALED(child_->status())) return ended + " while loading it";
    const auto verdict = nlohmann::json::parse(verdict_, nullptr, false);
    if (!verdict.is_object() || !verdict.contains("refused")) return ended + " before it had read the plugin";
    if (const auto& reason = verdict["refused"]; reason.is_string()) return reason.get<std::string>();
    if (WEXITSTATUS(child_->status()) != 0) return ended + " after reading the plugin";
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

  double seconds_;
  Clock::time_point deadline_;
  Descriptor pipe_;
  std::optional<Child> child_;
  std::string start_error_;
  bool has_ended_ = false;
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

}  // namespace

std::vector<std::optional<std::string>> probe_plugins(const std::vector<std::filesystem::path>& files, double seconds) {
  std::vector<std::optional<std::string>> refusals;
  refusals.reserve(files.size());
  for (std::size_t first = 0; first < files.size(); first += probes_at_once) {
    const std::size_t last = std::min(files.size(), first + probes_at_once);
    std::vector<std::unique_ptr<Probe>> probes;
    for (std::size_t i = first; i < last; ++i) probes.push_back(std::make_unique<Probe>(seconds, files[i]));
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

}  // namespace gridcensus::host
